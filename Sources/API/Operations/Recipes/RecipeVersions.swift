package import Events
package import LarderAPI
package import Layout
import Projections
import SwiftProtobuf
package import Views

extension Questions {
    static let recipeVersions: [any AnyBinding] = [
        bind(API.recipeVersions) { input, viewer, queries in
            try queries.versions(of: try input.reference, page: input.page.page, viewer: viewer.member)
        },
        bind(API.recipeDifference) { input, viewer, queries in
            try queries.difference(
                of: try EntityName.reference(input.recipe, "r", field: "recipe"), from: input.from, to: input.to,
                viewer: viewer.member)
        },
    ]
}

extension Queries {
    /// The versions of a recipe, the newest first.
    package func versions(
        of reference: Reference, page: Page, viewer: MemberID?
    ) throws(Refusal) -> RecipeVersionsAnswer {
        let recipe = try recipeID(reference, for: viewer)
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

    /// The recipe with the content of a version, and with its present counts.
    package func recipe(
        _ reference: Reference, version: UInt64, viewer: MemberID?
    ) throws(Refusal) -> RecipeAnswer {
        var answer = try recipe(reference, viewer: viewer)
        let (content, at) = try content(of: reference, version: version, for: viewer)
        answer.recipe.say(content, version: version, .whole)
        answer.recipe.pictures = pictures(of: answer.recipe)
        answer.recipe.editedAt = version == 1 ? nil : at.rfc3339
        return answer
    }

    /// The changes from one version to another, field by field.
    package func difference(
        of reference: Reference, from old: UInt64, to new: UInt64, viewer: MemberID?
    ) throws(Refusal) -> RecipeDifferenceAnswer {
        let recipe = try recipeID(reference, for: viewer)
        return RecipeDifferenceAnswer(
            position: snapshot.position.value, id: "\(recipe)", from: old, to: new,
            changes: RecipeDifference.changes(
                from: try content(of: reference, version: old, for: viewer).content,
                to: try content(of: reference, version: new, for: viewer).content))
    }
}

extension RecipeDifference {
    /// The fields that differ, in the order in which a recipe is read.
    package static func changes(from old: ProtoRecipeContent, to new: ProtoRecipeContent) -> [RecipeDifference] {
        func value(_ field: String, _ read: (ProtoRecipeContent) -> String?) -> RecipeDifference? {
            let (from, to) = (read(old), read(new))
            return from == to ? nil : RecipeDifference(field: field, from: from, to: to)
        }
        func list(_ field: String, _ read: (ProtoRecipeContent) -> [String]) -> RecipeDifference? {
            let (from, to) = (read(old), read(new))
            return from == to ? nil : RecipeDifference(field: field, lines: lines(from, to))
        }
        return [
            value("title") { $0.title },
            value("description") { $0.description_p.unlessEmpty },
            list("ingredients") { $0.ingredients.map(\.original) },
            list("steps") { $0.steps.map(\.text) },
            value("servings") { $0.hasServings ? "\($0.servings)" : nil },
            value("prepMinutes") { $0.hasPrepMinutes ? "\($0.prepMinutes)" : nil },
            value("cookMinutes") { $0.hasCookMinutes ? "\($0.cookMinutes)" : nil },
            value("totalMinutes") { $0.hasTotalMinutes ? "\($0.totalMinutes)" : nil },
            value("difficulty") { $0.difficulty.name },
            value("cuisine") { $0.cuisine.unlessEmpty },
            value("course") { $0.course.unlessEmpty },
            list("tags") { $0.tags },
            value("vegetarian") { $0.diet.vegetarian.name },
            value("vegan") { $0.diet.vegan.name },
            value("glutenFree") { $0.diet.glutenFree.name },
            value("sugarFree") { $0.diet.sugarFree.name },
            list("images") { $0.images },
            list("imageTexts") { $0.imageTexts },
            value("videoURL") { $0.videoURL.unlessEmpty },
            value("sourceURL") { $0.sourceURL.unlessEmpty },
        ].compactMap { $0 }
    }

    /// The shortest list of changes from one list to the other. Removed lines come before the lines that replace them.
    private static func lines(_ old: [String], _ new: [String]) -> [Line] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [Line] = []
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            if removed.contains(from) {
                lines.append(Line(change: "removed", text: old[from]))
                from += 1
            } else if inserted.contains(to) {
                lines.append(Line(change: "added", text: new[to]))
                to += 1
            } else {
                lines.append(Line(change: "kept", text: new[to]))
                from += 1
                to += 1
            }
        }
        return lines
    }
}
