import CloudEvents
import Events

/// Recipes of Mealie: an answer of its API (one, a list, a page of `items`), the files of an export, or a whole backup.
///
/// Origin: `mealie` and the recipe's id, else its slug. Time: that of its creation in Mealie. A recipe that Mealie writes as
/// schema.org/Recipe is read as one.
package enum MealieFile {
    static let source = "mealie"
    /// The largest file, in bytes.
    package static let bytesMax = ZipArchive.bytesMax
    /// The largest database of a backup, in bytes.
    private static let databaseBytesMax = 64 << 20

    /// The recipes and refusals, in the order of the file; `place` is the file's name in the report.
    package static func recipes(in bytes: [UInt8], place: String) -> [FoundItem] {
        let items = ZipArchive.isArchive(bytes) ? archived(bytes, place) : document(bytes, place: place)
        guard items.isEmpty else { return items }
        return [.refused(RefusedItem(place: place, reason: .noRecipe, message: "there is no recipe of Mealie in it"))]
    }

    // MARK: Archives

    private static func archived(_ bytes: [UInt8], _ place: String) -> [FoundItem] {
        var items: [FoundItem] = []
        do throws(ArchiveFailure) {
            try ZipArchive.forEachFile(
                of: bytes, upTo: databaseBytesMax, endingIn: ".json"
            ) { file in
                let isDatabase = file.path.split(separator: "/").last == "database.json"
                let place = "\(place): \(file.path)"
                switch file.contents {
                case .success(let bytes) where isDatabase: items += database(bytes, place: place)
                case .success(let bytes): items += document(bytes, place: place)
                case .failure(let failure): items.append(.refused(failure.refused(place)))
                }
            }
        } catch {
            items.append(.refused(error.refused(place)))
        }
        return items
    }

    private static func database(_ bytes: [UInt8], place: String) -> [FoundItem] {
        do throws(RefusedItem) {
            guard
                let tables = try JSONValue.document(bytes, place: place, upTo: databaseBytesMax).members,
                let backup = MealieBackup(tables)
            else { throw RefusedItem(place: place, reason: .unreadable, message: "it is not a database of Mealie") }
            return backup.recipes.enumerated().map { index, members in
                .recipe(MealieRecipe(members).recipe(place: "\(place): recipe \(index + 1)"))
            }
        } catch {
            return [.refused(error)]
        }
    }

    // MARK: Documents

    private static func document(_ bytes: [UInt8], place: String) -> [FoundItem] {
        do throws(RefusedItem) {
            let value = try JSONValue.document(bytes, place: place)
            if isLinked(value) { return WebRecipes.document(bytes, place: place) }
            if let members = value.members, let items = members["items"]?.items { return recipes(items, place) }
            if let items = value.items { return recipes(items, place) }
            guard let members = value.members, isRecipe(members) else { return [] }
            return [.recipe(MealieRecipe(members).recipe(place: place))]
        } catch {
            return [.refused(error)]
        }
    }

    /// No recipe and no refusal for a list without recipes: archives also hold members and settings.
    private static func recipes(_ items: [JSONValue], _ place: String) -> [FoundItem] {
        guard items.contains(where: { $0.members.map(isRecipe) ?? false }) else { return [] }
        return items.enumerated().map { index, item in
            let place = "\(place): recipe \(index + 1)"
            guard let members = item.members, isRecipe(members) else {
                return .refused(RefusedItem(place: place, reason: .unreadable, message: "it is not a recipe of Mealie"))
            }
            return .recipe(MealieRecipe(members).recipe(place: place))
        }
    }

    private static func isLinked(_ value: JSONValue) -> Bool {
        guard let members = value.members ?? value.items?.first?.members else { return false }
        return members["@type"] != nil || members["@graph"] != nil
    }

    private static func isRecipe(_ members: [String: JSONValue]) -> Bool {
        let keys = Set(members.keys.map(JSONFields.folded))
        return !keys.isDisjoint(with: ["recipeingredient", "recipeinstructions"])
            || keys.contains("name") && keys.contains("slug") && keys.contains("recipeyield")
    }
}

/// The database of a backup of Mealie, table by table. It gives recipes in the form of Mealie's API.
struct MealieBackup {
    private(set) var recipes: [[String: JSONValue]] = []

    /// `nil` for a document that is not such a database.
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
                // Rows with equal positions keep their order.
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
