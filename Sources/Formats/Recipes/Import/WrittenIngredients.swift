import CloudEvents

/// The ingredients that an app keeps in one text.
///
/// The rules:
/// - A text of several lines has one ingredient in each line; commas do not split it.
/// - Semicolons separate the ingredients of a single line.
/// - Otherwise commas may. A comma within brackets or between digits («1,5 l», «1,000 g») never does.
/// - A part that says how the ingredient before it is prepared belongs to it: «2 eggs, beaten», «1 onion, finely chopped»,
///   «oil, for frying», «milk, or water», «2 chicken breasts, boneless, cut into strips».
/// - Three ingredients or more are a list («flour, 2 eggs, salt»). Two are a list only if the second begins with an amount
///   («flour, 2 eggs»): «salt, pepper» and «chicken, thighs» stay whole.
/// - In all doubt the line stays whole: a part is a bare number («1, 2 or 3 eggs»), or reads like a sentence.
enum WrittenIngredients {
    /// Longer texts are divided into lines only: no recipe that long can be posted.
    private static let bytesMax = 256 << 10
    /// Of one ingredient in a comma list, in Unicode scalars.
    private static let partMax = 60

    /// The lines of a text, an ingredient each. O(length).
    static func lines(of text: String) -> [String] {
        let lines = text.split { $0.isNewline }.map { String($0).trimmed }.filter { !$0.isEmpty }
        guard lines.count == 1, lines[0].utf8.count <= bytesMax else { return lines }
        let semicolons = parts(of: lines[0], at: ";")
        if semicolons.count > 1 { return semicolons }
        return list(parts(of: lines[0], at: ",")) ?? lines
    }

    /// The ingredients of a comma list; `nil` if it is not clear that it is a list.
    private static func list(_ parts: [String]) -> [String]? {
        var ingredients: [String] = []
        for part in parts {
            guard part.unicodeScalars.count <= partMax, part.contains(where: \.isLetter),
                !part.dropLast().contains(where: { "!?".contains($0) })
            else { return nil }
            if !ingredients.isEmpty, isPreparation(part) {
                ingredients[ingredients.count - 1] += ", \(part)"
            } else {
                ingredients.append(ingredients.isEmpty ? part : withoutAnd(part))
            }
        }
        guard ingredients.count >= 3 || ingredients.count == 2 && beginsWithAmount(ingredients[1]) else { return nil }
        return ingredients
    }

    /// The parts between separators, without blank ones.
    private static func parts(of line: String, at separator: Unicode.Scalar) -> [String] {
        let scalars = Array(line.unicodeScalars)
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var depth = 0
        for index in scalars.indices {
            let scalar = scalars[index]
            if "([".unicodeScalars.contains(scalar) { depth += 1 }
            if ")]".unicodeScalars.contains(scalar) { depth = max(0, depth - 1) }
            if scalar == separator, depth == 0, !isBetweenDigits(index, scalars) {
                parts.append(String(part).trimmed)
                part = String.UnicodeScalarView()
            } else {
                part.append(scalar)
            }
        }
        // A bracket that is never closed hides separators: then nothing is known of them.
        guard depth == 0 else { return [line] }
        parts.append(String(part).trimmed)
        return parts.filter { !$0.isEmpty }
    }

    private static func isBetweenDigits(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        return isDigit(scalars[index - 1]) && isDigit(scalars[index + 1])
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func beginsWithAmount(_ part: String) -> Bool {
        guard let first = part.unicodeScalars.first else { return false }
        return isDigit(first) || PlainNumber.vulgarFraction(first) != nil
    }

    /// «and salt», the last of a list.
    private static func withoutAnd(_ part: String) -> String {
        for word in ["and ", "& "] where part.lowercased().hasPrefix(word) {
            return String(part.dropFirst(word.count)).trimmed
        }
        return part
    }

    // MARK: Preparations

    /// Whether the part says something of the ingredient before it.
    private static func isPreparation(_ part: String) -> Bool {
        let words = part.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
        guard let first = words.first, let last = words.last, !beginsWithAmount(part) else { return false }
        if openings.contains(first) { return true }
        // «cut into strips», «beaten with a fork», but not «crushed tomatoes».
        if isDescription(first), words.count == 1 || joints.contains(words[1]) { return true }
        return isParticiple(last) || words.allSatisfy(isDescription)
    }

    /// Whether a word in lower case describes an ingredient: `large`, `boneless`, `chopped`.
    static func isDescription(_ word: String) -> Bool {
        isParticiple(word) || descriptions.contains(word) || word.hasSuffix("less") && word.count > 5
    }

    private static func isParticiple(_ word: String) -> Bool {
        if irregular.contains(word) { return true }
        return word.hasSuffix("ed") && word.count > 4
            && !["seed", "weed", "reed", "feed", "speed"].contains { word.hasSuffix($0) }
    }

    private static let openings: Set<String> = [
        "to", "for", "or", "plus", "if", "at", "in", "with", "without", "optional", "about", "such", "preferably",
        "finely",
        "roughly", "thinly", "coarsely", "freshly", "lightly", "very", "as", "from", "e.g", "eg", "ideally",
    ]
    private static let joints: Set<String> = [
        "into", "in", "with", "for", "to", "and", "or", "at", "on", "until", "from", "by", "through", "lengthwise",
        "lengthways", "thinly", "finely",
    ]
    private static let descriptions: Set<String> = [
        "warm", "cold", "hot", "fresh", "whole", "thick", "thin", "dry", "raw", "ripe", "fine", "coarse", "large",
        "medium",
        "small", "soft", "lukewarm", "bone-in", "skin-on", "organic", "separately",
    ]
    /// «ground» stands alone only: «ground beef» is an ingredient.
    private static let irregular: Set<String> = [
        "beaten", "cut", "split", "torn", "frozen", "ground", "shaken", "drawn",
    ]
}
