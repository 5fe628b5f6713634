package import CloudEvents
package import Events
import LarderAPI
import Layout
import Operations
import Views

/// The answer of a recipe's page, sent back as an edit.
///
/// The author changes the fields of the content. All other fields may be left out, or come back as they were read:
/// - what a recipe keeps for ever, and the time of its last edit, must equal what the answer says of the version that
///   is edited;
/// - what other members change, such as `likes`, and what the viewer did must equal what the answer says now. After an
///   event later than the answer's `position` they count as outdated, and are ignored.
///
/// `version` is the version that the edit is based on.
package struct ReturnedRecipe {
    /// The fields that an edit changes.
    static let content: Set<String> = [
        "title", "description", "ingredients", "steps", "servings", "prepMinutes", "cookMinutes", "totalMinutes",
        "difficulty", "cuisine", "course", "tags", "diet", "images", "imageTexts", "videoURL", "sourceURL", "nutrition",
        "note",
    ]
    static let fixed: Set<String> = ["id", "externalID", "author", "forkedFrom", "postedAt", "editedAt"]
    /// The fields that other members change, and those that depend on the viewer.
    static let passing: Set<String> = [
        "likes", "upvotes", "downvotes", "score", "rating", "comments", "reposts", "bookmarks", "cooked", "forks",
        "cookNotes", "beforeLarder", "pictures", "liked", "vote", "stars", "bookmarked", "followsAuthor", "isNew",
        "hasNewComments",
    ]
    /// The fields that say how the answer was made.
    static let origins: Set<String> = ["position", "version", "scaledFrom", "units"]

    private static let readOnly = fixed.union(passing).union(origins)

    /// Without nulls: a null is an absent field.
    private let members: [String: JSONValue]
    /// The version that was read; `nil` if the document does not say it.
    package let version: UInt32?

    /// `nil` if the object has no field of an answer beside the content: then it is the content itself.
    package init?(_ object: JSONValue) throws(Refusal) {
        members = (object.members ?? [:]).filter { !$0.value.isNull }
        guard members.keys.contains(where: Self.readOnly.contains) else { return nil }
        version = try members["version"].map { value throws(Refusal) in
            guard let version = value.integer.flatMap({ UInt32(exactly: $0) }), version > 0 else {
                throw Refusal(.invalid, "version must be a whole number from 1", field: "version")
            }
            return version
        }
    }

    /// The content of the edit. `base`: what the recipe's answer says now; `nil`: the recipe is not found, which the
    /// decision refuses. Refuses a changed field by its name.
    package func content(on base: RecipeBase?) throws(Refusal) -> ProtoRecipeContent {
        var own = members.filter { !Self.readOnly.contains($0.key) }
        // A version that does not exist yet is refused by the decision.
        guard let base, UInt64(version ?? 0) <= base.answer.recipe.version else {
            own["ingredients"] = own["ingredients"].map(Self.withoutMarks)
            own["steps"] = own["steps"].map(Self.withoutReadings)
            return try Self.content(of: own)
        }
        let answer = try Self.members(of: base.answer)
        try check(Self.fixed, answer)
        // Fields of a later version of the program are in its answers.
        let passing = Set(answer.keys).subtracting(Self.content).union(Self.passing)
        for name in passing.subtracting(Self.readOnly) { own[name] = nil }
        if try isCurrent(at: base.answer.position) {
            try check(passing.subtracting(Self.fixed).subtracting(Self.origins), answer)
        }
        // They are read from the text again.
        own["steps"] = own["steps"].map(Self.withoutReadings)
        let isCalculated = try removeCalculation(from: &own, base)
        var content = try Self.content(of: own)
        let rows = ReturnedIngredients(base)
        let given = content.ingredients
        func restore(keepingNames: Bool) {
            content.ingredients =
                isCalculated ? rows.all(keepingNames: keepingNames) : rows.restored(given, keepingNames: keepingNames)
        }
        restore(keepingNames: false)
        if rows.areNames, !Self.isSame(content, base.stored) { restore(keepingNames: true) }
        return content
    }

    private static func isSame(_ one: ProtoRecipeContent, _ other: ProtoRecipeContent) -> Bool {
        var (one, other) = (one, other)
        one.clearNote()
        other.clearNote()
        return one == other
    }

    /// The rows without the mark of those that could not be calculated.
    private static func withoutMarks(_ rows: JSONValue) -> JSONValue {
        guard let items = rows.items else { return rows }
        return .array(items.map { $0.members.map { .object($0.filter { $0.key != "asWritten" }) } ?? $0 })
    }

    /// The steps without what the service read in their texts.
    private static func withoutReadings(_ steps: JSONValue) -> JSONValue {
        guard let items = steps.items else { return steps }
        return .array(
            items.map { step in
                step.members.map { .object($0.filter { $0.key != "times" && $0.key != "uses" }) } ?? step
            })
    }

    private static func content(of members: [String: JSONValue]) throws(Refusal) -> ProtoRecipeContent {
        let json = Array(JSONValue.object(members).text(isIndented: false).utf8)
        guard case .recipe(let content) = try CloudEventReader.data(.recipeEdited, json: json).payload else {
            return ProtoRecipeContent()
        }
        return content
    }

    private static func members(of answer: RecipeAnswer) throws(Refusal) -> [String: JSONValue] {
        guard let bytes = try? JSONDocument.bytes(answer), let members = (try? JSONValue(bytes))?.members else {
            throw Refusal(.failed, "this program wrote a document that is not JSON")
        }
        return members
    }
}

