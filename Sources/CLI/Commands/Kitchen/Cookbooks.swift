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

    @Argument(help: "The member, such as @ada (else the member of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

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

    var listing: Listing { .pages }

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

struct CreateCookbook: Act {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a cookbook. Only you see it, unless it is public.")
    static let examples = [
        Example("cookbook create 'Soups of the north' --as @bo", "for yourself"),
        Example("cookbook create 'Soups of the north' --public --as @bo", "for all to see"),
    ]

    @Argument(help: "The name.") var name: String
    @Flag(name: .customLong("public"), help: "Every member can see it.") var isPublic = false
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let actor = try invocation.actor(to: "begin a cookbook")
        var cookbook = ProtoCookbook()
        cookbook.name = name
        cookbook.isPublic = isPublic
        try invocation.submit(Command(.cookbookCreated, actor: actor, payload: .cookbook(cookbook)))
    }
}

struct ChangeCookbook: Act {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Rename a cookbook, or make it public or private.")
    static let examples = [
        Example("cookbook change b41 --name 'Cold soups' --as @bo", "another name"),
        Example("cookbook change b41 --public --as @bo", "for all to see"),
    ]

    @Argument(help: "The cookbook, such as b41.") var id: String
    @Option(help: "The name.") var name: String?
    @Flag(name: .customLong("public"), inversion: .prefixedNo, help: "Every member can see it.") var isPublic: Bool?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        guard name != nil || isPublic != nil else {
            throw Refusal(.usage, "say what is to change: --name, --public or --no-public", field: "name")
        }
        let subject = try EntityName.reference(id, "b")
        let actor = try invocation.actor(to: "change a cookbook")
        try invocation.submit { backend in
            let current = try backend.cookbook(subject)
            var words = current?.words ?? ProtoCookbook()
            if let name { words.name = name }
            if let isPublic { words.isPublic = isPublic }
            return Command(
                .cookbookChanged, actor: actor, subject: subject, payload: .cookbook(words),
                expectedVersion: current?.version)
        }
    }
}

struct DeleteCookbook: Act {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a cookbook; its recipes stay.")
    static let examples = [Example("cookbook delete b41 --as @bo", "no more")]

    @Argument(help: "The cookbook, such as b41.") var id: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws { try invocation.change(.cookbookDeleted, id) }
}

struct AddToCookbook: Act {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put a recipe at the end of a cookbook.")
    static let examples = [Example("cookbook add b41 r12 --as @bo", "that one, too")]

    @Argument(help: "The cookbook, such as b41.") var id: String
    @Argument(help: "The recipe, such as r12.", completion: .recipes) var recipe: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws { try invocation.change(.cookbookRecipeAdded, id, recipe) }
}

struct RemoveFromCookbook: Act {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a recipe from a cookbook.")
    static let examples = [Example("cookbook remove b41 r12 --as @bo", "not that one")]

    @Argument(help: "The cookbook, such as b41.") var id: String
    @Argument(help: "The recipe, such as r12.", completion: .recipes) var recipe: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws { try invocation.change(.cookbookRecipeRemoved, id, recipe) }
}

struct MoveInCookbook: Act {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a recipe to another place in its cookbook.")
    static let examples = [Example("cookbook move b41 r1024 1 --as @bo", "that one first")]

    @Argument(help: "The cookbook, such as b41.") var id: String
    @Argument(help: "The recipe, such as r12.", completion: .recipes) var recipe: String
    @Argument(help: "Where: 1 is the first.") var place: UInt8
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.change(.cookbookRecipeMoved, id, recipe, value: place)
    }
}

extension Invocation {
    fileprivate func change(_ kind: EventKind, _ id: String, _ recipe: String? = nil, value: UInt8 = 0) throws {
        let subject = try EntityName.reference(id, "b")
        let cause = try recipe.map { text throws(Refusal) in try EntityName.reference(text, "r", field: "recipe") }
        let actor = try actor(to: "change a cookbook")
        try submit(Command(kind, actor: actor, subject: subject, cause: cause, value: value), cause: "recipe")
    }
}
