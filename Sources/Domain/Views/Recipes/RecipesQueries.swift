package import Events
package import Layout
import Projections

/// The parts of a recipe that are shown.
package enum RecipeExtent: Sendable {
    case whole
    /// Without ingredients and steps.
    case listed
}

extension Queries {
    /// The living recipe that a reference names: `r12` or `external:S:I`. A recipe whose author has blocked the viewer
    /// is not found, deleted or not.
    package func recipeID(_ reference: Reference, for viewer: MemberID?) throws(Refusal) -> RecipeID {
        let id = RecipeID(try position(of: reference, letter: "r", what: "recipe"))
        guard let row = snapshot.get(views.recipes.rows, Key(id.value)), !isClosed(row.author, to: viewer) else {
            throw notFound(reference, "recipe")
        }
        guard row.lifecycle == .living, !isDeletedAuthor(row.author) else {
            throw gone(reference, id.position, by: row.author)
        }
        return id
    }

    /// All living recipes, the oldest first, those of banned members included, without those that a block hides from
    /// the viewer. O(recipes).
    package func recipes(for viewer: MemberID?) -> [RecipeID] {
        let apart = viewer.map(apart) ?? []
        var recipes: [RecipeID] = []
        snapshot.scan(views.recipes.rows) { key, row in
            if row.isShown, !apart.contains(row.author) { recipes.append(RecipeID(key.uint64(at: 0))) }
            return true
        }
        return recipes
    }

    /// The member's bookmarks of recipes that were deleted, the oldest first. O(bookmarks of the member).
    package func deletedBookmarks(of member: MemberID) -> [RecipeID] {
        var deleted: [RecipeID] = []
        snapshot.scan(views.recipes.bookmarked, prefix: Key(member.value)) { key, _ in
            let recipe = RecipeID(RecipesView.position(endOf: key))
            if snapshot.get(views.recipes.rows, Key(recipe.value))?.isShown != true { deleted.append(recipe) }
            return true
        }
        return deleted
    }

    /// The stored content of a recipe.
    package func content(of id: RecipeID, _ extent: RecipeExtent) -> RecipeContentRow? {
        switch extent {
        case .whole: snapshot.get(views.recipes.contents, Key(id.value))
        case .listed: snapshot.read(views.recipes.contents, Key(id.value), RecipeContentRow.listed)
        }
    }

    /// A member's opinion of a recipe, without void marks.
    package func opinion(of member: MemberID, on recipe: RecipeID) -> OpinionRow {
        snapshot.get(views.recipes.opinions, RecipesView.key(member, recipe.position))?.counted ?? OpinionRow()
    }

    /// Whether the member's likes, votes, ratings, bookmarks and follows count as taken back.
    package func areMarksVoid(of member: MemberID) -> Bool {
        snapshot.contains(views.recipes.voided, Key(member.value))
    }

    /// Whether a living comment of a living author came after `seen`.
    package func hasComments(on recipe: RecipeID, after seen: Position) -> Bool {
        var found = false
        snapshot.scan(views.recipes.threads, prefix: Key(recipe.value)) { key, _ in
            let comment = RecipesView.position(endOf: key)
            guard comment > seen, let row = snapshot.get(views.recipes.comments, Key(comment.value)) else {
                return true
            }
            found = row.lifecycle == .living && !isDeletedAuthor(row.author)
            return !found
        }
        return found
    }

    /// The author of a recipe or comment, or the member of a repost, deleted or not; else the operator.
    package func author(of position: Position) -> MemberID {
        let key = Key(position.value)
        return snapshot.get(views.recipes.rows, key)?.author ?? snapshot.get(views.recipes.comments, key)?.author
            ?? snapshot.get(views.recipes.reposts, key)?.member ?? .operator
    }

    package func isDeletedAuthor(_ member: MemberID) -> Bool {
        snapshot.contains(views.recipes.deletedMembers, Key(member.value))
    }

    /// Whether the viewer, if there is one, or the other member has blocked the other.
    package func isApart(_ member: MemberID, from viewer: MemberID?) -> Bool {
        viewer.map { isBlockedBetween($0, member) } ?? false
    }

    package func position(of reference: Reference, letter: Character, what: String) throws(Refusal) -> Position {
        switch reference {
        case .position(let position, let written):
            guard written == nil || written == letter else { throw notFound(reference, what) }
            return position
        case .external(let source, let id):
            guard let position = position(Origin(source: source, id: id)) else { throw notFound(reference, what) }
            return position
        case .username: throw notFound(reference, what)
        }
    }

    package func notFound(_ reference: Reference, _ what: String) -> Refusal {
        Refusal(.notFound, "there is no \(what) \(reference)")
    }

    /// The refusal of a recipe, comment or repost that was deleted, by itself or with its author's account, with the
    /// time of that.
    package func gone(_ reference: Reference, _ id: Position, by author: MemberID) -> Refusal {
        let event =
            snapshot.get(views.recipes.deletions, Key(id.value))
            ?? snapshot.get(views.recipes.deletedMembers, Key(author.value))
        var refusal = Refusal(.gone, "\(reference) was deleted")
        refusal.at = event.flatMap { log.record(at: $0.position) }?.header.occurredAt
        return refusal
    }

    /// The refusal of a comment or repost that is not shown, because it was deleted or because its recipe was.
    package func gone(
        _ reference: Reference, _ id: Position, by author: MemberID, _ lifecycle: Lifecycle, on recipe: RecipeID,
        by recipeAuthor: MemberID?
    ) -> Refusal {
        let isDeleted = lifecycle != .living || isDeletedAuthor(author)
        return isDeleted
            ? gone(reference, id, by: author) : gone(reference, recipe.position, by: recipeAuthor ?? author)
    }

    /// The content of a version of the recipe, and the time from which it was shown.
    package func content(
        of reference: Reference, version: UInt64, for viewer: MemberID?
    ) throws(Refusal) -> (content: ProtoRecipeContent, at: Timestamp) {
        let recipe = try recipeID(reference, for: viewer)
        let row = snapshot.get(views.recipes.versions, RecipesView.versionKey(recipe, version))
        guard let row, let record = log.record(at: row.position), case .recipe(let content) = record.payload else {
            let newest = snapshot.get(views.recipes.rows, Key(recipe.value))?.version ?? 1
            throw Refusal(
                .notFound, "there is no version \(version) of \(reference): the newest is \(newest)", field: "version")
        }
        return (content, record.header.occurredAt)
    }

    /// The recipe that was posted with that origin; `nil` if there is none, or it was deleted.
    package func recipe(adoptedFrom origin: Origin) throws(Refusal) -> RecipeID? {
        do throws(Refusal) {
            return try recipeID(.external(source: origin.source, id: origin.id), for: nil)
        } catch  where error.code == .notFound || error.code == .gone {
            return nil
        }
    }
}
