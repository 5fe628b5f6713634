internal import CXXHash

/// XXH3 of 128 bits: against accidents, not against whoever can write the file.
func xxh3(_ bytes: RawSpan, seed: UInt64 = 0) -> UInt128 {
    let sum = unsafe bytes.withUnsafeBytes { unsafe xxh3_128bits($0.baseAddress, $0.count, seed) }
    return UInt128(sum.high) << 64 | UInt128(sum.low)
}

extension UInt128 {
    /// As two words, the lower one first.
    var words: [UInt64] { [UInt64(truncatingIfNeeded: self), UInt64(truncatingIfNeeded: self >> 64)] }
}

/// Words in the machine's byte order, the last of which is a checksum of all before.
struct CheckedWords {
    let words: [UInt64]

    init(_ words: [UInt64]) { self.words = words + [unsafe Self.checksum(words.span.bytes)] }

    /// Nil: they are not what was written.
    init?(count: Int, _ bytes: RawSpan, at place: Int = 0) {
        guard place + 8 * count <= bytes.byteCount else { return nil }
        words = (0..<count).map { bytes.number(at: place + 8 * $0) }
        guard unsafe Self.checksum(words.span.bytes.extracting(first: 8 * (count - 1))) == words[count - 1] else {
            return nil
        }
    }

    var bytes: [UInt8] { unsafe words.withUnsafeBytes { unsafe [UInt8]($0) } }

    func wide(_ index: Int) -> UInt128 { UInt128(words[index + 1]) << 64 | UInt128(words[index]) }

    private static func checksum(_ bytes: RawSpan) -> UInt64 { UInt64(truncatingIfNeeded: xxh3(bytes)) }
}
