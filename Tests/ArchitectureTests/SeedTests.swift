import Testing

/// A random test that fails must be able to fail again: every random number comes from `TestSupport`.
@Suite struct SeedTests {
    private static var unseeded: [Regex<Substring>] {
        [
            #/SystemRandomNumberGenerator/#, #/\barc4random/#, #/\bdrand48\b/#, #/\.random\(\)/#,
            #/\.(?:shuffled|shuffle|randomElement)\(\)/#,
            // `.random(in:)` names its generator on this line or on the next.
            #/\.random\(\s*in:(?![^\n]*using:)(?![^\n]*\n[^\n]*using:)/#,
        ]
    }

    @Test("no test draws a random number without a seed") func draws() throws {
        for file in try SourceTree.files(under: "Tests") where !file.path.hasSuffix("/SeedTests.swift") {
            let code = file.codeLines.joined(separator: "\n")
            for pattern in Self.unseeded {
                for match in code.matches(of: pattern) {
                    let line = code[..<match.range.lowerBound].count { $0 == "\n" } + 1
                    Issue.record("\(file.path):\(line) draws without a seed: \(match.output)")
                }
            }
        }
    }

    @Test("an unseeded draw is found, a seeded one is not")
    func recognition() throws {
        func finds(_ line: String) -> Bool { Self.unseeded.contains { line.contains($0) } }
        #expect(finds("let die = Int.random(in: 1...6)") && finds("cards.shuffled()") && finds("Bool.random()"))
        #expect(finds("var dice = SystemRandomNumberGenerator()"))
        #expect(!finds("let die = Int.random(in: 1...6, using: &dice)") && !finds("cards.shuffled(using: &dice)"))
        #expect(!finds("Int64.random(\n    in: a...b, using: &dice))"))
        #expect(!finds("Int.random(in: a...b,\n  using: &dice)"))
    }
}
