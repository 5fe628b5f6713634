import Events
import Layout

/// The fast reader of events: from bytes to a command without a tree of JSON values.
///
/// It reads the usual form of our own events: known attributes without escapes. It looks at each byte once and leaves every
/// other event, and every refusal, to `CloudEventReader`. For each event that both read they give the same command
/// (`PlainEventTests`). It only checks that `data` is JSON: protobuf reads it.
///
/// Why by hand: a line of a synthetic community's export takes 1.2 µs. `CloudEventReader` takes 13 µs to build a tree of
/// strings, and `JSONSerialization` 4.4 µs for its tree alone.
struct PlainEvent {
    /// The place of each attribute's value in the line, without its quotes.
    private var specversion: JSONReader.Text?
    private var type: JSONReader.Text?
    private var source: JSONReader.Text?
    private var id: JSONReader.Text?
    private var time: JSONReader.Text?
    private var actor: JSONReader.Text?
    private var subject: JSONReader.Text?
    private var cause: JSONReader.Text?
    private var contentType: JSONReader.Text?
    private var schema: JSONReader.Text?
    private var data: Range<Int>?

    /// `nil` for an event that `CloudEventReader` has to read.
    static func command(_ line: [UInt8]) -> Command? {
        var event = PlainEvent()
        do throws(JSONValue.Malformed) {
            guard try event.read(line) else { return nil }
        } catch {
            return nil
        }
        return event.command(of: line)
    }

    // MARK: The envelope

    /// `false` for an event that is not of the usual form.
    private mutating func read(_ line: [UInt8]) throws(JSONValue.Malformed) -> Bool {
        var reader = unsafe JSONReader(line.span.bytes)
        reader.skipBlanks()
        guard reader.take("{") else { return false }
        repeat {
            reader.skipBlanks()
            guard reader.current == .quote else { return false }
            let key = try reader.text()
            guard key.isPlain else { return false }
            reader.skipBlanks()
            guard reader.take(":") else { return false }
            reader.skipBlanks()
            guard try readValue(of: line.bytes(key), &reader) else { return false }
            reader.skipBlanks()
        } while reader.take(",")
        guard reader.take("}") else { return false }
        reader.skipBlanks()
        guard reader.isAtEnd else { return false }
        // The error is dropped: `CloudEventReader` reads the line again and reports what is wrong.
        return reader.isASCII || (try? UTF8Span(validating: line.span)) != nil
    }

    private mutating func readValue(
        of key: Span<UInt8>, _ reader: inout JSONReader
    ) throws(JSONValue.Malformed) -> Bool {
        switch key.count {
        case 2 where key.equals("id"): return try Self.read(into: &id, &reader)
        case 4 where key.equals("type"): return try Self.read(into: &type, &reader)
        case 4 where key.equals("time"): return try Self.read(into: &time, &reader)
        case 4 where key.equals("data"): return try readData(&reader)
        case 5 where key.equals("actor"): return try Self.read(into: &actor, &reader)
        case 5 where key.equals("cause"): return try Self.read(into: &cause, &reader)
        case 6 where key.equals("source"): return try Self.read(into: &source, &reader)
        case 7 where key.equals("subject"): return try Self.read(into: &subject, &reader)
        case 10 where key.equals("dataschema"): return try Self.read(into: &schema, &reader)
        case 11 where key.equals("specversion"): return try Self.read(into: &specversion, &reader)
        case 15 where key.equals("datacontenttype"): return try Self.read(into: &contentType, &reader)
        default: return false
        }
    }

    /// Reads an attribute's value, which must be the first of its name, not empty and without escapes.
    private static func read(
        into attribute: inout JSONReader.Text?, _ reader: inout JSONReader
    ) throws(JSONValue.Malformed) -> Bool {
        guard attribute == nil, reader.current == .quote else { return false }
        let text = try reader.text()
        guard text.isPlain, !text.range.isEmpty else { return false }
        attribute = text
        return true
    }

    /// Reads an object in which enum values are words, not numbers.
    private mutating func readData(_ reader: inout JSONReader) throws(JSONValue.Malformed) -> Bool {
        let start = reader.index
        var object = PlainObject()
        guard data == nil, try object.skip(&reader) else { return false }
        data = start..<reader.index
        return !object.numbers.contains { key in
            EnumSpelling.fields.contains(String(decoding: key.map { reader[$0] }, as: UTF8.self))
        }
    }

    // MARK: The command

    private func command(of line: [UInt8]) -> Command? {
        guard let specversion, line.bytes(specversion).equals("1.0"),
            let type, let known = KnownType(line.bytes(type)), known.kind.isSubmittable,
            let source = line.attribute(source), let id = line.attribute(id),
            source.utf8.count <= CloudEventReader.originByteLimit, id.utf8.count <= CloudEventReader.originByteLimit
        else { return nil }
        if let contentType, !line.bytes(contentType).equals("application/json") { return nil }
        if let schema, !line.bytes(schema).equals(known.schema.span) { return nil }
        var command = Command(known.kind, actor: nil, origin: Origin(source: source, id: id))
        if let time {
            guard let time = Timestamp(rfc3339: line.bytes(time)) else { return nil }
            command.occurredAt = time
        }
        guard line.read(actor, into: &command.actor), line.read(subject, into: &command.subject),
            line.read(cause, into: &command.cause)
        else { return nil }
        do throws(Refusal) {
            try EventData.read(data.map { Array(line[$0]) }, isSpelled: true, into: &command)
        } catch {
            return nil
        }
        return command
    }
}

