import Layout

/// Reads a verbatim export block by block, with a running checksum. `Schemas/format-1.md` draws it.
struct VerbatimReader {
    /// Verified events that lie one after the other in `buffer`.
    struct Run {
        struct Record {
            var header: Range<Int>
            /// `nil` for an event without a payload.
            var stored: Range<Int>?
        }

        var records: [Record] = []
        /// The end of the export follows.
        var isLast = false
    }

    /// Bytes that are read at once.
    static let blockByteCount = 1 << 20

    private let kinds: EventKindSet
    private let read: (Int) throws -> [UInt8]
    /// The bytes read and not yet dropped.
    private(set) var buffer: [UInt8] = []
    private var index = 0
    private var checksum: UInt32 = 0

    /// `kinds`: the kinds that a header may have.
    init(_ kinds: EventKindSet, read: @escaping (Int) throws -> [UInt8]) {
        self.kinds = kinds
        self.read = read
    }

    /// Reads the preamble.
    mutating func begin() throws -> LogIdentity {
        let preamble = try VerbatimPreamble { count in
            try need(count)
            defer { index += count }
            return Array(buffer[index..<index + count])
        }
        guard let preamble else {
            throw Refusal(.invalid, "this is not a verbatim export: it does not begin with LARDERLOG1 or LARDERLOG2")
        }
        return preamble.identity
    }

    /// The events that follow `head`, as many as have been read: at least one, unless the export ends here. Valid until
    /// the next call.
    mutating func run(after head: Position) throws -> Run {
        var run = Run()
        var head = head
        run.records.reserveCapacity(Self.blockByteCount / 128)
        while true {
            if run.records.isEmpty { try need(4) }
            guard buffer.count - index >= 4 else { return run }
            let count: UInt32 = load(at: index)
            if count == Verbatim.end {
                run.isLast = true
                return run
            }
            guard count == Verbatim.none || count <= Verbatim.storedBytesMax else {
                throw Refusal(.invalid, "the export is damaged after event \(head): a payload of \(count) bytes")
            }
            let storedCount = count == Verbatim.none ? 0 : Int(count)
            let byteCount = 4 + EventHeader.byteCount + storedCount
            if run.records.isEmpty { try need(byteCount) }
            guard buffer.count - index >= byteCount else { return run }
            let header = index + 4..<index + 4 + EventHeader.byteCount
            try check(header, hasBody: count != Verbatim.none, after: head)
            run.records.append(
                Run.Record(
                    header: header,
                    stored: count == Verbatim.none ? nil : header.upperBound..<header.upperBound + storedCount))
            index += byteCount
            head = head.next
        }
    }

    private func check(_ range: Range<Int>, hasBody: Bool, after head: Position) throws {
        let header: EventHeader
        do throws(HeaderDamage) {
            header = try EventHeader(page: unsafe buffer.span.bytes, offset: range.lowerBound, kinds: kinds)
        } catch {
            throw Refusal(.invalid, "the export is damaged after event \(head): \(error)")
        }
        guard header.position == head.next else {
            throw Refusal(
                .invalid, "event \(header.position) follows event \(head): the export is damaged or not in order")
        }
        guard header.hasBody == hasBody else {
            throw Refusal(.invalid, "event \(header.position) lacks its payload, or has one too many")
        }
    }

    /// Reads the end of the export, behind the events. Refuses what follows it: two exports in one file, for example,
    /// would be read as the first.
    mutating func end(at head: Position) throws {
        try need(16)
        guard load(at: index + 4) == head.value else {
            throw Refusal(.invalid, "the export is damaged: its number of events does not fit")
        }
        let stored: UInt32 = load(at: index + 12)
        index += 12
        guard stored == sum(through: index) else {
            throw Refusal(.invalid, "the export is damaged: checksum mismatch")
        }
        guard index + 4 == buffer.count, try read(1).isEmpty else {
            throw Refusal(.invalid, "the export is damaged: more bytes follow its end")
        }
    }

    /// Reads until that many bytes are in the buffer.
    private mutating func need(_ count: Int) throws {
        guard buffer.count - index < count else { return }
        checksum = sum(through: index)
        buffer.removeFirst(index)
        index = 0
        while buffer.count < count {
            let more = try read(Self.blockByteCount)
            guard !more.isEmpty else { throw Refusal(.invalid, "the export is truncated") }
            if buffer.isEmpty { buffer = more } else { buffer += more }
        }
    }

    private func sum(through end: Int) -> UInt32 {
        CRC32C.checksum(unsafe buffer.span.bytes.extracting(0..<end), seed: checksum)
    }

    /// A little-endian number.
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= buffer.count)
        return unsafe Number(
            littleEndian: buffer.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
