import CloudEvents
import Events

/// Text with backslashes before what would be a sign.
enum CooklangMarkup {
    /// A step as a paragraph of its own; line ends and runs of blanks become one blank.
    static func paragraph(_ text: String) -> String { atStart(plain(text.withSingleBlanks)) }

    /// At the beginning of a line more is a sign than elsewhere.
    static func atStart(_ line: String) -> String {
        line.first == ">" || line.first == "=" ? "\\" + line : line
    }

    /// Words among which nothing is marked.
    static func plain(_ text: String) -> String { escaped(text, "@#~\\") }

    /// An ingredient with its parts where its name is known, else with its whole line for a name.
    static func ingredient(_ row: ProtoIngredient) -> String {
        guard row.hasName else { return "@\(name(row.original)){}" }
        return ingredient(row, name: name(row.name))
    }

    static func ingredient(_ row: ProtoIngredient, name: String) -> String {
        let quantity = escaped(amount(of: row), "%{}\\=")
        let unit = row.hasUnit ? "%" + escaped(row.unit.withSingleBlanks, "%{}\\") : ""
        let note = row.hasNote ? "(" + escaped(row.note.withSingleBlanks, "()\\") + ")" : ""
        return "@\(name){\(quantity)\(unit)}\(note)"
    }

    static func name(_ text: String) -> String {
        let name = escaped(text.withSingleBlanks, "@#~{}\\")
        // Signs before a name would say something of it.
        return name.first.map { "?&+-".contains($0) } == true ? "\\" + name : name
    }

    /// As its line has it, as far as it says the same; else the number alone.
    private static func amount(of row: ProtoIngredient) -> String {
        let line = row.original.withSingleBlanks
        let words = [row.unit, row.name].map(\.withSingleBlanks).filter { !$0.isEmpty }.joined(separator: " ")
        let tail = row.hasNote ? words + ", " + row.note.withSingleBlanks : words
        let written = line.hasSuffix(tail) ? String(line.dropLast(tail.count)).trimmed : nil
        if let written, CooklangRecipe.Quantity(written: written)?.number == (row.hasQuantity ? row.quantity : nil) {
            return written
        }
        return row.hasQuantity ? DecimalText.of(row.quantity) : ""
    }

    private static func escaped(_ text: String, _ signs: String) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let before = index > 0 ? scalars[index - 1] : nil
            // Comments begin everywhere.
            let isComment = scalar == "-" && (next == "-" || before == "-") || scalar == "[" && next == "-"
            if isComment || signs.unicodeScalars.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}
