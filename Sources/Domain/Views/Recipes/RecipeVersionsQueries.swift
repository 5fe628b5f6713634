package import Events
package import Layout
import Projections

/// One version of a recipe, as its history lists it.
package struct RecipeVersion: Codable, Sendable {
    package var version: UInt64
    /// The event that holds its content.
    package var event: UInt64
    package var at: String
    package var title: String
    /// What its author said of the change.
    package var note: String?
}

package struct RecipeVersionsAnswer: Codable, Sendable {
    package var position: UInt64
    package var id: String
    package var versions: [RecipeVersion]
    package var next: String?
}

extension Queries {
    /// The newest version first.
    package func versions(of reference: Reference, page: Page) throws(Refusal) -> RecipeVersionsAnswer {
        let recipe = try recipeID(reference)
        let contents = try contents(
            of: page, in: views.recipes.versions, prefix: Key(recipe.value), keyBytes: 16, reversed: true
        ) { key, row -> RecipeVersion? in
            guard let record = log.record(at: row.position), case .recipe(let content) = record.payload else {
                return nil
            }
            return RecipeVersion(
                version: key.uint64(at: 8), event: row.position.value, at: record.header.occurredAt.rfc3339,
                title: content.title, note: content.note.unlessEmpty)
        }
        return RecipeVersionsAnswer(
            position: snapshot.position.value, id: "\(recipe)", versions: contents.items, next: contents.next)
    }

    /// The recipe as it was in that version; the numbers are today's.
    package func recipe(
        _ reference: Reference, version: UInt64, viewer: MemberID?
    ) throws(Refusal) -> RecipeAnswer {
        var answer = try recipe(reference, viewer: viewer)
        let (content, at) = try content(of: reference, version: version)
        answer.recipe.say(content, version: version, .whole)
        answer.recipe.editedAt = version == 1 ? nil : at.rfc3339
        return answer
    }

    /// What changed from one version to another, field by field.
    package func difference(
        of reference: Reference, from old: UInt64, to new: UInt64
    ) throws(Refusal) -> RecipeDifferenceAnswer {
        let recipe = try recipeID(reference)
        return RecipeDifferenceAnswer(
            position: snapshot.position.value, id: "\(recipe)", from: old, to: new,
            changes: RecipeDifference.changes(
                from: try content(of: reference, version: old).content,
                to: try content(of: reference, version: new).content))
    }

    /// What the recipe said in that version, and since when.
    package func content(
        of reference: Reference, version: UInt64
    ) throws(Refusal) -> (content: ProtoRecipeContent, at: Timestamp) {
        let recipe = try recipeID(reference)
        let row = snapshot.get(views.recipes.versions, RecipesView.versionKey(recipe, version))
        guard let row, let record = log.record(at: row.position), case .recipe(let content) = record.payload else {
            let newest = snapshot.get(views.recipes.rows, Key(recipe.value))?.version ?? 1
            throw Refusal(
                .notFound, "there is no version \(version) of \(reference): the newest is \(newest)", field: "version")
        }
        return (content, record.header.occurredAt)
    }
}
