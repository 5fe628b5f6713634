import Events
import Layout

/// The note of a member who cooked a recipe.
struct CookNote: Encodable {
    var event: UInt64
    var member: Card
    var note: String
    var cookedAt: String
}

extension Model {
    /// The latest first by the time of cooking, then by the event. Notes of deleted members, and across a block, are not
    /// shown.
    func cookNotes(on recipe: UInt64, viewer: UInt64?) throws -> [CookNote] {
        _ = try shownRecipe(recipe, to: viewer)
        let events = facts.indices.map { UInt64($0) + 1 }.filter { event in
            let fact = facts[Int(event) - 1]
            return fact.kind == .recipeCooked && fact.subject == recipe && isHere(fact.actor)
                && !(viewer.map { isApart($0, fact.actor) } ?? false)
        }
        let latest = events.sorted {
            (facts[Int($0) - 1].at, $0) > (facts[Int($1) - 1].at, $1)
        }
        return latest.compactMap { event in
            let fact = facts[Int(event) - 1]
            return words(of: event).map {
                CookNote(event: event, member: card(fact.actor), note: $0, cookedAt: fact.at.rfc3339)
            }
        }
    }
}
