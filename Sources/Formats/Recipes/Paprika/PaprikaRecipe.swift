import CloudEvents
import Events

/// One recipe of Paprika's: an app's recipe whose texts are lists, a line for each entry.
struct PaprikaRecipe {
    private var content: ProtoRecipeContent
    private let id: String?
    private let occurredAt: Timestamp?
    /// Its cook does not want it any more, though it can still be taken out of the bin.
    let isThrownAway: Bool
    private var notes: [String] = []

    init(_ members: [String: JSONValue]) {
        var members = members
        id = members.removeValue(forKey: "uid")?.words
        occurredAt = members.removeValue(forKey: "created")?.instant(called: "created", notes: &notes)
        let pictures = ["photo_data", "photos", "photo_large", "photo"].compactMap { members.removeValue(forKey: $0) }
        isThrownAway = ["in_trash", "deleted"].compactMap { members.removeValue(forKey: $0) }.contains { value in
            value == .bool(true) || value.words == "1"
        }
        // What only the app itself needs to know.
        for name in [
            "hash", "photo_hash", "photo_url", "on_favorites", "on_grocery_list", "scale",
        ] {
            members[name] = nil
        }
        if members["rating"]?.words == "0" { members["rating"] = nil }
        // The address leads to whoever is named there.
        if members["source_url"]?.isBlank == false { members["source"] = nil }
        members["tags"] = members.removeValue(forKey: "categories")
        let aside = members.removeValue(forKey: "notes")?.words
        if let found = members["servings"].flatMap({ RecipeYield($0) }) {
            members["servings"] = .number(String(found.servings))
            if found.isGuess { notes.append("servings: the lower end of a range, \(found.servings), taken") }
        }
        let recipe = AppRecipe(JSONFields(members))
        content = recipe.content
        notes += recipe.notes
        if let aside {
            content.description_p = [content.description_p, aside].filter { !$0.isEmpty }.joined(separator: "\n\n")
            notes.append("notes: told at the end of the description")
        }
        if content.images.isEmpty, pictures.contains(where: { !$0.isBlank }) {
            notes.append("photo: left out, for it is a picture itself and no address of one")
        }
    }

    func recipe(place: String) -> FoundRecipe {
        FoundRecipe(
            place: place, content: content, source: PaprikaFile.source, id: id, occurredAt: occurredAt, notes: notes)
    }
}
