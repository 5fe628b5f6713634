import Events
package import Layout
package import Projections

/// Folds notifications, together with the recipes and comments that they refer to. Headers carry all that a
/// notification holds: no text is copied.
package enum NotificationsProjector: Projector {
    package static let identity = ViewIdentity(name: "notifications", version: 3)
    package static let kinds = ownKinds.union(RecipesProjector.kinds)
    package static let openedKinds = RecipesProjector.openedKinds

    package static func fold(
        _ record: borrowing Record, into view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        let kind = record.header.kind
        if ownKinds.contains(kind) { tell(of: record.header, view, &transaction) }
        if RecipesProjector.kinds.contains(kind) { RecipesProjector.fold(record, into: view.recipes, &transaction) }
    }
}

extension NotificationsProjector {
    private static let ownKinds: EventKindSet = [
        .memberDeleted, .memberFollowed, .memberUnfollowed, .memberBanned, .recipeDeleted, .recipeLiked,
        .recipeUnliked, .recipeRated, .recipeRatingRetracted, .recipeReposted, .repostDeleted, .recipeCooked,
        .commentPosted, .commentDeleted, .commentRestored, .commentLiked, .commentUnliked, .reportFiled,
        .reportResolved, .notificationsRead, .recipeCookNoteDeleted,
    ]

    private static func tell(of header: EventHeader, _ view: NotificationsView, _ transaction: inout ViewTransaction) {
        let recipe = RecipeID(header.subject)
        switch header.kind {
        case .recipeLiked: tell(.like, header, recipe: recipe, view, &transaction)
        case .recipeReposted: tell(.repost, header, recipe: recipe, view, &transaction)
        case .recipeCooked: tell(.cooked, header, recipe: recipe, view, &transaction)
        case .recipeRated:
            takeBack(header.cause, header, view, &transaction)
            tell(.rating, header, recipe: recipe, view, &transaction)
        case .recipeUnliked, .recipeRatingRetracted, .commentUnliked:
            takeBack(header.cause, header, view, &transaction)
        case .repostDeleted: takeBack(header.subject, header, view, &transaction)
        case .recipeDeleted, .recipeCookNoteDeleted:
            if header.actor != header.owner { tell(.contentRemoved, header, recipe: recipe, view, &transaction) }
        case .memberFollowed: follow(header, view, &transaction)
        case .memberUnfollowed: endFollow(by: header.actor, of: MemberID(header.subject), view, &transaction)
        case .memberBanned: tell(.banned, header, view, &transaction)
        case .memberDeleted: deleteMember(MemberID(header.subject), view, &transaction)
        case .commentPosted:
            let row = CommentRow(
                recipe: recipe, author: header.actor, parent: header.cause, createdAt: header.occurredAt, text: "")
            tell(of: row, CommentID(header.position), said: header.owner, view, &transaction)
        case .commentDeleted: deleteComment(header, view, &transaction)
        case .commentRestored:
            if !header.leavesHidden { tellOfComment(CommentID(header.subject), view, &transaction) }
        case .commentLiked:
            let comment = CommentID(header.subject)
            let recipe = transaction.get(view.recipes.comments, Key(comment.value))?.recipe ?? RecipeID(0)
            tell(.commentLike, header, recipe: recipe, comment: comment, view, &transaction)
        case .reportFiled: fileReport(header, view, &transaction)
        case .reportResolved:
            let target = transaction.get(view.reports, Key(header.subject.value)) ?? ReportTargetRow()
            tell(.reportResolved, header, recipe: target.recipe, comment: target.comment, view, &transaction)
        case .notificationsRead:
            transaction.update(view.marks, Key(header.actor.value), or: EventRow(.none)) {
                $0.position = max($0.position, header.cause)
            }
        default: break
        }
    }
}

extension NotificationsProjector {
    /// Notifies the event's owner, unless that is the operator or the actor.
    private static func tell(
        _ kind: NotificationKind, _ header: EventHeader, recipe: RecipeID = RecipeID(0),
        comment: CommentID = CommentID(0), _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        guard header.owner != .operator, header.owner != header.actor else { return }
        let row = NotificationRow(
            kind: kind, actor: header.actor, recipe: recipe, comment: comment, createdAt: header.occurredAt)
        transaction.create(view.rows, NotificationsView.key(header.owner, header.position), row)
    }

    private static func takeBack(
        _ event: Position, _ header: EventHeader, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        guard !event.isNone else { return }
        transaction.remove(view.rows, NotificationsView.key(header.owner, event))
    }

    private static func follow(
        _ header: EventHeader, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        endFollow(by: header.actor, of: MemberID(header.subject), view, &transaction)
        tell(.follow, header, view, &transaction)
        let pair = Key(header.actor.value).appending(header.subject.value)
        transaction.put(view.follows, pair, EventRow(header.position))
    }

