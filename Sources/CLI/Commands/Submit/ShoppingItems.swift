import ArgumentParser
import Events
import Operations

struct AddItem: Act {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put something on your shopping list: a line, or all that a recipe needs.")
    static let examples = [
        Example("shop add '2 lemons' --as @bo", "a line"),
        Example("shop add --recipe r12 --servings 4 --as @bo", "what a recipe needs, for four"),
    ]

    @Argument(help: "What to buy.") var text: String?
    @Option(help: ArgumentHelp("A recipe, all of whose ingredients are to be bought.", valueName: "r12"))
    var recipe: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("For how many.", valueName: "n")) var servings: UInt32?
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
                .listItemAdded, actor: actor, cause: cause, payload: item == ProtoListItem() ? .none : .listItem(item)))
    }
}

struct UncheckItem: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "uncheck", abstract: "Take the check off an item: it is to be bought after all.")
    static let examples = [Example("shop uncheck i40 --as @bo", "it was not there")]
    static let subject = EntityType.item

    @Argument(help: "The item, such as i40.") var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .listItemUnchecked }
}

struct RemoveItem: EntityVerb {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take an item off your list.")
    static let examples = [Example("shop remove i40 --as @bo", "nobody needs it")]
    static let subject = EntityType.item

    @Argument(help: "The item, such as i40.") var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .listItemRemoved }
}
