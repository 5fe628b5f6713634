import CZlib

/// Archives as tests need them, wrong ones included.
package enum Packing {
    /// One file of an archive, and what the archive says of it.
    package struct File {
        package var path: String
        package var bytes: [UInt8]
        package var isDeflated = true
        package var isEncrypted = false
        /// Nil: the truth.
        package var declaredByteCount: UInt32?
        package var checksum: UInt32?

        package init(
            _ path: String, _ bytes: [UInt8], isDeflated: Bool = true, isEncrypted: Bool = false,
            declaredByteCount: UInt32? = nil, checksum: UInt32? = nil
        ) {
            self.path = path
            self.bytes = bytes
            self.isDeflated = isDeflated
            self.isEncrypted = isEncrypted
            self.declaredByteCount = declaredByteCount
            self.checksum = checksum
        }
    }

    package static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: 15 + 16) }

    package static func zip(_ files: [File]) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let packed = file.isDeflated ? deflated(file.bytes, windowBits: -15) : file.bytes
            let offset = UInt32(archive.count)
            // What both headers have: version, flags, method, time, checksum, sizes, length of the name, none of more.
            let shared: [UInt8] =
                little(UInt16(20)) + little(UInt16(file.isEncrypted ? 1 : 0) | 0x800)
                + little(UInt16(file.isDeflated ? 8 : 0)) + little(UInt32(0x5A21_0000))
                + little(file.checksum ?? crc(file.bytes)) + little(UInt32(packed.count))
                + little(file.declaredByteCount ?? UInt32(file.bytes.count))
                + little(UInt16(file.path.utf8.count)) + little(UInt16(0))
            archive += little(UInt32(0x0403_4B50)) + shared + Array(file.path.utf8) + packed
            directory +=
                little(UInt32(0x0201_4B50)) + little(UInt16(20)) + shared + [UInt8](repeating: 0, count: 10)
                + little(offset) + Array(file.path.utf8)
        }
        let end =
            little(UInt32(0x0605_4B50)) + little(UInt32(0)) + little(UInt16(clamping: files.count))
            + little(UInt16(clamping: files.count)) + little(UInt32(directory.count)) + little(UInt32(archive.count))
            + little(UInt16(0))
        return archive + directory + end
    }

    /// A stream that unpacks to the block, so many times over. It takes memory for the packed bytes alone.
    package static func zlib(_ block: [UInt8], times: Int) -> [UInt8] {
        var stream = unsafe z_stream()
        unsafe deflateInit_(&stream, 1, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        defer { unsafe _ = deflateEnd(&stream) }
        var (input, packed) = (block, [UInt8]())
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        for round in 1...times {
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                repeat {
                    let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                        unsafe (stream.next_out, stream.avail_out) = (buffer.baseAddress, UInt32(buffer.count))
                        unsafe deflate(&stream, round == times ? Z_FINISH : Z_NO_FLUSH)
                        return unsafe buffer.count - Int(stream.avail_out)
                    }
                    packed += buffer.prefix(count)
                } while unsafe stream.avail_out == 0
            }
        }
        return packed
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 { unsafe UInt32(crc32(0, bytes, UInt32(bytes.count))) }

    private static func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
        var stream = unsafe z_stream()
        unsafe deflateInit2_(
            &stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
            Int32(MemoryLayout<z_stream>.size))
        defer { unsafe _ = deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, UInt(bytes.count))))
        let count = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                unsafe (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                unsafe deflate(&stream, Z_FINISH)
                return unsafe output.count - Int(stream.avail_out)
            }
        }
        return Array(output.prefix(count))
    }
}
