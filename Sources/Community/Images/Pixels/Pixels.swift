/// A picture in memory, in sRGB unless a profile goes with it.
struct Pixels: Equatable {
    let width: Int
    let height: Int
    /// Row by row from the top: alpha, red, green and blue from the highest byte down, alpha not multiplied in.
    var argb: [UInt32]

    init(width: Int, height: Int, argb: [UInt32]) {
        precondition(width > 0 && height > 0 && argb.count == width * height)
        (self.width, self.height, self.argb) = (width, height, argb)
    }

    /// Lets a library write them. They are transparent black before, for no library may leave what others had in memory.
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
