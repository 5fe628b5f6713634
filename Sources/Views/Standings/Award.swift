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

    /// `nil` if the event gives no award.
    package init?(_ header: EventHeader) {
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
