/// Why a page could not be fetched: one sentence for a person, and which kind of reason it is.
package struct FetchFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// There was no answer, none in time, or one that is no page.
        case unreachable
        /// It asks for another protocol, or shows a secret to another server.
        case forbidden
        /// Its address is none of the public internet's, and such addresses are not allowed.
        case privateAddress
        case tooLong
        /// What came is no text.
        case noText
    }

    package var kind: Kind
    package var message: String
    /// What the server answered with, where it answered at all.
    package var status: Int?

    init(_ kind: Kind, _ message: String, status: Int? = nil) {
        self.kind = kind
        self.message = message
        self.status = status
    }
}
