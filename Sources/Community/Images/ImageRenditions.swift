import CImages

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

    init(mediaType: ImageMediaType, width: Int, height: Int, files: [ImageSize: [UInt8]], original: [UInt8]) {
        (self.mediaType, self.width, self.height) = (mediaType, width, height)
        (self.files, self.original) = (files, original)
    }

    /// Takes up to five seconds and 550 MB for an upload at the limits, and a quarter of a second and 130 MB for a photo of
    /// twelve megapixels. For uploads of other people see `ImageWorker`.
    package init(of upload: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageFailure) {
        try limits.check(upload)
        try self.init(ImageFormat(of: upload).open(upload, limits))
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

/// The formats of stored images.
package enum ImageMediaType: String, CaseIterable, Sendable {
    /// For images without transparency.
    case jpeg = "image/jpeg"
    case webP = "image/webp"

    /// File name extension, without the dot.
    package var fileExtension: String { self == .jpeg ? "jpg" : "webp" }
}

/// Encodes pixels as a file without metadata: no Exif, XMP, comments, profiles or thumbnails.
enum EncodedImage {
    private static let jpegQuality: Int32 = 85
    private static let webPQuality: Float = 82
    /// WebP effort, 0 to 6: higher values take twice the time for files that are 5 % smaller.
    private static let webPEffort: Int32 = 2

    static func bytes(_ pixels: Pixels, as type: ImageMediaType) throws(ImageFailure) -> [UInt8] {
        switch type {
        case .jpeg: try jpeg(pixels)
        case .webP: try webP(pixels)
        }
    }

    private static func jpeg(_ pixels: Pixels) throws(ImageFailure) -> [UInt8] {
        guard let codec = unsafe tjInitCompress() else { throw .noMemory }
        defer { unsafe _ = tjDestroy(codec) }
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { unsafe tjFree(file) }
        let status = unsafe pixels.argb.withUnsafeBytes { buffer in
            unsafe tjCompress2(
                codec, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(pixels.width), 0,
                Int32(pixels.height), Int32(TJPF_BGRX.rawValue), &file, &count, Int32(TJSAMP_420.rawValue), jpegQuality,
                TJFLAG_ACCURATEDCT)
        }
        // The encoder takes any size within `ImageLimits`: only memory can be missing.
        guard status == 0, let file = unsafe file else { throw .noMemory }
        return unsafe Array(UnsafeBufferPointer(start: file, count: Int(count)))
    }

    private static func webP(_ pixels: Pixels) throws(ImageFailure) -> [UInt8] {
        var configuration = WebPConfig()
        var picture = unsafe WebPPicture()
        guard unsafe WebPConfigInit(&configuration) != 0, unsafe WebPPictureInit(&picture) != 0 else { throw .noMemory }
        configuration.quality = webPQuality
        configuration.method = webPEffort
        var file = unsafe WebPMemoryWriter()
        unsafe WebPMemoryWriterInit(&file)
        defer { unsafe WebPMemoryWriterClear(&file) }
        // The encoder may change the colours of fully transparent pixels.
        var argb = pixels.argb
        let isWritten = unsafe argb.withUnsafeMutableBufferPointer { buffer in
            unsafe withUnsafeMutablePointer(to: &file) { file in
                unsafe picture.use_argb = 1
                unsafe picture.width = Int32(pixels.width)
                unsafe picture.height = Int32(pixels.height)
                unsafe picture.argb = buffer.baseAddress
                unsafe picture.argb_stride = Int32(pixels.width)
                unsafe picture.writer = WebPMemoryWrite
                unsafe picture.custom_ptr = UnsafeMutableRawPointer(file)
                return unsafe WebPEncode(&configuration, &picture) != 0
            }
        }
        unsafe WebPPictureFree(&picture)
        guard isWritten, let start = unsafe file.mem else { throw .noMemory }
        return unsafe Array(UnsafeBufferPointer(start: start, count: file.size))
    }
}
