package import Events
import Layout

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
