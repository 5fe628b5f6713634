import GRDB

/// Splits a folded text at its blanks, and indexes each word with its stem at the same place.
///
/// A text begins with a mark that names its language (`LanguageMark`). A stem begins with a sign that no word has, so that a
/// search for words finds no stems. In a search nothing is stemmed: it names the stems itself, because its language is unknown.
final class StemTokenizer: FTS5WrapperTokenizer {
    static let name = "stems"

    /// A word of no text, which keeps phrases within one line.
    static let separator = "¦"

    let wrappedTokenizer: any FTS5Tokenizer
    private var stemmers: [TextLanguage: Stemmer] = [:]
    private var language = TextLanguage.english

    init(db: Database, arguments: [String]) throws {
        // It keeps all characters that are not ASCII, such as the sign of a stem.
        wrappedTokenizer = try db.makeTokenizer(.ascii())
    }

    /// What FTS5 finds the stem by.
    static func token(ofStem stem: String) -> String { "≈\(stem)" }

    func accept(
        token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
        tokenCallback: FTS5WrapperTokenCallback
    ) throws {
        if tokenization.contains(.query) { return try tokenCallback(token, flags) }
        if let named = TextLanguage(mark: token) {
            language = named
            return
        }
        try tokenCallback(token, flags)
        guard token != Self.separator else { return }
        try tokenCallback(Self.token(ofStem: stemmer().stem(of: token)), flags.union(.colocated))
    }

    private func stemmer() -> Stemmer {
        if let known = stemmers[language] { return known }
        let stemmer = Stemmer(language)
        stemmers[language] = stemmer
        return stemmer
    }
}

extension TextLanguage {
    /// The first word of a text of this language. No word of a text begins so.
    var mark: String { StemTokenizer.separator + rawValue }

    init?(mark: String) {
        guard mark.hasPrefix(StemTokenizer.separator) else { return nil }
        self.init(rawValue: String(mark.dropFirst()))
    }
}
