/// An event header as it is stored, for folds that look at many and take little of each. `EventHeader` reads all of it.
@usableFromInline
package struct HeaderWords: Sendable {
    @usableFromInline let words: EventHeader.Words

    /// The header at `offset` of a page of headers, which must hold all of it. Nothing is checked yet.
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

    // Plain numbers, for no type of another module can be part of what is inlined.
    @inlinable package var position: UInt64 { words.0.byteSwapped }
    @inlinable package var kind: UInt16 { UInt16(words.4 >> 48) }
    @inlinable package var actor: UInt64 { words.4 & EventHeader.low48 }
    @inlinable package var subject: UInt64 { words.5 & EventHeader.low48 }
    @inlinable package var owner: UInt64 { words.6 & EventHeader.low48 }
    /// In microseconds since 1970.
    @inlinable package var creditedAt: Int64 { Int64(bitPattern: words.3 << 8) >> 8 }
}
