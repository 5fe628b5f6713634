import Events
import Foundation
import Layout

/// Who does what when: a command whose actor is known to be in good standing.
struct Act {
    var command: Command
    /// 0: the operator, who may do what an admin may.
    var actor: UInt64
    var role: Role
    var now: Timestamp
    var at: Timestamp { command.occurredAt ?? now }
    var mayModerate: Bool { role >= .moderator }
}

extension Model {
    mutating func decide(_ command: Command, _ now: Timestamp, _ isAtTerminal: Bool) throws -> Verdict {
        switch command.kind {
        // «service only», «written by the log itself».
        case .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked,
            .memberLoggedIn,
            .memberLoggedOut:
            throw No(.forbidden)
        case .memberRegistered: return try register(command, now, isAtTerminal)
        default: break
        }
        let act = try act(command, now)
        switch command.kind {
        case .rulesChanged: return try changeRules(act)
        case .memberProfileChanged: return try changeProfile(act)
        case .memberDeleted: return try deleteMember(act)
        case .memberFollowed, .memberUnfollowed, .memberBlocked, .memberUnblocked: return try relate(act)
        case .memberRoleChanged: return try changeRole(act)
        case .memberBanned: return try ban(act)
        case .memberUnbanned: return try unban(act)
        case .memberPointsCarriedOver: return try carryPoints(act)
        case .recipeCountsCarriedOver: return try carryCounts(act)
        case .recipePosted: return try post(act)
        case .recipeEdited: return try editRecipe(act)
        case .recipeDeleted: return try delete(act, .recipe)
        case .commentDeleted: return try delete(act, .comment)
        case .repostDeleted: return try delete(act, .repost)
        case .recipeRestored: return try restore(act, .recipe)
        case .commentRestored: return try restore(act, .comment)
        case .recipeLiked: return try mark(act, .like, 1)
        case .recipeUnliked: return try mark(act, .like, 0)
        case .recipeUpvoted: return try mark(act, .vote, 1)
        case .recipeDownvoted: return try mark(act, .vote, -1)
        case .recipeVoteRetracted: return try mark(act, .vote, 0)
        case .recipeRated: return try rate(act)
        case .recipeRatingRetracted: return try mark(act, .rating, 0)
        case .recipeBookmarked: return try mark(act, .bookmark, 1)
        case .recipeUnbookmarked: return try unbookmark(act)
        case .recipeReposted: return try repost(act)
        case .recipeCooked: return try cook(act)
        case .recipeCookNoteDeleted: return try deleteCookNote(act)
        case .commentPosted: return try postComment(act)
        case .commentEdited: return try editComment(act)
        case .commentLiked: return try likeComment(act, 1)
        case .commentUnliked: return try likeComment(act, 0)
        case .reportFiled: return try fileReport(act)
        case .reportResolved: return try resolve(act)
        case .planSet: return try plan(act)
        case .planCleared: return try clearPlan(act)
        case .listItemAdded: return try addItem(act)
        case .listItemChecked: return try check(act, 1)
        case .listItemUnchecked: return try check(act, 0)
        case .listItemRemoved: return try removeItem(act)
        case .cookbookCreated: return try createCookbook(act)
        case .cookbookChanged: return try changeCookbook(act)
        case .cookbookDeleted: return try deleteCookbook(act)
        case .cookbookRecipeAdded: return try collect(act)
        case .cookbookRecipeRemoved: return try discard(act)
        case .cookbookRecipeMoved: return try moveRecipe(act)
        case .notificationsRead: return try see(act, .read)
        case .feedSeen: return try see(act, .seen)
        case .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked,
            .memberLoggedIn,
            .memberLoggedOut, .memberRegistered:
            throw No(.forbidden)
        }
    }

    /// «Who may act: a registered member who is neither banned nor deleted.»
    private func act(_ command: Command, _ now: Timestamp) throws -> Act {
        guard let reference = command.actor else { return Act(command: command, actor: 0, role: .admin, now: now) }
        let actor = try livingMember(reference)
        if isBanned(actor, at: now) { throw No(.banned) }
        return Act(command: command, actor: actor, role: members[actor]?.role ?? .member, now: now)
    }

