import Answers
import ArgumentParser
import CloudEvents
import Events
import LarderAPI
import Operations

struct Post: Act {
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Post a recipe, from flags or from a JSON file.",
        discussion: """
            The JSON object of a file has a title, and ingredients or steps; all other fields may be left out:

            {"title": "Soup", "description": "For cold days.",
            "ingredients": [{"original": "2 cups flour"}], "steps": [{"text": "Boil."}],
            "servings": 4, "prepMinutes": 10, "cookMinutes": 20, "totalMinutes": 30,
            "difficulty": "easy", "cuisine": "Thai", "course": "main", "tags": ["quick"],
            "diet": {"vegan": "yes", "glutenFree": "no"}, "images": ["https://…"],
            "imageTexts": ["A bowl of soup"], "videoURL": "https://…", "sourceURL": "https://…",
            "nutrition": {"calories": 350, "proteinGrams": 12, "servingSize": "1 bowl"}}

            An ingredient may also say quantity, quantityMax, unit, name and note; else they are read from its line.
            """)
    static let examples = [
        Example("post --title Soup --ingredient '1 l water' --step Boil. --as @ada", "from flags"),
        Example("post soup.json --as @ada", "from a file with a recipe's fields"),
        Example("post soup.json --image leeks.png --as @ada", "with a picture, which is uploaded"),
        Example("post - --as @ada < soup.json", "from standard input"),
    ]

    @Argument(help: "A JSON file, or - for standard input. Options count before what the file says.") var file: String?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        guard file != nil || !recipe.isEmpty else {
            throw Refusal(
                .usage, "say what to post: --title T --ingredient LINE --step TEXT, or name a JSON file", field: "title"
            )
        }
        let given = try file.map { path throws(Refusal) in try RecipeFile.content(path) } ?? ProtoRecipeContent()
        let actor = try invocation.actor(to: "post")
        try invocation.submit { backend in
            var content = given
            try recipe.apply(to: &content, by: actor, backend)
            return Command(.recipePosted, actor: actor, payload: .recipe(content))
        }
    }
}

struct Edit: Act {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a recipe or a comment of your own.")
    static let examples = [
        Example("edit r12 --title 'Better soup' --as @ada", "one field; all others stay"),
        Example("edit r12 soup.json --as @ada", "the whole content from a file, such as recipe r12 --json writes"),
        Example("edit c20 'Thank you!' --as @bo", "a comment's text"),
    ]

    @Argument(help: "The recipe or comment, such as r12 or c20.", completion: .recipes) var id: String
    @Argument(help: "A recipe's JSON file (- for standard input), or a comment's text.") var content: String?
    @Option(help: "What was changed, for the recipe's history.") var note: String?
    @Option(
        name: .customLong("version"),
        help: "The version that the edit is based on; a stale one is refused (else the present one).")
    var expectedVersion: UInt32?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "rc")
        try invocation.submit { backend in
            let kind = try backend.kind(for: subject, [.recipe: .recipeEdited, .comment: .commentEdited])
            return kind == .commentEdited
                ? try commentEdit(subject, invocation) : try recipeEdit(subject, invocation, backend)
        }
    }

    private func commentEdit(_ subject: Reference, _ invocation: Invocation) throws(Refusal) -> Command {
        guard let content else { throw Refusal(.usage, "say the comment's new text", field: "text") }
        var text = ProtoText()
        text.text = content
        return Command(
            .commentEdited, actor: invocation.actor, subject: subject, payload: .text(text),
            expectedVersion: expectedVersion)
    }

    private func recipeEdit(
        _ subject: Reference, _ invocation: Invocation, _ backend: any Backend
    ) throws -> Command {
        guard content != nil || !recipe.isEmpty else {
            throw Refusal(.usage, "say what to change: --title T and the like, or name a JSON file", field: "title")
        }
        let current = try backend.content(of: subject)
        var (edited, version) = (current.content, expectedVersion)
        if let content {
            let file = try RecipeFile.edit(content, of: subject, backend)
            edited = file.content
            if let read = file.version {
                guard version ?? read == read else {
                    throw Refusal(.usage, "the file is of version \(read): leave out --version", field: "version")
                }
                version = read
            }
        }
        try recipe.apply(to: &edited, by: invocation.actor, backend)
        edited.clearNote()
        if let note { edited.note = note }
        return Command(
            .recipeEdited, actor: invocation.actor, subject: subject, payload: .recipe(edited),
            expectedVersion: version ?? current.version)
    }
}

