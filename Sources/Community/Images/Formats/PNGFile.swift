import CImages
import CZlib

/// A PNG file, decoded by libpng. Of an animation the still image.
struct PNGFile: ImageFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let orientation: Orientation
    let profile: [UInt8]
    /// Chunks that the pixels need. The library never sees texts, times or compressed metadata.
    private let bytes: [UInt8]
    private let width: Int
    private let height: Int

    private static let lengthBytes = 4
    private static let typeBytes = 4
    private static let sumBytes = 4
    private static let headerBytes = 13

    init(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageFailure) {
        // Of each the first: a file may hold thousands, of which each is small and unpacks to a mebibyte.
        var (exif, packedProfile): (Range<Int>?, Range<Int>?)
        var parts: [(type: String, range: Range<Int>)] = []
        var at = Self.signature.count
        while parts.last?.type != "IEND" {
            let start = at + Self.lengthBytes + Self.typeBytes
            guard start <= bytes.count else { throw .truncated }
            let type = String(decoding: bytes[start - Self.typeBytes..<start], as: UTF8.self)
            let end = start + bytes.bigEndian(Self.lengthBytes, at: at)
            guard end + Self.sumBytes <= bytes.count else { throw .truncated }
            switch type {
            case "eXIf": exif = exif ?? start..<end
            case "iCCP": packedProfile = packedProfile ?? start..<end
            default: parts.append((type, at..<end + Self.sumBytes))
            }
            at = end + Self.sumBytes
        }
        guard let header = parts.first, header.type == "IHDR",
            header.range.count == Self.lengthBytes + Self.typeBytes + Self.headerBytes + Self.sumBytes
        else { throw .damaged("it does not begin with its header") }
        let start = header.range.lowerBound + Self.lengthBytes + Self.typeBytes
        (width, height) = (bytes.bigEndian(4, at: start), bytes.bigEndian(4, at: start + 4))
        try limits.checkPixels(width, height)
        try PNGData.check(bytes, header: start, parts.lazy.filter { $0.type == "IDAT" }.map(\.range))
        orientation = exif.map { Orientation(exif: bytes[$0]) } ?? .upright
        let profile = packedProfile.map { Self.unpackedProfile(bytes[$0]) } ?? []
        // A profile overrides these chunks.
        let kept: Set = profile.isEmpty ? ["tRNS", "gAMA", "cHRM", "sRGB"] : ["tRNS"]
        self.bytes = parts.reduce(into: Self.signature) { file, part in
            if Self.isCritical(part.type) || kept.contains(part.type) { file += bytes[part.range] }
        }
        self.profile = profile
    }

    /// A critical chunk: its name begins with a capital letter.
    private static func isCritical(_ type: String) -> Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? false }

    /// A name, a zero byte, the compression method (always 0), and the compressed profile. Empty if malformed.
    private static func unpackedProfile(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
        guard let end = chunk.firstIndex(of: 0) else { return [] }
        let packed = Array(chunk[(end + 1)...].dropFirst())
        var profile = [UInt8](repeating: 0, count: Pixels.profileBytesMax)
        var count = UInt(profile.count)
        guard unsafe uncompress(&profile, &count, packed, UInt(packed.count)) == Z_OK else { return [] }
        return Array(profile.prefix(Int(count)))
    }

    func decoded(noSmallerThan sideMin: Int) throws(ImageFailure) -> Pixels {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        guard unsafe png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw .damaged(unsafe Self.reason(image))
        }
        guard unsafe Int(image.width) == width, unsafe Int(image.height) == height else {
            throw .damaged("it has two headers")
        }
        unsafe image.format = png_format_bgra
        return try unsafe .decoded(width: width, height: height) { (buffer) throws(ImageFailure) in
            guard unsafe png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0 else {
                throw .damaged(unsafe Self.reason(image))
            }
        }
    }

    private static func reason(_ image: png_image) -> String {
        unsafe withUnsafeBytes(of: image.message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
