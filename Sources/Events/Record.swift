package import Layout

/// An event as a fold or a reader meets it: its header and, if asked for and still readable, what it says.
package struct Record: Sendable {
    package var header: EventHeader
    package var body: Body

    package enum Body: Sendable {
        /// It has none, or the reader did not ask for it.
        case none
        case open(payload: Payload, origin: Origin?)
        /// Its data key has been destroyed (or is not here): nobody can read it.
        case erased
    }

    package init(header: EventHeader, body: Body) {
        self.header = header
        self.body = body
    }

    package var kind: EventKind { header.kind }
    package var position: Position { header.position }

    /// `.none` when erased, absent or not asked for.
    package var payload: Payload {
        if case .open(let payload, _) = body { payload } else { .none }
    }
    package var origin: Origin? {
        if case .open(_, let origin) = body { origin } else { nil }
    }
    package var isErased: Bool {
        if case .erased = body { true } else { false }
    }
}
