import Images
import TestSupport

/// What strangers upload as pictures.
enum ImageBytes {
    /// Damage may ask for more than a sample has, though not for so much that each run takes a second.
    private static let limits = ImageLimits(pixelsMax: 100_000)

    static var samples: [[UInt8]] {
        let scene = Pictures.scene()
        let glass = Pictures.scene(isTransparent: true)
        let (exif, profile) = (Pictures.exif(orientation: 6), Pictures.wideProfile())
        let exifSegment = Array("Exif\0\0".utf8) + exif
        let profileSegment = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
        return [
            Pictures.jpeg(scene, segments: [(0xE1, exifSegment), (0xE2, profileSegment)]),
            Pictures.jpeg(scene, isProgressive: true),
            Pictures.png(glass, chunks: [("iCCP", Pictures.packedProfile(profile)), ("eXIf", exif)]),
            Pictures.webP(scene, isLossless: false), Pictures.webP(glass, chunks: [("ICCP", profile), ("EXIF", exif)]),
            Pictures.animatedWebP(width: 64, height: 40, [(scene, 8, 8), (scene, 0, 0)]),
            Pictures.gif(
                width: 64, height: 40,
                [Pictures.GIFFrame(scene, left: 8, top: 4, isInterlaced: true), Pictures.GIFFrame(scene)]),
        ]
    }

    /// It is refused with a clause, or what comes of it is taken as it is.
    static func run(_ bytes: [UInt8]) throws(Finding) {
        let image: ImageRenditions
        do throws(ImageFailure) {
            image = try ImageRenditions(of: bytes, limits: limits)
        } catch {
            return try expect(error.message.hasPrefix("it ") && error.kind != .noMemory, error.message)
        }
        for (size, file) in image.files {
            let again = try? ImageRenditions(of: file)
            try expect(again != nil, "what was made as \(size) cannot be read")
            try expect(max(again?.width ?? 0, again?.height ?? 0) <= size.sideMax, "\(size) is too large")
        }
    }
}
