package import Events
import Foundation

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
