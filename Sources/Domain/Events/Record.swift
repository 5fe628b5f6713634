package import Layout

/// An event as a fold or a reader meets it: its header and, if asked for and still readable, what it says.
package struct Record: Sendable {
    package var header: EventHeader
    package var body: Body

    package enum Body: Sendable {
        /// It has none, or the reader did not ask for it.
        case none
        case open(payload: Payload, origin: Origin?)
        /// The same as it is stored, for folds: most need a field or two of it, or keep the bytes as they are.
        case said(StoredWords)
        /// Its data key has been destroyed (or is not here): nobody can read it.
        case erased
    }

    package init(header: EventHeader, body: Body) {
        self.header = header
        self.body = body
    }

    package var kind: EventKind { header.kind }
    package var position: Position { header.position }

    /// `.none` when erased, absent, not asked for, or unreadable.
    package var payload: Payload {
        switch body {
        case .open(let payload, _): payload
        case .said(let words):
            (try? Payload(kind: kind, storedBytes: Array(words.bytes[words.payload]))) ?? .none
        case .none, .erased: .none
        }
    }
    package var origin: Origin? {
        switch body {
        case .open(_, let origin): origin
        case .said(let words): words.originRead
        case .none, .erased: nil
        }
    }
    package var isErased: Bool {
        if case .erased = body { true } else { false }
    }

    /// Lends the payload as it is stored to `read`; nil when erased, absent or not asked for.
    package func withPayloadBytes<R>(_ read: (RawSpan) -> R?) -> R? {
        switch body {
        case .open(let payload, _):
            if case .none = payload { return nil }
            let bytes = payload.storedBytes
            return read(unsafe bytes.span.bytes)
        case .said(let words): return read(unsafe words.bytes.span.bytes.extracting(words.payload))
        case .none, .erased: return nil
        }
    }
}

/// A stored body, opened: the plain bytes, and where in them lies what.
package struct StoredWords: Sendable {
    package let bytes: [UInt8]
    package let payload: Range<Int>
    /// Nil: it has none.
    package let origin: Range<Int>?

    /// Of a serialized `ProtoStoredBody`.
    package init(bytes: [UInt8]) throws(MalformedRow) {
        var (payload, origin): (Range<Int>, Range<Int>?) = (0..<0, nil)
        var fields = WireFields(unsafe bytes.span.bytes)
        while try fields.next() {
            if fields.number == 1 { origin = fields.range }
            if fields.number == 2 { payload = fields.range }
        }
        self.bytes = bytes
        self.payload = payload
        self.origin = origin
    }

    fileprivate var originRead: Origin? {
        guard let origin else { return nil }
        let message = unsafe bytes.span.bytes.extracting(origin)
        return Origin(source: WireFields.text(1, of: message), id: WireFields.text(2, of: message))
    }
}
