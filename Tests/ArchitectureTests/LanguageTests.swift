import Foundation
import TestSupport
import Testing

/// The words that code, comments, messages and documents do not use: each has a plainer one.
@Suite struct LanguageTests {
    /// A pattern, and what to write in its place.
    private static let banned: [(pattern: String, instead: String)] = [
        ("whoever|nobody|somebody|those who|what others", "name the subject: the client, the caller, the member"),
        ("the same of|as above", "name it again"),
        ("hard li(?:fe|ves)", "fault simulation, seed"),
        ("crowds?", "synthetic community"),
        ("vouche[sd]? for", "durable, on disk"),
        ("anew", "again, replaced, rewritten"),
        ("(?:take[ns]?|taking|took) in", "append, import"),
        ("(?:tells?|told|telling) of", "report, list"),
        ("who (?:has|have) left|who (?:is|are|was|were) gone", "deleted member"),
    ]

    /// Names of members such as `@nobody` and `"nobody"`, and parts of longer names, are no words.
    private static let expressions = banned.map { entry in
        // The patterns above are literals, and every one compiles.
        (
            try! NSRegularExpression(
                pattern: #"(?<![@\w/-])(?:\#(entry.pattern))(?![\w@])"#, options: .caseInsensitive), entry.instead
        )
    }

    /// What people write in the demo and in test data, which is content and not ours to word.
    private static let content = [
        "Tests/ArchitectureTests/LanguageTests.swift", "Tests/Golden/", "Tests/Samples/",
        "/IngredientsTests/Labelled/", "/Resources/",
        // What members of the demo write about themselves and say in its story.
        "Sources/Formats/Demo/Sample/Cast.swift", "Sources/Formats/Demo/Sample/SampleCommunity+Scenes.swift",
    ]

    private static let endings = [".swift", ".md", ".h", ".c", ".proto", ".yaml"]

    /// The text as one line, so that a phrase is found across the lines of a comment.
    private static func flattened(_ text: String) -> String {
        text.replacing(#/"(?:no|some)body"/#, with: "a name")
            .split(separator: "\n").map { $0.trimmingPrefix(while: " \t/*#>".contains) }.joined(separator: " ")
    }

    /// Every banned word of a text, with what to write in its place.
    private static func findings(_ text: String) -> [String] {
        let text = flattened(text)
        return expressions.flatMap { expression, instead in
            expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
                guard let range = Range(match.range, in: text) else { return nil }
                let before = text[..<range.lowerBound].suffix(40)
                return "…\(before)«\(text[range])»\(text[range.upperBound...].prefix(30))… → \(instead)"
            }
        }
    }

    @Test(
        "comments, messages and documents use plain words",
        arguments: ["Sources", "Tests", "Schemas", "tools", "docs", "README.md"])
    func plainWords(place: String) throws {
        let root = Checkout.root.appendingPathComponent(place)
        let files =
            place.hasSuffix(".md")
            ? [SourceFile(path: place, text: try String(contentsOf: root, encoding: .utf8))]
            : try SourceTree.files(under: place, endingIn: Self.endings)
        for file in files where !file.isGenerated && !Self.content.contains(where: file.path.contains) {
            for finding in Self.findings(file.text) { Issue.record("\(file.path): \(finding)") }
        }
    }

    @Test("a banned phrase is found across two lines of a comment, a username is not")
    func recognition() {
        #expect(Self.findings("    /// It is for those\n    /// who ask.").count == 1)
        #expect(Self.findings("larder like r12 --as @nobody; let crowdedness = 1").isEmpty)
        #expect(Self.findings("Nobody asks whoever left.").count == 2)
    }
}
