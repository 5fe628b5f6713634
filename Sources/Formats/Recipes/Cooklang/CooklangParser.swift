import CloudEvents

/// Reads Cooklang by its specification and its canonical tests.
///
/// Why by hand: no package in `Package.swift` reads Cooklang, a hostile file must cost only O(length), and an import reports
/// in a sentence what it cannot read.
///
/// Paragraphs are steps; `@`, `#` and `~` mark ingredients, cookware and timers; `--` and `[- -]` are comments; `=` begins
/// a section and `>` a note. A backslash makes the next character plain; at the end of a line it joins the line
/// with the next. Every text is a recipe, perhaps one without steps: nothing is refused here.
///
/// O(length), also with unclosed marks: an open brace ends at the next one, an open bracket after `noteMax` characters.
package enum CooklangParser {
    /// The longest preparation in brackets.
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
                    recipe.remarks.append("«\(start.prefix(60))» is not metadata: it has no colon")
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

    /// The name in `== Dough ==`.
    private static func heading(_ line: String) -> String {
        var name = line[...]
        while name.first == "=" { name.removeFirst() }
        while name.last == "=" { name.removeLast() }
        return CooklangText.unescaped(String(name)).withSingleBlanks
    }
}

/// The lines of a Cooklang file.
struct CooklangLines {
    private var lines: [Substring]

    /// Lines end with LF, CR LF or CR. A byte order mark is skipped.
    init(_ text: String) {
        // CR LF is one `Character`, so that splitting by characters is right for all three.
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    /// Removes the text between two lines of `---` at the top and returns it; `nil` without one.
    mutating func takeFrontMatter() -> String? {
        guard let first = lines.firstIndex(where: { !String($0).trimmed.isEmpty }), Self.isFence(lines[first]),
            let last = lines[(first + 1)...].firstIndex(where: Self.isFence)
        else { return nil }
        let matter = lines[(first + 1)..<last].joined(separator: "\n")
        lines.removeFirst(last + 1)
        return matter
    }

    private static func isFence(_ line: Substring) -> Bool { line.hasPrefix("---") && String(line).trimmed == "---" }

    /// The lines without comments. A line of comments alone is dropped, so that it does not end a paragraph.
    func withoutComments() -> [String] {
        var result: [String] = []
        var isInside = false
        for line in lines {
            var kept = String.UnicodeScalarView()
            var hadComment = isInside
            let scalars = Array(line.unicodeScalars)
            var index = 0
            while index < scalars.count {
                let scalar = scalars[index]
                let next = index + 1 < scalars.count ? scalars[index + 1] : nil
                if isInside {
                    if scalar == "-", next == "]" {
                        isInside = false
                        index += 1
                    }
                } else if scalar == "\\", let next {
                    kept.append(scalar)
                    kept.append(next)
                    index += 1
                } else if scalar == "[", next == "-" {
                    isInside = true
                    hadComment = true
                    index += 1
                } else if scalar == "-", next == "-" {
                    // Two hyphens begin a comment, three or more do not.
                    var end = index
                    while end < scalars.count, scalars[end] == "-" { end += 1 }
                    if end - index == 2 {
                        hadComment = true
                        break
                    }
                    kept.append(contentsOf: scalars[index..<end])
                    index = end - 1
                } else {
                    kept.append(scalar)
                }
                index += 1
            }
            let text = String(kept)
            if !hadComment || !text.trimmed.isEmpty { result.append(text) }
        }
        return result
    }
}
