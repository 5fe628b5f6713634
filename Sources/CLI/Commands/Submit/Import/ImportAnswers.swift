import Answers
import ArgumentParser
import CloudEvents
import Events
import Recipes

/// A format in which a service answers, live or from files.
protocol AnswerFormat: RecipeFormat {
    static var service: any RecipeService.Type { get }
}

/// Imports a service's recipes, as one member: from answers that were kept, or by asking it.
struct ImportAnswers<Format: AnswerFormat>: Verb {
    static var configuration: CommandConfiguration { Format.configuration }
    static var examples: [Example] { Format.examples }

    @Argument(help: "\(Format.files), folders of them, or - for standard input.") var files: [String] = []
    @Option(name: .customLong("id"), help: ArgumentHelp("Ask for a recipe by its id. Repeatable.", valueName: "id"))
    var ids: [String] = []
    @Option(help: ArgumentHelp("Ask for what matches these words: as many as --limit says.", valueName: "words"))
    var search: String?
    @OptionGroup var service: ServiceFlags
    @OptionGroup var flags: ImportFlags
    @OptionGroup var options: GlobalOptions

    var columns: [String] { ImportReport.columns + ImportReport.itemColumns }

    var listing: Listing { search == nil ? .none : .parts }

    func execute(_ invocation: Invocation) throws {
        guard [!files.isEmpty, !ids.isEmpty, search != nil].count(where: \.self) == 1 else {
            throw Refusal(.usage, "files, --id and --search are three ways: choose one of them", field: "files")
        }
        guard files.isEmpty else {
            try service.checkUnused(without: "--id and --search")
            return try invocation.importRecipes(of: Format.self, files, flags)
        }
        if let search { return try importSearch(search, invocation) }
        try importIDs(invocation)
    }

    private func importSearch(_ words: String, _ invocation: Invocation) throws {
        let client = try service.client(of: Format.service)
        var search = try invocation.search(client.service, words)
        var failure: RefusedItem?
        try invocation.importRecipes(flags, beside: []) {
            do throws(RefusedItem) {
                return failure == nil ? try client.next(of: &search) : nil
            } catch {
                failure = error
                return [.refused(error)]
            }
        }
        // The reader must see that this is a part.
        if let next = search.next {
            let all = invocation.options.limit == 0 ? "" : "--limit 0 imports all, "
            invocation.output.warn("there are more: \(all)--after \(next) those that follow")
        }
        if let failure { throw failure.refusal }
    }

    private func importIDs(_ invocation: Invocation) throws {
        let client = try service.client(of: Format.service)
        var rest = try Self.ids(ids)[...]
        var failure: RefusedItem?
        try invocation.importRecipes(flags, beside: []) {
            guard let id = rest.popFirst() else { return nil }
            do throws(RefusedItem) {
                if let failure { throw failure }
                return [.recipe(try client.recipe(id))]
            } catch {
                var refused = error
                refused.place = client.service.lookup(id).place
                // A service that refuses or cannot be reached is not asked again for the next recipe.
                if error.reason == .forbidden || error.reason == .unreachable { failure = error }
                return [.refused(refused)]
            }
        }
        if let failure { throw failure.refusal }
    }

    /// The ids without repetitions.
    private static func ids(_ written: [String]) throws(Refusal) -> [String] {
        var ids: [String] = []
        for text in written {
            var name = text
            if case .external(let source, let id)? = Reference(text), source == Format.service.source { name = id }
            guard let id = Format.service.id(name) else {
                throw Refusal(.usage, "«\(text)» is not an id of \(Format.service.name)", field: "id")
            }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}
