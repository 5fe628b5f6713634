package import CloudEvents
package import Events
import Foundation

/// A recipe service on the web: it makes requests and reads answers. It does no I/O.
package protocol RecipeService: Sendable {
    /// The source in the origins of its recipes.
    static var source: String { get }
    /// The name for people.
    static var name: String { get }
    /// The base URL of requests, unless the member gives another one.
    static var standardBase: String { get }
    /// The credit that is shown beside its recipes.
    static var credit: ServiceCredit { get }
    /// The environment variables that hold its keys, for the message about a wrong key.
    static var keyVariables: String { get }
    /// The variables without which a program that serves others does not ask the service.
    static var requiredVariables: [String] { get }
    /// Whether 404 means that there is no such recipe, and not that the base URL is wrong.
    static var saysAbsentByStatus: Bool { get }
    /// Keys, which no message, report, cursor, origin or recipe may hold.
    var secrets: [String] { get }

    /// `environment` gives the value of a variable; an empty one counts as missing. Refuses with `usage` if a key is missing.
    init(base: ServiceBase, environment: (String) -> String?) throws(Refusal)

    /// A page of a search. `page`: `nil` for the first page, else `ServicePage.next` of the previous one.
    func search(_ words: String, page: String?) -> ServiceRequest
    /// One recipe, by an id that `id(_:)` has returned.
    func lookup(_ id: String) -> ServiceRequest
    /// An id in the form of origins; `nil` for text that is no id.
    static func id(_ text: String) -> String?
    /// The items of an answer. Refuses an answer without any with `no-recipe`.
    func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem]
    /// The value for the next page; `nil` on the last one.
    func next(of document: JSONValue) -> String?
}

/// All services of the web that recipes come from.
package enum RecipeServices {
    package static let all: [any RecipeService.Type] = [TheMealDBService.self, EdamamService.self]
}

/// Words of credit, and the page to which they link.
package struct ServiceCredit: Hashable, Sendable {
    package var words: String
    package var url: String
}

/// A request to a service, and its name in reports.
package struct ServiceRequest: Hashable, Sendable, CustomStringConvertible {
    /// The URL, which may hold the key.
    package var url: String
    package var headers: [String: String] = [:]
    /// The name in reports, which do not show the URL.
    package var place: String

    package var description: String { place }
}

/// A page of search results.
package struct ServicePage: Hashable, Sendable {
    /// The items in the service's order; empty without results.
    package var items: [FoundItem]
    /// The value for the next page; `nil` on the last one.
    package var next: String?
}

extension RecipeService {
    /// The longest search, in bytes.
    package static var wordsBytesMax: Int { 300 }

    /// Checks the words of a search. Refuses with `usage`.
    package static func words(_ text: String) throws(Refusal) -> String {
        let words = text.withSingleBlanks
        guard !words.isEmpty, words.utf8.count <= wordsBytesMax, !words.utf8.contains(0) else {
            throw Refusal(.usage, "say what to search for in 1 to \(wordsBytesMax) bytes", field: "words")
        }
        return words
    }

    /// Reads the answer to a search.
    package func page(in bytes: [UInt8], place: String) throws(RefusedItem) -> ServicePage {
        do throws(RefusedItem) {
            let document = try Self.document(bytes, place: place)
            let next = next(of: document)
            do throws(RefusedItem) {
                return ServicePage(items: try recipes(of: document, place: place).map(withoutSecrets), next: next)
            } catch  where error.reason == .noRecipe {
                return ServicePage(items: [], next: next)
            }
        } catch {
            throw withoutSecrets(error)
        }
    }

    /// Reads the answer to a lookup. Refuses with `not-found` without such a recipe, and refuses an answer with another one.
    package func recipe(_ id: String, in bytes: [UInt8], place: String) throws(RefusedItem) -> FoundRecipe {
        let items = try page(in: bytes, place: place).items
        guard let first = items.first else { throw Self.unknown(id, place: place) }
        for case .recipe(let found) in items where found.id == id {
            var found = found
            found.place = place
            return found
        }
        if case .refused(let refused) = first { throw refused }
        throw RefusedItem(place: place, reason: .unreadable, message: "\(Self.name) answered with another recipe")
    }

    package static func unknown(_ id: String, place: String) -> RefusedItem {
        RefusedItem(place: place, reason: .notFound, message: "\(name) has no recipe \(id)")
    }

