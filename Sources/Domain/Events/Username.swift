import Foundation
import Layout
import Synchronization

/// Usernames: unique under Unicode case folding and NFKC, 2 to 30 letters, digits, `_`, `.`, `-`.
package enum Username {
    static let lengths = 2...30
    /// The longest folded name, in UTF-8 bytes, because it is part of keys.
    private static let foldedBytesMax = 255
    /// No normal form is that much shorter. Without this limit, a hostile text is normalized whole.
    private static let writtenBytesMax = 1_024

    /// The form in which two spellings of one name are equal.
    package static func folded(_ username: String) -> String {
        // ASCII needs no tables, and most names are ASCII.
        if username.utf8.allSatisfy({ $0 < 0x80 }) { return username.lowercased() }
        // No member has so long a name.
        guard username.utf8.count <= writtenBytesMax else { return username.withFewMarks }
        // Lower case of upper case also folds what lower case alone keeps apart (ß and ss, σ and ς).
        return username.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// Whether `username` may name a member in a log. Older logs hold names that no member may choose now: see `fault`.
    package static func isWellFormed(_ username: String) -> Bool {
        guard username.utf8.count <= writtenBytesMax else { return false }
        let characters = username.precomposedStringWithCompatibilityMapping
        return lengths.contains(characters.count) && characters.unicodeScalars.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || isMark(scalar)
            || scalar == "_" || scalar == "." || scalar == "-"
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    // MARK: New names

    /// Why a member cannot choose a name.
    package enum Fault: Hashable, Sendable {
        /// Too short, too long, or with other characters than letters, digits, `_`, `.` and `-`.
        case malformed
        /// No letter and no digit, or a mark without a letter before it.
        case blank
        /// A code point that no font shows.
        case invisible
        /// Letters of several scripts, which look alike.
        case mixedScripts
    }

    /// Why no member can choose `username`; `nil`: nothing is against it.
    ///
    /// A new name has at least one letter or digit, no default-ignorable code point, and the letters of one script, as
    /// the level «highly restrictive» of Unicode Technical Standard 39 says.
    package static func fault(in username: String) -> Fault? {
        guard username.utf8.count <= writtenBytesMax else { return .malformed }
        let name = username.precomposedStringWithCompatibilityMapping
        let scalars = name.unicodeScalars
        // The limit counts code points: one character may have any number of marks.
        guard lengths.contains(scalars.count), folded(name).utf8.count <= foldedBytesMax else { return .malformed }
        guard !scalars.contains(where: \.properties.isDefaultIgnorableCodePoint) else { return .invisible }
        guard scalars.allSatisfy(isAllowed) else { return .malformed }
        guard let first = scalars.first, !isMark(first),
            scalars.contains(where: {
                $0.properties.isAlphabetic && !isMark($0) || $0.properties.numericType == .decimal
            })
        else { return .blank }
        return Script.areOfOne(scalars) ? nil : .mixedScripts
    }

    /// Names that readers would take for the service itself, and words that the web app uses as paths: `@ada.atom` is the
    /// feed of `@ada`. Only the operator and imports give them.
    package static func isReserved(_ username: String) -> Bool {
        let folded = folded(username)
        return reserved.contains(folded) || folded.hasSuffix(".atom")
    }

    private static let reserved: Set<String> = [
        "admin", "moderator", "operator", "me", "larder",
        ".well-known", "about", "activity", "audit", "board", "book", "books", "console", "cuisine", "delete", "desk",
        "discover", "docs", "feed", "find", "following", "gone", "images", "jobs", "leaderboard", "list",
        "manifest.webmanifest", "new", "oembed", "offline", "opensearch.xml", "plan", "report", "reset", "robots.txt",
        "saved", "search", "seen", "settings", "shop", "shopping", "sign-in", "sign-out", "sign-up", "sitemap.xml",
        "static",
        "stream", "tag", "views", "week",
    ]

    // MARK: Proposals

    /// The username that `text` comes nearest to, such as a member's name; `nil` if nothing of it can be one.
    ///
    /// Of an e-mail address only the part before its `@` is used, because a username is public.
    package static func fitted(to text: String) -> String? {
        let words = text.drop { $0 == "@" }.prefix { $0 != "@" }
            .split(whereSeparator: \.isWhitespace).joined(separator: "_")
        var name = String.UnicodeScalarView()
        for scalar in words.withFewMarks.precomposedStringWithCompatibilityMapping.unicodeScalars {
            guard name.count < lengths.upperBound else { break }
            guard isAllowed(scalar), !scalar.properties.isDefaultIgnorableCodePoint else { continue }
            if name.isEmpty, isMark(scalar) { continue }
            name.append(scalar)
        }
        let username = String(name)
        return fault(in: username) == nil ? username : nil
    }

    /// The name of that number beside `base`: `base` itself, `base-2`, `base-3`, and so on, within the limit.
    package static func numbered(_ base: String, _ number: Int) -> String {
        guard number > 1 else { return base }
        let ending = "-\(number)"
        return String(String.UnicodeScalarView(base.unicodeScalars.prefix(lengths.upperBound - ending.count))) + ending
    }
}

/// The scripts of Unicode, by their codes of ISO 15924.
private enum Script {
    /// Whether all letters and marks can be of one script, or of a set that one language writes together: Latin with
    /// Han and the scripts of Japanese, Bopomofo, or Korean.
    static func areOfOne(_ scalars: String.UnicodeScalarView) -> Bool {
        // Latin and common characters alone.
        if scalars.allSatisfy({ $0.value < 0x80 }) { return true }
        return patterns.withLock { patterns in
            var candidates: [Pattern]?
            for scalar in scalars {
                let text = String(scalar)
                guard !patterns.common.holds(text) else { continue }
                // The first letter leaves few candidates: the following ones are compared with these alone.
                candidates = (candidates ?? patterns.sets).filter { $0.holds(text) }
                if candidates?.isEmpty == true { return false }
            }
            return true
        }
    }

    /// A set of scripts. The script extensions decide: a mark or digit of several scripts is of each of them.
    private struct Pattern {
        let regex: Regex<AnyRegexOutput>

        /// `nil` for a script that this Swift does not know.
        init?(_ scripts: [String]) {
            let classes = scripts.map { "\\p{scx=\($0)}" }.joined()
            guard let regex = try? Regex("[\(classes)]") else { return nil }
            self.regex = regex.matchingSemantics(.unicodeScalar)
        }

        func holds(_ text: String) -> Bool { (try? regex.wholeMatch(in: text)) != nil }
    }

    private struct Patterns {
        let common: Pattern
        let sets: [Pattern]

        init() {
            guard let common = Pattern(["Zyyy", "Zinh"]) else {
                preconditionFailure("Unicode without common characters")
            }
            self.common = common
            let together = [["Latn", "Hani", "Hira", "Kana"], ["Latn", "Hani", "Bopo"], ["Latn", "Hani", "Hang"]]
            sets = (together + Script.codes.split(separator: " ").map { [String($0)] }).compactMap(Pattern.init)
        }
    }

    /// A `Regex` is not `Sendable`.
    private static let patterns = Mutex(Patterns())

    /// All scripts of Unicode 15 but the common and the inherited characters.
    private static let codes = """
        Latn Cyrl Grek Armn Hebr Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Hang \
        Ethi Khmr Hira Kana Bopo Hani Thaa Mong Cher Cans Syrc Nkoo Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Bhks \
        Brah Brai Bugi Buhd Cakm Cari Cham Chrs Copt Cpmn Cprt Diak Dogr Dsrt Dupl Egyp Elba Elym Glag Gong Gonm Goth \
        Gran Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar Khoj Kits Kthi Lana Lepc Limb Lina Linb Lisu Lyci \
        Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Modi Mroo Mtei Mult Nagm Nand Narb Nbat Newa Nshu Ogam Olck \
        Orkh Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd \
        Sidd Sind Sogd Sogo Sora Soyo Sund Sylo Tagb Takr Tale Talu Tang Tavt Tfng Tglg Tirh Tnsa Toto Ugar Vaii Vith \
        Wara Wcho Xpeo Xsux Yezi Yiii Zanb
        """
}
