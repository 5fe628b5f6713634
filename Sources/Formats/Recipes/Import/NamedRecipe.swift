package import Events

/// A recipe from outside as it would be posted: within the domain's limits, and with the name under which it is known for ever.
package struct NamedRecipe: Hashable, Sendable {
    package let origin: Origin
    package let content: ProtoRecipeContent
    /// What had to be changed, left out or guessed: one clause each.
    package let notes: [String]

    /// Refuses what cannot be posted.
    package init(_ found: FoundRecipe) throws(RefusedItem) {
        let fitted = try FittedRecipe(found.content, place: found.place)
        origin = Origin(source: found.source, id: found.id, content: fitted.content)
        content = fitted.content
        notes = found.notes + fitted.notes
    }
}
