package import CloudEvents
package import Events
import Foundation

/// Edamam's Recipe Search API, in its second version.
package struct EdamamService: RecipeService {
    package static let source = EdamamFile.source
    package static let name = "Edamam"
    package static let standardBase = "https://api.edamam.com/api/recipes/v2"
    package static let saysAbsentByStatus = true
    package static let requiredVariables = ["EDAMAM_APP_ID", "EDAMAM_APP_KEY"]
    /// The words that Edamam's terms ask for.
    package static let credit = ServiceCredit(words: "Powered by Edamam", url: "https://www.edamam.com")
    private static let userVariable = "EDAMAM_ACCOUNT_USER"
    package static let keyVariables =
        "$EDAMAM_APP_ID, $EDAMAM_APP_KEY and, for plans that count users, $\(userVariable)"
    /// The prefix of ids in the recipes' URIs, which their URLs lack.
    private static let prefix = "recipe_"

    private let base: ServiceBase
    private let id: String
    private let key: String
    /// The account that asks, which some plans require.
    private let user: String?

    package init(base: ServiceBase, environment: (String) -> String?) throws(Refusal) {
        func required(_ variable: String) throws(Refusal) -> String {
            guard let value = try ServiceKey.value(of: variable, environment) else {
                throw Refusal(
                    .usage,
                    "Edamam answers to those with a key: put yours into $\(variable), from developer.edamam.com",
                    field: variable)
            }
            return value
        }
        self.base = base
        id = try required("EDAMAM_APP_ID")
        key = try required("EDAMAM_APP_KEY")
        user = try ServiceKey.value(of: Self.userVariable, environment)
    }

    package var secrets: [String] { [id, key] }
    private var headers: [String: String] { user.map { ["Edamam-Account-User": $0] } ?? [:] }

    package func search(_ words: String, page: String?) -> ServiceRequest {
        ServiceRequest(
            url: base.url([], ["type": "public", "q": words, "app_id": id, "app_key": key, "_cont": page]),
            headers: headers, place: "\(Self.source) «\(words)»")
    }

    package func lookup(_ id: String) -> ServiceRequest {
        ServiceRequest(
            url: base.url(
                [String(id.dropFirst(Self.prefix.count))], ["type": "public", "app_id": self.id, "app_key": key]),
            headers: headers, place: "\(Self.source) \(id)")
    }

    /// An id is `recipe_` and a hash. The hash alone is accepted too.
    package static func id(_ text: String) -> String? {
        let hash = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        let isHash = (1...64).contains(hash.utf8.count) && hash.utf8.allSatisfy { $0.hexadecimalDigit != nil }
        return isHash ? prefix + hash : nil
    }

    package func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem] {
        try EdamamFile.recipes(of: document, place: place)
    }

    /// The part of the next page's URL that differs from this one. The rest is known and holds the keys; the URL itself is never
    /// followed.
    package func next(of document: JSONValue) -> String? {
        guard let href = document.members?["_links"]?.members?["next"]?.members?["href"]?.words,
            let items = URLComponents(string: href)?.queryItems,
            let page = items.first(where: { $0.name == "_cont" })?.value
        else { return nil }
        return page
    }
}
