import CloudEvents

/// Reads Cooklang, as its specification and its canonical tests have it.
///
/// Paragraphs are steps; `@`, `#` and `~` mark ingredients, cookware and timers; `--` and `[- -]` are comments; `=` begins
/// a section and `>` a note. A backslash takes its meaning from the character behind it, and at the end of a line joins it
/// with the next. Whatever the text is, it is a recipe, if perhaps one without steps: nothing is refused here.
///
/// O(length), whatever is left open: an open brace ends at the next one, an open bracket after `noteMax` characters.
package enum CooklangParser {
    /// The longest preparation in brackets that is one.
    static let noteMax = 500

    package static func recipe(_ text: String) -> CooklangRecipe {
        var recipe = CooklangRecipe()
        var lines = CooklangLines(text)
        if let matter = lines.takeFrontMatter() {
            let (metadata, remark) = CooklangFrontMatter.entries(matter)
            recipe.metadata = metadata
            if let remark { recipe.remarks.append(remark) }
        }
        var step: [String] = []
        var note: [String] = []
        func finish(_ recipe: inout CooklangRecipe) {
            let items = step.isEmpty ? [] : CooklangText.items(step.joined(separator: " "))
            if !items.isEmpty { recipe.blocks.append(.step(items)) }
            let remark = CooklangText.unescaped(note.joined(separator: " ")).withSingleBlanks
            if !remark.isEmpty { recipe.blocks.append(.note(remark)) }
            step = []
            note = []
        }
        for line in lines.withoutComments() {
            let start = line.trimmed
            if start.isEmpty {
                finish(&recipe)
            } else if start.hasPrefix(">>") {
                finish(&recipe)
                if let entry = CooklangFrontMatter.entry(start.dropFirst(2)) {
                    recipe.metadata.append(entry)
                } else {
                    recipe.remarks.append("«\(start.prefix(60))» is no metadata: it has no colon")
                }
            } else if start.hasPrefix(">") {
                if !step.isEmpty { finish(&recipe) }
                note.append(String(start.dropFirst()))
            } else if start.hasPrefix("=") {
                finish(&recipe)
                recipe.blocks.append(.section(heading(start)))
            } else if !note.isEmpty {
                note.append(line)
            } else {
                step.append(line)
            }
        }
        finish(&recipe)
        return recipe
    }

    /// `== Dough ==` without its signs.
    private static func heading(_ line: String) -> String {
        var name = line[...]
        while name.first == "=" { name.removeFirst() }
        while name.last == "=" { name.removeLast() }
        return CooklangText.unescaped(String(name)).withSingleBlanks
    }
}
