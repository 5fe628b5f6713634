package import Events

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One event of the input.
package struct EventLine: Sendable {
    /// The number of the line, or of the element of a JSON batch, from 1.
    package var number: Int
    /// The event's bytes; empty if it is too long.
    package var bytes: [UInt8]
    package var command: Result<Command, Refusal>
}

/// Reads CloudEvents one by one: as NDJSON, or as a JSON batch. Unless the caller names the form, an input that begins with
/// `[` and an event or `]` is a batch.
///
/// Why by hand: Foundation's JSON readers need the whole document in memory, and a batch may be larger than that.
///
/// Memory: one chunk, and one event of at most `byteLimit` bytes. An event that is too long, not UTF-8 or not JSON is
/// refused by its number, and reading continues after it. Empty lines and a byte order mark are skipped.
package final class EventLines {
    package static let byteLimit = 1 << 20

    package enum Form: Sendable { case lines, batch }

    /// Set it to stop reading: the events that are left come unread, each with this refusal.
    package var refusal: Refusal?

    /// `nil`: the input is an operator's file, of any form.
    private let form: Form?
    private let valuesMax: Int
    private let source: any ByteSource
    private var hasBegun = false
    private var isBatch = false
    private var chunks: ByteChunks
    private var number = 0
    /// Whether the batch has ended, by its closing bracket or by an error after which no element can be found.
    private var isComplete = false

    package init(_ source: any ByteSource, as form: Form? = nil) {
        self.source = source
        self.form = form
        valuesMax = form == nil ? .max : JSONValue.requestValuesMax
        chunks = ByteChunks(source)
    }

    /// The next event, or the refusal of one that cannot be read; `nil` at the end.
    package func next() throws(Refusal) -> EventLine? {
        if !hasBegun {
            hasBegun = true
            try begin()
        }
        guard isBatch else { return try nextLine() }
        return isComplete ? try trailing() : try nextElement()
    }

    /// Whether `next` would wait for input.
    package var isWaiting: Bool {
        guard !chunks.isAtEnd,
            chunks.bytes.firstNewline(from: chunks.index) == nil || isBatch && chunks.index == chunks.bytes.count
        else { return false }
        return source.isWaiting
    }

    /// Skips blanks at the beginning and recognises the form: lines or a batch.
    private func begin() throws(Refusal) {
        var blankLines = 0
        while let byte = try chunks.peek(), byte.isJSONBlank {
            if byte == .newline { blankLines += 1 }
            chunks.index += 1
        }
        let isBracket = try chunks.peek() == UInt8(ascii: "[")
        isBatch = isBracket && (form.map { $0 == .batch } ?? beginsBatch)
        if isBatch { chunks.index += 1 } else { number = blankLines }
    }

    /// Whether the current bracket opens a batch: then an event or the closing bracket follows. Any other bracket begins a
    /// line that is no event, after which reading continues with the next line.
    private var beginsBatch: Bool {
        guard let next = chunks.bytes[(chunks.index + 1)...].first(where: { !$0.isJSONBlank }) else { return true }
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
    }

    private func nextLine() throws(Refusal) -> EventLine? {
        var line: [UInt8] = []
        while true {
            line.removeAll(keepingCapacity: true)
            var isTooLong = false
            var ended = false
            while !ended {
                guard try chunks.peek() != nil else { break }
                let end = chunks.bytes.firstNewline(from: chunks.index)
                let piece = chunks.bytes[chunks.index..<(end ?? chunks.bytes.count)]
                chunks.index = end.map { $0 + 1 } ?? chunks.bytes.count
                ended = end != nil
                if isTooLong || line.count + piece.count > Self.byteLimit {
                    isTooLong = true
                    line = []
                } else {
                    line.append(contentsOf: piece)
                }
            }
            if !ended, line.isEmpty, !isTooLong { return nil }
            number += 1
            if isTooLong { return tooLong() }
            if line.last == .carriageReturn { line.removeLast() }
            if line.allSatisfy(\.isJSONBlank) { continue }
            return event(line)
        }
    }

    /// The next element of the array. Only brackets and quotes are counted: `event` checks whether it is JSON.
    private func nextElement() throws(Refusal) -> EventLine? {
        var element: [UInt8] = []
        var isTooLong = false
        var depth = 0
        var isInString = false
        var isEscaped = false
        while let byte = try chunks.peek() {
            chunks.index += 1
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == .backslash {
                    isEscaped = true
                } else if byte == .quote {
                    isInString = false
                }
            } else {
                switch byte {
                case .quote: isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "]") where depth == 0:
                    isComplete = true
                    // An empty array has no element.
                    if number == 0, !isTooLong, element.allSatisfy(\.isJSONBlank) { return try trailing() }
                    number += 1
                    return isTooLong ? tooLong() : event(element)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case .comma where depth == 0:
                    number += 1
                    return isTooLong ? tooLong() : event(element)
                default: break
                }
            }
            if element.count < Self.byteLimit, !isTooLong {
                if !element.isEmpty || !byte.isJSONBlank { element.append(byte) }
            } else {
                isTooLong = true
                element = []
            }
        }
        isComplete = true
        number += 1
        return refused(isTooLong ? [] : element, "the JSON batch ends within its element \(number)")
    }

    /// Refuses anything but blanks after the batch.
    private func trailing() throws(Refusal) -> EventLine? {
        while let byte = try chunks.peek() {
            guard byte.isJSONBlank else {
                number += 1
                // One refusal covers the rest of the input, which has no elements of the batch.
                chunks.stop()
                return refused([], "more follows the end of the JSON batch")
            }
            chunks.index += 1
        }
        return nil
    }

    private func event(_ bytes: [UInt8]) -> EventLine {
        if let refusal { return EventLine(number: number, bytes: bytes, command: .failure(refusal)) }
        if let command = PlainEvent.command(bytes) {
            return EventLine(number: number, bytes: bytes, command: .success(command))
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { return refused(bytes, "it is not UTF-8") }
        do throws(Refusal) {
            return EventLine(
                number: number, bytes: bytes,
                command: .success(try CloudEventReader.command(json: bytes, valuesMax: valuesMax)))
        } catch {
            return EventLine(number: number, bytes: bytes, command: .failure(error))
        }
    }

    private func tooLong() -> EventLine { refused([], "it is longer than \(Self.byteLimit) bytes") }

    private func refused(_ bytes: [UInt8], _ message: String) -> EventLine {
        EventLine(number: number, bytes: bytes, command: .failure(refusal ?? Refusal(.invalid, message)))
    }
}

