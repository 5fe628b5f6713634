import CZlib

/// Packs and unpacks gzip in memory, with zlib.
package enum Gzip {
    /// Whether the bytes begin like gzip.
    package static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Unpacks at most `most` bytes. Refuses longer, damaged and truncated input.
    package static func unpacked(_ bytes: [UInt8], upTo most: Int) throws(ArchiveFailure) -> [UInt8] {
        var stream = unsafe z_stream()
        // The window's size, and 16 for gzip's own header.
        guard
            unsafe inflateInit2_(&stream, 15 + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ArchiveFailure(.unreadable, "it cannot be unpacked: there is no memory for it") }
        defer { unsafe _ = inflateEnd(&stream) }
        var packed = bytes
        var unpacked: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var status = Z_OK
        unsafe packed.withUnsafeMutableBufferPointer { input in
            unsafe stream.next_in = input.baseAddress
            // Inputs stay far below four gigabytes: archives and files are bounded.
            unsafe stream.avail_in = UInt32(clamping: input.count)
            while status == Z_OK, unpacked.count <= most {
                let (result, count) = unsafe chunk.withUnsafeMutableBufferPointer { output in
                    unsafe stream.next_out = output.baseAddress
                    unsafe stream.avail_out = UInt32(output.count)
                    let result = unsafe inflate(&stream, Z_NO_FLUSH)
                    return unsafe (result, output.count - Int(stream.avail_out))
                }
                status = result
                unpacked += chunk[..<count]
            }
        }
        guard unpacked.count <= most else {
            throw ArchiveFailure(.tooLong, "it unpacks to more than \(most) bytes")
        }
        guard status == Z_STREAM_END else {
            throw ArchiveFailure(.unreadable, "it is not what gzip packed: damaged, or cut short")
        }
        return unpacked
    }

    /// Packs at the fastest level; `nil` without memory. On JSON slower levels save a tenth and take three times as long.
    ///
    /// `isBest`: packs at the slowest level, for what is packed once and sent often.
    package static func packed(_ bytes: [UInt8], isBest: Bool = false) -> [UInt8]? {
        var stream = unsafe z_stream()
        // The window's size, and 16 for gzip's own header.
        guard
            unsafe deflateInit2_(
                &stream, isBest ? Z_BEST_COMPRESSION : Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY,
                zlibVersion(),
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { unsafe _ = deflateEnd(&stream) }
        var input = bytes
        let most = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
        var isWhole = false
        let packed = unsafe [UInt8](unsafeUninitializedCapacity: most) { output, count in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(clamping: input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(clamping: most)
                isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = unsafe most - Int(stream.avail_out)
            }
        }
        return isWhole ? packed : nil
    }
}
