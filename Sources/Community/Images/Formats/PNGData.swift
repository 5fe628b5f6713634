import CZlib

/// The compressed pixels of a PNG file, measured before libpng reads them.
///
/// libpng inflates a stream to its end, long after its last row: ten megabytes may inflate to ten gigabytes.
enum PNGData {
    /// What encoders may add by mistake. libpng skips it.
    private static let surplusBytesMax = 1 << 20

    /// Refuses pixel data that go on after the last row. `header` is where the content of the header begins. It inflates
    /// at most the bytes of all rows and the surplus.
    static func check(
        _ bytes: [UInt8], header: Int, _ parts: some Sequence<Range<Int>>
    ) throws(ImageFailure) {
        let bytesMax = try rowBytes(bytes, header: header) + surplusBytesMax
        var stream = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit_(&stream, zlibVersion(), size) == Z_OK else { throw .noMemory }
        defer { unsafe _ = inflateEnd(&stream) }
        var buffer = [UInt8](repeating: 0, count: 128 << 10)
        var count = 0
        for part in parts {
            // zlib does not change its input. It keeps its place in it for one part alone.
            var input = Array(bytes[part.dropFirst(partHeadBytes).dropLast(partTailBytes)])
            let isGoingOn = unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                    repeat {
                        unsafe (stream.next_out, stream.avail_out) = (buffer.baseAddress, UInt32(buffer.count))
                        let status = unsafe inflate(&stream, Z_NO_FLUSH)
                        unsafe count += buffer.count - Int(stream.avail_out)
                        // libpng decides on a stream that is damaged or has ended. A part without a byte is an error of
                        // the buffer.
                        guard [Z_OK, Z_BUF_ERROR].contains(status), count <= bytesMax else { return false }
                    } while unsafe stream.avail_out == 0
                    return true
                }
            }
            guard count <= bytesMax else { throw .damaged("its data go on after its last row") }
            guard isGoingOn else { return }
        }
    }

    /// Length and type of a chunk.
    private static let partHeadBytes = 8
    /// Its checksum.
    private static let partTailBytes = 4

    /// Bytes of all rows, each with the byte that names its filter.
    private static func rowBytes(_ bytes: [UInt8], header: Int) throws(ImageFailure) -> Int {
        let (width, height) = (bytes.bigEndian(4, at: header), bytes.bigEndian(4, at: header + 4))
        let depth = Int(bytes[header + 8])
        guard [1, 2, 4, 8, 16].contains(depth), let channels = channels[bytes[header + 9]] else {
            throw .damaged("it names colours that PNG does not have")
        }
        // An interlaced file holds seven pictures, each of every so many columns and rows from the first on.
        let passes =
            bytes[header + 12] == 0
            ? [(0, 1, 0, 1)]
            : [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
        return passes.reduce(0) { sum, pass in
            let columns = (width - pass.0 + pass.1 - 1) / pass.1
            let rows = (height - pass.2 + pass.3 - 1) / pass.3
            return columns > 0 && rows > 0 ? sum + rows * (1 + (columns * channels * depth + 7) / 8) : sum
        }
    }

    private static let channels: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
}
