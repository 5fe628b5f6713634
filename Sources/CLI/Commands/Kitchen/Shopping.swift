import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct ShopGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "shop", abstract: "What you have to buy.",
        subcommands: [ShowShopping.self, AddItem.self, CheckItem.self, UncheckItem.self, RemoveItem.self],
        defaultSubcommand: ShowShopping.self)
    static let examples = [
        Example("shop --as @bo", "for the next seven days' plan, and what is on your list"),
        Example("shop add '2 lemons' --as @bo", "put a line on the list"),
        Example("shop add --recipe r12 --servings 4 --as @bo", "or all that a recipe needs"),
        Example("shop check i40 --as @bo", "it is bought"),
        Example("shop check leeks --as @bo", "so is what the plan needs of them"),
        Example("shop remove i40 --as @bo", "off the list"),
    ]
}

struct ShowShopping: Question {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What the recipes of your plan and list need together, and your list.",
        discussion: """
            Quantities of the same thing are added up where they measure the same: masses, volumes, or pieces of one sort. \
            A line that does not say how much stays as it is. \
            What was checked as bought for some of the days is not shown as needed on them, unless more is needed by now. \
            All of it is shown at once.
            """)
    static let examples = [
        Example("shop --as @bo", "for the next seven days"),
        Example("shop --from 2026-11-24 --days 2 --as @bo --json", "for two days, for programs"),
    ]

    @OptionGroup var days: PlannedDays
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        _ = try invocation.actor(to: "look at their shopping list")
        let first = try days.first()
        return Call(API.shopping, ShoppingInput(from: first, days: days.count), unexplained: days.unexplained) {
            answer, _ in
            try invocation.output.answer(answer) {
                var table = TextTable([.whole("id"), .text("what"), .text("for")])
                for need in answer.needs {
                    let bought = need.bought.map { " (✓ \($0))" } ?? ""
                    table.add([need.item ?? "", need.text + bought, need.recipes.joined(separator: " ")])
                }
                for item in answer.items {
                    let what = item.text ?? item.title ?? "(gone)"
                    let servings = item.servings.map { " for \($0)" } ?? ""
                    table.add([
                        item.id, (item.checked ? "✓ " : "") + what + servings, item.recipe ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.needs.isEmpty, answer.items.isEmpty { invocation.output.note("Nothing is to be bought.") }
        }
    }
}

struct CheckItem: Act {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check an item as bought, or what your plan needs.",
        discussion: """
            Name a needed thing as larder shop shows it. The command adds it to the list as checked for those days. It is \
            shown again only if the plan later needs more than was bought.
            """)
    static let examples = [
        Example("shop check i40 --as @bo", "that is done"),
        Example("shop check leeks --from 2026-11-24 --days 2 --as @bo", "what two days' plan needs of them"),
    ]

    @Argument(help: "The item, such as i40, or what is needed, such as leeks.") var what: String
    @OptionGroup var days: PlannedDays
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let actor = try invocation.actor(to: CommandPath.name(of: Self.self))
        guard Reference(what) == nil else {
            let item = try EntityName.reference(what, "\(EntityType.item.letter)")
            guard days.from == nil else {
                throw Refusal(.usage, "an item has no days: leave --from out", field: "from")
            }
            return try invocation.submit(Command(.listItemChecked, actor: actor, subject: item), subject: "what")
        }
        let first = try days.first()
        try invocation.submit(subject: "what") { backend in
            let shopping = try backend.ask(API.shopping, ShoppingInput(from: first, days: days.count))
            let outdated = try backend.outdatedNeeds()
            let item = try item(of: shopping, outdated, actor, backend)
            return Command(.listItemChecked, actor: actor, subject: item)
        }
    }

    /// The item for the need, which the command adds to the list unless the list has it. Items for smaller amounts and for past
    /// days are removed.
    private func item(
        of shopping: ShoppingAnswer, _ outdated: [String], _ actor: Reference?, _ backend: any Backend
    ) throws -> Reference? {
        if let bought = shopping.bought(called: what) { return Reference(bought.id) }
        let need = try shopping.need(called: what)
        var item = ProtoListItem()
        (item.text, item.from, item.through) = (need.wholeText, shopping.from, shopping.through)
        var commands = Set(outdated + [need.item].compactMap(\.self)).sorted().map {
            Command(.listItemRemoved, actor: actor, subject: Reference($0))
        }
        commands.append(Command(.listItemAdded, actor: actor, payload: .listItem(item)))
        guard let added = try backend.submit(batch: commands).last else { return nil }
        return .position(try added.get().position, letter: EntityType.item.letter)
    }
}

struct AddItem: Act {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put something on your shopping list: a line, or all that a recipe needs.")
    static let examples = [
        Example("shop add '2 lemons' --as @bo", "a line"),
        Example("shop add --recipe r12 --servings 4 --as @bo", "what a recipe needs, for four"),
    ]

    @Argument(help: "What to buy.") var text: String?
    @Option(
        help: ArgumentHelp("A recipe, all of whose ingredients are to be bought.", valueName: "r12"),
        completion: .recipes)
    var recipe: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The number of servings.", valueName: "n")) var servings:
        UInt32?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        guard text != nil || recipe != nil else {
            throw Refusal(.usage, "say what to buy: a line, or --recipe r12", field: "text")
        }
        let cause = try recipe.map { id throws(Refusal) in try EntityName.reference(id, "r", field: "recipe") }
        let actor = try invocation.actor(to: "put it on their list")
        var item = ProtoListItem()
        if let text { item.text = text }
        if let servings { item.servings = servings }
        try invocation.submit(
            Command(
                .listItemAdded, actor: actor, cause: cause, payload: item == ProtoListItem() ? .none : .listItem(item)),
            cause: "recipe")
    }
}

struct UncheckItem: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "uncheck", abstract: "Uncheck an item: it is to be bought.")
    static let examples = [Example("shop uncheck i40 --as @bo", "it was not there")]
    static let subject = EntityType.item

    @Argument(help: "The item, such as i40.") var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .listItemUnchecked }
}

struct RemoveItem: EntityVerb {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove an item from your list.")
    static let examples = [Example("shop remove i40 --as @bo", "it is not needed any more")]
    static let subject = EntityType.item

    @Argument(help: "The item, such as i40.") var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .listItemRemoved }
}
