import Answers
import Events
import LarderAPI
import Layout
import Operations
import Views

/// The events that a stream reports: those that one of its topics selects.
struct StreamFilter: Hashable, Sendable {
    enum Topic: Hashable, Sendable {
        /// All that lists show.
        case everything
        /// Of all that lists show, what the followed members do.
        case following
        /// What the viewer does, and what is done to the viewer's content.
        case me
        case notifications
        case leaderboard
        case moderation
        case recipe(Position)
        /// Each event as the log has it. For admins, and alone: its frames have another form.
        case log(EventSelection)
        /// The jobs of the service, whenever one changes. For admins, and alone.
        case jobs
    }

    let topics: Set<Topic>

    private static let topicsMax = 100
    /// The topics that stand alone.
    private static let lonely = ["log", "jobs"]

    /// Without topics, a stream is about everything.
    init(
        _ texts: [String], _ selection: LogSelection = LogSelection(), for viewer: MemberID?, _ queries: Queries
    ) throws(Refusal) {
        if let word = texts.first(where: Self.lonely.contains) {
            guard texts.count == 1 else {
                throw Refusal(.usage, "a stream about \(word) is about nothing else: open another one", field: "about")
            }
            guard let viewer else {
                throw Refusal(.unauthenticated, "log in first: this stream is for admins", field: "about")
            }
            guard queries.role(viewer) == .admin else {
                throw Refusal(.forbidden, "only an admin can do this", field: "about")
            }
            topics = [word == "jobs" ? .jobs : .log(try EventSelection(selection, queries))]
            return
        }
        guard selection == LogSelection() else {
            throw Refusal(.usage, "kind, actor and thing choose among events of the log: add about=log", field: "about")
        }
        guard texts.count <= Self.topicsMax else {
            throw Refusal(.usage, "a stream is about at most \(Self.topicsMax) things", field: "about")
        }
        var topics: Set<Topic> = []
        for text in texts {
            switch StreamTopic(text) {
            case .everything: topics.insert(.everything)
            case .following: topics.insert(.following)
            case .me: topics.insert(.me)
            case .notifications: topics.insert(.notifications)
            case .leaderboard: topics.insert(.leaderboard)
            case .moderation: topics.insert(.moderation)
            case .recipe(let text):
                guard text.hasPrefix("r") || text.hasPrefix("external:") else {
                    let words = StreamTopic.general.map(\.word)
                    throw Refusal(
                        .usage,
                        "«\(text.prefix(80))» is not a topic: \(words.joined(separator: ", ")), or r12"
                            + NearestNames(to: text, among: words).question,
                        field: "about")
                }
                let reference = try EntityName.reference(text, "r", field: "about")
                topics.insert(.recipe(try queries.recipeID(reference, for: viewer).position))
            }
        }
        self.topics = topics.isEmpty ? [.everything] : topics
    }

    /// The events of the log that a stream reports as they are; `nil`: it reports what members may see.
    var selection: EventSelection? {
        for case .log(let selection) in topics { return selection }
        return nil
    }

    /// Who may listen.
    var access: Access {
        if selection != nil || topics.contains(.jobs) { return .admin }
        if topics.contains(.moderation) { return .moderator }
        return topics.isDisjoint(with: [.following, .me, .notifications]) ? .anyone : .member
    }
}

/// Reports events to a viewer, as of one state of log and views.
struct StreamTeller {
    let filter: StreamFilter
    let viewer: MemberID?
    let queries: Queries
    /// The recipe that a comment belongs to; `nil`: the position is no comment's.
    let recipeOfComment: (Position) -> Position?

