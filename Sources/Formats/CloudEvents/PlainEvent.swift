import Events
import Layout

/// The quick way from an event's bytes to its command, for events that are as most are.
///
/// It knows the attributes of our own events, written without escapes, and looks at each byte once: 1.2 µs for a line of a
/// crowd's export, where `CloudEventReader` takes 13 to build a tree of strings and `JSONSerialization` 4.4 for the tree
/// alone. Of `data` it only checks that it is JSON; what it says is protobuf's to read. Anything else, and everything that is to be refused, it leaves to `CloudEventReader`, which gives the same command
/// for whatever is read here: `PlainEventTests` holds it to that.
struct PlainEvent {
    /// Where the values of the attributes lie, without their quotes.
    private var specversion: JSONWalk.Text?
    private var type: JSONWalk.Text?
    private var source: JSONWalk.Text?
    private var id: JSONWalk.Text?
    private var time: JSONWalk.Text?
    private var actor: JSONWalk.Text?
    private var subject: JSONWalk.Text?
    private var cause: JSONWalk.Text?
    private var contentType: JSONWalk.Text?
    private var schema: JSONWalk.Text?
    private var data: Range<Int>?

    /// Nil: ask `CloudEventReader`.
    static func command(_ line: [UInt8]) -> Command? {
        var event = PlainEvent()
        guard event.read(line) else { return nil }
        return event.command(of: line)
    }

    // MARK: The envelope

    /// False for an event that is not plain.
    private mutating func read(_ line: [UInt8]) -> Bool {
        var walk = unsafe JSONWalk(line.span.bytes)
        walk.skipBlanks()
        guard walk.take("{") else { return false }
        repeat {
            walk.skipBlanks()
            guard let key = walk.text(), key.isPlain else { return false }
            walk.skipBlanks()
            guard walk.take(":") else { return false }
            walk.skipBlanks()
            guard readValue(of: line.bytes(key), &walk) else { return false }
            walk.skipBlanks()
        } while walk.take(",")
        guard walk.take("}") else { return false }
        walk.skipBlanks()
        guard walk.isAtEnd else { return false }
        return walk.isASCII || (try? UTF8Span(validating: line.span)) != nil
    }

    private mutating func readValue(of key: Span<UInt8>, _ walk: inout JSONWalk) -> Bool {
        switch key.count {
        case 2 where key.equals("id"): return Self.read(into: &id, &walk)
        case 4 where key.equals("type"): return Self.read(into: &type, &walk)
        case 4 where key.equals("time"): return Self.read(into: &time, &walk)
        case 4 where key.equals("data"): return readData(&walk)
        case 5 where key.equals("actor"): return Self.read(into: &actor, &walk)
        case 5 where key.equals("cause"): return Self.read(into: &cause, &walk)
        case 6 where key.equals("source"): return Self.read(into: &source, &walk)
        case 7 where key.equals("subject"): return Self.read(into: &subject, &walk)
        case 10 where key.equals("dataschema"): return Self.read(into: &schema, &walk)
        case 11 where key.equals("specversion"): return Self.read(into: &specversion, &walk)
        case 15 where key.equals("datacontenttype"): return Self.read(into: &contentType, &walk)
        default: return false
        }
    }

    /// Once each, not empty, without escapes.
    private static func read(into attribute: inout JSONWalk.Text?, _ walk: inout JSONWalk) -> Bool {
        guard attribute == nil, let text = walk.text(), text.isPlain, !text.range.isEmpty else { return false }
        attribute = text
        return true
    }

    /// An object in which words are written as words.
    private mutating func readData(_ walk: inout JSONWalk) -> Bool {
        let start = walk.index
        guard data == nil, walk.skipObject() else { return false }
        data = start..<walk.index
        return !walk.hasNumber { key in EnumSpelling.fields.contains(key) }
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

/// What an event's type says, found by its bytes.
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
    fileprivate func bytes(_ text: JSONWalk.Text) -> Span<UInt8> { span.extracting(text.range) }

    /// An attribute's value; nil when there is none, or one with control characters.
    fileprivate func attribute(_ text: JSONWalk.Text?) -> String? {
        guard let text else { return nil }
        let string = String(decoding: self[text.range], as: UTF8.self)
        let isClean =
            text.isASCII
            ? string.utf8.allSatisfy { $0 != 0x7F }
            : string.unicodeScalars.allSatisfy { !(0x7F...0x9F).contains($0.value) }
        return isClean ? string : nil
    }

    /// False for what names nothing.
    fileprivate func read(_ text: JSONWalk.Text?, into reference: inout Reference?) -> Bool {
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
