import Events
import Foundation
import Layout

/// Collections of recipes, which their makers alone change.
extension Model {
    private static func words(_ command: Command) throws -> (name: String, isPublic: Bool) {
        switch command.payload {
        case .cookbook(let said):
            let name = said.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard (1...100).contains(name.count) else { throw No(.invalid) }
            return (name, said.visibility == .public)
        default: throw No(.invalid)
        }
    }

    mutating func createCookbook(_ act: Act) throws -> Verdict {
        try requireMember(act)
        guard act.command.subject == nil else { throw No(.invalid) }
        let (name, isPublic) = try Self.words(act.command)
        let id = append(act, subject: head + 1, owner: act.actor)
        cookbooks[id] = Cookbook(member: act.actor, name: name, isPublic: isPublic, wordsEvent: id)
        return .done(id)
    }

    mutating func changeCookbook(_ act: Act) throws -> Verdict {
        let (id, old) = try cookbook(act)
        let (name, isPublic) = try Self.words(act.command)
        if name == old.name, isPublic == old.isPublic { return .unchanged(old.wordsEvent) }
        let event = append(act, subject: id, owner: act.actor)
        cookbooks[id]?.name = name
        cookbooks[id]?.isPublic = isPublic
        cookbooks[id]?.wordsEvent = event
        return .done(event)
    }

    mutating func deleteCookbook(_ act: Act) throws -> Verdict {
        let (id, old) = try cookbook(act, isLiving: false)
        if old.deletedBy > 0 { return .unchanged(old.deletedBy) }
        let event = append(act, subject: id, owner: act.actor)
        cookbooks[id]?.deletedBy = event
        return .done(event)
    }

    mutating func collect(_ act: Act) throws -> Verdict {
        let (id, old) = try cookbook(act)
        guard let cause = act.command.cause else { throw No(.invalid) }
        let recipe = try livingWork(cause, .recipe)
        try requireNoBlock(act, with: works[recipe]?.author ?? 0)
        if let tie = old.ties[recipe], tie.value > 0 { return .unchanged(tie.event) }
        let event = append(act, subject: id, owner: act.actor, cause: recipe)
        cookbooks[id]?.ties[recipe] = TieState(event: event, at: act.at, first: act.at, value: 1)
        cookbooks[id]?.recipes.append((recipe, event))
        return .done(event)
    }

    mutating func discard(_ act: Act) throws -> Verdict {
        let (id, old) = try cookbook(act)
        let recipe = try collected(act)
        guard let tie = old.ties[recipe] else { return .unchanged(id) }
        if tie.value == 0 { return .unchanged(tie.event) }
        let event = append(act, subject: id, owner: act.actor, creditedAt: tie.at, cause: recipe)
        cookbooks[id]?.ties[recipe] = TieState(event: event, at: act.at, first: act.at, value: 0)
        cookbooks[id]?.recipes.removeAll { $0.recipe == recipe }
        return .done(event)
    }

    mutating func moveRecipe(_ act: Act) throws -> Verdict {
        let (id, old) = try cookbook(act)
        let recipe = try collected(act)
        guard let index = old.recipes.firstIndex(where: { $0.recipe == recipe }) else { throw No(.notFound) }
        let place = Int(act.command.value)
        guard (1...old.recipes.count).contains(place) else { throw No(.invalid) }
        if index == place - 1 { return .unchanged(old.recipes[index].event) }
        let event = append(act, subject: id, owner: act.actor, value: place, cause: recipe)
        cookbooks[id]?.recipes.remove(at: index)
        cookbooks[id]?.recipes.insert((recipe, event), at: place - 1)
        return .done(event)
    }

    private func cookbook(_ act: Act, isLiving: Bool = true) throws -> (UInt64, Cookbook) {
        try requireMember(act)
        guard let reference = act.command.subject else { throw No(.invalid) }
        guard let id = position(reference), let cookbook = cookbooks[id] else { throw No(.notFound) }
        if case .position(_, let letter?) = reference, letter != "b" { throw No(.notFound) }
        guard cookbook.member == act.actor else {
            // A cookbook that the actor may not see is refused as if it did not exist.
            throw No(isSeen(cookbook, by: act.actor, now: act.now) ? .forbidden : .notFound)
        }
        guard cookbook.deletedBy == 0 || !isLiving else { throw No(.gone) }
        return (id, cookbook)
    }

    /// A recipe, whatever has become of it.
    private func collected(_ act: Act) throws -> UInt64 {
        guard let cause = act.command.cause else { throw No(.invalid) }
        guard let recipe = position(cause), works[recipe]?.sort == .recipe else { throw No(.notFound) }
        if case .position(_, let letter?) = cause, letter != "r" { throw No(.notFound) }
        return recipe
    }

    // MARK: What anybody is told

    private func isSeen(_ cookbook: Cookbook, by viewer: UInt64?, now: Timestamp) -> Bool {
        guard cookbook.deletedBy == 0, isHere(cookbook.member) else { return false }
        if viewer == cookbook.member { return true }
        return cookbook.isPublic && !isBanned(cookbook.member, at: now)
            && !(viewer.map { isApart($0, cookbook.member) } ?? false)
    }

    func cookbooks(of member: UInt64, viewer: UInt64?, now: Timestamp) -> [String] {
        cookbooks.filter { $0.value.member == member && isSeen($0.value, by: viewer, now: now) }
            .sorted { $0.key < $1.key }
            .map { "b\($0) \($1.name) \($1.isPublic ? "public" : "private") \($1.recipes.count)" }
    }

    func cookbook(_ id: UInt64, viewer: UInt64?, now: Timestamp) throws -> [String] {
        guard let cookbook = cookbooks[id], isSeen(cookbook, by: viewer, now: now) else { throw No(.notFound) }
        return cookbook.recipes.enumerated().map { index, entry in
            "\(index + 1) r\(entry.recipe) \(seenTitle(of: entry.recipe, by: viewer) ?? "gone")"
        }
    }
}
