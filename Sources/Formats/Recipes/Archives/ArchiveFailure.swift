/// Why an archive, or one of its files, is not unpacked.
package struct ArchiveFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// No archive, cut short, or not what its checksum says.
        case unreadable
        /// Beyond what is unpacked.
        case tooLong
        /// A name that leads elsewhere.
        case forbidden
    }

    package var kind: Kind
    /// A clause that begins with «it».
    package var message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
