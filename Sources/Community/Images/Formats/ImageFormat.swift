/// Format of an upload by its first bytes. File name and media type are ignored.
enum ImageFormat: CaseIterable {
    case jpeg
    case png
    case webP
    case gif

    init(of bytes: [UInt8]) throws(ImageFailure) {
        for format in Self.allCases where format.begins(bytes) {
            self = format
            return
        }
        let taken = "only JPEG, PNG, WebP and GIF are taken"
        guard let name = Self.otherFormat(bytes) else {
            throw ImageFailure(.unsupportedType, "it is not a picture of a format that is known here: \(taken)")
        }
        throw ImageFailure(.unsupportedType, "it is \(name), and \(taken): save it as one of these")
    }

    private func begins(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: bytes.starts(with: PNGFile.signature)
        case .webP: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
        }
    }

    /// Names common formats that are not accepted, for the message.
    private static func otherFormat(_ bytes: [UInt8]) -> String? {
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
            switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "a HEIC picture"
            case "avif", "avis": return "an AVIF picture"
            default: return "a film"
            }
        }
        let beginnings: [(String, [UInt8])] = [
            ("a BMP picture", Array("BM".utf8)), ("a TIFF picture", [0x49, 0x49, 0x2A, 0]),
            ("a TIFF picture", [0x4D, 0x4D, 0, 0x2A]), ("a PDF document", Array("%PDF".utf8)),
            ("a JPEG XL picture", [0xFF, 0x0A]), ("an SVG drawing", Array("<svg".utf8)),
            ("an XML document", Array("<?xml".utf8)),
        ]
        return beginnings.first { bytes.starts(with: $0.1) }?.0
    }
}

/// An upload whose header was read and is within the limits. No pixels are decoded yet.
protocol ImageFile {
    /// Orientation of the camera.
    var orientation: Orientation { get }
    /// The ICC profile of the colours; empty: assumed to be sRGB.
    var profile: [UInt8] { get }

    /// Decodes the image. It may decode at a smaller scale if that is cheaper, with a longest side of at least
    /// `sideMin`. Of an animation the first frame.
    func decoded(noSmallerThan sideMin: Int) throws(ImageFailure) -> Pixels
}

extension ImageFormat {
    func open(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageFailure) -> any ImageFile {
        switch self {
        case .jpeg: try JPEGFile(bytes, limits)
        case .png: try PNGFile(bytes, limits)
        case .webP: try WebPFile(bytes, limits)
        case .gif: try GIFFile(bytes, limits)
        }
    }
}

extension [UInt8] {
    /// A big-endian unsigned number, which must lie within the bytes.
    func bigEndian(_ count: Int, at offset: Int) -> Int {
        self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
