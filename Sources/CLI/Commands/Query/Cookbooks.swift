import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct CookbookGroup: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "cookbook", abstract: "Collections of recipes, in an order of their own.",
        subcommands: [
            ListCookbooks.self, ShowCookbook.self, CreateCookbook.self, ChangeCookbook.self, DeleteCookbook.self,
            AddToCookbook.self, RemoveFromCookbook.self, MoveInCookbook.self,
        ], defaultSubcommand: ListCookbooks.self)
    static let examples = [
        Example("cookbook --as @bo", "your cookbooks"), Example("cookbook @ada", "ada's public ones"),
        Example("cookbook create 'Soups of the north' --public --as @bo", "a new one, for all to see"),
        Example("cookbook add b41 r12 --as @bo", "put a recipe into it"),
        Example("cookbook show b41 --as @bo", "what is in it"),
    ]
}

struct ListCookbooks: Question {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "A member's cookbooks.")
    static let examples = [
        Example("cookbook --as @bo", "yours, private ones included"), Example("cookbook @ada", "ada's public ones"),
    ]

    @Argument(help: "The member, such as @ada (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let member = try invocation.member(member)
        return Call(API.cookbooksOf, MemberListInput(member: member, page: invocation.pageRequest)) { answer, _ in
            try invocation.output.answer(answer) {
                var table = TextTable([.whole("id"), .whole("visibility"), .number("recipes"), .text("name")])
                for card in answer.cookbooks { table.add([card.id, card.visibility, "\(card.recipes)", card.name]) }
                return table.text(for: invocation.output.terminal)
            }
            if answer.cookbooks.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}

struct ShowCookbook: Question {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "A cookbook's recipes in their order.")
    static let examples = [Example("cookbook show b41 --as @bo", "what is in it")]

    @Argument(help: "The cookbook, such as b41.") var id: String
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let reference = try EntityName.reference(id, "b")
        return Call(API.cookbook, CookbookInput(cookbook: "\(reference)", page: invocation.pageRequest)) { answer, _ in
            try invocation.output.answer(answer) {
                var table = TextTable([.number("place"), .whole("id"), .text("by"), .text("title")])
                for entry in answer.recipes {
                    table.add([
                        "\(entry.place)", entry.id, entry.author.map { "@\($0.username)" } ?? "",
                        entry.title ?? "(gone)",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            let owner = answer.owner.map { " of @\($0.username)" } ?? ""
            invocation.output.note("«\(answer.name)»\(owner), \(answer.visibility)")
            invocation.output.noteNext(answer.next)
        }
    }
}
