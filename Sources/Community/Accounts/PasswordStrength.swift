import CZxcvbn
import Foundation

/// How soon a password is guessed, by zxcvbn: it knows common words, names, keyboards, dates and their spellings.
enum PasswordStrength {
    /// log2 of a million: a password that a million guesses find has a score below 2.
    private static let bitsMin = 19.93
    /// A longer text of the member adds nothing to the words that zxcvbn compares.
    private static let namesMax = 64

    /// What makes the password guessable, in words for its member; `nil`: it is good enough.
    ///
    /// `names`: what strangers know of the member, such as the username. Takes milliseconds at most.
    static func weakness(of password: String, names: [String]) -> String? {
        // The library reads up to the first NUL.
        let text = password.replacing("\0", with: " ")
        let known = knownWords(names)
        // The library reads the words up to a null pointer.
        let words = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: known.count + 1)
        unsafe words.initialize(repeating: nil)
        for (index, word) in known.enumerated() { unsafe words[index] = UnsafePointer(strdup(word)) }
        defer {
            for index in known.indices { unsafe free(UnsafeMutableRawPointer(mutating: words[index])) }
            unsafe words.deallocate()
        }
        var found: UnsafeMutablePointer<ZxcMatch_t>?
        let bits = unsafe ZxcvbnMatch(text, words.baseAddress, &found)
        defer { unsafe ZxcvbnFreeInfo(found) }
        guard bits < bitsMin else { return nil }
        // The longest part that is easy to guess is what the member must change.
        var worst: (type: UInt32, length: Int32)?
        var next = unsafe found
        while let match = unsafe next {
            let type = unsafe match.pointee.Type.rawValue & ~MULTIPLE_MATCH.rawValue
            let length = unsafe match.pointee.Length
            if type != BRUTE_MATCH.rawValue, length > worst?.length ?? 0 { worst = (type, length) }
            unsafe next = match.pointee.Next
        }
        return hint(worst?.type)
    }

    private static func hint(_ type: UInt32?) -> String {
        switch type {
        case USER_MATCH.rawValue, USER_LEET_MATCH.rawValue: "your own names are easy to guess"
        case DICTIONARY_MATCH.rawValue, DICT_LEET_MATCH.rawValue:
            "common words and passwords are easy to guess, also with digits for letters"
        case SPATIAL_MATCH.rawValue: "keys that lie side by side are easy to guess"
        case REPEATS_MATCH.rawValue: "repeated characters are easy to guess"
        case SEQUENCE_MATCH.rawValue: "sequences such as abc or 123 are easy to guess"
        case DATE_MATCH.rawValue, YEAR_MATCH.rawValue: "dates and years are easy to guess"
        default: "it is too short"
        }
    }

    /// The names and their words, in lower case, and the name of this program.
    private static func knownWords(_ names: [String]) -> [String] {
        var words: Set<String> = ["larder"]
        for name in names {
            let folded = name.replacing("\0", with: " ").lowercased()
            words.insert(folded)
            words.formUnion(folded.split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 1 }.map(String.init))
        }
        words.remove("")
        return Array(words.sorted().prefix(namesMax))
    }
}