    /// Writes the next event down; its position.
    mutating func append(
        _ act: Act, _ kind: EventKind? = nil, by actor: UInt64? = nil, subject: UInt64, owner: UInt64,
        creditedAt: Timestamp? = nil, value: Int = 0, cause: UInt64 = 0
    ) -> UInt64 {
        facts.append(
            Fact(
                kind: kind ?? act.command.kind, actor: actor ?? act.actor, subject: subject, owner: owner, at: act.at,
                recordedAt: act.now, creditedAt: creditedAt ?? act.at, value: value, cause: cause))
        return head
    }

    /// Writes down what was said with the event, «trimmed».
    mutating func note(_ event: UInt64, _ act: Act) {
        var words = Words()
        switch act.command.payload {
        case .ban(let said):
            words.text = said.reason
            words.until = Self.until(said)
        case .reason(let said): words.text = said.reason
        case .report(let said): words.text = said.note
        case .resolution(let said): words.text = said.note
        case .note(let said):
            (words.text, words.image) = (said.note, said.image.trimmingCharacters(in: .whitespaces))
            words.imageText = Self.shown(said)
        default: return
        }
        words.text = words.text.trimmingCharacters(in: .whitespacesAndNewlines)
        self.words[event] = words
    }

    func requireMember(_ act: Act) throws { if act.actor == 0 { throw No(.forbidden) } }
    func requireModerator(_ act: Act) throws { if !act.mayModerate { throw No(.forbidden) } }
    func requireNoBlock(_ act: Act, with member: UInt64) throws {
        if isApart(act.actor, member) { throw No(.forbidden) }
    }

    /// Does it (value other than 0) or takes it back (0). «A repeated fact is no event».
    mutating func set(_ tie: Tie, _ act: Act, on thing: UInt64, owner: UInt64, to value: Int, stars: Int = 0) -> Verdict
    {
        let key = TieKey(tie: tie, member: act.actor, thing: thing)
        let old = ties[key]
        if value == old?.value ?? 0 { return .unchanged(old?.event ?? thing) }
        // A retraction takes back «in the week and on the day in which it was earned»; «an act that was taken back and is
        // done again (like, bookmark, like of a comment, follow) belongs to the week and day of its first time».
        let isOfFirstTime = [.like, .bookmark, .follow].contains(tie)
        let creditedAt = value == 0 ? old?.at : isOfFirstTime ? old?.first : nil
        let event = append(
            act, subject: thing, owner: owner, creditedAt: creditedAt, value: stars,
            cause: old.map { $0.value == 0 ? 0 : $0.event } ?? 0)
        ties[key] = TieState(event: event, at: creditedAt ?? act.at, first: old?.first ?? act.at, value: value)
        return .done(event)
    }

    /// «`notifications.read`, `feed.seen`: member → itself, up to which event». It only moves forward.
    private mutating func see(_ act: Act, _ tie: Tie) throws -> Verdict {
        try requireMember(act)
        if let subject = act.command.subject, try livingMember(subject) != act.actor { throw No(.forbidden) }
        var upTo = head
        if let cause = act.command.cause {
            guard let position = position(cause), (1...head).contains(position) else { throw No(.notFound) }
            if case .position(_, let letter?) = cause {
                let actual =
                    works[position].map { Self.letter($0.sort) } ?? (members[position] == nil ? nil : "m")
                    ?? (reports[position] == nil ? nil : "f") ?? (items[position] == nil ? nil : "i")
                    ?? (cookbooks[position] == nil ? nil : "b")
                if letter != actual { throw No(.notFound) }
            }
            upTo = position
        }
        let key = TieKey(tie: tie, member: act.actor, thing: act.actor)
        if let old = ties[key] {
            // Up to the event right before the mark is up to the mark: there is nothing to read in a mark.
            let seen = UInt64(old.value) + 1 == old.event ? old.event : UInt64(old.value)
            if upTo <= seen { return .unchanged(old.event) }
        }
        let event = append(act, subject: act.actor, owner: 0, cause: upTo)
        ties[key] = TieState(event: event, at: act.at, first: act.at, value: Int(upTo))
        return .done(event)
    }
}
