import CXXHash
package import Layout

/// An order-independent 128-bit sum over (key, value) pairs: two tables with equal sums hold equal rows.
///
/// Each pair counts with its 128-bit XXH3 hash, so that differing rows do not cancel out. It detects accidents, not
/// deliberate changes by a process that can write the files.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    private var sum: UInt128 = 0

    package init() {}
    private init(sum: UInt128) { self.sum = sum }

    package mutating func add(_ key: Key, _ value: Span<UInt8>) { add(key, unsafe value.bytes) }
    package mutating func subtract(_ key: Key, _ value: Span<UInt8>) { subtract(key, unsafe value.bytes) }
    package mutating func add(_ key: Key, _ value: RawSpan) { sum &+= Self.hash(key, value) }
    package mutating func subtract(_ key: Key, _ value: RawSpan) { sum &-= Self.hash(key, value) }

    /// The fingerprint of several tables, in their order.
    package static func combined(_ parts: [Fingerprint]) -> Fingerprint {
        let bytes = parts.flatMap(\.bytes)
        return Fingerprint(sum: xxh3(unsafe bytes.span.bytes, seed: 0).number)
    }

    package var bytes: [UInt8] {
        stride(from: UInt128(120), through: 0, by: -8).map { UInt8(truncatingIfNeeded: sum >> $0) }
    }
    package init(bytes: RawSpan) {
        precondition(bytes.byteCount == 16)
        sum = UInt128(bigEndian: unsafe bytes.unsafeLoadUnaligned(as: UInt128.self))
    }

    package var description: String {
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    private static func hash(_ key: Key, _ value: RawSpan) -> UInt128 {
        let key = key.withBytes { xxh3($0, seed: 0) }
        let value = xxh3(value, seed: key.low)
        return UInt128(value.high ^ key.high) << 64 | UInt128(value.low)
    }

    private static func xxh3(_ bytes: RawSpan, seed: UInt64) -> xxh3_sum {
        unsafe bytes.withUnsafeBytes { unsafe xxh3_128bits($0.baseAddress, $0.count, seed) }
    }
}

extension xxh3_sum {
    fileprivate var number: UInt128 { UInt128(high) << 64 | UInt128(low) }
}
