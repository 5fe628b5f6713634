import Foundation

/// Normalized text for search: words in lower case without accents, separated by one blank.
///
/// Documents and queries are folded by the same function. SQLite splits words at blanks only (its tokenizer `ascii`
/// takes all non-ASCII characters for letters), so it sees the same words. Folding is idempotent.
package enum FoldedText {
    /// Appends the words of a text, separated from earlier words by a blank.
    package static func append(_ text: String, to words: inout String) {
        // Most texts are ASCII and need no Unicode tables.
        let isDone = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else { return false }
            unsafe append(ascii: bytes, to: &words)
            return true
        }
        if isDone != true { append(scalarsOf: text, to: &words) }
    }

    package static func words(of text: String) -> [String] {
        var words = ""
        append(text, to: &words)
        return words.unicodeScalars.split(separator: " ").map { String($0) }
    }

    private static func append(ascii bytes: UnsafeBufferPointer<UInt8>, to words: inout String) {
        let isFirst = words.isEmpty
        // Each word but the first has a separator of its own in the text.
        let room = bytes.count + 1
        let folded = unsafe String(unsafeUninitializedCapacity: room) { folded in
            var count = 0
            var isParted = !isFirst
            for index in bytes.indices {
                let byte = unsafe bytes[index]
                let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
                guard isLetter || (byte >= 0x30 && byte <= 0x39) else {
                    isParted = count > 0 || !isFirst
                    continue
                }
                if isParted {
                    unsafe folded[count] = 0x20
                    count += 1
                    isParted = false
                }
                unsafe folded[count] = isLetter ? byte | 0x20 : byte
                count += 1
            }
            return count
        }
        words += folded
    }

    private static func append(scalarsOf text: String, to words: inout String) {
        var isParted = !words.isEmpty
        var isIdeograph = false
        for scalar in folded(text).unicodeScalars {
            // A combining mark without a preceding letter is not part of a word.
            guard scalar.isPartOfWord, !scalar.isMark || !isParted && !words.isEmpty else {
                isParted = !words.isEmpty
                continue
            }
            // Han is written without blanks: each character is a word, and a query finds several as a phrase.
            let isNowIdeograph = scalar.properties.isIdeographic
            if isNowIdeograph || isIdeograph { isParted = !words.isEmpty }
            isIdeograph = isNowIdeograph
            if isParted { words.unicodeScalars.append(" ") }
            isParted = false
            words.unicodeScalars.append(scalar)
        }
    }

    /// Unicode case folding after compatibility decomposition, without accents. Upper-casing first folds pairs that
    /// lower-casing keeps apart, such as ß and ss. Letters without a decomposition are replaced by their common ASCII
    /// spelling.
    private static func folded(_ text: String) -> String {
        var folded = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
            for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                for lower in upper.properties.lowercaseMapping.decomposedStringWithCompatibilityMapping.unicodeScalars
                where !lower.isAccent {
                    if let spelled = spelled[lower] {
                        folded += spelled
                    } else {
                        folded.unicodeScalars.append(lower)
                    }
                }
            }
        }
        // Composes again what was decomposed and is no accent, such as Hangul.
        return folded.precomposedStringWithCompatibilityMapping
    }

    private static let spelled: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t",
        "ı": "i", "ŋ": "n",
    ]
}

extension Unicode.Scalar {
    /// A letter, a digit, or a combining mark.
    fileprivate var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: isMark
        }
    }

    fileprivate var isMark: Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
    }

    /// A combining accent of Latin, Greek and Cyrillic letters, or an invisible character within a word. The marks of
    /// other scripts are letters.
    fileprivate var isAccent: Bool {
        switch value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        case 0x00AD, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true
        default: false
        }
    }
}
