import Events
import Layout
import Projections
import Views

/// The folded texts of one recipe or member, in the order of the index's columns.
struct SearchedDocument: Hashable, Sendable {
    var columns: [String]
}

extension SearchedDocument {
    /// Nil when the recipe is deleted, its author is, or nobody can read it.
    init?(_ recipe: RecipeID, _ snapshot: ViewSnapshot, _ views: AllViews) {
        guard snapshot.get(views.recipes.facets, Key(recipe.value))?.isShown ?? false else { return nil }
        self.init(shown: recipe, snapshot, views)
    }

    /// The same of one that is known to be shown.
    init?(shown recipe: RecipeID, _ snapshot: ViewSnapshot, _ views: AllViews) {
        guard let row = snapshot.get(views.recipes.contents, Key(recipe.value)) else { return nil }
        self.init(recipe: unsafe row.content.span.bytes)
    }

    /// Of a stored `ProtoRecipeContent`: title, tags, ingredients, description, steps.
    init(recipe message: RawSpan) {
        var (title, tags, ingredients, description, steps) = ("", "", "", "", "")
        var fields = WireFields(message)
        // What is no message any more reads as far as it is one.
        while (try? fields.next()) == true {
            switch fields.number {
            case 1: FoldedText.append(fields.value.text, to: &title)
            case 2: FoldedText.append(fields.value.text, to: &description)
            case 3: Self.append(ingredient: fields.value, to: &ingredients)
            case 4: Self.append(line: WireFields.text(1, of: fields.value), to: &steps)
            case 12: Self.append(line: fields.value.text, to: &tags)
            default: break
            }
        }
        columns = [title, tags, ingredients, description, steps]
    }

    /// The line as it was written, and the name where the line does not say it.
    private static func append(ingredient message: RawSpan, to words: inout String) {
        let line = WireFields.text(1, of: message)
        append(line: line, to: &words)
        let name = WireFields.text(4, of: message)
        guard !name.isEmpty, !line.contains(name) else { return }
        append(line: name, to: &words)
    }

    /// Something that is no word comes between lines: no phrase reaches from one into the next.
    private static func append(line: String, to words: inout String) {
        if !words.isEmpty { words += " ¦" }
        FoldedText.append(line, to: &words)
    }

    /// Username and name; nil for a deleted member, and when nobody can read what they are called.
    init?(_ member: MemberID, _ row: MemberRow) {
        guard !row.isDeleted, !row.username.isEmpty else { return nil }
        var (username, name) = ("", "")
        FoldedText.append(row.username, to: &username)
        FoldedText.append(row.name, to: &name)
        columns = [username, name]
    }
}
