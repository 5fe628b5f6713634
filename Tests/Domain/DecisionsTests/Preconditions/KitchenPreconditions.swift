import Events
import Layout
import Testing

/// Plans and shopping lists, which only their owners change.
@Suite struct KitchenPreconditions {
    static var all: [Precondition] {
        [plans, clearings, listings, checks, unchecks, removals].flatMap { $0 }
    }

    // MARK: The plan

    private static let dinner = Payload.planning("2026-11-24", 3)

    private static func plan(_ payload: Payload) -> @Sendable (Village) -> Command {
        { $0.asks(.planSet, $0.cy, $0.theSoup, payload: payload) }
    }

    private static let planned: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.planSet, $0.cy, $0.theSoup, payload: dinner)
    }

    private static func places(_ kind: EventKind) -> [Precondition] {
        func no(_ rule: String, _ field: String, _ payload: Payload) -> Precondition {
            .init(rule, .refused(.invalid, field)) { $0.asks(kind, $0.cy, $0.theSoup, payload: payload) }
        }
        return [
            no("it says for which day", "day", .planning("", 3)), no("it says anything", "day", .none),
            no("not on a day that does not exist", "day", .planning("2026-02-29", 3)),
            no("not at a time of the day", "day", .planning("2026-11-24T10:00:00Z", 3)),
            no("not before the year 2000", "day", .planning("1999-12-31", 3)),
            no("not after the year 2099", "day", .planning("2100-01-01", 3)),
            no("it says for which meal", "meal", .planning("2026-11-24", 0)),
            .init("on the first day there is", .init(kind)) {
                $0.asks(kind, $0.cy, $0.theSoup, payload: .planning("2000-01-01", 1))
            },
            .init("on the last day there is", .init(kind)) {
                $0.asks(kind, $0.cy, $0.theSoup, payload: .planning("2099-12-31", 4))
            },
        ]
    }

    static let plans: [Precondition] =
        OpinionPreconditions.onRecipes(.planSet, payload: dinner) + places(.planSet) + [
            .init("a member plans", .accepted, plan(dinner)),
            .init("also their own recipe", .accepted) { $0.asks(.planSet, $0.bo, $0.theSoup, payload: dinner) },
            .init("twice changes nothing", .unchanged, after: planned, plan(dinner)),
            .init("for others it is replaced", .accepted, after: planned, plan(.planning("2026-11-24", 3, for: 4))),
            .init(
                "for as many again changes nothing", .unchanged,
                after: { try $0.submit(.planSet, $0.cy, $0.theSoup, payload: .planning("2026-11-24", 3, for: 4)) },
                plan(.planning("2026-11-24", 3, for: 4))),
            .init("for another meal it is another plan", .accepted, after: planned, plan(.planning("2026-11-24", 2))),
            .init("for another day, too", .accepted, after: planned, plan(.planning("2026-11-25", 3))),
            .init(
                "what was cleared is planned again", .accepted,
                after: {
                    try planned(&$0)
                    try $0.submit(.planCleared, $0.cy, $0.theSoup, payload: dinner)
                }, plan(dinner)),
            .init("what another has planned is theirs", .accepted, after: planned) {
                $0.asks(.planSet, $0.mo, $0.theSoup, payload: dinner)
            },
        ]

    @Test("plan.set: recipe not deleted; for other servings it is replaced", arguments: plans)
    func planSet(_ row: Precondition) throws { try row.check() }

    private static let clear: @Sendable (Village) -> Command = {
        $0.asks(.planCleared, $0.cy, $0.theSoup, payload: dinner)
    }

    static let clearings: [Precondition] =
        places(.planCleared) + [
            .init("what is planned is cleared", .accepted, after: planned, clear),
            .init("what never was changes nothing", .unchanged, clear),
            .init(
                "nor does clearing it twice", .unchanged,
                after: {
                    try planned(&$0)
                    try $0.community.submit(clear($0))
                }, clear),
            .init("nor clearing what another planned", .unchanged, after: planned) {
                $0.asks(.planCleared, $0.mo, $0.theSoup, payload: dinner)
            },
            .init("servings are not cleared", .refused(.invalid, "servings"), after: planned) {
                $0.asks(.planCleared, $0.cy, $0.theSoup, payload: .planning("2026-11-24", 3, for: 4))
            },
            .init(
                "also a deleted recipe", .accepted,
                after: {
                    try planned(&$0)
                    try $0.submit(.recipeDeleted, $0.bo, $0.theSoup)
                }, clear),
            .init(
                "also a deleted member's recipe", .accepted,
                after: {
                    try planned(&$0)
                    try $0.submit(.memberDeleted, $0.bo)
                }, clear),
            .init(
                "also a recipe of whom one has blocked", .accepted,
                after: {
                    try planned(&$0)
                    try $0.submit(.memberBlocked, $0.cy, .username("bo"))
                }, clear),
            .init("not a recipe that never was", .refused(.notFound, "subject")) {
                $0.asks(.planCleared, $0.cy, .nothing, payload: dinner)
            },
            .init("not a comment", .refused(.notFound, "subject")) {
                $0.asks(.planCleared, $0.cy, $0.theComment, payload: dinner)
            },
            .init("the operator takes no part", .refused(.forbidden, "actor")) {
                $0.asks(.planCleared, nil, $0.theSoup, payload: dinner)
            },
        ]

    @Test("plan.cleared: whatever has become of the recipe", arguments: clearings)
    func planCleared(_ row: Precondition) throws { try row.check() }

    // MARK: The list

    private static let lemons = Payload.listing("2 lemons")

    private static func needed(_ from: String?, _ through: String?, text: String? = "1 kg flour") -> Payload {
        var item = ProtoListItem()
        if let text { item.text = text }
        if let from { item.from = from }
        if let through { item.through = through }
        return .listItem(item)
    }

    static let listings: [Precondition] = [
        .init("a line", .accepted) { $0.asks(.listItemAdded, $0.cy, payload: lemons) },
        .init("the same line again is another item", .accepted, after: listed) {
            $0.asks(.listItemAdded, $0.cy, payload: lemons)
        },
        .init("a recipe", .accepted) { $0.asks(.listItemAdded, $0.cy, cause: $0.theSoup) },
        .init("a recipe for four", .accepted) {
            $0.asks(.listItemAdded, $0.cy, cause: $0.theSoup, payload: .listing(for: 4))
        },
        .init("nothing is no item", .refused(.invalid, "text")) { $0.asks(.listItemAdded, $0.cy) },
        .init("blanks are no item", .refused(.invalid, "text")) {
            $0.asks(.listItemAdded, $0.cy, payload: .listing(" \n"))
        },
        .init("not a line and a recipe", .refused(.invalid, "text")) {
            $0.asks(.listItemAdded, $0.cy, cause: $0.theSoup, payload: lemons)
        },
        .init("a line that a plan needed", .accepted) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2026-11-24", "2026-11-30"))
        },
        .init("of one day", .accepted) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2026-11-24", "2026-11-24"))
        },
        .init("of a year", .accepted) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2024-01-01", "2024-12-31"))
        },
        .init("not of more", .refused(.invalid, "through")) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2024-01-01", "2025-01-01"))
        },
        .init("not of days that go backwards", .refused(.invalid, "through")) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2026-11-24", "2026-11-23"))
        },
        .init("it says the first day", .refused(.invalid, "from")) {
            $0.asks(.listItemAdded, $0.cy, payload: needed(nil, "2026-11-24"))
        },
        .init("and the last", .refused(.invalid, "through")) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2026-11-24", nil))
        },
        .init("days that there are", .refused(.invalid, "from")) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2026-02-29", "2026-03-01"))
        },
        .init("and that can be planned", .refused(.invalid, "through")) {
            $0.asks(.listItemAdded, $0.cy, payload: needed("2099-12-31", "2100-01-01"))
        },
        .init("a recipe has no days", .refused(.invalid, "from")) {
            $0.asks(
                .listItemAdded, $0.cy, cause: $0.theSoup, payload: needed("2026-11-24", "2026-11-24", text: nil))
        },
        .init("a line has no servings", .refused(.invalid, "servings")) {
            guard case .listItem(var message) = lemons else { return $0.asks(.listItemAdded, $0.cy) }
            message.servings = 2
            return $0.asks(.listItemAdded, $0.cy, payload: .listItem(message))
        },
        .init(
            "not a deleted recipe", .refused(.gone, "cause"),
            after: { try $0.submit(.recipeDeleted, $0.bo, $0.theSoup) },
            { $0.asks(.listItemAdded, $0.cy, cause: $0.theSoup) }),
        .init(
            "not whose author has blocked one", .refused(.forbidden, "actor"),
            after: { try $0.submit(.memberBlocked, $0.bo, .username("cy")) },
            { $0.asks(.listItemAdded, $0.cy, cause: $0.theSoup) }),
        .init("not a comment", .refused(.notFound, "cause")) { $0.asks(.listItemAdded, $0.cy, cause: $0.theComment) },
        .init("it makes its own subject", .refused(.invalid, "subject")) {
            $0.asks(.listItemAdded, $0.cy, $0.theSoup, payload: lemons)
        },
        .init("its data has its own shape", .refused(.invalid, "data")) {
            $0.asks(.listItemAdded, $0.cy, payload: .because("x"))
        },
        .init("the operator takes no part", .refused(.forbidden, "actor")) {
            $0.asks(.listItemAdded, nil, payload: lemons)
        },
    ]

    @Test("list.itemAdded: a line, or a recipe that is not deleted", arguments: listings)
    func itemAdded(_ row: Precondition) throws { try row.check() }

    private static let listed: @Sendable (inout Village) throws -> Void = {
        _ = try $0.submit(.listItemAdded, $0.cy, payload: lemons)
    }
    /// The first event after the village's own.
    private static let item = Reference.item(Position(8))

    private static let unlisted: @Sendable (inout Village) throws -> Void = {
        try listed(&$0)
        try $0.submit(.listItemRemoved, $0.cy, item)
    }

    private static func onItems(_ kind: EventKind) -> [Precondition] {
        [
            .init("an item of another's list is like none", .refused(.notFound, "subject"), after: listed) {
                $0.asks(kind, $0.bo, item)
            },
            .init("also for a moderator", .refused(.notFound, "subject"), after: listed) {
                $0.asks(kind, $0.mo, item)
            },
            .init("also when it is removed", .refused(.notFound, "subject"), after: unlisted) {
                $0.asks(kind, $0.bo, item)
            },
            .init("the operator takes no part", .refused(.forbidden, "actor"), after: listed) {
                $0.asks(kind, nil, item)
            },
            .init("not an item that never was", .refused(.notFound, "subject")) { $0.asks(kind, $0.cy, .nothing) },
            .init("not a recipe", .refused(.notFound, "subject")) { $0.asks(kind, $0.bo, $0.theSoup) },
            .init("it says which item", .refused(.invalid, "subject")) { $0.asks(kind, $0.cy) },
            .init("its header says it all", .refused(.invalid, "data"), after: listed) {
                $0.asks(kind, $0.cy, item, payload: lemons)
            },
        ]
    }

    private static let ask: @Sendable (EventKind) -> @Sendable (Village) -> Command = { kind in
        { $0.asks(kind, $0.cy, item) }
    }

    private static func after(_ kinds: EventKind...) -> @Sendable (inout Village) throws -> Void {
        { village in
            try listed(&village)
            for kind in kinds { try village.submit(kind, village.cy, item) }
        }
    }

    static let checks: [Precondition] =
        onItems(.listItemChecked) + [
            .init("an item is checked", .accepted, after: listed, ask(.listItemChecked)),
            .init("twice changes nothing", .unchanged, after: after(.listItemChecked), ask(.listItemChecked)),
            .init(
                "again is an event", .accepted, after: after(.listItemChecked, .listItemUnchecked),
                ask(.listItemChecked)),
            .init(
                "not what was removed", .refused(.gone, "subject"), after: after(.listItemRemoved),
                ask(.listItemChecked)),
        ]

    @Test("list.itemChecked: on one's own list", arguments: checks)
    func itemChecked(_ row: Precondition) throws { try row.check() }

    static let unchecks: [Precondition] =
        onItems(.listItemUnchecked) + [
            .init("it is taken back", .accepted, after: after(.listItemChecked), ask(.listItemUnchecked)),
            .init("what was not checked changes nothing", .unchanged, after: listed, ask(.listItemUnchecked)),
            .init(
                "not what was removed", .refused(.gone, "subject"), after: after(.listItemChecked, .listItemRemoved),
                ask(.listItemUnchecked)),
        ]

    @Test("list.itemUnchecked: on one's own list", arguments: unchecks)
    func itemUnchecked(_ row: Precondition) throws { try row.check() }

    static let removals: [Precondition] =
        onItems(.listItemRemoved) + [
            .init("an item is removed", .accepted, after: listed, ask(.listItemRemoved)),
            .init("a checked one, too", .accepted, after: after(.listItemChecked), ask(.listItemRemoved)),
            .init("twice changes nothing", .unchanged, after: after(.listItemRemoved), ask(.listItemRemoved)),
        ]

    @Test("list.itemRemoved: from one's own list", arguments: removals)
    func itemRemoved(_ row: Precondition) throws { try row.check() }
}

extension Precondition.Answer {
    /// A planned recipe is accepted; a recipe that was never planned cannot be cleared, and stays unchanged.
    fileprivate init(_ kind: EventKind) { self = kind == .planSet ? .accepted : .unchanged }
}
