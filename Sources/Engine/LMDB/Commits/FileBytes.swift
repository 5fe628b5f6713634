internal import Glibc

/// Writes all bytes there; returns `errno` if that fails.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, at place: Int) -> Int32? {
    unsafe bytes.withUnsafeBytes { bytes in
        let piece = unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
        return unsafe writeAll([piece], to: descriptor, at: place)
    }
}

/// Writes all pieces there, one after the other; returns `errno` if that fails.
func writeAll(_ pieces: [iovec], to descriptor: Int32, at place: Int) -> Int32? {
    /// The most that the system takes at once.
    let piecesMax = 1_024
    var pieces = unsafe pieces[...]
    var place = place
    while true {
        while let first = unsafe pieces.first, unsafe first.iov_len == 0 { unsafe pieces.removeFirst() }
        if unsafe pieces.isEmpty { return nil }
        var written = unsafe pieces.prefix(piecesMax).withUnsafeBufferPointer {
            unsafe pwritev(descriptor, $0.baseAddress, Int32($0.count), place)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return written < 0 ? errno : EIO }
        place += written
        while written > 0, let first = unsafe pieces.first {
            let taken = unsafe min(written, first.iov_len)
            written -= taken
            if unsafe taken == first.iov_len {
                unsafe pieces.removeFirst()
            } else {
                unsafe pieces[pieces.startIndex] = iovec(
                    iov_base: first.iov_base + taken, iov_len: first.iov_len - taken)
            }
        }
    }
}

/// Reads so many bytes from there; fewer at the end of the file. Nil, with `errno`, if that fails.
func readAll(_ descriptor: Int32, at place: Int, count: Int) -> [UInt8]? {
    var hasFailed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
        while done < count {
            let read = unsafe pread(descriptor, buffer.baseAddress! + done, count - done, place + done)
            if read < 0, errno == EINTR { continue }
            if read < 0 { hasFailed = true }
            if read <= 0 { break }
            done += read
        }
    }
    return hasFailed ? nil : bytes
}

/// The random number that the kernel gave the running boot; nil where it tells none.
let bootID: UInt128? = {
    let descriptor = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let text = readAll(descriptor, at: 0, count: 64), !text.isEmpty else { return nil }
    return unsafe xxh3(text.span.bytes)
}()
