package import Layout

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
