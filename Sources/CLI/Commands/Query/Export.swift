import Answers
import ArgumentParser
import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Recipes
import Views

struct Export: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Recipes in a form that others read: jsonld, cooklang or markdown.",
        discussion: """
            JSON-LD is schema.org's Recipe, a line for each on standard output; import jsonld reads it back unchanged. \
            Several recipes in another form need a folder, with a file for each.
            """)
    static let examples = [
        Example("export jsonld r12 > soup.jsonld", "one recipe"),
        Example("export jsonld --all > recipes.ndjson", "all of the community's, a line each"),
        Example("export cooklang r12 r1024 --to recipes", "a file for each in a folder"),
        Example("export markdown --all --to recipes", "for people"),
    ]

    @Argument(help: "jsonld, cooklang or markdown.") var format: String
    @Argument(help: "r12, or external:source:id.", completion: .recipes) var ids: [String] = []
    @Flag(help: "All recipes that are not deleted.") var all = false
    @Option(help: ArgumentHelp("Into this folder, a file for each.", valueName: "dir"), completion: .directory)
    var to: String?
    @OptionGroup var options: GlobalOptions

    /// A service lists no recipes of banned members, so its list is shorter than the directory's.
    var reach: Reach { all ? .directory("--all reads every recipe of a directory") : .anywhere }

    func execute(_ invocation: Invocation) throws {
        let format = try Word.choose(
            format, ExportFormat.allCases.map { ($0.rawValue, $0) }, field: "format", noun: "format")
        guard all == ids.isEmpty else {
            throw Refusal(.usage, "say which recipes: r12 and others, or --all", field: "ids")
        }
        guard to != nil || format == .jsonld || ids.count == 1 else {
            throw Refusal(.usage, "several recipes as \(format.rawValue) need a folder: --to DIR", field: "to")
        }
        let references = try ids.map { text throws(Refusal) in try EntityName.reference(text, "r", field: "ids") }
        if let service = invocation.service {
            try service.wait()
            let recipes = try references.map { reference in
                try service.ask(API.recipe, RecipeInput(recipe: "\(reference)"))
            }
            let position = recipes.map(\.position).max() ?? 0
            return try write(recipes, position, as: format, invocation) { answer, isLine in
                let recipe = answer.recipe
                return WrittenRecipe(
                    id: recipe.id, fileName: ExportedRecipe.fileName(title: recipe.title, id: recipe.id),
                    text: try service.text(of: recipe.id, as: format, isLine: isLine))
            }
        }
        try invocation.withCommunity { community in
            if let to { try community.log.checkLiesOutside(to, named: "export folder") }
            try invocation.query(community) { queries in
                // All names are checked before the first recipe is written.
                let viewer = try invocation.viewer(queries)
                let found =
                    all
                    ? queries.recipes(for: viewer)
                    : try references.map { reference throws(Refusal) in try queries.recipeID(reference, for: viewer) }
                let source = RecipeSource(community: community, queries: queries)
                try write(found, queries.logPosition.value, as: format, invocation) { id, isLine in
                    try source.recipe(id).map { recipe in
                        WrittenRecipe(
                            id: recipe.id, fileName: recipe.fileName, text: format.text(recipe, isLine: isLine))
                    }
                }
            }
        }
    }

    /// Passes each recipe to `writing`, for a file of its own or as one line of many. `nil`: the recipe was deleted.
    private func write<ID>(
        _ recipes: [ID], _ position: UInt64, as format: ExportFormat, _ invocation: Invocation,
        _ writing: (ID, _ isLine: Bool) throws -> WrittenRecipe?
    ) throws {
        guard let to else {
            for id in recipes { if let recipe = try writing(id, true) { try show(recipe, as: format, invocation) } }
            return
        }
        do {
            try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
        } catch {
            throw Refusal(
                .unavailable, "«\(to)» cannot be made: check what lies there, its permissions and the disk",
                field: "to")
        }
        let bar = invocation.output.progressBar("Exporting", unit: "recipes")
        defer { bar.finish() }
        var answer = ExportAnswer(position: position, to: to)
        for (index, id) in recipes.enumerated() {
            guard let recipe = try writing(id, false) else { continue }
            let file = try WholeFile(path: "\(to)/\(recipe.fileName).\(format.fileEnding)")
            let text = recipe.text
            try file.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
            try file.finish()
            answer.exported += 1
            bar.update(done: index + 1, of: recipes.count)
        }
        bar.finish()
        guard options.json || !options.quiet else { return }
        try invocation.output.answer(answer) { "\(Wording.count(Int64(answer.exported), "recipe")) in \(to)" }
    }

    private func show(_ recipe: WrittenRecipe, as format: ExportFormat, _ invocation: Invocation) throws {
        if options.json, format != .jsonld {
            let shown = ShownRecipe(id: recipe.id, format: format.rawValue, text: recipe.text)
            try invocation.output.answer(shown) { recipe.text }
        } else {
            guard format != .jsonld else { return invocation.output.write(json: Array(recipe.text.utf8)) }
            invocation.output.write(recipe.text)
        }
    }
}

/// A recipe in a form that other programs read.
private struct WrittenRecipe {
    var id: String
    var fileName: String
    var text: String
}

/// The JSON answer of an export into a folder.
private struct ExportAnswer: Encodable {
    var position: UInt64
    var exported = 0
    var to: String
}

private struct ShownRecipe: Encodable {
    var id: String
    var format: String
    var text: String
}
