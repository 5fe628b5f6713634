import Events
import Foundation

/// What stands behind the `?` of a URL. Nothing is passed over: an unknown name, one said twice, and what is no UTF-8 are
/// refused.
struct QueryParameters: Sendable {
    private let values: [String: [String]]

    /// Reads `a=1&b=two+words`; `allowed` are the names that there are.
    init(_ text: String?, allowed: [String]) throws(Refusal) {
        var values: [String: [String]] = [:]
        for pair in (text ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            guard allowed.contains(name) else {
                let near = NearestNames(to: name, among: allowed).question
                throw Refusal(.usage, "there is no parameter «\(name.prefix(80))» here\(near)", field: name)
            }
            values[name, default: []].append(parts.count == 2 ? try Self.decoded(parts[1]) : "")
        }
        self.values = values
    }

    private static func decoded(_ text: Substring) throws(Refusal) -> String {
        guard let decoded = text.replacing("+", with: " ").removingPercentEncoding else {
            throw Refusal(.usage, "«\(text.prefix(80))» is not percent-encoded UTF-8")
        }
        guard !decoded.unicodeScalars.contains("\0") else {
            throw Refusal(.usage, "a parameter holds a NUL")
        }
        return decoded
    }

    /// All values of that name, in their order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    func text(_ name: String) throws(Refusal) -> String? {
        let all = all(name)
        guard all.count <= 1 else { throw Refusal(.usage, "\(name) is said twice", field: name) }
        return all.first
    }

    func number(_ name: String) throws(Refusal) -> UInt64? {
        guard let text = try text(name) else { return nil }
        guard let number = UInt64(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Refusal(.usage, "«\(text.prefix(80))» is no whole number", field: name)
        }
        return number
    }

    /// True of `name`, `name=` and `name=true`.
    func flag(_ name: String) throws(Refusal) -> Bool? {
        switch try text(name) {
        case nil: nil
        case "", "true": true
        case "false": false
        case let text?: throw Refusal(.usage, "«\(text.prefix(80))» is neither true nor false", field: name)
        }
    }
}
