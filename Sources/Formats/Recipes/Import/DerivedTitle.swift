import CloudEvents
package import Events

/// A name for a recipe that has none: how it begins.
package enum DerivedTitle {
    private static let charactersMax = 60

    /// Of the description, else the first step, else the first ingredient; nil for what says nothing at all.
    package static func of(_ content: ProtoRecipeContent) -> String? {
        let texts = [content.description_p] + content.steps.map(\.text) + content.ingredients.map(\.original)
        return texts.lazy.map(beginning).first { !$0.isEmpty }
    }

    /// Whole words of the first sentence, with `…` behind them where it goes on.
    private static func beginning(_ text: String) -> String {
        let sentence = text.split { $0.isNewline }.first.map(String.init) ?? ""
        let words = sentence.withSingleBlanks.split(separator: " ")
        var title = ""
        for (index, word) in words.enumerated() {
            let longer = title.isEmpty ? String(word) : "\(title) \(word)"
            guard longer.count <= charactersMax else {
                return title.isEmpty ? String(word.prefix(charactersMax)) : "\(title) …"
            }
            title = longer
            // A full stop may end an abbreviation: then what follows begins no sentence.
            let isLast = index + 1 == words.count || words[index + 1].first?.isUppercase == true
            if isLast, let last = word.last, ".!?".contains(last) { return String(title.dropLast()) }
        }
        return title
    }
}
