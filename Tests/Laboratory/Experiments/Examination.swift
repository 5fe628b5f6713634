/// What the real code says of a data directory.
package struct Examination: Codable, Sendable, Equatable {
    /// Why it could not be opened, as `code: sentence`; nil if it was.
    package var refusal: String?
    package var head: UInt64 = 0
    /// The root of the Merkle tree over the whole log, in base64.
    package var root = ""
    /// The root over as many events as the request names; empty if there are fewer.
    package var earlierRoot = ""
    /// Each event as it can be read: its header, and what it says or that this is erased.
    package var events: [String] = []
    /// Fingerprints, by view.
    package var views: [String: String] = [:]
    /// Checks of `doctor` that failed.
    package var failures: [String] = []
    /// What could not be done on it: appending, finding that again, signing a head.
    package var obstacles: [String] = []
    /// The key that signs its heads, if that was asked for.
    package var verifierKey: String?

    /// Whether there is no community, and one can be begun.
    package var isAbsent: Bool { refusal?.hasPrefix("not-found: ") ?? false }
}

package struct ExaminationRequest: Codable, Sendable {
    package var directory: String
    /// Whether to try what a healthy community can do; it is another one afterwards.
    package var isUsed: Bool
    package var isSigned: Bool
    /// Of how many events the root is wanted beside that of all.
    package var earlier: UInt64 = 0
}
