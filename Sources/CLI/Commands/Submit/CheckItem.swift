import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct CheckItem: Act {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check an item, or what your plan needs: it is bought.",
        discussion: """
            What is needed is called by its name, or by its line as larder shop shows it. It is put on the list, checked, for \
            the days that it was needed on: it is not shown as needed on them again, unless it becomes more than was bought.
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
            return try invocation.submit(Command(.listItemChecked, actor: actor, subject: item))
        }
        let first = try days.first()
        try invocation.submit { backend in
            let shopping = try backend.ask(API.shopping, ShoppingInput(from: first, days: days.count))
            let outdated = try backend.outdatedNeeds()
            let item = try item(of: shopping, outdated, actor, backend)
            return Command(.listItemChecked, actor: actor, subject: item)
        }
    }

    /// The item that stands for what is needed, put on the list unless it is there. What stood for less, and what was for days
    /// that are over, goes.
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
