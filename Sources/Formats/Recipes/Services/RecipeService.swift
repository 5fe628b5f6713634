package import CloudEvents
package import Events
import Foundation

/// A recipe service on the web: its requests, and what its answers hold. It does no I/O; the command line sends the requests.
package protocol RecipeService: Sendable {
    /// The source of the origins that recipes from it get.
    static var source: String { get }
    /// What people call it.
    static var name: String { get }
    /// The address that all requests begin with, unless the member gives another one.
    static var standardBase: String { get }
    /// The environment variables that hold its keys, for the message about a wrong key.
    static var keyVariables: String { get }
    /// Whether 404 says that it has no such recipe, and not that nothing is where it was looked for.
    static var saysAbsentByStatus: Bool { get }
    /// What must not be passed on in any other way than by asking.
    var secrets: [String] { get }

    /// `environment` gives the value of a variable; one that is empty is none. Refuses with `usage` where a key is missing.
    init(base: ServiceBase, environment: (String) -> String?) throws(Refusal)

    /// A page of what matches the words; `page` is nil for the first, or what the page before ended with.
    func search(_ words: String, page: String?) -> ServiceRequest
    /// One recipe. `id` is as `id(_:)` gives it.
    func lookup(_ id: String) -> ServiceRequest
    /// An id in the form that origins have; nil for what is none.
    static func id(_ text: String) -> String?
    /// What an answer holds; refuses with `no-recipe` where that is nothing.
    func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem]
    /// Where an answer goes on; nil where it is the last.
    func next(of document: JSONValue) -> String?
}

/// What is asked for, and how it is called.
package struct ServiceRequest: Hashable, Sendable, CustomStringConvertible {
    /// Holds the key.
    package var url: String
    package var headers: [String: String] = [:]
    /// What reports call it, for they do not show its URL.
    package var place: String

    package var description: String { place }
}

/// A page of an answer to a search.
package struct ServicePage: Hashable, Sendable {
    /// In the service's order; none where it has found nothing.
    package var items: [FoundItem]
    /// What the next page is asked for with.
    package var next: String?
}

extension RecipeService {
    /// Of words that are looked for.
    package static var wordsBytesMax: Int { 300 }

    /// Words that can be looked for. Refuses with `usage`.
    package static func words(_ text: String) throws(Refusal) -> String {
        let words = text.withSingleBlanks
        guard !words.isEmpty, words.utf8.count <= wordsBytesMax, !words.utf8.contains(0) else {
            throw Refusal(.usage, "say what to look for in 1 to \(wordsBytesMax) bytes", field: "words")
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

    /// Reads the answer to a lookup. Refuses with `not-found` where there is no such recipe, and an answer that tells another one.
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
        // What stands before a service answers in its place, and with a page.
        if bytes.first(where: { !$0.isJSONBlank }) == UInt8(ascii: "<") {
            throw RefusedItem(
                place: place, reason: .unreadable, message: "\(name) answered with a page for people, not with JSON")
        }
        return try JSONValue.document(bytes, place: place)
    }

    /// Without addresses that hold a key: what is posted is for everybody. What holds one elsewhere is refused.
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
            if given.content != found.content { found.notes.append("an address: dropped, for it holds a key") }
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

    /// Shorter ones stand in texts by chance.
    private static var secretBytesMin: Int { 8 }

    private func tellsSecret(_ text: String) -> Bool {
        secrets.contains { $0.utf8.count >= Self.secretBytesMin && text.contains($0) }
    }

    /// Whether an address has one within it, in an address within it, or as a part of its own.
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

/// What all addresses of a service begin with: an http or https URL without a query.
package struct ServiceBase: Hashable, Sendable {
    private let components: URLComponents

    private static let bytesMax = 500

    /// Refuses with `usage`, and does not show what it was: there may be a key in it.
    package init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= Self.bytesMax, var components = URLComponents(string: text),
            let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = components.host, !host.isEmpty, components.user == nil, components.password == nil,
            components.query == nil, components.fragment == nil
        else {
            throw Refusal(
                .usage,
                "--base-url must be an http or https URL of at most \(Self.bytesMax) bytes, without name, query or fragment",
                field: "base-url")
        }
        while components.percentEncodedPath.hasSuffix("/") { components.percentEncodedPath.removeLast() }
        self.components = components
    }

    /// What may stand in a path as it is.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")

    /// A URL below it, whatever is in the parts of the path and in the query.
    func url(_ path: [String], _ query: KeyValuePairs<String, String?>) -> String {
        var components = components
        for part in path {
            components.percentEncodedPath += "/\(part.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "")"
        }
        components.queryItems = query.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        // Servers read a plus as a blank, and Foundation leaves it as it is.
        components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
        return components.url?.absoluteString ?? ""
    }
}

/// Keys as the environment holds them.
enum ServiceKey {
    private static let bytesMax = 200

    /// Refuses with `usage` what can be none, without showing it; nil: there is none.
    static func value(of variable: String, _ environment: (String) -> String?) throws(Refusal) -> String? {
        guard let value = environment(variable)?.trimmed, !value.isEmpty else { return nil }
        guard value.utf8.count <= bytesMax, value.isVisibleASCII else {
            throw Refusal(
                .usage,
                "$\(variable) can be no key: it is longer than \(bytesMax) bytes or holds more than visible ASCII",
                field: variable)
        }
        return value
    }
}
