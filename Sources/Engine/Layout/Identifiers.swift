/// A place in the log: 1, 2, 3, … without gaps. Zero is before the first event.
///
/// The log's sequence numbers are the only ids: an entity's id is the position of the event that created it.
/// At most 2^48 − 1, which the event header's packed fields rely on.
package struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var value: UInt64

    @inlinable package init(_ value: UInt64) { self.value = value }

    package static let none = Position(0)
    package static let max = Position((1 << 48) - 1)

    @inlinable package var isNone: Bool { value == 0 }
    @inlinable package var next: Position { Position(value + 1) }
    @inlinable package static func < (a: Position, b: Position) -> Bool { a.value < b.value }
    package var description: String { String(value) }
}

/// A member: the position of their `member.registered`. Zero is the operator, or no member.
package struct MemberID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var value: UInt64

    @inlinable package init(_ value: UInt64) { self.value = value }
    @inlinable package init(_ position: Position) { self.value = position.value }

    package static let `operator` = MemberID(0)

    @inlinable package var position: Position { Position(value) }
    @inlinable package static func < (a: MemberID, b: MemberID) -> Bool { a.value < b.value }
    package var description: String { "m\(value)" }
}

/// A moment at which an earlier state is read.
package enum Moment: Hashable, Sendable {
    /// Just after that event.
    case position(Position)
    /// Just after the last event that was recorded by then.
    case time(Timestamp)
}
