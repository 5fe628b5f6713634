import ArgumentParser
import Events
import Interchange

struct ImportHTML: Verb {
    static let configuration = CommandConfiguration(
        commandName: "html", abstract: "Import the recipes of saved web pages.",
        discussion: """
            A recipe is what a page describes as a schema.org/Recipe, in JSON-LD or else in microdata. Importing a page again \
            appends nothing; a page that says something else than before is refused with conflict.
            """)
    static let examples = [
        Example("import html soup.html --as @ada", "a page"),
        Example("import html pages/*.html --as @ada --errors report.txt", "many, with what was changed and refused"),
        Example("import html - --as @ada --dry-run < soup.html", "what would become of one"),
    ]

    @Argument(help: "Pages, or - for standard input.") var files: [String]
    @OptionGroup var flags: RecipeImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importFiles(files, flags) { bytes, place in WebRecipes.page(bytes, place: place) }
    }
}

struct ImportJSONLD: Verb {
    static let configuration = CommandConfiguration(
        commandName: "jsonld", abstract: "Import the recipes of JSON-LD files.",
        discussion: "Every schema.org/Recipe in a file is found, however deep it lies.")
    static let examples = [
        Example("import jsonld recipes.json --as @ada", "a file"),
        Example("import jsonld - --as @ada --dry-run < recipes.json", "what would become of one"),
    ]

    @Argument(help: "JSON files, or - for standard input.") var files: [String]
    @OptionGroup var flags: RecipeImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importFiles(files, flags) { bytes, place in WebRecipes.document(bytes, place: place) }
    }
}

extension Invocation {
    /// Imports what `read` finds in each file, given its bytes and its name.
    fileprivate func importFiles(
        _ files: [String], _ flags: RecipeImportFlags, read: ([UInt8], String) -> [FoundItem]
    ) throws {
        guard files.count(where: { $0 == "-" }) <= 1 else {
            throw Refusal(.usage, "standard input can be read once: leave one - out", field: "files")
        }
        // A name that is wrong must not be noticed after half of the others were imported.
        for path in files where path != "-" { _ = try ByteSource(path: path) }
        var rest = files[...]
        try importRecipes(flags, beside: files) {
            guard let path = rest.popFirst() else { return nil }
            let bytes = try InputFile.bytes(of: path, upTo: WebRecipes.bytesMax + 1)
            return read(bytes, path == "-" ? "standard input" : path)
        }
    }
}
