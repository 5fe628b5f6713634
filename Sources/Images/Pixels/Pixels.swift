import CImages

/// An image in memory, in sRGB unless a profile accompanies it.
struct Pixels: Equatable {
    let width: Int
    let height: Int
    /// Row by row from the top; from the highest byte: alpha, red, green, blue, not premultiplied.
    var argb: [UInt32]

    init(width: Int, height: Int, argb: [UInt32]) {
        precondition(width > 0 && height > 0 && argb.count == width * height)
        (self.width, self.height, self.argb) = (width, height, argb)
    }

    /// Lets a library write the pixels. They start as transparent black, so that no library can leave other data in
    /// them.
    static func decoded(
        width: Int, height: Int, _ write: (UnsafeMutableBufferPointer<UInt32>) throws(ImageFailure) -> Void
    ) throws(ImageFailure) -> Pixels {
        var argb = [UInt32](repeating: 0, count: width * height)
        var failure: ImageFailure?
        unsafe argb.withUnsafeMutableBufferPointer { buffer in
            do throws(ImageFailure) { try unsafe write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
        return Pixels(width: width, height: height, argb: argb)
    }

    var longestSide: Int { max(width, height) }
    var isOpaque: Bool { argb.allSatisfy { $0 >= 0xFF00_0000 } }
}

extension Pixels {
    /// Larger than the profiles of cameras and screens.
    static let profileBytesMax = 1 << 20

    /// Converts to sRGB. Ignores a profile that is unreadable, not RGB, or contains lookup tables, which could demand
    /// any amount of memory: the colours then count as sRGB.
    mutating func convertToSRGB(from profile: [UInt8]) {
        guard !profile.isEmpty, profile.count <= Self.profileBytesMax,
            let source = unsafe cmsOpenProfileFromMem(profile, UInt32(profile.count))
        else { return }
        defer { unsafe cmsCloseProfile(source) }
        guard unsafe cmsGetColorSpace(source) == cmsSigRgbData, unsafe cmsIsMatrixShaper(source) != 0,
            !Self.tables.contains(where: { unsafe cmsIsTag(source, $0) != 0 }),
            let target = unsafe cmsCreate_sRGBProfile()
        else { return }
        defer { unsafe cmsCloseProfile(target) }
        guard
            let transform = unsafe cmsCreateTransform(
                source, lcms_format_bgra, target, lcms_format_bgra, UInt32(INTENT_RELATIVE_COLORIMETRIC), 0)
        else { return }
        defer { unsafe cmsDeleteTransform(transform) }
        unsafe argb.withUnsafeMutableBytes { buffer in
            // The transform skips alpha.
            unsafe cmsDoTransform(transform, buffer.baseAddress, buffer.baseAddress, UInt32(width * height))
        }
    }

    private static var tables: [cmsTagSignature] {
        [
            cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag,
            cmsSigDToB3Tag,
        ]
    }
}

extension Pixels {
    /// The image scaled to a longest side of at most `sideMax`; never enlarged. Each pixel is the mean of its source
    /// area.
    consuming func scaled(toSide sideMax: Int) throws(ImageFailure) -> Pixels {
        let (width, height, longestSide) = (width, height, longestSide)
        guard longestSide > sideMax else { return self }
        func scaled(_ side: Int) -> Int { max(1, (side * sideMax + longestSide / 2) / longestSide) }
        var picture = unsafe WebPPicture()
        guard unsafe WebPPictureInit(&picture) != 0 else { throw .noMemory }
        defer { unsafe WebPPictureFree(&picture) }
        // The library premultiplies alpha in its input.
        let isScaled = unsafe argb.withUnsafeMutableBufferPointer { buffer in
            unsafe picture.use_argb = 1
            unsafe picture.width = Int32(width)
            unsafe picture.height = Int32(height)
            unsafe picture.argb = buffer.baseAddress
            unsafe picture.argb_stride = Int32(width)
            return unsafe WebPPictureRescale(&picture, Int32(scaled(width)), Int32(scaled(height))) != 0
        }
        guard isScaled, let rows = unsafe picture.argb else { throw .noMemory }
        let (newWidth, newHeight, stride) = unsafe (
            Int(picture.width), Int(picture.height), Int(picture.argb_stride)
        )
        return try unsafe .decoded(width: newWidth, height: newHeight) { buffer in
            for y in 0..<newHeight {
                let row = unsafe UnsafeBufferPointer(start: rows + y * stride, count: newWidth)
                _ = unsafe buffer[(y * newWidth)...].update(fromContentsOf: row)
            }
        }
    }
}
