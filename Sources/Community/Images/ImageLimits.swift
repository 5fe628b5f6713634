/// Limits on uploads, checked before anything is decoded.
package struct ImageLimits: Sendable {
    /// Of the uploaded file.
    package var bytesMax: Int
    /// Of one frame, by its header. Decoding takes at most about ten bytes per pixel.
    package var pixelsMax: Int

    package init(bytesMax: Int = 10 << 20, pixelsMax: Int = 50_000_000) {
        self.bytesMax = bytesMax
        self.pixelsMax = pixelsMax
    }

    /// Limit of width and height: that of libjpeg-turbo, and low enough for 32-bit sums over a row.
    static let sideMax = 65_500

    /// Limit of scans in a progressive JPEG: each costs a pass over all pixels, and an empty scan takes only ten bytes
    /// of file.
    static let scansMax = 20

    func check(_ upload: [UInt8]) throws(ImageFailure) {
        guard !upload.isEmpty else { throw ImageFailure(.unsupportedType, "it is empty") }
        guard upload.count <= bytesMax else {
            throw ImageFailure(
                .tooManyBytes, "it has more than \(bytesMax >> 20) MiB: upload a smaller one")
        }
    }

    func checkPixels(_ width: Int, _ height: Int) throws(ImageFailure) {
        guard width > 0, height > 0 else { throw .damaged("it says that it is \(width) × \(height) pixels large") }
        guard width <= Self.sideMax, height <= Self.sideMax else {
            throw ImageFailure(
                .tooManyPixels,
                "it is \(width) × \(height) pixels large, where a side may have \(Self.sideMax): upload a smaller one")
        }
        // Neither factor exceeds 16 bits.
        guard width * height <= pixelsMax else {
            throw ImageFailure(
                .tooManyPixels,
                "it has \(width) × \(height) pixels, more than \(pixelsMax): upload a smaller one")
        }
    }
}

/// Why an upload was refused.
package struct ImageFailure: Error, Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// The format, or a variant of it, is not accepted.
        case unsupportedType
        case tooManyBytes
        case tooManyPixels
        /// Truncated or malformed.
        case damaged
        /// It took more processor time than an upload may.
        case tooSlow
        /// The system lacks memory; the upload may be fine.
        case noMemory
        /// The program for pictures cannot be started; the upload may be fine.
        case noWorker
    }

    package var kind: Kind
    /// A clause that begins with «it», but for `noWorker`, which is for the operator.
    package var message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    static func damaged(_ what: String) -> ImageFailure { ImageFailure(.damaged, "it is damaged: \(what)") }

    static let truncated = ImageFailure(.damaged, "it is truncated: upload all of it")
    static let tooSlow = ImageFailure(.tooSlow, "it takes too long to read: save it as a plain JPEG")
    static func noWorker(_ reason: String) -> ImageFailure { ImageFailure(.noWorker, reason) }
    static let noMemory = ImageFailure(
        .noMemory, "it cannot be worked on, because there is no memory for it: try again later")
}
