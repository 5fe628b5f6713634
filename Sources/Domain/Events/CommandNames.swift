package import Layout

/// The names that a caller has for the parts of a command: a client's parameters, or a person's arguments and options.
///
/// A decision names the parts as an event does. A caller who sent no event gets the refusal with its own names.
package struct CommandNames: Hashable, Sendable {
    /// `nil`: the caller has no name for it.
    private let actor, subject, cause: String?

    package init(actor: String? = nil, subject: String? = nil, cause: String? = nil) {
        (self.actor, self.subject, self.cause) = (actor, subject, cause)
    }

    /// A decision's refusal with the caller's name for its field. The field is absent if the caller has no name for it.
    package func renamed(_ refusal: Refusal) -> Refusal {
        var refusal = refusal
        switch refusal.field {
        case "actor": refusal.field = actor
        case "subject": refusal.field = subject
        case "cause": refusal.field = cause
        // The content as a whole.
        case "data": refusal.field = nil
        default: break
        }
        return refusal
    }
}
