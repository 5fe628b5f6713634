import ArgumentParser
import Events
import Interchange

struct ImportCooklang: Verb {
    static let configuration = CommandConfiguration(
        commandName: "cooklang", abstract: "Import Cooklang files.",
        discussion: """
            Each file is a recipe, called by its front matter or else by its file. Importing the same files again appends \
            nothing; a file that has changed is another recipe, for Cooklang gives them no ids.
            """)
    static let examples = [
        Example("import cooklang soup.cook --as @ada", "a file"),
        Example(
            "import cooklang recipes/ --as @ada --errors report.txt", "a folder, with what was changed and refused"),
    ]

    @Argument(help: "Files, folders of them, or - for standard input.") var files: [String]
    @OptionGroup var flags: RecipeImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importFiles(files, endings: ["cook"], upTo: CooklangFile.bytesMax, flags) { file in
            [CooklangFile.recipe(in: file.bytes, name: file.name, place: file.place)]
        }
    }
}

struct ImportReciMe: Verb {
    static let configuration = CommandConfiguration(
        commandName: "recime", abstract: "Import a recipes.json as ReciMe and apps like it keep it.",
        discussion: "Whatever can be used of a recipe is taken; what was left out is told line by line.")
    static let examples = [
        Example("import recime cookbook.json --as @ada", "a file"),
        Example("import recime cookbook.json --as @ada --dry-run", "what would become of it"),
    ]

    @Argument(help: "JSON files, folders of them, or - for standard input.") var files: [String]
    @OptionGroup var flags: RecipeImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importFiles(files, endings: ["json"], upTo: ReciMeFile.bytesMax, flags) { file in
            ReciMeFile.recipes(in: file.bytes, place: file.place)
        }
    }
}

struct ImportTheMealDB: Verb {
    static let configuration = CommandConfiguration(
        commandName: "themealdb", abstract: "Import answers of TheMealDB's API, kept as files.",
        discussion: "Each recipe says where it is from: its source, or else its page at TheMealDB.")
    static let examples = [
        Example("import themealdb search.json --as @ada", "a file"),
        Example("import themealdb answers/ --as @ada", "a folder"),
    ]

    @Argument(help: "JSON files, folders of them, or - for standard input.") var files: [String]
    @OptionGroup var flags: RecipeImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importFiles(files, endings: ["json"], upTo: TheMealDBFile.bytesMax, flags) { file in
            TheMealDBFile.recipes(in: file.bytes, place: file.place)
        }
    }
}
