import CZlib

/// What was packed by gzip, unpacked into memory.
package enum Gzip {
    /// Whether bytes begin as packed ones do.
    package static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// At most `most` bytes; refuses more, what is damaged, and what is cut short.
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
            // More than four gigabytes nobody hands in: archives and files are bounded far below.
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
}
