import Foundation
import TestSupport
import Testing

/// The sentences of helps and refusals, which are string literals of the program.
@Suite struct MessageTests {
    /// A pattern, and what to write in its place.
    private static let banned: [(pattern: String, instead: String)] = [
        (#"\bis none\b"#, "is not a …"), (#"\bhas no place\b"#, "has no such field"),
        (#"\bi[st] told\b|\bare told\b"#, "is reported"), (#"\bmend(s|ed)?\b"#, "repair, restore"),
        (#"\btakes an? (moderator|admin|key)\b"#, "only admins can …, requires a key"),
        (#"\bis no (?!longer|more)\w"#, "is not a …"), ("than oneself", "yourself"),
        (#"\bput(ting)? to rights\b|\bnever was\b|who said so"#, "plain words"), ("Take another backup", "restore"),
    ]

    private static func findings(_ text: String) -> [String] {
        let literal = /"(?:[^"\\]|\\.)*"/
        return text.split(separator: "\n").filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }
            .flatMap { line in line.matches(of: literal).map { String($0.output) } }
            .flatMap { text in
                banned.compactMap { pattern, instead -> String? in
                    guard let range = text.range(of: pattern, options: .regularExpression),
                        !text[..<range.lowerBound].hasSuffix("here ")
                    else { return nil }
                    return "\(text) → \(instead)"
                }
            }
    }

    @Test("messages use the words of a cook in a hurry")
    func plainMessages() throws {
        for file in try SourceTree.files(under: "Sources", endingIn: [".swift"])
        where !file.isGenerated && !file.path.contains("/Demo/") && !file.path.contains("/Resources/") {
            for finding in Self.findings(file.text) { Issue.record("\(file.path): \(finding)") }
        }
    }

    @Test("a riddle in a literal is found; one in a comment, and «there is no», are not")
    func recognition() {
        #expect(Self.findings(#"throw Refusal(.usage, "this takes an admin")"#).count == 1)
        #expect(Self.findings(#"("«x» is no cursor")"#).count == 1)
        #expect(Self.findings("// what is none\nlet text = \"there is no recipe, and it is no longer here\"").isEmpty)
    }
}
