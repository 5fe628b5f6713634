package import CloudEvents
package import Events
import Foundation

/// Edamam's Recipe Search API, in its second version.
package struct EdamamService: RecipeService {
    package static let source = EdamamFile.source
    package static let name = "Edamam"
    package static let standardBase = "https://api.edamam.com/api/recipes/v2"
    package static let saysAbsentByStatus = true
    private static let userVariable = "EDAMAM_ACCOUNT_USER"
    package static let keyVariables =
        "$EDAMAM_APP_ID, $EDAMAM_APP_KEY and, for plans that count users, $\(userVariable)"
    /// What ids begin with in the names that recipes have, and not in their addresses.
    private static let prefix = "recipe_"

    private let base: ServiceBase
    private let id: String
    private let key: String
    /// For whom it is asked, where the plan wants to know.
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

    /// `recipe_` and a hash, which may be given alone.
    package static func id(_ text: String) -> String? {
        let hash = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        let isHash = (1...64).contains(hash.utf8.count) && hash.utf8.allSatisfy { $0.hexadecimalDigit != nil }
        return isHash ? prefix + hash : nil
    }

    package func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem] {
        try EdamamFile.recipes(of: document, place: place)
    }

    /// What tells the next page from this one: the rest of its address is known, with the keys in it, and where it would lead is
    /// never gone to.
    package func next(of document: JSONValue) -> String? {
        guard let href = document.members?["_links"]?.members?["next"]?.members?["href"]?.words,
            let items = URLComponents(string: href)?.queryItems,
            let page = items.first(where: { $0.name == "_cont" })?.value
        else { return nil }
        return page
    }
}
