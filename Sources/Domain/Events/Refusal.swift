package import Layout

/// Why a command was not carried out: one code, one sentence, the offending field where there is one.
package struct Refusal: Error, Hashable, Sendable {
    package struct Code: Hashable, Sendable, RawRepresentable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let invalid = Code(rawValue: "invalid")
        package static let notFound = Code(rawValue: "not-found")
        package static let gone = Code(rawValue: "gone")
        package static let forbidden = Code(rawValue: "forbidden")
        package static let banned = Code(rawValue: "banned")
        package static let conflict = Code(rawValue: "conflict")
        package static let overloaded = Code(rawValue: "overloaded")
        package static let unavailable = Code(rawValue: "unavailable")
        /// The command line itself was wrong, or what it was run with.
        package static let usage = Code(rawValue: "usage")
    }

    package var code: Code
    package var message: String
    package var field: String?

    package init(_ code: Code, _ message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }
}

/// What became of a command that was not refused.
package struct Outcome: Hashable, Sendable {
    /// Of the new event, or of the fact that already held.
    package var position: Position
    /// Whether events were appended; `command.noted` does not count.
    package var changed: Bool
    /// The kind of the command's own event.
    package var kind: EventKind
    /// Of a recipe that was posted before: what has become of it since; nil: it is still there.
    package var loss: EntityLoss?

    package init(position: Position, changed: Bool, kind: EventKind, loss: EntityLoss? = nil) {
        self.position = position
        self.changed = changed
        self.kind = kind
        self.loss = loss
    }
}