struct Fork: Act {
    static let configuration = CommandConfiguration(
        commandName: "fork", abstract: "Post your own version of a recipe.")
    static let examples = [
        Example("fork r12 --title 'Soup with leeks' --ingredient '3 leeks' --as @bo", "the original with changes")
    ]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @Argument(help: "A JSON file, or - for standard input. Options count before what the file says.") var file: String?
    @OptionGroup(title: "Recipe") var recipe: RecipeFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let original = try EntityName.reference(id, "r")
        let actor = try invocation.actor(to: "fork")
        let given = try file.map { path throws(Refusal) in try RecipeFile.content(path) }
        try invocation.submit(cause: "id") { backend in
            var content = try given ?? backend.content(of: original).content
            content.clearNote()
            try recipe.apply(to: &content, by: actor, backend)
            return Command(.recipePosted, actor: actor, cause: original, payload: .recipe(content))
        }
    }
}

struct Revert: Act {
    static let configuration = CommandConfiguration(
        commandName: "revert", abstract: "Restore the content of an earlier version of your recipe.",
        discussion: "That makes another version: nothing of what came in between is lost.")
    static let examples = [Example("revert r12 --to 1 --as @ada", "as it was at first")]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @Option(help: ArgumentHelp("The version to restore.", valueName: "version")) var to: UInt64
    @Option(help: "The reason, for the recipe's history (else the version's number).") var note: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let recipe = try EntityName.reference(id, "r")
        try invocation.submit { backend in
            let current = try backend.content(of: recipe)
            var content = try backend.content(of: recipe, version: to)
            content.note = note ?? "back to version \(to)"
            return Command(
                .recipeEdited, actor: invocation.actor, subject: recipe, payload: .recipe(content),
                expectedVersion: current.version)
        }
    }
}

/// A recipe's content as a JSON file, read and refused like an event's `data` in a submission.
enum RecipeFile {
    static func content(_ path: String) throws(Refusal) -> ProtoRecipeContent {
        try content(try InputFile.bytes(of: path), path)
    }

    /// The content of an edit. The file may also be the recipe's answer with changes; then it also says the version that
    /// was read.
    static func edit(
        _ path: String, of recipe: Reference, _ backend: any Backend
    ) throws -> (content: ProtoRecipeContent, version: UInt32?) {
        let bytes = try InputFile.bytes(of: path)
        // Malformed text is refused where the content is read.
        guard let object = try? JSONValue(bytes),
            let returned = try named(path, { () throws(Refusal) in try ReturnedRecipe(object) })
        else { return (try content(bytes, path), nil) }
        let base = try base(of: recipe, version: returned.version, backend)
        return (try named(path) { () throws(Refusal) in try returned.content(on: base) }, returned.version)
    }

    /// That version of the recipe as it is shown now, or the newest if there is none such.
    private static func base(of recipe: Reference, version: UInt32?, _ backend: any Backend) throws -> RecipeBase {
        try backend.inOneState { backend in
            let name = recipe.description
            var answer = try backend.ask(API.recipe, RecipeInput(recipe: name))
            if let version, UInt64(version) < answer.recipe.version {
                answer = try backend.ask(API.recipe, RecipeInput(recipe: name, version: UInt64(version)))
            }
            return RecipeBase(
                answer: answer, stored: try backend.content(of: recipe, version: answer.recipe.version))
        }
    }

    private static func content(_ bytes: [UInt8], _ path: String) throws(Refusal) -> ProtoRecipeContent {
        try named(path) { () throws(Refusal) in
            if case .recipe(let content) = try CloudEventReader.data(.recipePosted, json: bytes).payload {
                return content
            }
            return ProtoRecipeContent()
        }
    }

    /// Names the file in a refusal.
    private static func named<Content>(
        _ path: String, _ read: () throws(Refusal) -> Content
    ) throws(Refusal) -> Content {
        do { return try read() } catch {
            let name = path == "-" ? "standard input" : path
            throw Refusal(error.code, "\(name): \(error.message)", field: error.field)
        }
    }
}
