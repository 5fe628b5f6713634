import CStemmer

/// A language whose words are reduced to stems.
enum TextLanguage: String, CaseIterable, Sendable {
    case english, french, german, spanish, italian, dutch, portuguese
}

/// Reduces the words of one language to their stems, by the rules of Snowball (libstemmer): `potatoes` and `potato` have one stem.
///
/// It works on folded words, which have no accents, in texts and in searches alike. Not thread-safe.
@safe final class Stemmer {
    private let stemmer: OpaquePointer

    init(_ language: TextLanguage) {
        guard let made = unsafe sb_stemmer_new(language.rawValue, "UTF_8") else {
            preconditionFailure("libstemmer has no rules for \(language)")
        }
        unsafe stemmer = made
    }

    deinit { unsafe sb_stemmer_delete(stemmer) }

    /// The stem; the word itself where no rule applies. O(length).
    func stem(of word: String) -> String {
        var word = word
        return word.withUTF8 { bytes in
            guard let stem = unsafe sb_stemmer_stem(stemmer, bytes.baseAddress, CInt(bytes.count)) else {
                // libstemmer is out of memory.
                return unsafe String(decoding: bytes, as: UTF8.self)
            }
            let count = Int(unsafe sb_stemmer_length(stemmer))
            return unsafe String(decoding: UnsafeBufferPointer(start: stem, count: count), as: UTF8.self)
        }
    }
}

/// The stems of searched words, whose language is unknown: one for each language of which a text may be.
struct Stems {
    private let stemmers = TextLanguage.allCases.map { Stemmer($0) }

    /// Each once, the English one first.
    func all(of word: String) -> [String] {
        var stems: [String] = []
        for stemmer in stemmers {
            let stem = stemmer.stem(of: word)
            if !stems.contains(stem) { stems.append(stem) }
        }
        return stems
    }
}