// MARK: Comparing

extension ReturnedRecipe {
    /// Whether the answer was read at this position or does not say where. Refuses a position that does not exist yet.
    private func isCurrent(at position: UInt64) throws(Refusal) -> Bool {
        guard let value = members["position"] else { return true }
        guard let said = value.integer, said >= 0, UInt64(said) <= position else { throw Self.changed("position") }
        return said == position
    }

    private func check(_ names: Set<String>, _ answer: [String: JSONValue]) throws(Refusal) {
        for name in names.sorted() {
            guard let value = members[name] else { continue }
            let now = answer[name] ?? .null
            let isSame = name == "author" ? Self.isSameMember(value, now) : Self.isSame(value, now)
            guard isSame else { throw Self.changed(name) }
        }
    }

    private static func changed(_ name: String) -> Refusal {
        Refusal(
            .invalid, "an edit does not change \(name): leave it out, or send it as the recipe's answer has it",
            field: name)
    }

    /// A member's id and username: name and picture may have changed since.
    private static func isSameMember(_ one: JSONValue, _ other: JSONValue) -> Bool {
        guard let one = one.members, let other = other.members else { return false }
        return ["id", "username"].allSatisfy { name in
            one[name].map { isSame($0, other[name] ?? .null) } ?? true
        }
    }

    /// Numbers are compared by value, and a null is an absent member.
    private static func isSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.number(let one), .number(let other)): return Double(one) == Double(other)
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy { isSame($0, $1) }
        case (.object(let one, _), .object(let other, _)):
            return Set(one.keys).union(other.keys).allSatisfy { isSame(one[$0] ?? .null, other[$0] ?? .null) }
        case (.null, .null): return true
        case (.bool(let one), .bool(let other)): return one == other
        case (.string(let one), .string(let other)): return one == other
        default: return false
        }
    }
}

// MARK: Calculated quantities

extension ReturnedRecipe {
    /// Whether the answer's quantities were calculated for other servings or units. Then takes the calculation back, and
    /// refuses ingredients that differ from the calculated ones.
    private func removeCalculation(
        from own: inout [String: JSONValue], _ base: RecipeBase
    ) throws(Refusal) -> Bool {
        guard members["scaledFrom"] != nil || members["units"] != nil else { return false }
        var shown = base.answer
        if let scaledFrom = members["scaledFrom"] {
            guard let servings = shown.recipe.servings, scaledFrom.integer == Int64(servings) else {
                throw Self.changed("scaledFrom")
            }
            guard let wanted = own["servings"]?.integer.flatMap({ UInt32(exactly: $0) }) else {
                throw Refusal(.invalid, "servings must be the number that the quantities are for", field: "servings")
            }
            shown.recipe = try shown.recipe.scaled(toServings: wanted)
            own["servings"] = .number("\(servings)")
        }
        if let units = members["units"] {
            guard case .string(let word) = units, let system = RecipeInput.Units(rawValue: word) else {
                throw Self.changed("units")
            }
            shown.recipe = shown.recipe.converted(to: .init(system))
        }
        let none = JSONValue.array([])
        guard Self.isSame(own["ingredients"] ?? none, try Self.members(of: shown)["ingredients"] ?? none) else {
            throw Refusal(
                .invalid,
                "these ingredients have calculated quantities: read the recipe without servings and units to change them",
                field: "ingredients")
        }
        own["ingredients"] = nil
        return true
    }
}
