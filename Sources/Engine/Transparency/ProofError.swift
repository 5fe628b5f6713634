/// Why a proof, a head or a key is not taken.
package struct ProofError: Error, Hashable, Sendable {
    package enum Kind: Sendable {
        /// It is no such text at all.
        case malformed
        /// It says something that does not hold.
        case unproven
    }

    package var kind: Kind
    package var reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
