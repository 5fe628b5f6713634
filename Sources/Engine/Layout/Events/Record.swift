/// An event as a fold or a reader meets it: its header and, if asked for and still readable, what it says.
package struct Record: Sendable {
    package var header: EventHeader
    package var body: Body

    package enum Body: Sendable {
        /// It has none, or the reader did not ask for it.
        case none
        /// As it is stored, for most folds need a field or two of it, or keep the bytes as they are.
        case said(StoredWords)
        /// Its data key has been destroyed, or is not here: no reader can open it.
        case erased
    }

    package init(header: EventHeader, body: Body) {
        self.header = header
        self.body = body
    }

    package var position: Position { header.position }

    /// `nil` when it is erased, absent or not asked for.
    package var words: StoredWords? {
        if case .said(let words) = body { words } else { nil }
    }
    package var isErased: Bool {
        if case .erased = body { true } else { false }
    }
    /// Where the command that it came by came from; `nil` when erased, absent or not asked for.
    package var origin: Origin? { words?.origin.map { Origin(source: $0.source, id: $0.id) } }

    /// Lends the payload as it is stored to `read`; `nil` when it is erased, absent or not asked for.
    package func withPayloadBytes<R>(_ read: (RawSpan) -> R?) -> R? {
        guard let words else { return nil }
        return read(unsafe words.bytes.span.bytes.extracting(words.payload))
    }
}
