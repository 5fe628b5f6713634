/// An event for a fold or a reader: its header and, if requested and readable, its body.
package struct Record: Sendable {
    package var header: EventHeader
    package var body: Body

    package enum Body: Sendable {
        /// It has none, or the reader did not ask for it.
        case none
        /// In the stored form, because most folds read a field or two of it, or keep the bytes as they are.
        case said(StoredWords)
        /// Its data key was destroyed, or is missing: no reader can open it.
        case erased
    }

    package init(header: EventHeader, body: Body) {
        self.header = header
        self.body = body
    }

    package var position: Position { header.position }

    /// `nil` if it is erased, absent or not requested.
    package var words: StoredWords? {
        if case .said(let words) = body { words } else { nil }
    }
    package var isErased: Bool {
        if case .erased = body { true } else { false }
    }
    /// The origin of the event's command; `nil` if it is erased, absent or not requested.
    package var origin: Origin? { words?.origin.map { Origin(source: $0.source, id: $0.id) } }

    /// Lends the stored payload to `read`; `nil` if it is erased, absent or not requested.
    package func withPayloadBytes<R>(_ read: (RawSpan) -> R?) -> R? {
        guard let words else { return nil }
        return read(unsafe words.bytes.span.bytes.extracting(words.payload))
    }
}

/// The source of a command. An origin names one command for ever; both parts have 1 to 255 bytes.
package struct Origin: Hashable, Sendable {
    package var source: String
    package var id: String

    package init(source: String, id: String) {
        self.source = source
        self.id = id
    }

    /// `foodcom:137739`, as views show it.
    package var externalID: String { "\(source):\(id)" }
}

/// An origin as it is stored with the event, with the digests that identify its command.
package struct StoredOrigin: Hashable, Sendable {
    package var source: String
    package var id: String
    /// Digests of the command: with its references as they were written, and with the ids that they named.
    package var asWritten: [UInt8]
    package var asResolved: [UInt8]

    package init(source: String, id: String, asWritten: [UInt8] = [], asResolved: [UInt8] = []) {
        self.source = source
        self.id = id
        self.asWritten = asWritten
        self.asResolved = asResolved
    }
}

/// The opened body of an event: the plain bytes, and the places of its parts.
///
/// A protobuf message of two fields: the origin, if there is one, and the payload, whose meaning only the domain knows.
package struct StoredWords: Hashable, Sendable {
    package let bytes: [UInt8]
    package let payload: Range<Int>
    /// `nil` if there is no origin.
    private let originRange: Range<Int>?

    /// Reads a serialized body.
    package init(bytes: [UInt8]) throws(MalformedRow) {
        var (payload, origin): (Range<Int>, Range<Int>?) = (0..<0, nil)
        var fields = WireFields(unsafe bytes.span.bytes)
        while try fields.next() {
            if fields.number == 1 { origin = fields.range }
            if fields.number == 2 { payload = fields.range }
        }
        self.bytes = bytes
        self.payload = payload
        originRange = origin
    }

    /// The body with this payload and origin.
    package init(payload: [UInt8], origin: StoredOrigin?) {
        var body = ByteWriter(capacity: payload.count + 16)
        if let origin {
            var message = ByteWriter(capacity: 128)
            message.writeField(1, origin.source.utf8)
            message.writeField(2, origin.id.utf8)
            message.writeField(3, origin.asWritten)
            message.writeField(4, origin.asResolved)
            body.writeField(1, message.bytes, evenEmpty: true)
            originRange = body.count - message.count..<body.count
        } else {
            originRange = nil
        }
        body.writeField(2, payload)
        bytes = body.bytes
        self.payload = body.count - payload.count..<body.count
    }

    package var origin: StoredOrigin? {
        guard let originRange else { return nil }
        let message = unsafe bytes.span.bytes.extracting(originRange)
        return StoredOrigin(
            source: WireFields.text(1, of: message), id: WireFields.text(2, of: message),
            asWritten: WireFields.bytes(3, of: message), asResolved: WireFields.bytes(4, of: message))
    }
}

extension ByteWriter {
    /// A field of text, bytes or a message. An empty field is left out, as in protobuf, except for messages.
    fileprivate mutating func writeField(
        _ number: UInt8, _ value: some Collection<UInt8>, evenEmpty: Bool = false
    ) {
        let count = value.count
        guard count > 0 || evenEmpty else { return }
        write(number << 3 | 2)
        write(varint: UInt64(count))
        write(raw: value)
    }
}
