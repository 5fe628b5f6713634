/// What a server is asked, and how long it may take to answer.
package struct ServerRequest: Sendable {
    /// `GET` or `POST`.
    package var method: String
    package var url: String
    /// Names and values that go along with it.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// For all of the answer.
    package var seconds: Double

    package init(
        _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        seconds: Double = 60
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.seconds = seconds
    }
}

/// What a server answered, whatever it was.
package struct ServerAnswer: Sendable {
    package var status: Int
    /// In lower case, without parameters; nil: nothing was said.
    package var mediaType: String?
    /// By their names in lower case.
    package var headers: [String: String]
    package var bytes: [UInt8]
}

/// Why there is no answer: one sentence for a person, and whether it is known that nothing was done.
package struct ConnectionFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// No server accepted the request.
        case unreachable
        /// A server accepted it, and the answer is missing or incomplete: it may have been done.
        case lost
        /// As `lost`, because the time was over.
        case timedOut
        /// Who answers cannot prove to be whom the name says, or speaks no TLS.
        case untrusted
        /// The answer is longer than any should be.
        case tooLong
    }

    package var kind: Kind
    package var message: String
}
