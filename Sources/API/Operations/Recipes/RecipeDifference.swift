package import Events
package import LarderAPI
import SwiftProtobuf
import Views

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
            value("videoURL") { $0.videoURL.unlessEmpty },
            value("sourceURL") { $0.sourceURL.unlessEmpty },
        ].compactMap { $0 }
    }

    /// The shortest way from one list to the other, what was removed before what came in its place.
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
