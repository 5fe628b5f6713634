package import Events
package import Layout

/// The award that an event gives to a member or takes back. The rules decide its points.
package struct Award: Hashable, Sendable {
    package var member: MemberID
    package var kind: AwardKind
    /// 1 or −1.
    package var change: Int32
    /// The day on which the award was earned. A retraction counts for the same day.
    package var day: Day

    /// `nil` if the event gives no award. A deletion takes one back, and a restoration gives it back, only where the
    /// content was public before or is public afterwards.
    package init?(_ header: EventHeader) {
        guard !header.leavesHidden else { return nil }
        switch header.kind {
        case .recipePosted: self.init(header, header.actor, .recipes, 1)
        case .recipeRestored: self.init(header, header.owner, .recipes, 1)
        case .recipeDeleted: self.init(header, header.owner, .recipes, -1)
        case .recipeLiked where header.actor != header.owner: self.init(header, header.owner, .likesReceived, 1)
        case .recipeUnliked where header.actor != header.owner: self.init(header, header.owner, .likesReceived, -1)
        // The owner of a posted comment is the recipe's author; the owner of a deletion or restoration is the comment's
        // author.
        case .commentPosted: self.init(header, header.actor, .comments, 1)
        case .commentRestored: self.init(header, header.owner, .comments, 1)
        case .commentDeleted: self.init(header, header.owner, .comments, -1)
        case .recipeBookmarked: self.init(header, header.actor, .bookmarks, 1)
        case .recipeUnbookmarked: self.init(header, header.actor, .bookmarks, -1)
        case .recipeCooked: self.init(header, header.actor, .cooked, 1)
        case .commentLiked where header.actor != header.owner:
            self.init(header, header.owner, .commentLikesReceived, 1)
        case .commentUnliked where header.actor != header.owner:
            self.init(header, header.owner, .commentLikesReceived, -1)
        case .memberFollowed: self.init(header, header.owner, .followersWon, 1)
        case .memberUnfollowed: self.init(header, header.owner, .followersWon, -1)
        default: return nil
        }
    }

    private init?(_ header: EventHeader, _ member: MemberID, _ kind: AwardKind, _ change: Int32) {
        guard member != .operator else { return nil }
        self.member = member
        self.kind = kind
        self.change = change
        day = header.creditedAt.day
    }
}

/// A lookup table by kind number of what each event kind earns under some rules. It is computed from `Award` and omits
/// awards without points.
struct AwardTable {
    struct Entry: OptionSet {
        let rawValue: UInt16

        /// The lowest bits: the award kind.
        static let kindMask: UInt16 = 7
        static let isKnown = Entry(rawValue: 8)
        static let isAward = Entry(rawValue: 16)
        /// The event takes the award back.
        static let isTaking = Entry(rawValue: 32)
        /// The award goes to the owner, with `needsOther` only if the owner is not the actor; otherwise to the actor.
        static let toOwner = Entry(rawValue: 64)
        static let needsOther = Entry(rawValue: 128)
        /// The event gives no award if its value is `EventHeader.leavingHidden`.
        static let needsChange = Entry(rawValue: 256)

        var kind: Int { Int(rawValue & Self.kindMask) }
        var isOfMark: Bool { Self.marks >> (rawValue & Self.kindMask) & 1 == 1 }
        /// A bit for each award kind that comes from a mark.
        private static let marks = AwardKind.allCases.reduce(UInt16(0)) { $0 | ($1.isOfMark ? 1 << $1.rawValue : 0) }
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
        var entry: Entry = [.isKnown, .isAward, Entry(rawValue: UInt16(award.kind.rawValue))]
        if award.change < 0 { entry.insert(.isTaking) }
        if award.member == MemberID(2) { entry.insert(.toOwner) }
        if Self.award(kind, owner: MemberID(1)) == nil { entry.insert(.needsOther) }
        if Self.award(kind, owner: MemberID(2), value: EventHeader.leavingHidden) == nil { entry.insert(.needsChange) }
        return entry
    }

    /// The award of an event by member 1 on an entity of `owner`.
    private static func award(_ kind: EventKind, owner: MemberID, value: UInt8 = 0) -> Award? {
        Award(
            EventHeader(
                position: Position(1), kind: kind, recordedAt: .earliest, occurredAt: .earliest, actor: MemberID(1),
                owner: owner, value: value))
    }

    /// Empty for unknown kind numbers.
    @inline(__always) subscript(_ kindNumber: UInt16) -> Entry { kindNumber < 256 ? entries[Int(kindNumber)] : [] }
}

/// The members whose marks count as taken back: from a ban that voids them until the unbanning.
package struct VoidedMembers {
    package private(set) var members: Set<MemberID> = []

    package init() {}

    /// Call it in log order for all bans and unbannings, or for all events.
    package mutating func take(_ header: EventHeader) {
        switch header.kind {
        case .memberBanned where header.voidsMarks: members.insert(MemberID(header.subject))
        case .memberUnbanned: members.remove(MemberID(header.subject))
        default: break
        }
    }
}
