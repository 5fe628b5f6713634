/// Why stored bytes are no event header.
package enum HeaderDamage: Error, Equatable, Sendable {
    case wrongLength
    case wrongChecksum
    case unknownKind(UInt16)
}

extension HeaderDamage: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wrongLength: "a header is cut off"
        case .wrongChecksum: "a header's checksum does not fit"
        case .unknownKind(let number): "kind \(number) is not known here"
        }
    }
}

extension EventHeader {
    /// The 64 bytes of `Schemas/format-1.md`.
    package var bytes: [UInt8] { withBytes { $0.copied } }

    /// Lends the 64 bytes to `body`.
    package func withBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try unsafe withUnsafeBytes(of: words) { try unsafe body(RawSpan(_unsafeBytes: $0)) }
    }

    private var words: Words {
        var words = (
            position.value.byteSwapped.littleEndian,
            Self.pack(recordedAt, high: version),
            Self.pack(occurredAt, high: flags.rawValue),
            Self.pack(creditedAt, high: value),
            actor.value | UInt64(kindNumber) << 48,
            subject.value,
            owner.value,
            cause.value
        )
        precondition(max(actor.value, subject.value, owner.value, cause.value, position.value) <= Position.max.value)
        let checksum = Self.checksum(words)
        words.6 |= UInt64(checksum & 0xFFFF) << 48
        words.7 |= UInt64(checksum >> 16) << 48
        return words
    }

    /// Reads a header, and verifies its checksum and that its kind is one of `kinds`.
    package init(bytes: some Collection<UInt8>, kinds: EventKindSet) throws(HeaderDamage) {
        guard bytes.count == Self.byteCount else { throw .wrongLength }
        var words: Words = (0, 0, 0, 0, 0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
        try self.init(words: words, kinds)
    }

    @usableFromInline package typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    /// Reads the header at `offset` of a page of headers, and verifies its checksum and that its kind is one of
    /// `kinds`. The only unaligned load of a header.
    package init(page: borrowing RawSpan, offset: Int, kinds: EventKindSet) throws(HeaderDamage) {
        guard offset >= 0, offset + Self.byteCount <= page.byteCount else { throw .wrongLength }
        try self.init(
            words: unsafe page.unsafeLoadUnaligned(fromByteOffset: offset, as: Words.self), kinds)
    }

    private init(words: Words, _ kinds: EventKindSet) throws(HeaderDamage) {
        var bare = words
        bare.6 &= Self.low48
        bare.7 &= Self.low48
        let stored = UInt32(words.6 >> 48) | UInt32(words.7 >> 48) << 16
        guard Self.checksum(bare) == stored else { throw .wrongChecksum }
        let kind = UInt16(words.4 >> 48)
        guard kinds.contains(number: kind) else { throw .unknownKind(kind) }
        self.init(
            position: Position(words.0.byteSwapped), kindNumber: kind,
            recordedAt: Self.unpack(words.1), occurredAt: Self.unpack(words.2),
            actor: MemberID(words.4 & Self.low48), subject: Position(words.5 & Self.low48),
            owner: MemberID(words.6 & Self.low48), cause: Position(words.7 & Self.low48),
            creditedAt: Self.unpack(words.3),
            flags: Flags(rawValue: UInt8(words.2 >> 56)), value: UInt8(words.3 >> 56))
        version = UInt8(words.1 >> 56)
    }

    @inlinable static var low48: UInt64 { (1 << 48) - 1 }
    private static let low56: UInt64 = (1 << 56) - 1

    private static func pack(_ time: Timestamp, high: UInt8) -> UInt64 {
        UInt64(bitPattern: time.microseconds) & low56 | UInt64(high) << 56
    }
    private static func unpack(_ word: UInt64) -> Timestamp {
        Timestamp(microseconds: Int64(bitPattern: word << 8) >> 8)
    }

    /// Four multiply-and-fold rounds over the words: a few nanoseconds, where CRC-32C by table takes a hundred. It
    /// detects damage, not forgery; the Merkle tree detects forgery.
    @inlinable @inline(__always) static func checksum(_ words: Words) -> UInt32 {
        func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let product = a.multipliedFullWidth(by: b)
            return product.high ^ product.low
        }
        var sum = fold(words.0 ^ 0xA076_1D64_78BD_642F, words.1 ^ 0xE703_7ED1_A0B4_28DB)
        sum = fold(sum ^ words.2 ^ 0x8EBC_6AF0_9C88_C6E3, words.3 ^ 0x5899_65CC_7537_4CC3)
        sum = fold(sum ^ words.4 ^ 0x1D8E_4E27_C47D_124F, words.5 ^ 0xEB44_ACCA_B455_D165)
        sum = fold(sum ^ words.6 ^ 0x9C6E_6877_736C_46E3, words.7 ^ 0xC2B2_AE3D_27D4_EB4F)
        return UInt32(truncatingIfNeeded: sum ^ sum >> 32)
    }
}

/// A stored event header, for folds that read single fields of many headers. `EventHeader` reads all fields.
@usableFromInline
package struct HeaderWords: Sendable {
    @usableFromInline let words: EventHeader.Words

    /// The header at `offset` of a page of headers, which must contain all of it. Nothing is verified yet.
    @inlinable
    package init(page: borrowing RawSpan, offset: Int) {
        precondition(offset >= 0 && offset + EventHeader.byteCount <= page.byteCount)
        words = unsafe page.unsafeLoadUnaligned(fromByteOffset: offset, as: EventHeader.Words.self)
    }

    /// Whether its checksum fits.
    @inlinable @inline(__always) package var isSound: Bool {
        var bare = words
        bare.6 &= EventHeader.low48
        bare.7 &= EventHeader.low48
        return EventHeader.checksum(bare) == UInt32(words.6 >> 48) | UInt32(words.7 >> 48) << 16
    }

    // Plain numbers, because inlined code can use no type of another module.
    @inlinable package var position: UInt64 { words.0.byteSwapped }
    @inlinable package var kind: UInt16 { UInt16(words.4 >> 48) }
    @inlinable package var actor: UInt64 { words.4 & EventHeader.low48 }
    @inlinable package var subject: UInt64 { words.5 & EventHeader.low48 }
    @inlinable package var owner: UInt64 { words.6 & EventHeader.low48 }
    @inlinable package var value: UInt8 { UInt8(words.3 >> 56) }
    /// In microseconds since 1970.
    @inlinable package var creditedAt: Int64 { Int64(bitPattern: words.3 << 8) >> 8 }
}
