import CloudEvents

/// The database of a backup of Mealie, table by table: its recipes in the form in which its API tells one.
struct MealieBackup {
    private(set) var recipes: [[String: JSONValue]] = []

    /// Nil for what is no such database.
    init?(_ tables: [String: JSONValue]) {
        guard let rows = tables["recipes"]?.items, tables["alembic_version"] != nil else { return nil }
        func table(_ name: String) -> [[String: JSONValue]] { (tables[name]?.items ?? []).compactMap(\.members) }
        func names(_ name: String) -> [String: JSONValue] {
            Dictionary(
                table(name).compactMap { row in row["id"]?.words.map { ($0, row["name"] ?? .null) } },
                uniquingKeysWith: { first, _ in first })
        }
        func byRecipe(_ name: String) -> [String: [[String: JSONValue]]] {
            Dictionary(grouping: table(name)) { $0["recipe_id"]?.words ?? "" }.mapValues { rows in
                // Equal positions stay as they stand.
                rows.enumerated().sorted { a, b in
                    (Self.position(a.element), a.offset) < (Self.position(b.element), b.offset)
                }.map(\.element)
            }
        }
        let (units, foods) = (names("ingredient_units"), names("ingredient_foods"))
        let (tags, categories) = (names("tags"), names("categories"))
        let (ingredients, steps) = (byRecipe("recipes_ingredients"), byRecipe("recipe_instructions"))
        let (tagged, filed) = (byRecipe("recipes_to_tags"), byRecipe("recipes_to_categories"))
        let (facts, notes, comments) = (byRecipe("recipe_nutrition"), byRecipe("notes"), byRecipe("recipe_comments"))
        for var recipe in rows.compactMap(\.members) {
            let id = recipe["id"]?.words ?? ""
            func list(_ rows: [String: [[String: JSONValue]]]) -> JSONValue {
                .array((rows[id] ?? []).map { .object($0) })
            }
            func named(_ rows: [String: [[String: JSONValue]]], _ key: String, _ names: [String: JSONValue])
                -> JSONValue
            {
                .array((rows[id] ?? []).compactMap { row in row[key]?.words.flatMap { names[$0] } })
            }
            recipe["recipe_ingredient"] = .array(
                (ingredients[id] ?? []).map { row in
                    var row = row
                    row["unit"] = row["unit_id"]?.words.flatMap { units[$0] }
                    row["food"] = row["food_id"]?.words.flatMap { foods[$0] }
                    return .object(row)
                })
            recipe["recipe_instructions"] = list(steps)
            recipe["notes"] = list(notes)
            recipe["comments"] = list(comments)
            recipe["nutrition"] = facts[id]?.first.map { .object($0) }
            recipe["tags"] = named(tagged, "tag_id", tags)
            recipe["recipe_category"] = named(filed, "category_id", categories)
            recipes.append(recipe)
        }
    }

    private static func position(_ row: [String: JSONValue]) -> Int64 { row["position"]?.integer ?? 0 }
}
