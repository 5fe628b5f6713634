import ArgumentParser
import LarderAPI
import Recipes

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
        discussion: """
            Every schema.org/Recipe in a file is found, however deep it lies. What larder export jsonld has written is known again \
            where it came from: there it is unchanged, or a conflict if the recipe says something else by now.
            """)
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
        discussion: "Whatever can be used of a recipe is taken; the import reports every value it drops.")
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

enum TheMealDBFormat: AnswerFormat {
    static let configuration = CommandConfiguration(
        commandName: "themealdb", abstract: "Import recipes of TheMealDB: answers kept as files, or by asking it.",
        discussion: """
            Each recipe says where it is from: its source, or else its page at TheMealDB. A file and an answer name it alike, so \
            that it is posted once. Without $THEMEALDB_KEY the import uses the test key that TheMealDB gives to all.
            """)
    static let examples = [
        Example("import themealdb search.json --as @ada", "a file"),
        Example("import themealdb answers/ --as @ada", "a folder"),
        Example("import themealdb --id 52772 --as @ada", "one that larder discover --external has found"),
        Example("import themealdb --search 'pea soup' --as @ada --dry-run", "what would become of all it finds"),
    ]

    static let service: any RecipeService.Type = TheMealDBService.self
    static let files = "JSON files"
    static let endings = ["json"]
    static let bytesMax = TheMealDBFile.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] {
        TheMealDBFile.recipes(in: file.bytes, place: file.place)
    }
}

enum MealieFormat: RecipeFormat {
    static let configuration = CommandConfiguration(
        commandName: "mealie", abstract: "Import recipes of Mealie: JSON files, exports and backups.",
        discussion: """
            The import reads the recipes of a backup and posts them as the member of --as, each at the time when Mealie \
            created it. It does not import members, comments and pictures.
            """)
    static let examples = [
        Example("import mealie mealie.zip --as @ada", "a backup, or an export"),
        Example("import mealie recipes/ --as @ada --dry-run", "a folder of recipes, each in a file"),
    ]
    static let files = "JSON files and zip archives"
    static let endings = ["json", "zip"]
    static let bytesMax = MealieFile.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] { MealieFile.recipes(in: file.bytes, place: file.place) }
}

enum PaprikaFormat: RecipeFormat {
    static let configuration = CommandConfiguration(
        commandName: "paprika", abstract: "Import recipes that Paprika exported.",
        discussion:
            "Each was posted when it was created there. Notes become the end of the description; pictures stay behind.")
    static let examples = [
        Example("import paprika cookbook.paprikarecipes --as @ada", "an export"),
        Example(
            "import paprika cookbook.paprikarecipes --as @ada --errors report.txt", "with what was changed and refused"),
    ]
    static let files = "Exports"
    static let endings = ["paprikarecipes", "paprikarecipe"]
    static let bytesMax = PaprikaFile.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] { PaprikaFile.recipes(in: file.bytes, place: file.place) }
}

enum EdamamFormat: AnswerFormat {
    static let configuration = CommandConfiguration(
        commandName: "edamam", abstract: "Import recipes of Edamam: answers kept as files, or by asking it.",
        discussion: """
            Each recipe names its source and its owner. Edamam mostly gives ingredients only; the source has the steps. \
            A search requires a key, in $EDAMAM_APP_ID and $EDAMAM_APP_KEY.
            """)
    static let examples = [
        Example("import edamam hits.json --as @ada", "a file"),
        Example("import edamam hits.json --as @ada --dry-run", "what would become of it"),
        Example("import edamam --search 'pea soup' --limit 5 --as @ada", "the first five that it finds"),
    ]
    static let service: any RecipeService.Type = EdamamService.self
    static let files = "JSON files"
    static let endings = ["json"]
    static let bytesMax = EdamamFile.bytesMax

    static func items(in file: ImportFile) -> [FoundItem] { EdamamFile.recipes(in: file.bytes, place: file.place) }
}
