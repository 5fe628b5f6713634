package import Events
package import Layout

/// The write side: what a command comes to, given everything that happened before it.
///
/// Pure: the same command in the same state gives the same decision. Checks go in a fixed order: whether the kind may
/// be asked for at all, who acts, whether they are banned, what it is done to, and then the rest.
package enum Decider {
    /// Throws the refusal; never changes anything and never traps, whatever the command holds.
    /// O(1) reads of the state, but for profile changes, which walk back to the newest value of each field.
    package static func decide(_ command: Command, in state: some DecisionState) throws(Refusal) -> Decision {
        let decision = try resolve(command, in: state)
        try checkTime(of: command, now: state.now)
        return decision
    }

    private static func resolve(_ command: Command, in state: some DecisionState) throws(Refusal) -> Decision {
        switch command.kind {
        case .logCreated, .commandNoted:
            throw Refusal(.forbidden, "\(command.kind.name) is written by the log itself and cannot be submitted")
        case .memberPasswordChanged, .memberLoggedIn, .memberLoggedOut:
            throw Refusal(.forbidden, "\(command.kind.name) is written by the service only and cannot be submitted")
        case .memberRegistered:
            return try Registration.decide(command, in: state)
        default:
            return try Deliberation(command, in: state).decide()
        }
    }

    /// Past times are fine; five minutes of clocks that disagree are forgiven.
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

/// What a decision may know: the state folded from everything before it, and the instant the log would record.
///
/// No disk and no clock: an implementation latches its own failures, and discards the decision then.
package protocol DecisionState {
    /// The `recordedAt` that the new events would get.
    var now: Timestamp { get }
    /// The last position of the log.
    var head: Position { get }
    /// How many members with the role admin are not deleted.
    var adminCount: Int { get }

    /// Deleted members included.
    func member(_ id: MemberID) -> MemberState?
    /// The living member of that name, whatever its case. `username` as written.
    func memberID(username: String) -> MemberID?
    func entity(_ position: Position) -> EntityState?
    func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState?
    /// What was last done to that place of the member's plan; nil: nothing ever.
    func plan(_ member: MemberID, _ slot: PlanSlot) -> RelationState?
    /// How many of that sort the holder has; `part`: of what parts them further, such as a day; 0: of all.
    func tally(_ allowance: Allowance, of holder: Position, _ part: UInt64) -> UInt64
    /// In their order; none of what is no cookbook.
    func recipes(ofCookbook cookbook: Position) -> [PlacedRecipe]
    /// What one of the command's references names: for an origin the event that carries it, or for a `command.noted` the
    /// fact that it notes. Nil for a name that no member has.
    func position(of reference: Reference) -> Position?
    /// The event at that position, opened; nil when there is none.
    func record(at position: Position) -> Record?
}

/// What deciding a command gives when it is not refused.
package enum Decision: Hashable, Sendable {
    /// The command's own event first, then what follows from it.
    case append([Draft])
    /// It held already: since that event.
    case unchanged(Position)
}
