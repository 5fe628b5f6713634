import Events
package import LarderAPI
package import Layout

/// The query of a URL. An unknown name and text that is not UTF-8 are refused, so that no parameter is ignored.
package struct QueryParameters: Sendable {
    private let values: [String: [String]]

    /// Reads `a=1&b=two+words`. `allowed` are the names that the operation takes.
    package init(_ text: String?, allowed: [String]) throws(Refusal) {
        var values: [String: [String]] = [:]
        for pair in (text ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            guard allowed.contains(name) else {
                let near = NearestNames(to: name, among: allowed).question
                throw Refusal(.usage, "there is no parameter «\(name.excerpt())» here\(near)", field: name.excerpt())
            }
            values[name, default: []].append(parts.count == 2 ? try Self.decoded(parts[1]) : "")
        }
        self.values = values
    }

    private static func decoded(_ text: Substring) throws(Refusal) -> String {
        guard let decoded = PercentEncoding.decoded(text.replacing("+", with: " ")) else {
            throw Refusal(.usage, "«\(text.excerpt())» is not percent-encoded UTF-8")
        }
        guard !decoded.unicodeScalars.contains("\0") else {
            throw Refusal(.usage, "a parameter holds a NUL")
        }
        guard !decoded.hasTooManyMarks else { throw .manyMarks }
        return decoded
    }

    /// All values with that name, in their order.
    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The one value of a parameter that every question takes.
    package func value<Value: ParameterValue>(_ parameter: MomentParameter) throws(Refusal) -> Value? {
        let texts = all(parameter.rawValue)
        do throws(InputError) {
            guard texts.count <= 1 else { throw InputError(parameter.rawValue, .repeated) }
            return try texts.first.map { text throws(InputError) in try Value(parameter: text, parameter.rawValue) }
        } catch {
            throw error.refusal
        }
    }
}

extension Refusal {
    /// A text of a request that would take long to normalize or to compare: see `CombiningMarks`.
    package static let manyMarks = Refusal(
        .invalid, "a letter has more than \(CombiningMarks.countMax) marks: remove them")
}
