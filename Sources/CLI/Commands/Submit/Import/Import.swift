import ArgumentParser

struct Import: Exemplified {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring in what was written elsewhere.",
        subcommands: [
            ImportFoodCom.self, ImportCommunity<ParseFormat>.self, ImportCommunity<FirestoreFormat>.self,
            ImportRecipes<HTMLFormat>.self, ImportRecipes<JSONLDFormat>.self, ImportURL.self,
            ImportRecipes<CooklangFormat>.self, ImportRecipes<ReciMeFormat>.self, ImportRecipes<MealieFormat>.self,
            ImportRecipes<PaprikaFormat>.self, ImportAnswers<TheMealDBFormat>.self, ImportAnswers<EdamamFormat>.self,
        ])
    static let examples = [
        Example("import foodcom --recipes RAW_recipes.csv --interactions RAW_interactions.csv", "a public data set"),
        Example("import parse export/", "a whole community, of an app on Parse"),
        Example("import firestore backup.json", "the same, of an app on Firestore"),
        Example("import html soup.html --as @ada", "recipes of saved pages"),
        Example("import jsonld recipes.json --as @ada", "recipes in schema.org's words"),
        Example("import url https://kitchen.example/soup --as @ada", "recipes of a page on the web"),
        Example("import cooklang recipes/ --as @ada", "a folder of Cooklang files"),
        Example("import recime cookbook.json --as @ada", "what apps keep"),
        Example("import mealie mealie.zip --as @ada", "a cookbook of Mealie's"),
        Example("import paprika cookbook.paprikarecipes --as @ada", "a cookbook of Paprika's"),
        Example("import themealdb search.json --as @ada", "answers of TheMealDB"),
        Example("import edamam hits.json --as @ada", "answers of Edamam"),
    ]
}
