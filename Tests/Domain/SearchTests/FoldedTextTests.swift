import Testing

@testable import Search

@Suite struct FoldedTextTests {
    @Test(
        "folded text has no case, accents or punctuation",
        arguments: [
            ("Crème Brûlée", "creme brulee"), ("  Leek,soup! ", "leek soup"), ("Straße", "strasse"),
            ("STRASSE", "strasse"),
            ("Smørrebrød", "smorrebrod"), ("Żółć", "zolc"), ("cœur", "coeur"), ("Ærø", "aero"),
            ("İstanbul", "istanbul"),
            ("ılık", "ilik"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"), ("ﬁne", "fine"), ("½ cup", "1 2 cup"),
            ("ｆｕｌｌ", "full"), ("e\u{0301}clair", "eclair"), ("don't", "don t"), ("a\u{00AD}b", "ab"), ("x²", "x2"),
            ("麻婆豆腐", "麻 婆 豆 腐"), ("豆腐カレー", "豆 腐 カレー"), ("がく", "がく"), ("비빔밥", "비빔밥"), ("हिन्दी", "हिन्दी"),
            ("a\tb\nc\0d", "a b c d"), ("🍋 lemon", "lemon"), ("¦", ""), ("", ""), ("a \u{093E}b", "a b"),
        ])
    func foldsCaseAccentsAndForms(text: String, folded: String) {
        #expect(FoldedText.words(of: text).joined(separator: " ") == folded)
    }

    @Test("folded words are appended with a blank between") func wordsAreAppendedToWords() {
        var words = ""
        for text in ["One", "--", "Två", " three"] { FoldedText.append(text, to: &words) }
        #expect(words == "one tva three")
    }

    /// Folding is idempotent, and the fast path for ASCII gives the same result.
    @Test("folding is idempotent over all of Unicode's letters") func foldingTwiceChangesNothing() {
        var failures: [String] = []
        let blocks: [ClosedRange<UInt32>] = [0x20...0x33FF, 0xA640...0xABFF, 0xF900...0xFFFF, 0x1D100...0x1D800]
        for value in blocks.joined().compactMap(Unicode.Scalar.init) {
            let text = "a\(Character(value))b"
            let once = FoldedText.words(of: text)
            if FoldedText.words(of: once.joined(separator: " ")) != once { failures.append("U+\(value.value)") }
            // To SQLite, ASCII characters separate words.
            let isWhole = once.allSatisfy { word in
                word.unicodeScalars.allSatisfy { !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
            }
            if !isWhole { failures.append("U+\(value.value) in parts") }
        }
        #expect(failures.isEmpty, "\(failures.prefix(20))")
        for value in UInt8(0)..<0x80 {
            let text = String(Unicode.Scalar(value))
            let wide = FoldedText.words(of: "\(text) é\(text)")
            #expect(wide.joined() == FoldedText.words(of: "\(text) e\(text)").joined())
        }
    }
}
