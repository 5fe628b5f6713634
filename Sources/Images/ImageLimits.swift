/// How much of an upload is worked on. All of it is known before anything is decoded.
package struct ImageLimits: Sendable {
    /// Of the upload as it came.
    package var bytesMax: Int
    /// Of one frame, as its header says it. Decoding takes at most some ten bytes for each.
    package var pixelsMax: Int

    package init(bytesMax: Int = 10 << 20, pixelsMax: Int = 50_000_000) {
        self.bytesMax = bytesMax
        self.pixelsMax = pixelsMax
    }

    /// In width and in height: as much as libjpeg-turbo takes, and little enough for sums of 32 bits over a row.
    static let sideMax = 65_500

    /// A progressive JPEG goes over all of its pixels with each of its scans, of which an empty one takes some ten bytes: so many
    /// times all pixels that are allowed.
    static let scansMax = 20

    func checkPixels(_ width: Int, _ height: Int) throws(ImageFailure) {
        guard width > 0, height > 0 else { throw .damaged("it says that it is \(width) × \(height) pixels large") }
        guard width <= Self.sideMax, height <= Self.sideMax else {
            throw ImageFailure(
                .tooManyPixels,
                "it is \(width) × \(height) pixels large, where a side may have \(Self.sideMax): upload a smaller one")
        }
        // Neither factor is beyond sixteen bits.
        guard width * height <= pixelsMax else {
            throw ImageFailure(
                .tooManyPixels,
                "it has \(width) × \(height) pixels, more than \(pixelsMax): upload a smaller one")
        }
    }
}

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
