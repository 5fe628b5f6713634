/// An upload whose header has been read, and found to keep to the limits. Nothing of it is decoded yet.
protocol ImageFile {
    /// How it was held when it was taken.
    var orientation: Orientation { get }
    /// The ICC profile that its colours belong to; empty: sRGB, as far as it says.
    var profile: [UInt8] { get }

    /// The picture as it is stored, or a smaller one where that is cheaper, with a longest side of no less than `sideMin`. Of
    /// several frames the first.
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
    /// An unsigned number, the highest byte first, which must lie within.
    func bigEndian(_ count: Int, at offset: Int) -> Int {
        self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
