package import Events
package import Layout

/// The write side: the decision about a command, given all earlier events.
///
/// Pure: the same command in the same state gives the same decision. Checks have a fixed order: the kind, the actor,
/// the actor's ban, the subject, and then the rest.
package enum Decider {
    /// Throws the refusal. Never changes anything and never traps, for any command. O(1) reads of the state,
    /// except for profile changes, which walk back to the newest value of each field.
    package static func decide(_ command: Command, in state: some DecisionState) throws(Refusal) -> Decision {
        let decision = try resolve(command, in: state)
        try checkTime(of: command, now: state.now)
        return decision
    }

    private static func resolve(_ command: Command, in state: some DecisionState) throws(Refusal) -> Decision {
        switch command.kind {
        case .logCreated, .commandNoted:
            throw Refusal(.forbidden, "\(command.kind.name) is written by the log itself and cannot be submitted")
        case .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked, .memberLoggedIn, .memberLoggedOut:
            throw Refusal(.forbidden, "\(command.kind.name) is written by the service only and cannot be submitted")
        case .memberRegistered:
            return try Registration.decide(command, in: state)
        default:
            return try Deliberation(command, in: state).decide()
        }
    }

    /// Past times are allowed, and up to five minutes ahead, because clocks differ.
    private static func checkTime(of command: Command, now: Timestamp) throws(Refusal) {
        guard let time = command.occurredAt else { return }
        guard time >= .earliest, time <= .latest else {
            throw Refusal(.invalid, "the time is outside the years that events can have", field: "time")
        }
        guard time.microseconds <= now.microseconds + ContentLimits.aheadMicroseconds else {
            throw Refusal(
                .invalid, "the time \(time.rfc3339) is more than 5 minutes in the future", field: "time")
        }
    }
}

/// What a decision may know: the state folded from all earlier events, and the instant that the log would record.
///
/// No disk and no clock: an implementation keeps its own failures, and then discards the decision.
package protocol DecisionState {
    /// The `recordedAt` that the new events would get.
    var now: Timestamp { get }
    /// The last position of the log.
    var head: Position { get }
    /// The number of living members with the role admin.
    var adminCount: Int { get }

    /// Deleted members included.
    func member(_ id: MemberID) -> MemberState?
    /// The living member of that name, in any case. `username` as written.
    func memberID(username: String) -> MemberID?
    /// The living member to whom that e-mail belongs, in any case: the first one who gave it.
    func memberID(email: String) -> MemberID?
    func entity(_ position: Position) -> EntityState?
    func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState?
    /// The last change of that place of the member's plan; `nil`: none.
    func plan(_ member: MemberID, _ slot: PlanSlot) -> RelationState?
    /// How many of these the holder has; `part`: a subdivision such as a day; 0: all of them.
    func tally(_ allowance: Allowance, of holder: Position, _ part: UInt64) -> UInt64
    /// The recipes in order; empty if it is no cookbook.
    func recipes(ofCookbook cookbook: Position) -> [PlacedRecipe]
    /// The position that a reference names: for an origin the event that carries it, or for a `command.noted` the fact
    /// that it notes. `nil` for a name that no member has.
    func position(of reference: Reference) -> Position?
    /// The opened event at that position; `nil` if there is none.
    func record(at position: Position) -> Record?
}

/// The decision about a command that is not refused.
package enum Decision: Hashable, Sendable {
    /// The command's own event first, then the events that follow from it.
    case append([Draft])
    /// It held already, since that event.
    case unchanged(Position)
}
