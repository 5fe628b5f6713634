package import Events

extension EventKind {
    /// What a member does with such an event, after «can»: `ban members`. Kinds that no refusal words have their name.
    package var deed: String {
        switch self {
        case .rulesChanged: "change the rules"
        case .memberProfileChanged: "change this profile"
        case .memberDeleted: "delete another member's account"
        case .memberFollowed: "follow"
        case .memberUnfollowed: "unfollow"
        case .memberBlocked: "block"
        case .memberUnblocked: "unblock"
        case .memberRoleChanged: "change roles"
        case .memberBanned: "ban members"
        case .memberUnbanned: "unban members"
        case .reportResolved: "resolve reports"
        case .notificationsRead: "mark these notifications as read"
        case .feedSeen: "mark this feed as seen"
        default: name
        }
    }
}
