import ArgumentParser
import Interchange

enum HTMLFormat: RecipeFormat {
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

    static let files = "Pages"
    static let endings = ["html", "htm"]
    static let bytesMax = WebRecipes.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] {
        WebRecipes.page(file.bytes, place: file.place)
    }
}

enum JSONLDFormat: RecipeFormat {
    static let configuration = CommandConfiguration(
        commandName: "jsonld", abstract: "Import the recipes of JSON-LD files.",
        discussion: "Every schema.org/Recipe in a file is found, however deep it lies.")
    static let examples = [
        Example("import jsonld recipes.json --as @ada", "a file"),
        Example("import jsonld - --as @ada --dry-run < recipes.json", "what would become of one"),
    ]

    static let files = "JSON files"
    static let endings = ["jsonld", "json", "ndjson"]
    static let bytesMax = WebRecipes.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] {
        WebRecipes.document(file.bytes, place: file.place)
    }
}

enum CooklangFormat: RecipeFormat {
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

    static let files = "Files"
    static let endings = ["cook"]
    static let bytesMax = CooklangFile.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] {
        [CooklangFile.recipe(in: file.bytes, name: file.name, place: file.place)]
    }
}

enum ReciMeFormat: RecipeFormat {
    static let configuration = CommandConfiguration(
        commandName: "recime", abstract: "Import a recipes.json as ReciMe and apps like it keep it.",
        discussion: "Whatever can be used of a recipe is taken; what was left out is told line by line.")
    static let examples = [
        Example("import recime cookbook.json --as @ada", "a file"),
        Example("import recime cookbook.json --as @ada --dry-run", "what would become of it"),
    ]

    static let files = "JSON files"
    static let endings = ["json"]
    static let bytesMax = ReciMeFile.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] {
        ReciMeFile.recipes(in: file.bytes, place: file.place)
    }
}

enum TheMealDBFormat: RecipeFormat {
    static let configuration = CommandConfiguration(
        commandName: "themealdb", abstract: "Import answers of TheMealDB's API, kept as files.",
        discussion: "Each recipe says where it is from: its source, or else its page at TheMealDB.")
    static let examples = [
        Example("import themealdb search.json --as @ada", "a file"),
        Example("import themealdb answers/ --as @ada", "a folder"),
    ]

    static let files = "JSON files"
    static let endings = ["json"]
    static let bytesMax = TheMealDBFile.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] {
        TheMealDBFile.recipes(in: file.bytes, place: file.place)
    }
}
