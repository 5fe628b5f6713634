package import CloudEvents
package import Events

/// TheMealDB's API, in its first version or the second, which has the same answers.
package struct TheMealDBService: RecipeService {
    package static let source = TheMealDBFile.source
    package static let name = "TheMealDB"
    package static let standardBase = "https://www.themealdb.com/api/json/v1"
    package static let saysAbsentByStatus = false
    private static let variable = "THEMEALDB_KEY"
    package static let keyVariables = "$\(variable)"
    /// What everybody may try it with.
    private static let publicKey = "1"

    private let base: ServiceBase
    private let key: String

    package init(base: ServiceBase, environment: (String) -> String?) throws(Refusal) {
        self.base = base
        key = try ServiceKey.value(of: Self.variable, environment) ?? Self.publicKey
    }

    package var secrets: [String] { key == Self.publicKey ? [] : [key] }

    /// It answers with all that it has found: there is one page.
    package func search(_ words: String, page: String?) -> ServiceRequest {
        ServiceRequest(url: base.url([key, "search.php"], ["s": words]), place: "\(Self.source) «\(words)»")
    }

    package func lookup(_ id: String) -> ServiceRequest {
        ServiceRequest(url: base.url([key, "lookup.php"], ["i": id]), place: "\(Self.source) \(id)")
    }

    /// A number.
    package static func id(_ text: String) -> String? {
        (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text : nil
    }

    package func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem] {
        try TheMealDBFile.recipes(of: document, place: place)
    }

    package func next(of document: JSONValue) -> String? { nil }
}
