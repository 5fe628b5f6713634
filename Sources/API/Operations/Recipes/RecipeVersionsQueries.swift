package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

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
}
