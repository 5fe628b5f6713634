import CloudEvents
import Events

/// The steps with each ingredient marked where it is first named, if they name all of them in their order and reading the
/// result gives the same recipe.
struct CooklangMarking {
    /// Nil where the ingredients must be listed.
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

    /// Where that name stands, and not as a part of a longer word.
    private static func place(of name: String, in text: Substring) -> Range<Substring.Index>? {
        guard !name.isEmpty else { return nil }
        return text.ranges(of: name).first { range in
            func isApart(_ character: Character?) -> Bool { character.map { !$0.isLetter && !$0.isNumber } ?? true }
            let before =
                range.lowerBound == text.base.startIndex ? nil : text.base[text.base.index(before: range.lowerBound)]
            return isApart(before) && isApart(range.upperBound == text.endIndex ? nil : text[range.upperBound])
        }
    }

    /// Words behind an ingredient: a bracket right there would be its preparation.
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
