import Answers
import ArgumentParser
import EventLog
import Events
import Foundation
import Interchange
import Layout
import Notation
import Service
import Views

struct Export: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Recipes in a form that others read: jsonld, cooklang or markdown.",
        discussion: """
            JSON-LD is schema.org's Recipe, a line for each on standard output; import jsonld takes it in again unchanged. \
            Several recipes in another form need a folder, with a file for each.
            """)
    static let examples = [
        Example("export jsonld r12 > soup.jsonld", "one recipe"),
        Example("export jsonld --all > recipes.ndjson", "all of the community's, a line each"),
        Example("export cooklang r12 r1024 --to recipes", "a file for each in a folder"),
        Example("export markdown --all --to recipes", "for people"),
    ]

    @Argument(help: "jsonld, cooklang or markdown.") var format: String
    @Argument(help: "r12, or external:source:id.") var ids: [String] = []
    @Flag(help: "All recipes that are not deleted.") var all = false
    @Option(help: ArgumentHelp("Into this folder, a file for each.", valueName: "dir"), completion: .directory)
    var to: String?
    @OptionGroup var options: GlobalOptions

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
        try invocation.withCommunity { community in
            try invocation.query(community) { queries in
                // A name that is wrong must not be noticed after half of the others were written.
                let found =
                    all
                    ? queries.allRecipes
                    : try references.map { reference throws(Refusal) in try queries.recipeID(reference) }
                let source = RecipeSource(community: community, queries: queries)
                if let to {
                    try write(found, of: source, as: format, into: to, invocation)
                } else {
                    try show(found, of: source, as: format, invocation)
                }
            }
        }
    }

    private func show(
        _ recipes: [RecipeID], of source: RecipeSource, as format: ExportFormat, _ invocation: Invocation
    ) throws {
        for id in recipes {
            guard let recipe = try source.recipe(id) else { continue }
            let text = format.text(recipe, isLine: true)
            if options.json, format != .jsonld {
                try invocation.answer(ShownRecipe(id: recipe.id, format: format.rawValue, text: text)) { text }
            } else {
                invocation.write(text)
            }
        }
    }

    private func write(
        _ recipes: [RecipeID], of source: RecipeSource, as format: ExportFormat, into folder: String,
        _ invocation: Invocation
    ) throws {
        try source.community.log.checkLiesOutside(folder)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Refusal(
                .unavailable, "«\(folder)» cannot be made: check what lies there, its permissions and the disk",
                field: "to")
        }
        let bar = invocation.progressBar("Exporting", unit: "recipes")
        defer { bar.finish() }
        var answer = ExportAnswer(position: source.queries.logPosition.value, to: folder)
        for (index, id) in recipes.enumerated() {
            guard let recipe = try source.recipe(id) else { continue }
            let name = "\(recipe.fileName).\(format.fileEnding)"
            let file = try WholeFile(path: "\(folder)/\(name)")
            let text = format.text(recipe)
            try file.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
            try file.finish()
            answer.exported += 1
            bar.update(done: index + 1, of: recipes.count)
        }
        bar.finish()
        guard options.json || !options.quiet else { return }
        try invocation.answer(answer) { "\(Wording.count(Int64(answer.exported), "recipe")) in \(folder)" }
    }
}

/// What an export into a folder answers.
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
