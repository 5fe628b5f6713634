import CImages

/// Width and height of a stored file, read from its first bytes. Stored files are upright and carry no metadata, so that
/// the header is near the start.
package struct ImageHeader: Hashable, Sendable {
    /// The number of bytes that hold the header of every stored file.
    package static let bytesMax = 4_096

    package let width: Int
    package let height: Int

    /// `nil`: the bytes are no header of that type.
    package init?(_ start: [UInt8], _ type: ImageMediaType) {
        guard let (width, height) = type == .jpeg ? Self.jpeg(start) : Self.webP(start), width > 0, height > 0 else {
            return nil
        }
        (self.width, self.height) = (width, height)
    }

    /// Walks the segments up to the frame: 0xFFC0 to 0xFFC2, length, precision, height, width.
    private static func jpeg(_ start: [UInt8]) -> (Int, Int)? {
        guard start.starts(with: [0xFF, 0xD8]) else { return nil }
        var at = 2
        while at + 9 <= start.count, start[at] == 0xFF {
            if (0xC0...0xC2).contains(start[at + 1]) {
                return (start.bigEndian(2, at: at + 7), start.bigEndian(2, at: at + 5))
            }
            at += 2 + start.bigEndian(2, at: at + 2)
        }
        return nil
    }

    private static func webP(_ start: [UInt8]) -> (Int, Int)? {
        var (width, height) = (Int32(0), Int32(0))
        guard unsafe WebPGetInfo(start, start.count, &width, &height) != 0 else { return nil }
        return (Int(width), Int(height))
    }
}
