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