    /// The event as the viewer may see it; `nil`: no topic selects it, or the viewer may not know about it.
    func event(_ header: EventHeader) throws -> LiveEvent? {
        // What changes nothing that lists show is reported to its actor and to moderators only.
        let isTold = EventKindSet.told.contains(header.kind) && !header.leavesHidden
        let isCounted = EventKindSet.counted.contains(header.kind)
        let isOwn = viewer != nil && header.actor == viewer
        let isModeration = queries.isActOfModerator(header)
        let recipe = recipe(of: header)
        var event = LiveEvent(
            position: header.position.value, kind: header.kind.name, at: header.occurredAt.rfc3339)
        var isMeant = false
        if isTold || isCounted, isVisible(header, recipe, isModeration: isModeration) {
            isMeant = filter.topics.contains { topic in
                switch topic {
                case .everything: true
                // Which moderator acts is not to be found out by following one after another either.
                case .following: isTold && !isModeration && viewer.map { queries.follows($0, header.actor) } ?? false
                case .me: header.owner == viewer
                case .recipe(let wanted): recipe == wanted
                case .notifications, .leaderboard, .moderation, .log, .jobs: false
                }
            }
        }
        // The viewer's own actions are reported whatever their kind.
        if isOwn, filter.topics.contains(.me) { isMeant = true }
        if filter.topics.contains(.moderation), EventKindSet.moderated.contains(header.kind) { isMeant = true }
        if isMeant {
            if isOwn || !isCounted && (!isModeration || queries.mayModerate(viewer)) {
                event.actor = queries.memberCard(header.actor)
            }
            event.subject = subject(of: header)
            event.recipe = recipe.map { RecipeID($0).description }
        }
        if filter.topics.contains(.notifications), let viewer,
            let card = try queries.notification(of: header.position, to: .member(viewer)).notifications.first
        {
            event.notification = card
            isMeant = true
        }
        if filter.topics.contains(.leaderboard), EventKindSet.scored.contains(header.kind), !header.leavesHidden {
            event.week = header.creditedAt.week.description
            isMeant = true
        }
        return isMeant ? event : nil
    }

    /// A block hides what the other member does and what is done to the other member. Where the event does not name its
    /// actor, the actor does not decide: listeners with and without a block would find out who it was. An act of a
    /// moderator is judged by the member whom it concerns.
    private func isVisible(_ header: EventHeader, _ recipe: Position?, isModeration: Bool) -> Bool {
        guard !queries.isApart(header.owner, from: viewer) else { return false }
        if header.actor != viewer, !EventKindSet.counted.contains(header.kind) {
            let isRepost = header.kind == .repostDeleted
            let member =
                isModeration ? (isRepost ? queries.author(of: header.subject) : header.owner) : header.actor
            if queries.isHidden(member) || queries.isApart(member, from: viewer) { return false }
        }
        // A stream reports a deleted recipe once, by its deletion.
        guard let recipe, header.kind != .recipeDeleted else { return true }
        return queries.visibleRecipe(RecipeID(recipe), viewer: viewer) != nil
    }

    private func recipe(of header: EventHeader) -> Position? {
        switch header.kind {
        case .commentEdited, .commentDeleted, .commentRestored, .commentLiked, .commentUnliked:
            recipeOfComment(header.subject)
        case .commentPosted: header.subject
        default: header.kind.name.hasPrefix("recipe.") ? header.subject : nil
        }
    }

    private func subject(of header: EventHeader) -> String? {
        if let type = EntityType(createdBy: header.kind) {
            return Reference.position(header.position, letter: type.letter).description
        }
        return header.subject.isNone ? nil : queries.name(of: header.subject)
    }
}

extension EventKindSet {
    /// Kinds that lists and pages show with their actor.
    static let told: EventKindSet = [
        .memberRegistered, .memberProfileChanged, .memberFollowed, .memberUnfollowed, .recipePosted, .recipeEdited,
        .recipeDeleted, .recipeRestored, .recipeLiked, .recipeUnliked, .recipeReposted, .repostDeleted, .recipeCooked,
        .commentPosted, .commentEdited, .commentDeleted, .commentRestored, .commentLiked, .commentUnliked,
        .recipeCookNoteDeleted,
    ]
    /// Kinds that show only in a recipe's counts: a stream reports them without their actor.
    static let counted: EventKindSet = [
        .recipeUpvoted, .recipeDownvoted, .recipeVoteRetracted, .recipeRated, .recipeRatingRetracted,
        .recipeBookmarked, .recipeUnbookmarked,
    ]
    static let moderated: EventKindSet = [
        .reportFiled, .reportResolved, .memberBanned, .memberUnbanned, .memberRoleChanged, .memberDeleted,
        .recipeDeleted, .recipeRestored, .commentDeleted, .commentRestored, .recipeCookNoteDeleted, .rulesChanged,
    ]
    /// Kinds that may change a member's place on a board.
    static let scored: EventKindSet = [
        .recipePosted, .recipeDeleted, .recipeRestored, .recipeLiked, .recipeUnliked, .recipeBookmarked,
        .recipeUnbookmarked, .recipeCooked, .commentPosted, .commentDeleted, .commentRestored, .commentLiked,
        .commentUnliked, .memberFollowed, .memberUnfollowed, .memberDeleted, .rulesChanged,
    ]
}
