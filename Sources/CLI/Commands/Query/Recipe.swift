import Answers
import ArgumentParser
import EventLog
import Events
import Ingredients
import LarderAPI
import Operations
import Recipes
import Views

struct ShowRecipe: Question {
    static let configuration = CommandConfiguration(commandName: "recipe", abstract: "A recipe's page.")
    static let examples = [
        Example("recipe r12", "ingredients, steps and what people made of it"),
        Example("recipe external:foodcom:137739 --json", "by the id it had elsewhere"),
        Example("recipe r12 --servings 6", "with quantities for six"),
        Example("recipe r12 --units metric", "in grams and millilitres"),
        Example("recipe r12 --units grams", "weighed, about"),
        Example("recipe r12 --versions", "when it was changed, and why"),
        Example("recipe r12 --version 1", "as it was at first"),
        Example("recipe r12 --diff 1..3", "what changed from one version to another"),
        Example("recipe external:themealdb:52772 --external", "as a service has it, before anybody posts it here"),
    ]

    @Argument(help: "r12, or external:source:id.", completion: .recipes) var id: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Quantities for this many servings.", valueName: "n"))
    var servings: UInt32?
    @Option(
        help: ArgumentHelp("Quantities in metric or us units, or weighed.", valueName: "metric|us|grams"),
        completion: .words(RecipeInput.Units.self)) var units: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("As it was in this version.", valueName: "n"))
    var version: UInt64?
    @Flag(name: [.long, .customLong("history")], help: "The versions, the newest first.") var versions = false
    @Option(help: ArgumentHelp("What changed between two versions.", valueName: "A..B")) var diff: String?
    @Flag(help: "Show the outside service's recipe; nothing is posted.") var external = false
    @OptionGroup var service: ServiceFlags
    @OptionGroup var options: GlobalOptions

    var listing: Listing { versions ? .pages : .none }

    func execute(_ invocation: Invocation) throws {
        let reference = try reference()
        guard external else { return try invocation.put(try call(reference, invocation)) }
        try showExternal(reference, try system(), invocation)
    }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let reference = try reference()
        guard !external else { throw Refusal.unexplainedExternal }
        return try call(reference, invocation)
    }

    /// Refuses options that do not go together.
    private func reference() throws(Refusal) -> Reference {
        if !external { try service.checkUnused(without: "--external") }
        let reference = try EntityName.reference(id, "r")
        let wishes = [versions, diff != nil, version != nil || servings != nil || units != nil]
        guard wishes.filter(\.self).count <= 1 else {
            throw Refusal(.usage, "--versions and --diff go alone: leave the other options out", field: "versions")
        }
        return reference
    }

    private func system() throws(Refusal) -> RecipeInput.Units? {
        try units.map { word throws(Refusal) in try Word.choose(word, of: RecipeInput.Units.self, field: "units") }
    }

    private func call(_ reference: Reference, _ invocation: Invocation) throws -> any AnyCall {
        let system = try system()
        if versions { return versions(of: reference, invocation) }
        if let diff { return difference(of: reference, try Self.pair(diff), invocation) }
        let input = RecipeInput(
            recipe: "\(reference)", servings: servings.map { UInt64($0) }, units: system, version: version)
        return Call(API.recipe, input) { answer, backend in
            try invocation.output.answer(answer) {
                RecipeText(terminal: invocation.output.terminal, now: backend.now).page(answer.recipe)
            }
        }
    }

    private func versions(of reference: Reference, _ invocation: Invocation) -> any AnyCall {
        let input = RecipeListInput(recipe: "\(reference)", page: invocation.pageRequest)
        return Call(API.recipeVersions, input) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .number("version"), .whole("when"), .number("event"), .text("title"), .text("note"),
                ])
                for version in answer.versions {
                    table.add([
                        "\(version.version)", invocation.output.terminal.time(version.at, now: backend.now),
                        "\(version.event)", version.title, version.note ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            invocation.output.noteNext(answer.next)
        }
    }

    private func difference(
        of reference: Reference, _ versions: (UInt64, UInt64), _ invocation: Invocation
    ) -> any AnyCall {
        let input = RecipeDifferenceInput(recipe: "\(reference)", from: versions.0, to: versions.1)
        return Call(API.recipeDifference, input) { answer, backend in
            try invocation.output.answer(answer) {
                RecipeText(terminal: invocation.output.terminal, now: backend.now).difference(answer)
            }
            if answer.changes.isEmpty { invocation.output.note("They say the same.") }
        }
    }

    private static func pair(_ text: String) throws(Refusal) -> (UInt64, UInt64) {
        let parts = text.split(separator: "..", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = UInt64(parts[0]), let to = UInt64(parts[1]) else {
            throw Refusal(.usage, "«\(text)» does not name two versions: write 1..3", field: "diff")
        }
        return (from, to)
    }
}

extension ShowRecipe {
    /// A recipe of a service, whole. Nothing is posted, and there need be no community.
    func showExternal(_ reference: Reference, _ system: RecipeInput.Units?, _ invocation: Invocation) throws {
        try invocation.checkExternal()
        guard !versions, diff == nil, version == nil else {
            throw Refusal(
                .usage, "a recipe of another service has no versions here: leave out --versions, --version and --diff",
                field: "external")
        }
        guard case .external(let source, let written) = reference else {
            throw Refusal(
                .usage, "--external shows what a service has: write external:themealdb:52772", field: "id")
        }
        let kind = try ServiceFlags.service(source)
        guard let id = kind.id(written) else {
            throw Refusal(.usage, "«\(written)» is not an id of \(kind.name)", field: "id")
        }
        if let larder = invocation.service {
            try service.checkUnused(by: larder)
            let document = try larder.ask(
                API.externalRecipe, ExternalRecipeInput(source: kind.source, id: id), of: nil)
            return try show(document, system, invocation)
        }
        let client = try service.client(of: kind)
        do {
            let recipe = try NamedRecipe(try client.recipe(id))
            let (documents, position) = try invocation.documents([recipe], .whole)
            for var document in documents {
                (document.position, document.attribution) = (position, Attribution(kind))
                try show(document, system, invocation)
            }
        } catch let refused as RefusedItem {
            throw refused.refusal
        }
    }

    private func show(
        _ document: ExternalRecipeDocument, _ system: RecipeInput.Units?, _ invocation: Invocation
    ) throws {
        var document = document
        if let servings { document = try document.scaled(toServings: servings) }
        if let system { document = document.converted(to: MeasuringSystem(system)) }
        try invocation.output.answer(document) {
            RecipeText(terminal: invocation.output.terminal, now: EventLog.systemClock()).page(document)
        }
    }
}

struct Forks: Question {
    static let configuration = CommandConfiguration(
        commandName: "forks", abstract: "What a recipe was made of, and what was made of it.",
        discussion: """
            The originals come first, from the oldest to the one that it is a version of, with their authors. A recipe that can \
            no longer be seen keeps its place if other recipes were forked from it.
            """)
    static let examples = [Example("forks r12", "the whole family, everybody credited")]

    @Argument(help: "r12, or external:source:id.", completion: .recipes) var id: String
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let reference = try EntityName.reference(id, "r")
        return Call(API.forks, RecipeListInput(recipe: "\(reference)", page: invocation.pageRequest)) {
            answer, backend in
            try invocation.output.answer(answer) {
                let terminal = invocation.output.terminal
                return terminal.header("id", "depth", "by", "when", "title")
                    + answer.origins.map { lines($0, -1, backend.now, terminal) }.joined()
                    + answer.forks.map { lines($0, 0, backend.now, terminal) }.joined()
            }
            if answer.origins.isEmpty, answer.forks.isEmpty {
                invocation.output.note("No forks yet.")
            }
            invocation.output.noteNext(answer.next)
        }
    }

    /// `depth`: how far below the recipe's own forks; -1 for what it was made of.
    private func lines(_ recipe: DescentDocument, _ depth: Int, _ now: Timestamp, _ terminal: Terminal) -> String {
        let author = recipe.author.map { "@\($0.username)" } ?? "deleted"
        let line: String
        if terminal.isOutputTerminal {
            let margin = depth < 0 ? "of " : String(repeating: "  ", count: min(depth, 10))
            let time = recipe.postedAt.map { ", \(terminal.time($0, now: now))" } ?? ""
            let title = recipe.title.map { ": \($0.asOneLine)" } ?? ""
            line = "\(margin)\(recipe.id) \(author)\(time)\(title)"
        } else {
            let cells = [recipe.id, "\(depth)", author, recipe.postedAt ?? "", recipe.title?.asOneLine ?? ""]
            line = cells.joined(separator: "\t")
        }
        return line + "\n" + recipe.forks.map { lines($0, depth + 1, now, terminal) }.joined()
    }
}
