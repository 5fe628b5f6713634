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
        Example("import html *.html --as @ada --errors report.txt", "many, with what was changed and refused"),
        Example("import html - --as @ada --dry-run < soup.html", "what would become of one"),
    ]

    @Argument(help: "Pages, folders of them, or - for standard input.") var files: [String]
    @OptionGroup var flags: RecipeImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importFiles(files, endings: ["html", "htm"], upTo: WebRecipes.bytesMax, flags) { file in
            WebRecipes.page(file.bytes, place: file.place)
        }
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

    @Argument(help: "JSON files, folders of them, or - for standard input.") var files: [String]
    @OptionGroup var flags: RecipeImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importFiles(files, endings: ["jsonld", "json", "ndjson"], upTo: WebRecipes.bytesMax, flags) {
            file in
            WebRecipes.document(file.bytes, place: file.place)
        }
    }
}
