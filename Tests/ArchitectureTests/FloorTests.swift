import Testing

/// What the floors below the edges do not know: how they are asked, and, of the engine, what the log is about.
@Suite struct FloorTests {
    private static let belowTheEdges = [
        "Sources/Engine", "Sources/Domain", "Sources/Community", "Sources/API", "Sources/Formats",
    ]

    /// Labels from which keys are derived, which no person reads.
    private static let labels = ["larder vault key", "larder vault secret", "larder vault slot"]

    /// The words that begin a command line, by the command line's own declarations.
    private static func verbs() throws -> Set<String> {
        var verbs: Set<String> = []
        for file in try SourceTree.files(under: "Sources/CLI") {
            for match in file.text.matches(of: #/commandName:\s*"([a-z-]+)"/#) { verbs.insert(String(match.1)) }
        }
        return verbs
    }

    /// The commands and options that a message names.
    private static func findings(_ message: String, _ verbs: Set<String>) -> [String] {
        guard !labels.contains(message), message.contains("larder ") || message.contains("--") else { return [] }
        let commands = message.matches(of: #/\blarder ([a-z-]+)/#).filter { verbs.contains(String($0.1)) }
        let options = message.matches(of: #/(?:^|[\s(«"`])(--[a-z][a-z-]*)/#)
        return commands.map { String($0.0) } + options.map { String($0.1) }
    }

    @Test("messages below the edges name no command and no option", arguments: belowTheEdges)
    func messages(folder: String) throws {
        let verbs = try Self.verbs()
        #expect(verbs.count > 50)
        for file in try SourceTree.files(under: folder) where !file.isGenerated {
            for literal in SwiftLiterals(file.text).found {
                for finding in Self.findings(literal.text, verbs) {
                    Issue.record("\(file.path):\(literal.line) says «\(finding)»: carry a remedy instead")
                }
            }
        }
    }

    @Test("a command and an option in a message are found, a sentence about larder is not")
    func recognition() {
        let verbs: Set = ["views", "doctor", "vault"]
        #expect(Self.findings("it is damaged: larder views rebuild helps", verbs) == ["larder views"])
        #expect(Self.findings("--event goes with a proof; leave --size out", verbs) == ["--event", "--size"])
        #expect(Self.findings("this larder knows format 2: a newer larder reads it", verbs).isEmpty)
        #expect(Self.findings("larder vault key", verbs).isEmpty)
        let code = #"""
            let a = "one \(name("larder doctor", x)) end"  // "larder views"
            let b = """
                two "quoted" --flag
                """
            """#
        let literals = SwiftLiterals(code).found
        #expect(literals.map(\.text) == ["larder doctor", "one … end", "\n    two \"quoted\" --flag\n    "])
        #expect(literals.map(\.line) == [1, 1, 2])
    }

    @Test("the engine has no word of the domain's things")
    func engineWords() throws {
        for file in try SourceTree.files(under: "Sources/Engine", endingIn: [".swift", ".md"]) {
            for (index, line) in file.lines.enumerated() {
                for word in Self.domainWords(line) { Issue.record("\(file.path):\(index + 1) says «\(word)»") }
            }
        }
        #expect(Self.domainWords("/// Plans, as a Cookbook reports them.") == ["plans", "cookbook", "reports"])
        #expect(Self.domainWords("a planted bug, plane, reporter").isEmpty)
    }

    private static func domainWords(_ line: some StringProtocol) -> [Substring] {
        line.lowercased().split { !$0.isLetter }.filter {
            ["recipe", "cookbook", "plan", "report"].contains($0.hasSuffix("s") ? $0.dropLast() : $0)
        }
    }
}

/// The string literals of a Swift file, without its comments. What is interpolated into one is read as code, and stands in
/// the literal as an ellipsis.
private struct SwiftLiterals {
    private(set) var found: [(line: Int, text: String)] = []
    private var rest: Substring
    private var line = 1

    init(_ text: String) {
        rest = text[...]
        readCode(until: nil)
    }

    private mutating func take() -> Character? {
        guard let character = rest.popFirst() else { return nil }
        if character == "\n" { line += 1 }
        return character
    }

    /// Reads to the end, or to the parenthesis that closes an interpolation.
    private mutating func readCode(until end: Character?) {
        var depth = 0
        while let character = rest.first {
            if rest.hasPrefix("//") {
                while let next = rest.first, next != "\n" { _ = take() }
            } else if character == "\"" || character == "#" {
                readLiteral()
            } else {
                _ = take()
                if character == "(" { depth += 1 }
                if character == ")" {
                    if end != nil, depth == 0 { return }
                    depth -= 1
                }
            }
        }
    }

    /// Reads a literal that begins here, or the number signs that turn out to begin none.
    private mutating func readLiteral() {
        let first = line
        var signs = ""
        while rest.first == "#" {
            signs.append("#")
            _ = take()
        }
        guard rest.first == "\"" else { return }
        let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        for _ in quotes { _ = take() }
        let (end, escape) = (quotes + signs, "\\" + signs)
        var text = ""
        while !rest.isEmpty, !rest.hasPrefix(end) {
            if rest.hasPrefix(escape + "(") {
                for _ in escape + "(" { _ = take() }
                readCode(until: ")")
                text.append("…")
            } else if rest.hasPrefix(escape) {
                for _ in escape { _ = take() }
                if let escaped = take() { text.append(escaped) }
            } else if let character = take() {
                text.append(character)
            }
        }
        for _ in end where !rest.isEmpty { _ = take() }
        found.append((first, text))
    }
}
