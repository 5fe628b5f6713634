import Events
import Layout

/// The note of a member who cooked a recipe.
struct CookNote: Encodable {
    var event: UInt64
    var member: Card
    var note: String
    var image: String?
    var imageText: String?
    var cookedAt: String
}

extension Model {
    /// «the cook or a moderator»; the recipe may be left out.
    mutating func deleteCookNote(_ act: Act) throws -> Verdict {
        guard let cause = act.command.cause else { throw No(.invalid) }
        switch cause {
        case .position(_, nil), .external: break
        default: throw No(.notFound)
        }
        guard let event = position(cause), hasNote(event) else { throw No(.notFound) }
        let cooked = facts[Int(event) - 1]
        if let subject = act.command.subject {
            guard let recipe = position(subject), works[recipe]?.sort == .recipe else { throw No(.notFound) }
            if case .position(_, let letter?) = subject, letter != "r" { throw No(.notFound) }
            if recipe != cooked.subject { throw No(.invalid) }
        }
        guard isHere(cooked.actor) else { throw No(.gone) }
        guard cooked.actor == act.actor || act.mayModerate else { throw No(.forbidden) }
        if let deletion = deletion(ofNote: event) { return .unchanged(deletion) }
        let deletion = append(act, subject: cooked.subject, owner: cooked.actor, cause: event)
        note(deletion, act)
        return .done(deletion)
    }

    /// Whether the event is a cooking with a note, deleted or not.
    func hasNote(_ event: UInt64) -> Bool {
        (1...head).contains(event) && facts[Int(event) - 1].kind == .recipeCooked
            && words[event].map { $0.text.isEmpty && $0.image.isEmpty } == false
    }

    private func deletion(ofNote event: UInt64) -> UInt64? {
        facts.firstIndex { $0.kind == .recipeCookNoteDeleted && $0.cause == event }.map { UInt64($0) + 1 }
    }

    /// The latest first by the time of cooking, then by the event. Notes of deleted members, and across a block, are not
    /// shown.
    func cookNotes(on recipe: UInt64, viewer: UInt64?) throws -> [CookNote] {
        _ = try shownRecipe(recipe, to: viewer)
        let events = facts.indices.map { UInt64($0) + 1 }.filter { event in
            let fact = facts[Int(event) - 1]
            return fact.kind == .recipeCooked && fact.subject == recipe && isHere(fact.actor)
                && !(viewer.map { isApart($0, fact.actor) } ?? false) && deletion(ofNote: event) == nil
        }
        let latest = events.sorted {
            (facts[Int($0) - 1].at, $0) > (facts[Int($1) - 1].at, $1)
        }
        return latest.compactMap { event in
            let fact = facts[Int(event) - 1]
            guard let said = words[event], hasNote(event) else { return nil }
            return CookNote(
                event: event, member: card(fact.actor), note: said.text, image: said.image.isEmpty ? nil : said.image,
                imageText: said.imageText.isEmpty ? nil : said.imageText, cookedAt: fact.at.rfc3339)
        }
    }
}
