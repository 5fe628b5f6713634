import CloudEvents
import Events
import Ingredients
import Yams

/// Writes a recipe as Cooklang.
///
/// If the steps name all ingredients in their order, they are marked there. Else a paragraph of ingredients alone comes before
/// the steps, which `CooklangFile` reads as a list of ingredients.
///
/// Why by hand: no package in `Package.swift` writes Cooklang. Yams writes the front matter.
enum CooklangWriter {
    static func text(_ given: ProtoRecipeContent) -> String {
        var content = given
        content.ingredients = given.ingredients.map { CooklangReading.parts(of: $0) ?? $0 }
        var blocks = [frontMatter(content)]
        if let marked = CooklangMarking(content).paragraphs {
            blocks += marked
        } else {
            let list = content.ingredients.map(CooklangMarkup.ingredient)
            if !list.isEmpty { blocks.append(list.joined(separator: "\n")) }
            blocks += content.steps.map { CooklangMarkup.paragraph($0.text) }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    // MARK: Front matter

    private static func frontMatter(_ content: ProtoRecipeContent) -> String {
        var pairs: [(Node, Node)] = [(plain("title"), quoted(content.title))]
        func add(_ key: String, _ text: String) { if !text.isEmpty { pairs.append((plain(key), quoted(text))) } }
        func add(_ key: String, _ list: [String]) {
            if !list.isEmpty {
                pairs.append((plain(key), Node.sequence(Node.Sequence(list.map(quoted), .implicit, .flow))))
            }
        }
        add("description", content.description_p)
        if content.hasServings { pairs.append((plain("servings"), plain("\(content.servings)"))) }
        if content.hasPrepMinutes { pairs.append((plain("prep time"), plain("\(content.prepMinutes) min"))) }
        if content.hasCookMinutes { pairs.append((plain("cook time"), plain("\(content.cookMinutes) min"))) }
        if content.hasTotalMinutes { pairs.append((plain("time"), plain("\(content.totalMinutes) min"))) }
        if let level = SchemaRecipeWriter.difficulties.first(where: { $0.value == content.difficulty })?.key {
            pairs.append((plain("difficulty"), plain(level)))
        }
        add("cuisine", content.cuisine)
        add("course", content.course)
        add("tags", content.tags)
        for diet in CooklangMetadataReading.diets {
            switch content.diet[keyPath: diet.path] {
            case .no: pairs.append((plain(diet.name), plain("no")))
            case .unknown where diet.path == \ProtoDiet.vegetarian && content.diet.vegan == .yes:
                // Without this line a reader would derive vegetarian from vegan.
                pairs.append((plain(diet.name), plain("unknown")))
            case .yes, .unknown, .UNRECOGNIZED: break
            }
        }
        let suited = CooklangMetadataReading.diets.filter { content.diet[keyPath: $0.path] == .yes }.map(\.name)
        add("diet", suited)
        add("images", content.images)
        add("image texts", content.imageTexts)
        add("video", content.videoURL)
        add("source", content.sourceURL)
        let facts = CooklangNutrition.entries(of: content.nutrition)
        if content.hasNutrition, !facts.isEmpty {
            let inner = facts.map { (plain($0.key), quoted($0.text)) }
            pairs.append((plain("nutrition"), Node.mapping(Node.Mapping(inner))))
        }
        // The emitter writes into memory and escapes every character in double quotes: it has no way to fail.
        let yaml = (try? Yams.serialize(node: Node.mapping(Node.Mapping(pairs)), width: -1, allowUnicode: true)) ?? ""
        return "---\n\(yaml)---"
    }

    private static func plain(_ text: String) -> Node { Node.scalar(Node.Scalar(text, .implicit, .plain)) }

    /// A text in quotes, so that YAML reads it as a text.
    private static func quoted(_ text: String) -> Node {
        Node.scalar(Node.Scalar(text, Tag(.str), .doubleQuoted))
    }
}

/// Splits the line of an ingredient into the parts that Cooklang writes separately.
enum CooklangReading {
    /// Amount, unit and name of a line, if joining them gives the line again. `nil` for other lines, and for rows whose parts
    /// are known already.
    static func parts(of row: ProtoIngredient) -> ProtoIngredient? {
        guard !row.hasName, !row.hasQuantity, !row.hasUnit, !row.hasNote else { return nil }
        let original = row.original.withSingleBlanks
        let line = IngredientLine(reading: original)
        let tail = line.name + (line.note.map { ", \($0)" } ?? "")
        guard line.quantity != nil, original.hasSuffix(" \(tail)") else { return nil }
        var words = original.dropLast(tail.count).split(separator: " ")
        var unit: String?
        if let name = line.unit {
            // The unit as it is written: `cups`, not `cup`.
            guard let word = words.popLast(), MeasuringUnit(named: String(word))?.name == name else { return nil }
            unit = String(word)
        }
        guard !words.isEmpty else { return nil }
        let amount = words.joined(separator: " ")
        let parts = ProtoIngredient(
            amount: amount, quantity: CooklangRecipe.Quantity(written: amount)?.number, unit: unit, name: line.name,
            note: line.note)
        return parts.original == original ? parts : nil
    }
}

/// The steps with each ingredient marked where it is first named. That works if the steps name all ingredients in their order
/// and reading the result gives the same recipe.
struct CooklangMarking {
    /// `nil` if the ingredients must be listed.
    let paragraphs: [String]?

    init(_ content: ProtoRecipeContent) {
        let rows = content.ingredients
        guard !rows.isEmpty, rows.allSatisfy(\.hasName) else {
            paragraphs = nil
            return
        }
        var marked: [String] = []
        var next = 0
        for step in content.steps {
            var rest = step.text.withSingleBlanks[...]
            var paragraph = ""
            while next < rows.count, let range = Self.place(of: rows[next].name, in: rest) {
                paragraph += Self.following(rest[..<range.lowerBound], paragraph)
                paragraph += CooklangMarkup.ingredient(rows[next], name: CooklangMarkup.name(rows[next].name))
                rest = rest[range.upperBound...]
                next += 1
            }
            paragraph += Self.following(rest, paragraph)
            marked.append(CooklangMarkup.atStart(paragraph))
        }
        guard next == rows.count, Self.isSame(marked, as: content) else {
            paragraphs = nil
            return
        }
        paragraphs = marked
    }

    /// The place of that name as a whole word.
    private static func place(of name: String, in text: Substring) -> Range<Substring.Index>? {
        guard !name.isEmpty else { return nil }
        return text.ranges(of: name).first { range in
            func isApart(_ character: Character?) -> Bool { character.map { !$0.isLetter && !$0.isNumber } ?? true }
            let before =
                range.lowerBound == text.base.startIndex ? nil : text.base[text.base.index(before: range.lowerBound)]
            return isApart(before) && isApart(range.upperBound == text.endIndex ? nil : text[range.upperBound])
        }
    }

    /// The words after an ingredient: a bracket directly after it would be its preparation.
    private static func following(_ words: Substring, _ paragraph: String) -> String {
        let text = CooklangMarkup.plain(String(words))
        return paragraph.last == "}" && text.first == "(" ? "\\" + text : text
    }

    private static func isSame(_ paragraphs: [String], as content: ProtoRecipeContent) -> Bool {
        let recipe = CooklangParser.recipe(paragraphs.joined(separator: "\n\n"))
        let read = CooklangContent(recipe, name: content.title).content
        return read.ingredients == content.ingredients
            && read.steps.map(\.text) == content.steps.map { $0.text.withSingleBlanks }
    }
}

/// Text with backslashes before characters that would be marks.
enum CooklangMarkup {
    /// A step as a paragraph of its own; line ends and runs of blanks become one blank.
    static func paragraph(_ text: String) -> String { atStart(plain(text.withSingleBlanks)) }

    /// At the beginning of a line more characters are marks.
    static func atStart(_ line: String) -> String {
        line.first == ">" || line.first == "=" ? "\\" + line : line
    }

    /// Words in which nothing is marked.
    static func plain(_ text: String) -> String { escaped(text, "@#~\\") }

    /// An ingredient with its parts if its name is known, else with its whole line as name.
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
        // A modifier before a name would change its meaning.
        return name.first.map { "?&+-".contains($0) } == true ? "\\" + name : name
    }

    /// The amount as the line writes it, if that is the same number; else the number.
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
            // A comment may begin at any place.
            let isComment = scalar == "-" && (next == "-" || before == "-") || scalar == "[" && next == "-"
            if isComment || signs.unicodeScalars.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}
