import Foundation

/// Text as it is compared: words in lower case and without accents, with one blank between them.
///
/// The index and its questions are folded by this one function, so that whatever it does to a word it does to both. To SQLite
/// only blanks part words (its tokenizer `ascii` takes all that is not ASCII for letters), so nothing there can see a word
/// otherwise. Folding what is folded changes nothing.
package enum FoldedText {
    /// Appends the words of a text; a blank comes between them and what was there before.
    package static func append(_ text: String, to words: inout String) {
        // Most texts are ASCII, and need no tables.
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
            // A mark without a letter before it is none of a word.
            guard scalar.isPartOfWord, !scalar.isMark || !isParted && !words.isEmpty else {
                isParted = !words.isEmpty
                continue
            }
            // Han is written without blanks: each character is a word, and several are found together.
            let isNowIdeograph = scalar.properties.isIdeographic
            if isNowIdeograph || isIdeograph { isParted = !words.isEmpty }
            isIdeograph = isNowIdeograph
            if isParted { words.unicodeScalars.append(" ") }
            isParted = false
            words.unicodeScalars.append(scalar)
        }
    }

    /// Unicode case folding (upper-casing first folds what lower-casing alone keeps apart, such as ß and ss) of what
    /// compatibility decomposition leaves, without accents, and with the letters that Unicode does not take apart spelled as
    /// people without them do.
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
        // What was taken apart and is no accent, such as Hangul, is put together again.
        return folded.precomposedStringWithCompatibilityMapping
    }

    private static let spelled: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t",
        "ı": "i", "ŋ": "n",
    ]
}

extension Unicode.Scalar {
    /// A letter, a digit, or a mark that changes one.
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

    /// A combining accent of those that go with Latin, Greek and Cyrillic letters, or something unseen within a word. The marks
    /// of other scripts are letters to those who write them.
    fileprivate var isAccent: Bool {
        switch value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        case 0x00AD, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true
        default: false
        }
    }
}
