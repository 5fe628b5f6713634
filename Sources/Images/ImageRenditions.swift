import Synchronization

/// The sizes of an image.
package enum ImageSize: String, CaseIterable, Sendable {
    /// The original size, unless it exceeds the largest.
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

/// The stored files of an upload: upright, in sRGB, and without metadata.
///
/// The same bytes give the same files, as long as the system's libraries stay the same.
package struct ImageRenditions: Sendable {
    package let mediaType: ImageMediaType
    /// Of the original.
    package let width: Int
    package let height: Int
    /// The original, and every smaller size.
    package let files: [ImageSize: [UInt8]]
    package let original: [UInt8]

    /// One upload at a time, so that memory stays bounded: some 500 MB for an upload at the limits, 130 MB for a photo
    /// of twelve megapixels.
    private static let turn = Mutex(())

    /// Takes a second or more, and waits for its turn before: call it on a thread of its own.
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
        // Each is made from the next larger one.
        for size in ImageSize.allCases where size.sideMax < pixels.longestSide {
            pixels = try pixels.scaled(toSide: size.sideMax)
            files[size] = try EncodedImage.bytes(pixels, as: mediaType)
        }
        self.files = files
    }
}