    /// A block that ends a follow names itself as the cause, so the follow is looked up.
    private static func endFollow(
        by follower: MemberID, of followed: MemberID, _ view: NotificationsView,
        _ transaction: inout ViewTransaction
    ) {
        let pair = Key(follower.value).appending(followed.value)
        guard let row = transaction.get(view.follows, pair) else { return }
        transaction.remove(view.follows, pair)
        transaction.remove(view.rows, NotificationsView.key(followed, row.position))
    }

    private static func deleteComment(
        _ header: EventHeader, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        let comment = CommentID(header.subject)
        takeBackComment(comment, view, &transaction)
        guard header.actor != header.owner else { return }
        let recipe = transaction.get(view.recipes.comments, Key(comment.value))?.recipe ?? RecipeID(0)
        tell(.contentRemoved, header, recipe: recipe, comment: comment, view, &transaction)
    }

    private static func tellOfComment(
        _ comment: CommentID, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        guard let row = transaction.get(view.recipes.comments, Key(comment.value)),
            let author = recipeAuthor(of: row, view, &transaction)
        else { return }
        tell(of: row, comment, said: author, view, &transaction)
    }

    private static func tell(
        of row: CommentRow, _ comment: CommentID, said recipeAuthor: MemberID, _ view: NotificationsView,
        _ transaction: inout ViewTransaction
    ) {
        for (member, kind) in told(of: row, said: recipeAuthor, view, &transaction) {
            let notification = NotificationRow(
                kind: kind, actor: row.author, recipe: row.recipe, comment: comment, createdAt: row.createdAt)
            transaction.put(view.rows, NotificationsView.key(member, comment.position), notification)
        }
    }

    private static func takeBackComment(
        _ comment: CommentID, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        guard let row = transaction.get(view.recipes.comments, Key(comment.value)),
            let author = recipeAuthor(of: row, view, &transaction)
        else { return }
        for (member, _) in told(of: row, said: author, view, &transaction) {
            transaction.remove(view.rows, NotificationsView.key(member, comment.position))
        }
    }

    private static func recipeAuthor(
        of comment: CommentRow, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) -> MemberID? {
        transaction.get(view.recipes.rows, Key(comment.recipe.value))?.author
    }

    /// The author of the comment replied to, and the recipe's author if that is another member.
    private static func told(
        of comment: CommentRow, said recipeAuthor: MemberID, _ view: NotificationsView,
        _ transaction: inout ViewTransaction
    ) -> [(MemberID, NotificationKind)] {
        let parentAuthor =
            comment.parent.isNone ? nil : transaction.get(view.recipes.comments, Key(comment.parent.value))?.author
        var told: [(MemberID, NotificationKind)] = []
        if let parentAuthor { told.append((parentAuthor, .reply)) }
        if recipeAuthor != parentAuthor { told.append((recipeAuthor, .comment)) }
        return told.filter { member, _ in member != comment.author && member != .operator }
    }

    /// Removes the member's words and the notifications about them. Likes and the like stay as facts; queries leave
    /// them out.
    private static func deleteMember(
        _ member: MemberID, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        for key in transaction.keys(view.recipes.commented, prefix: Key(member.value)) {
            takeBackComment(CommentID(key.uint64(at: 8)), view, &transaction)
        }
        for key in transaction.keys(view.follows, prefix: Key(member.value)) {
            endFollow(by: member, of: MemberID(key.uint64(at: 8)), view, &transaction)
        }
    }

    private static func fileReport(
        _ header: EventHeader, _ view: NotificationsView, _ transaction: inout ViewTransaction
    ) {
        let target: ReportTargetRow
        if let address = transaction.get(view.recipes.comments, Key(header.subject.value)) {
            target = ReportTargetRow(recipe: address.recipe, comment: CommentID(header.subject))
        } else if header.owner.position == header.subject {
            target = ReportTargetRow()
        } else {
            target = ReportTargetRow(recipe: RecipeID(header.subject))
        }
        transaction.put(view.reports, Key(header.position.value), target)
    }
}

/// The tables of notifications, with what a fold needs to withdraw one.
///
/// No row holds words: queries read them from the recipes.
package struct NotificationsView: ViewSchema {
    /// (notified member, event).
    package let rows: ViewTable<NotificationRow>
    /// The recipes and comments that notifications refer to: folds read their authors and the comment replied to.
    package let recipes: RecipesView
    /// (follower, followed): the notifying event.
    package let follows: ViewTable<EventRow>
    /// By report: its target.
    package let reports: ViewTable<ReportTargetRow>
    /// By member: the last event read.
    package let marks: ViewTable<EventRow>

    package init(_ registry: inout TableRegistry) {
        recipes = RecipesView(&registry)
        rows = registry.table("notifications.rows", of: NotificationRow.self)
        follows = registry.table("notifications.follows", of: EventRow.self)
        reports = registry.table("notifications.reports", of: ReportTargetRow.self)
        marks = registry.table("notifications.marks", of: EventRow.self)
    }

    /// Key of `rows`: oldest first.
    package static func key(_ member: MemberID, _ event: Position) -> Key { Key(member.value).appending(event.value) }
}
