import Events
import Foundation
import Layout

/// What members plan and have to buy: private to each member.
extension Model {
    /// Which day and meal a command means.
    func place(of command: Command) throws -> (day: String, meal: Int, servings: UInt32?) {
        let said: ProtoPlan
        switch command.payload {
        case .none: said = ProtoPlan()
        case .plan(let plan): said = plan
        default: throw No(.invalid)
        }
        guard Self.isPlannable(said.day), (1...4).contains(said.meal.rawValue) else { throw No(.invalid) }
        return (said.day, said.meal.rawValue, said.hasServings ? said.servings : nil)
    }

    private static func isPlannable(_ day: String) -> Bool {
        let format = Date.ISO8601FormatStyle().year().month().day()
        guard let date = try? format.parse(day), format.format(date) == day else { return false }
        return (2000...2099).contains(Int(day.prefix(4)) ?? 0)
    }

    private static func start(of day: String) -> Timestamp {
        let date = try? Date.ISO8601FormatStyle().year().month().day().parse(day)
        return Timestamp(seconds: Int64(date?.timeIntervalSince1970 ?? 0))
    }

    /// «Again for as many changes nothing; for others it replaces what was planned.»
    mutating func plan(_ act: Act) throws -> Verdict {
        let recipe = try recipe(act)
        let (day, meal, servings) = try place(of: act.command)
        if let servings, !(1...1_000).contains(servings) { throw No(.invalid) }
        let place = PlanPlace(member: act.actor, day: day, meal: meal, recipe: recipe.id)
        let old = plans[place].flatMap { $0.isThere ? $0 : nil }
        if let old, old.servings == servings ?? 0 { return .unchanged(old.event) }
        let event = append(
            act, subject: recipe.id, owner: act.actor, creditedAt: Self.start(of: day), value: meal,
            cause: old?.event ?? 0)
        plans[place] = Planned(event: event, isThere: true, servings: servings ?? 0)
        return .done(event)
    }

    /// Whatever has become of the recipe.
    mutating func clearPlan(_ act: Act) throws -> Verdict {
        try requireMember(act)
        guard let reference = act.command.subject else { throw No(.invalid) }
        guard let id = position(reference), works[id]?.sort == .recipe else { throw No(.notFound) }
        if case .position(_, let letter?) = reference, letter != "r" { throw No(.notFound) }
        let (day, meal, servings) = try place(of: act.command)
        if servings != nil { throw No(.invalid) }
        let place = PlanPlace(member: act.actor, day: day, meal: meal, recipe: id)
        guard let old = plans[place] else { return .unchanged(id) }
        guard old.isThere else { return .unchanged(old.event) }
        let event = append(
            act, subject: id, owner: act.actor, creditedAt: Self.start(of: day), value: meal, cause: old.event)
        plans[place] = Planned(event: event, isThere: false, servings: 0)
        return .done(event)
    }

    mutating func addItem(_ act: Act) throws -> Verdict {
        try requireMember(act)
        guard act.command.subject == nil else { throw No(.invalid) }
        let said: ProtoListItem
        switch act.command.payload {
        case .none: said = ProtoListItem()
        case .listItem(let item): said = item
        default: throw No(.invalid)
        }
        var item = Item(member: act.actor, text: "", recipe: 0, servings: 0)
        if let cause = act.command.cause {
            item.recipe = try livingWork(cause, .recipe)
            try requireNoBlock(act, with: works[item.recipe]?.author ?? 0)
            if said.hasText || said.hasServings && !(1...1_000).contains(said.servings) { throw No(.invalid) }
            item.servings = said.servings
        } else {
            item.text = said.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if item.text.isEmpty || said.hasServings { throw No(.invalid) }
            if said.hasFrom || said.hasThrough {
                guard Self.isPlannable(said.from), Self.isPlannable(said.through), said.from <= said.through else {
                    throw No(.invalid)
                }
                (item.from, item.through) = (said.from, said.through)
            }
        }
        let id = append(act, subject: head + 1, owner: act.actor, cause: item.recipe)
        items[id] = item
        return .done(id)
    }

    mutating func check(_ act: Act, _ value: Int) throws -> Verdict {
        let id = try item(act)
        guard items[id]?.removedBy == 0 else { throw No(.gone) }
        return set(.check, act, on: id, owner: act.actor, to: value)
    }

    mutating func removeItem(_ act: Act) throws -> Verdict {
        let id = try item(act)
        guard let item = items[id] else { throw No(.notFound) }
        if item.removedBy > 0 { return .unchanged(item.removedBy) }
        let event = append(act, subject: id, owner: act.actor)
        items[id]?.removedBy = event
        return .done(event)
    }

    private func item(_ act: Act) throws -> UInt64 {
        try requireMember(act)
        guard let reference = act.command.subject else { throw No(.invalid) }
        guard let id = position(reference), let item = items[id] else { throw No(.notFound) }
        if case .position(_, let letter?) = reference, letter != "i" { throw No(.notFound) }
        // An item of another member is refused as if it did not exist.
        guard item.member == act.actor else { throw No(.notFound) }
        return id
    }

    // MARK: What they are told

    /// Day, meal, recipe, for how many, and whether it can still be seen, in the order of days and meals.
    func plan(of member: UInt64, from first: String, through last: String) -> [String] {
        plans.filter { $0.key.member == member && $0.value.isThere && first <= $0.key.day && $0.key.day <= last }
            .sorted { ($0.key.day, $0.key.meal, $0.key.recipe) < ($1.key.day, $1.key.meal, $1.key.recipe) }
            .map { place, planned in
                let meal = ["breakfast", "lunch", "dinner", "snack"][place.meal - 1]
                let title = seenTitle(of: place.recipe, by: member) ?? "gone"
                return "\(planned.event) \(place.day) \(meal) r\(place.recipe) \(planned.servings) \(title)"
            }
    }

    /// The oldest first. What was needed on other days is left out, and while it is not checked it is no item of its own: no
    /// recipe here needs what is listed so.
    func list(of member: UInt64, from first: String, through last: String) -> [String] {
        items.filter { $0.value.member == member && $0.value.removedBy == 0 }.sorted { $0.key < $1.key }
            .filter { id, item in
                guard !item.from.isEmpty else { return true }
                return item.from <= last && first <= item.through && holds(.check, member, id) != nil
            }
            .map { id, item in
                let what = item.recipe == 0 ? item.text : seenTitle(of: item.recipe, by: member) ?? "gone"
                let isChecked = holds(.check, member, id) != nil
                return "i\(id) \(what) \(item.servings) \(isChecked)"
            }
    }

    func seenTitle(of recipe: UInt64, by viewer: UInt64?) -> String? {
        guard let work = works[recipe], isLiving(recipe), !(viewer.map { isApart(work.author, $0) } ?? false) else {
            return nil
        }
        return work.content.title
    }
}
