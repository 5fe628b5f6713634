import Events
import Layout

/// What each kind of event earns under some rules, to be looked up by the kind's number. It says what `Award` says, of
/// which it is made, and leaves out what is worth nothing.
struct AwardTable {
    struct Entry: OptionSet {
        let rawValue: UInt8

        /// Its lowest bits: which award it is.
        static let kindMask: UInt8 = 7
        static let isKnown = Entry(rawValue: 8)
        static let isAward = Entry(rawValue: 16)
        /// Takes it back.
        static let isTaking = Entry(rawValue: 32)
        /// To the owner, and only if that is another than the actor where `needsOther` says so; else to the actor.
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

    /// What member 1 does to what belongs to `owner`.
    private static func award(_ kind: EventKind, owner: MemberID) -> Award? {
        Award(
            EventHeader(
                position: Position(1), kind: kind, recordedAt: .earliest, occurredAt: .earliest, actor: MemberID(1),
                owner: owner))
    }

    /// None for numbers that are no kind's.
    @inline(__always) subscript(_ kindNumber: UInt16) -> Entry { kindNumber < 256 ? entries[Int(kindNumber)] : [] }
}