    private static func document(_ bytes: [UInt8], place: String) throws(RefusedItem) -> JSONValue {
        // A proxy before the service answers with a page.
        if bytes.first(where: { !$0.isJSONBlank }) == UInt8(ascii: "<") {
            throw RefusedItem(
                place: place, reason: .unreadable, message: "\(name) answered with a page for people, not with JSON")
        }
        return try JSONValue.document(bytes, place: place)
    }

    /// The item without addresses that hold a key, because recipes are public. A key in another field refuses the item.
    private func withoutSecrets(_ item: FoundItem) -> FoundItem {
        guard !secrets.isEmpty else { return item }
        switch item {
        case .refused(let refused): return .refused(withoutSecrets(refused))
        case .recipe(let given):
            var found = given
            let images = found.content.images.filter { !holdsSecret($0) }
            if images != found.content.images { found.content.images = images }
            if holdsSecret(found.content.videoURL) { found.content.clearVideoURL() }
            if holdsSecret(found.content.sourceURL) { found.content.clearSourceURL() }
            if given.content != found.content { found.notes.append("an address: dropped, because it holds a key") }
            let said = String(decoding: Payload.recipe(found.content).storedBytes, as: UTF8.self)
            guard !([said, found.id ?? ""] + found.notes).contains(where: tellsSecret) else {
                return .refused(
                    RefusedItem(place: found.place, reason: .forbidden, message: "it holds the key of \(Self.name)"))
            }
            return .recipe(found)
        }
    }

    private func withoutSecrets(_ refused: RefusedItem) -> RefusedItem {
        var refused = refused
        for secret in secrets where secret.utf8.count >= Self.secretBytesMin {
            refused.message = refused.message.replacing(secret, with: "…")
        }
        return refused
    }

    /// Shorter texts occur by chance.
    private static var secretBytesMin: Int { 8 }

    private func tellsSecret(_ text: String) -> Bool {
        secrets.contains { $0.utf8.count >= Self.secretBytesMin && text.contains($0) }
    }

    /// Whether an address holds a key: as a part, escaped, or in an address within it.
    private func holdsSecret(_ address: String) -> Bool {
        var text = address
        for _ in 0..<4 {
            if tellsSecret(text)
                || text.split(whereSeparator: { "/?&=#;:@".contains($0) }).contains(where: {
                    secrets.contains(String($0))
                })
            {
                return true
            }
            guard let decoded = text.removingPercentEncoding, decoded != text else { return false }
            text = decoded
        }
        return false
    }
}

/// The base URL of a service: an http or https URL without a query.
package struct ServiceBase: Hashable, Sendable {
    private let components: URLComponents

    private static let bytesMax = 500

    /// The URL as it was given, but for slashes at its end.
    package var text: String { components.url?.absoluteString ?? "" }

    /// Refuses with `usage`. The refusal does not show the text, which may hold a key.
    package init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= Self.bytesMax, var components = URLComponents(string: text),
            let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = components.host, !host.isEmpty, components.user == nil, components.password == nil,
            components.query == nil, components.fragment == nil
        else {
            throw Refusal(
                .usage,
                "the base URL must be an http or https URL of at most \(Self.bytesMax) bytes, without name, query or fragment",
                field: "base-url")
        }
        while components.percentEncodedPath.hasSuffix("/") { components.percentEncodedPath.removeLast() }
        self.components = components
    }

    /// The characters of a path that need no escape.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")

    /// A URL below the base, with all parts of path and query escaped.
    func url(_ path: [String], _ query: KeyValuePairs<String, String?>) -> String {
        var components = components
        for part in path {
            components.percentEncodedPath += "/\(part.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "")"
        }
        components.queryItems = query.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        // Servers read a plus as a blank, and Foundation does not escape it.
        components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
        return components.url?.absoluteString ?? ""
    }
}

/// Keys from the environment.
enum ServiceKey {
    private static let bytesMax = 200

    /// The key of a variable; `nil` without one. Refuses text that cannot be a key with `usage`, without showing it.
    static func value(of variable: String, _ environment: (String) -> String?) throws(Refusal) -> String? {
        guard let value = environment(variable)?.trimmed, !value.isEmpty else { return nil }
        guard value.utf8.count <= bytesMax, value.isVisibleASCII else {
            throw Refusal(
                .usage,
                "$\(variable) is not a valid key: it is longer than \(bytesMax) bytes or holds more than visible ASCII",
                field: variable)
        }
        return value
    }
}
