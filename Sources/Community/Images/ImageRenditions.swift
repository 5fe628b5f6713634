import Synchronization

/// How large an image is asked for.
package enum ImageSize: String, CaseIterable, Sendable {
    /// As it came, but for the largest.
    case original
    case large
    case medium
    case small

    /// The longest side, in pixels.
    package var sideMax: Int {
        switch self {
        case .original: 4_096
        case .large: 1_200
        case .medium: 480
        case .small: 160
        }
    }
}

/// An upload made into files that can be shown to anybody: upright, in sRGB, and with nothing in them but pixels.
///
/// The same bytes give the same files, as long as the system's libraries stay the same.
package struct ImageRenditions: Sendable {
    package let mediaType: ImageMediaType
    /// Of the original.
    package let width: Int
    package let height: Int
    /// The original, and each other size that is smaller than it.
    package let files: [ImageSize: [UInt8]]
    package let original: [UInt8]

    /// One at a time, so that what they take of memory is bounded: some 500 MB where an upload goes to the limits, 130 MB for a
    /// photo of twelve megapixels.
    private static let turn = Mutex(())

    /// Works for a second or several, waiting for its turn before: for a thread that nobody else needs.
    package init(of upload: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageFailure) {
        guard !upload.isEmpty else { throw ImageFailure(.unsupportedType, "it is empty") }
        guard upload.count <= limits.bytesMax else {
            throw ImageFailure(
                .tooManyBytes, "it has \(upload.count) bytes, more than \(limits.bytesMax): upload a smaller one")
        }
        let format = try ImageFormat(of: upload)
        let result = Self.turn.withLock { _ in
            Result { () throws(ImageFailure) in try Self(format.open(upload, limits)) }
        }
        self = try result.get()
    }

    private init(_ file: any ImageFile) throws(ImageFailure) {
        let side = ImageSize.original.sideMax
        var pixels = try file.decoded(noSmallerThan: side).scaled(toSide: side)
        pixels.convertToSRGB(from: file.profile)
        pixels = pixels.upright(from: file.orientation)
        (mediaType, width, height) = (pixels.isOpaque ? .jpeg : .webP, pixels.width, pixels.height)
        original = try EncodedImage.bytes(pixels, as: mediaType)
        var files = [ImageSize.original: original]
        // Each is made of the next larger one.
        for size in ImageSize.allCases where size.sideMax < pixels.longestSide {
            pixels = try pixels.scaled(toSide: size.sideMax)
            files[size] = try EncodedImage.bytes(pixels, as: mediaType)
        }
        self.files = files
    }
}