extension EventLines {
    /// The number of events of an input that is in memory, before any of them is read; at most `countMax` + 1.
    ///
    /// Throws for a batch that is not a JSON array. Equal keys and the events themselves are not checked. Memory: none.
    package static func count(
        _ bytes: [UInt8], as form: Form, countMax: Int
    ) throws(JSONValue.Malformed) -> Int {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return switch form {
        case .lines: lineCount(bytes, from: start, countMax: countMax)
        case .batch: try elementCount(bytes, from: start, countMax: countMax)
        }
    }

    private static func lineCount(_ bytes: [UInt8], from start: Int, countMax: Int) -> Int {
        var (index, count) = (start, 0)
        while index < bytes.count, count <= countMax {
            let end = bytes.firstNewline(from: index) ?? bytes.count
            if !bytes[index..<end].allSatisfy(\.isJSONBlank) { count += 1 }
            index = end + 1
        }
        return count
    }

    private static func elementCount(
        _ bytes: [UInt8], from start: Int, countMax: Int
    ) throws(JSONValue.Malformed) -> Int {
        var reader = unsafe JSONReader(bytes.span.bytes.extracting(start..<bytes.count))
        var count = 0
        reader.skipBlanks()
        guard reader.take("[") else { throw reader.malformed("a batch is a JSON array") }
        reader.skipBlanks()
        var isAtEnd = reader.take("]")
        while !isAtEnd {
            reader.skipBlanks()
            try reader.skipValue(depth: 0)
            count += 1
            guard count <= countMax else { return count }
            reader.skipBlanks()
            isAtEnd = reader.take("]")
            guard isAtEnd || reader.take(",") else {
                throw reader.malformed("a comma or a closing bracket was expected")
            }
        }
        reader.skipBlanks()
        guard reader.isAtEnd else { throw reader.malformed("more follows the end of the JSON batch") }
        guard reader.isASCII || (try? UTF8Span(validating: bytes.span)) != nil else {
            throw JSONValue.Malformed(message: "it is not UTF-8", offset: 0)
        }
        return count
    }
}

extension [UInt8] {
    /// The first line end at or after `start`, which must lie within the bytes.
    fileprivate func firstNewline(from start: Int) -> Int? {
        unsafe withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(UInt8.newline), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
