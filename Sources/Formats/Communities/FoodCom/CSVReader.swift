package import CloudEvents
package import Events

/// One record of a CSV file.
package struct CSVRecord: Hashable, Sendable {
    package var fields: [String]
    /// The number of its first line, from 1. Newlines in quotes count.
    package var line: Int
    /// The place of its bytes in the file, without the line end, from which it can be read again.
    package var offset: Int64
    package var byteCount: Int
}

/// Why a record cannot be used. Reading continues after it.
package enum CSVDamage: String, Hashable, Sendable {
    /// The record is longer than `CSVReader.recordByteLimit` and was skipped.
    case tooLong
    case invalidUTF8
    /// It holds a NUL byte, which no text has.
    case nul
    /// The file ended within quotes.
    case unclosedQuote
    /// Text follows a closing quote. Reading continues on the next line.
    case strayQuote

    package var sentence: String {
        switch self {
        case .tooLong: "the row is longer than \(CSVReader.recordByteLimit) bytes"
        case .invalidUTF8: "the row is not UTF-8"
        case .nul: "the row holds a NUL byte"
        case .unclosedQuote: "the file ends within quotes"
        case .strayQuote: "text follows a closing quote"
        }
    }
}

package enum CSVRow: Hashable, Sendable {
    case record(CSVRecord)
    case damaged(CSVDamage, line: Int)
}

/// Reads RFC 4180 CSV a record at a time: quoted newlines, doubled quotes, CRLF or LF; wholly empty lines and a byte
/// order mark at the beginning are skipped.
///
/// Memory: one chunk, and one record of at most `recordByteLimit` bytes.
///
/// Why by hand: SwiftCSV loads the whole file as one `String` and stops at the first error. An import needs bounded memory,
/// and refuses a file row by row.
package final class CSVReader {
    package static let recordByteLimit = 1 << 20

    private enum State {
        case fieldStart, plain, quoted
        /// After a quote within quotes: an escaped quote or the end of the field.
        case quoteSeen
        /// A field is damaged: skip to the end of the line.
        case skipping
    }

    private var chunks: ByteChunks
    private var line = 1

    private var text: [UInt8] = []
    private var ends: [Int] = []

    package convenience init(_ source: any ByteSource) { self.init(ByteChunks(source)) }

    private init(_ chunks: ByteChunks) { self.chunks = chunks }

    /// Reads one record from the bytes of a `CSVRecord`. `nil` if they hold none.
    package static func record(in bytes: [UInt8]) -> CSVRecord? {
        let reader = CSVReader(ByteChunks(held: bytes))
        // Bytes in memory cannot fail to be read.
        guard case .record(let record)? = try? reader.next() else { return nil }
        return record
    }

    /// The next record, or the damage of one that is malformed; `nil` at the end of the file.
    package func next() throws(Refusal) -> CSVRow? {
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var state = State.fieldStart
        var damage: CSVDamage?
        var beginning: (line: Int, offset: Int64)?
        var endOffset = chunks.offset
        var previousWasReturn = false
        scan: while true {
            guard let byte = try chunks.peek() else { break }
            if beginning != nil, state != .fieldStart, state != .quoteSeen {
                let run = plainRun()
                if !run.isEmpty {
                    if state != .skipping { append(run, &damage) }
                    chunks.index = run.endIndex
                    endOffset = chunks.offset
                    previousWasReturn = false
                    continue
                }
            }
            chunks.index += 1
            if beginning == nil {
                if byte == .newline {
                    line += 1
                    continue
                }
                if byte == .carriageReturn, try chunks.peek() == .newline { continue }
                beginning = (line, chunks.offset - 1)
            }
            if byte == .newline {
                line += 1
                if state != .quoted {
                    endOffset = chunks.offset - (previousWasReturn ? 2 : 1)
                    break scan
                }
            }
            previousWasReturn = byte == .carriageReturn
            endOffset = chunks.offset
            if byte == 0, damage == nil { damage = .nul }
            switch (state, byte) {
            case (.skipping, _): continue
            case (.fieldStart, .quote): state = .quoted
            case (.quoted, .quote): state = .quoteSeen
            case (.quoteSeen, .quote):
                append(byte, &damage)
                state = .quoted
            case (.quoted, _): append(byte, &damage)
            case (_, .comma):
                endField(&damage)
                state = .fieldStart
            case (.quoteSeen, .carriageReturn) where try chunks.peek() == .newline: continue
            case (.quoteSeen, _):
                damage = damage ?? .strayQuote
                state = .skipping
            case (_, .carriageReturn) where try chunks.peek() == .newline: continue
            default:
                append(byte, &damage)
                state = .plain
            }
        }
        guard let beginning else { return nil }
        if state == .quoted { damage = damage ?? .unclosedQuote }
        if let damage { return .damaged(damage, line: beginning.line) }
        guard endOffset - beginning.offset <= Int64(Self.recordByteLimit) else {
            return .damaged(.tooLong, line: beginning.line)
        }
        ends.append(text.count)
        var fields: [String] = []
        fields.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            guard let field = String(validating: text[start..<end], as: UTF8.self) else {
                return .damaged(.invalidUTF8, line: beginning.line)
            }
            fields.append(field)
            start = end
        }
        return .record(
            CSVRecord(
                fields: fields, line: beginning.line, offset: beginning.offset,
                byteCount: Int(endOffset - beginning.offset)))
    }

    private func append(_ byte: UInt8, _ damage: inout CSVDamage?) {
        if hasRoom(&damage) { text.append(byte) }
    }

    private func append(_ run: ArraySlice<UInt8>, _ damage: inout CSVDamage?) {
        if damage == .tooLong { return }
        guard text.count + ends.count + run.count <= Self.recordByteLimit else {
            damage = .tooLong
            return
        }
        text.append(contentsOf: run)
    }

    /// The following bytes of the chunk that are neither separators, quotes nor line ends.
    private func plainRun() -> ArraySlice<UInt8> {
        let start = chunks.index
        let length = unsafe chunks.bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count {
                let byte = unsafe bytes[end]
                if byte == 0x2C || byte == 0x22 || byte == 0x0A || byte == 0x0D || byte == 0 { break }
                end += 1
            }
            return end - start
        }
        return chunks.bytes[start..<start + length]
    }

    private func endField(_ damage: inout CSVDamage?) {
        if hasRoom(&damage) { ends.append(text.count) }
    }

    /// Commas count too, so that a record of commas alone is bounded.
    private func hasRoom(_ damage: inout CSVDamage?) -> Bool {
        if damage == .tooLong { return false }
        guard text.count + ends.count < Self.recordByteLimit else {
            damage = .tooLong
            return false
        }
        return true
    }
}
