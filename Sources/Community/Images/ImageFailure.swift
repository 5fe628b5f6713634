/// Why an upload does not become an image.
package struct ImageFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// None of the formats that are taken, or a kind of one of them that is not.
        case unsupportedType
        case tooManyBytes
        case tooManyPixels
        /// Cut short, or not what its format asks for.
        case damaged
        /// Nothing is wrong with the upload: the system has no memory for it.
        case noMemory
    }

    package var kind: Kind
    /// A clause that begins with «it».
    package var message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    static func damaged(_ what: String) -> ImageFailure { ImageFailure(.damaged, "it is damaged: \(what)") }

    static let cutShort = ImageFailure(.damaged, "it is cut short: upload all of it")
    static let noMemory = ImageFailure(
        .noMemory, "it cannot be worked on, for there is no memory for it: try again later")
}
