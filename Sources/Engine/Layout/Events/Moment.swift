/// An earlier state of everything.
package enum Moment: Hashable, Sendable {
    /// Just after that event.
    case position(Position)
    /// Just after the last event that the log had taken by then.
    case time(Timestamp)
}
