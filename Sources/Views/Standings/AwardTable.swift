import Events
import Layout

/// A lookup table by kind number of what each event kind earns under some rules. It is computed from `Award` and omits
/// awards without points.
struct AwardTable {
    struct Entry: OptionSet {
        let rawValue: UInt8

        /// The lowest bits: the award kind.
        static let kindMask: UInt8 = 7
        static let isKnown = Entry(rawValue: 8)
        static let isAward = Entry(rawValue: 16)
        /// The event takes the award back.
        static let isTaking = Entry(rawValue: 32)
        /// The award goes to the owner, with `needsOther` only if the owner is not the actor; otherwise to the actor.
        static let toOwner = Entry(rawValue: 64)
        static let needsOther = Entry(rawValue: 128)

        var kind: Int { Int(rawValue & Self.kindMask) }
        var change: Int32 { contains(.isTaking) ? -1 : 1 }
    }

    private var entries = [Entry](repeating: [], count: 256)

    init(_ rules: AwardRules) {
        for kind in EventKind.allCases {
            precondition(kind.rawValue < 256)
            entries[Int(kind.rawValue)] = Self.entry(kind, rules)
        }
    }

    private static func entry(_ kind: EventKind, _ rules: AwardRules) -> Entry {
        guard let award = award(kind, owner: MemberID(2)), rules[award.kind] != 0 else { return .isKnown }
        var entry: Entry = [.isKnown, .isAward, Entry(rawValue: UInt8(award.kind.rawValue))]
        if award.change < 0 { entry.insert(.isTaking) }
        if award.member == MemberID(2) { entry.insert(.toOwner) }
        if Self.award(kind, owner: MemberID(1)) == nil { entry.insert(.needsOther) }
        return entry
    }

    /// The award of an event by member 1 on an entity of `owner`.
    private static func award(_ kind: EventKind, owner: MemberID) -> Award? {
        Award(
            EventHeader(
                position: Position(1), kind: kind, recordedAt: .earliest, occurredAt: .earliest, actor: MemberID(1),
                owner: owner))
    }

    /// Empty for unknown kind numbers.
    @inline(__always) subscript(_ kindNumber: UInt16) -> Entry { kindNumber < 256 ? entries[Int(kindNumber)] : [] }
}
