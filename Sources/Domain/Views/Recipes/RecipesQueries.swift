package import Events
package import Layout
import Projections

/// A recipe's page.
package struct RecipeAnswer: Codable, Sendable {
    package var position: Position
    package var recipe: RecipeDocument

    private enum CodingKeys: String, CodingKey { case position }

    /// The recipe's own fields stand beside the position.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(position.value, forKey: .position)
        try recipe.encode(to: encoder)
    }
}

extension RecipeAnswer {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        position = Position(try container.decode(UInt64.self, forKey: .position))
        recipe = try RecipeDocument(from: decoder)
    }
}

extension Queries {
    /// `viewer`: who asks, if anybody in particular. Refuses with `not-found`, or `gone` when it was deleted.
    package func recipe(_ reference: Reference, viewer: MemberID?) throws(Refusal) -> RecipeAnswer {
        let id = try recipeID(reference)
        guard let document = recipe(id, .whole, viewer: viewer) else { throw gone(reference) }
        return RecipeAnswer(position: snapshot.position, recipe: document)
    }

    /// The living recipe of that name, `r12` or `external:S:I`.
    package func recipeID(_ reference: Reference) throws(Refusal) -> RecipeID {
        let id = RecipeID(try position(of: reference, letter: "r", what: "recipe"))
        guard let row = snapshot.get(views.recipes.rows, Key(id.value)) else {
            throw notFound(reference, "recipe")
        }
        guard row.lifecycle == .living, !isDeletedAuthor(row.author) else { throw gone(reference) }
        return id
    }

    /// Nil when it is not there, deleted or erased. Banned authors' are there: feeds leave them out themselves.
    package func recipe(_ id: RecipeID, _ extent: RecipeExtent, viewer: MemberID?) -> RecipeDocument? {
        guard let row = snapshot.get(views.recipes.rows, Key(id.value)) else { return nil }
        return recipe(id, row, extent, viewer: viewer)
    }

    /// The same, of a row that has been read already.
    func recipe(_ id: RecipeID, _ row: RecipeRow, _ extent: RecipeExtent, viewer: MemberID?) -> RecipeDocument? {
        guard row.isShown,
            let content = content(of: id, extent),
            let author = memberCard(row.author)
        else { return nil }
        var document = RecipeDocument(id, row, content, author, extent)
        if let viewer { add(viewer: viewer, to: &document, id, row) }
        return document
    }

    private func content(of id: RecipeID, _ extent: RecipeExtent) -> RecipeContentRow? {
        switch extent {
        case .whole: snapshot.get(views.recipes.contents, Key(id.value))
        case .listed: snapshot.read(views.recipes.contents, Key(id.value), RecipeContentRow.listed)
        }
    }

    private func add(viewer: MemberID, to document: inout RecipeDocument, _ id: RecipeID, _ row: RecipeRow) {
        let key = RecipesView.key(viewer, id.position)
        let opinion = snapshot.get(views.recipes.opinions, key) ?? OpinionRow()
        document.liked = opinion.likedAt != nil
        document.bookmarked = opinion.bookmarkedAt != nil
        document.vote = opinion.vote == .up ? "up" : opinion.vote == .down ? "down" : nil
        document.stars = opinion.stars == 0 ? nil : opinion.stars
        document.followsAuthor = follows(viewer, row.author)
        let seen = snapshot.get(views.recipes.seen, Key(viewer.value))?.position ?? .none
        document.isNew = id.position > seen
        document.hasNewComments = hasComments(on: id, after: seen)
    }

    private func hasComments(on recipe: RecipeID, after seen: Position) -> Bool {
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

    func isDeletedAuthor(_ member: MemberID) -> Bool {
        snapshot.contains(views.recipes.deletedMembers, Key(member.value))
    }

    /// Whether the viewer, if there is one, or the other has blocked the other.
    package func isApart(_ member: MemberID, from viewer: MemberID?) -> Bool {
        viewer.map { isBlockedBetween($0, member) } ?? false
    }

    func position(of reference: Reference, letter: Character, what: String) throws(Refusal) -> Position {
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

    func notFound(_ reference: Reference, _ what: String) -> Refusal {
        Refusal(.notFound, "there is no \(what) \(reference)")
    }

    private func gone(_ reference: Reference) -> Refusal { Refusal(.gone, "\(reference) was deleted") }
}
