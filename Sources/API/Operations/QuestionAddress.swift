import Events
package import LarderAPI
package import Layout

/// A question as the API addresses it: a path with its query, such as `/feed?mode=following`.
package struct QuestionAddress: Sendable {
    package let operation: any AnyOperation
    package let path: [String: String]
    package let query: QueryParameters

    /// Refuses what addresses no question, and parameters that its explanation does not take: the moment and the page.
    package init(_ text: String) throws(Refusal) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let (operation, values) = API.question(at: parts.first ?? "") else {
            throw Refusal(
                .notFound, "«\(text.prefix(200))» is not a question: /recipes/r12 is one, and /feed?mode=following",
                field: "question")
        }
        self.operation = operation
        path = try PathValues.decoded(operation.path.names) { values[$0] }
        query = try QueryParameters(
            parts.count == 2 ? parts[1] : nil,
            allowed: operation.queryNames.filter { !["asOf", "atLeast", "after"].contains($0) })
    }
}

/// The texts at the places of a path.
package enum PathValues {
    package static func decoded(
        _ names: [String], _ encoded: (String) -> String?
    ) throws(Refusal) -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            guard let text = encoded(name).flatMap({ PercentEncoding.decoded($0) }), !text.unicodeScalars.contains("\0")
            else { throw Refusal(.usage, "\(name) is not percent-encoded UTF-8", field: name) }
            guard !text.hasTooManyMarks else { throw .manyMarks }
            values[name] = text
        }
        return values
    }
}
