extension SearchTerms {
    /// Marks the ranges of texts that match a term, in order and apart: whole words, also where only their beginning or another form of
    /// them was searched for.
    package var marker: (_ text: String) -> [Range<String.Index>] {
        let stems = Stems()
        var forms: [String: Set<String>] = [:]
        for case .beginning(let word) in all { forms[word] = Set(stems.all(of: word)) }
        return { ranges(in: $0, forms, stems) }
    }

    /// O(words of the text × terms).
    private func ranges(in text: String, _ forms: [String: Set<String>], _ stems: Stems) -> [Range<String.Index>] {
        let words = FoundWord.all(in: text)
        var isMarked = [Bool](repeating: false, count: words.count)
        for term in all {
            switch term {
            case .beginning(let beginning):
                let forms = forms[beginning] ?? []
                for (index, word) in words.enumerated() {
                    // Stemming takes longer than looking at two letters, which all forms of a word share.
                    isMarked[index] =
                        isMarked[index] || word.folded.hasPrefix(beginning)
                        || word.folded.hasPrefix(beginning.prefix(2))
                            && !forms.isDisjoint(with: stems.all(of: word.folded))
                }
            case .phrase(let phrase):
                guard phrase.count <= words.count else { continue }
                for start in 0...(words.count - phrase.count)
                where phrase.indices.allSatisfy({ words[start + $0].folded == phrase[$0] }) {
                    for index in phrase.indices { isMarked[start + index] = true }
                }
            }
        }
        return words.indices.filter { isMarked[$0] }.map { words[$0].range }
    }
}

/// A word of a shown text, as the search sees it.
private struct FoundWord {
    var folded: String
    var range: Range<String.Index>

    static func all(in text: String) -> [FoundWord] {
        var words: [FoundWord] = []
        var start = text.startIndex
        func add(_ range: Range<String.Index>) {
            guard !range.isEmpty else { return }
            let folded = FoldedText.words(of: String(text[range]))
            if folded.count == 1 {
                words.append(FoundWord(folded: folded[0], range: range))
            } else {
                // Han: each character is a word.
                for index in text[range].indices {
                    let end = text.index(after: index)
                    let parts = FoldedText.words(of: String(text[index..<end]))
                    if parts.count == 1 { words.append(FoundWord(folded: parts[0], range: index..<end)) }
                }
            }
        }
        for index in text.indices where !isPartOfWord(text[index]) {
            add(start..<index)
            start = text.index(after: index)
        }
        add(start..<text.endIndex)
        return words
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        if let ascii = character.asciiValue {
            return (ascii | 0x20) >= 0x61 && (ascii | 0x20) <= 0x7A || ascii >= 0x30 && ascii <= 0x39
        }
        return !FoldedText.words(of: String(character)).isEmpty
    }
}
