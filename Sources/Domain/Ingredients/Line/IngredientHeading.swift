/// A line among ingredients that names the group of lines below it: `For the sauce:`.
///
/// It takes time linear in the line, and reads English, German, French, Spanish, Italian, Dutch and Portuguese.
package struct IngredientHeading: Hashable, Sendable {
    /// The name of the group, without a colon at its end and without marks such as `**` around it.
    package let text: String

    /// `nil` if the line is an ingredient.
    package init?(reading line: String) {
        guard let reader = LineReader(line) else { return nil }
        var (first, end) = (reader.index, reader.scalars.count)
        let isMarked = Self.skipMarks(of: reader.scalars, &first, &end)
        let hasColon = first < end && (reader.scalars[end - 1] == ":" || reader.scalars[end - 1] == "：")
        if hasColon { end -= 1 }
        _ = Self.skipMarks(of: reader.scalars, &first, &end)
        while first < end, reader.scalars[end - 1] == " " { end -= 1 }
        guard first < end, reader.scalars[first..<end].contains(where: \.isLetter) else { return nil }
        let text = reader.text(first..<end)
        // «2 cups:» is an amount of something that is lacking.
        guard !reader.scalars[first].isDigit, IngredientLine(reading: text).quantity == nil else { return nil }
        guard (hasColon || isMarked) && Self.isShort(text) || Self.isPhrase(text) else { return nil }
        self.text = text
    }

    /// Moves both ends behind `**`, `==`, `--` and similar marks. True if they stand on both sides, or if the line
    /// begins with `#`.
    private static func skipMarks(of scalars: [Unicode.Scalar], _ first: inout Int, _ end: inout Int) -> Bool {
        let (oldFirst, oldEnd) = (first, end)
        while first < end, "#*=_-–— ".unicodeScalars.contains(scalars[first]) { first += 1 }
        while first < end, "#*=_-–— ".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        return first > oldFirst && (end < oldEnd || scalars[oldFirst] == "#")
    }

    /// A long line, and one with a comma, is an ingredient with a colon by mistake.
    private static func isShort(_ text: String) -> Bool { text.utf8.count <= 80 && !text.contains(",") }

    /// «For the sauce» and «Zutaten für den Teig»: no ingredient begins so, if little follows.
    private static func isPhrase(_ text: String) -> Bool {
        guard text.utf8.count <= 60, !text.contains(where: { ",;()".contains($0) || $0.isNumber }) else { return false }
        let lower = text.lowercased()
        guard lower.split(separator: " ").count <= 6 else { return false }
        if announcements.contains(where: { lower.hasPrefix($0) && lower.utf8.count > $0.utf8.count }) { return true }
        // «Für die Form Butter» is butter.
        return beginnings.contains { beginning in
            lower.hasPrefix(beginning) && lower.utf8.count > beginning.utf8.count
                && !lower.dropFirst(beginning.count).contains(" ")
        }
    }

    private static let announcements = [
        "ingredients for ", "to make the ", "zutaten für ", "ingrédients pour ", "ingredientes para ",
        "ingredienti per ", "ingrediënten voor ",
    ]
    private static let beginnings = [
        "for the ", "für den ", "für die ", "für das ", "pour la ",
        "pour le ", "pour les ", "pour l'", "pour l’", "para la ", "para el ", "para los ",
        "para las ", "per la ", "per il ", "per lo ", "per le ", "per gli ", "per l'", "per l’",
        "voor de ", "voor het ", "para o ", "para a ", "para os ", "para as ",
    ]
}
