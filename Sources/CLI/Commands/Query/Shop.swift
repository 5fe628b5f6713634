import ArgumentParser
import Events
import LarderAPI
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
            All of it is shown at once, whatever --limit says.
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