/// Steps over an object of the usual form: ASCII keys without escapes, few members, little depth. `CloudEventReader` reads
/// every other object.
struct PlainObject {
    /// Far below `JSONValue.depthLimit`, and more than events need.
    private static let depthMax = 16
    /// Keys are compared pair by pair.
    private static let membersMax = 24
    /// Far fewer than `JSONValue.requestValuesMax`, and more than events need.
    private static let valuesMax = 1 << 14

    /// The keys with numbers as values, of the object and the objects in it.
    private(set) var numbers: [Range<Int>] = []
    /// The keys of the objects around the current place, outermost first.
    private var keys: [Range<Int>] = []
    private var valueCount = 0

    init() {}

    /// `false` if no such object begins here.
    mutating func skip(_ reader: inout JSONReader, depth: Int = 0) throws(JSONValue.Malformed) -> Bool {
        guard depth < Self.depthMax, reader.take("{") else { return false }
        let first = keys.count
        defer { keys.removeLast(keys.count - first) }
        reader.skipBlanks()
        if reader.take("}") { return true }
        while true {
            reader.skipBlanks()
            guard reader.current == .quote else { return false }
            let key = try reader.text()
            guard key.isPlain, key.isASCII, isNew(key.range, since: first, in: reader) else { return false }
            keys.append(key.range)
            reader.skipBlanks()
            guard reader.take(":") else { return false }
            reader.skipBlanks()
            if depth <= 1, reader.current == UInt8(ascii: "-") || (0x30...0x39).contains(reader.current) {
                numbers.append(key.range)
            }
            guard try skipValue(&reader, depth: depth + 1) else { return false }
            reader.skipBlanks()
            if reader.take("}") { return true }
            guard reader.take(",") else { return false }
        }
    }

    private func isNew(_ key: Range<Int>, since first: Int, in reader: borrowing JSONReader) -> Bool {
        guard keys.count - first < Self.membersMax else { return false }
        for known in keys[first...] where known.count == key.count {
            var isSame = true
            for offset in 0..<key.count where reader[known.lowerBound + offset] != reader[key.lowerBound + offset] {
                isSame = false
                break
            }
            if isSame { return false }
        }
        return true
    }

    private mutating func skipValue(_ reader: inout JSONReader, depth: Int) throws(JSONValue.Malformed) -> Bool {
        valueCount += 1
        guard valueCount <= Self.valuesMax else { return false }
        switch reader.current {
        case .quote: _ = try reader.text()
        case UInt8(ascii: "{"): return try skip(&reader, depth: depth)
        case UInt8(ascii: "["): return try skipArray(&reader, depth: depth)
        case UInt8(ascii: "t"): try reader.word("true")
        case UInt8(ascii: "f"): try reader.word("false")
        case UInt8(ascii: "n"): try reader.word("null")
        default: _ = try reader.number()
        }
        return true
    }

    private mutating func skipArray(_ reader: inout JSONReader, depth: Int) throws(JSONValue.Malformed) -> Bool {
        guard depth < Self.depthMax, reader.take("[") else { return false }
        reader.skipBlanks()
        if reader.take("]") { return true }
        while true {
            reader.skipBlanks()
            guard try skipValue(&reader, depth: depth + 1) else { return false }
            reader.skipBlanks()
            if reader.take("]") { return true }
            guard reader.take(",") else { return false }
        }
    }
}

/// The event kind of a type, found by its bytes.
private struct KnownType {
    let name: [UInt8]
    let kind: EventKind
    let schema: [UInt8]

    private init(_ kind: EventKind) {
        name = Array("larder.\(kind.name)".utf8)
        self.kind = kind
        schema = Array(kind.dataSchema(version: 1).utf8)
    }

    init?(_ type: Span<UInt8>) {
        guard type.count < Self.byLength.count else { return nil }
        for known in Self.byLength[type.count] where type.equals(known.name.span) {
            self = known
            return
        }
        return nil
    }

    private static let byLength: [[KnownType]] = {
        let all = EventKind.allCases.map { KnownType($0) }
        let longest = all.map(\.name.count).max() ?? 0
        return (0...longest).map { length in all.filter { $0.name.count == length } }
    }()
}

extension [UInt8] {
    @_lifetime(borrow self)
    fileprivate func bytes(_ text: JSONReader.Text) -> Span<UInt8> { span.extracting(text.range) }

    /// An attribute's value; `nil` if it is absent or has control characters.
    fileprivate func attribute(_ text: JSONReader.Text?) -> String? {
        guard let text else { return nil }
        let string = String(decoding: self[text.range], as: UTF8.self)
        let isClean =
            text.isASCII
            ? string.utf8.allSatisfy { $0 != 0x7F }
            : string.unicodeScalars.allSatisfy { !(0x7F...0x9F).contains($0.value) }
        return isClean ? string : nil
    }

    /// `false` for a text that is no reference.
    fileprivate func read(_ text: JSONReader.Text?, into reference: inout Reference?) -> Bool {
        guard let text else { return true }
        reference = Reference(plain: bytes(text)) ?? attribute(text).flatMap { Reference($0) }
        return reference != nil
    }
}

extension Span<UInt8> {
    fileprivate func equals(_ text: StaticString) -> Bool {
        equals(unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    fileprivate func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}
