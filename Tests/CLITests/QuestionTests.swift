import Foundation
import TestSupport
import Testing

@testable import CLI

/// «Any query can be asked `--as-of <position | time>`: same answer as if asked then.»
@Suite struct QuestionTests {
    /// What is asked before and after: every example of every command that asks, except those that ask other services.
    private static let all = CommandTree.all.compactMap { $0.command as? any Question.Type }
        .flatMap { $0.examples.map(\.line) }.filter { !$0.contains("--as-of") && !$0.contains("--external") }
    private static let lines = Tier.share(of: all, oneIn: 4)

    /// Some of everything that could change an answer.
    private static let later = """
        larder rules show | sed 's/"points" : 10/"points" : 7/; s/"Home Chef"/"Cook of the House"/' > new.json
        larder rules set new.json --as @ada
        larder register cy --name Cy
        larder post --title 'Leek tart' --ingredient '1 leek' --step Bake. --as @cy
        for kind in like bookmark cook; do larder $kind r12 --as @cy; done
        larder unlike r7 --as @bo; larder vote up r12 --as @cy; larder rate r12 2 --as @mod
        larder comment r12 'Too much leek' --reply-to c20 --as @cy
        larder repost r12 --quote 'Leek again' --as @bo
        larder edit r12 --title 'Soup of leeks' --as @ada
        larder profile edit --username boo --name Boo --as @bo
        larder follow @ada --as @cy; larder unfollow @ada --as @boo; larder block @cy --as @mod
        larder plan set r12 $(date -u +%Y-%m-%d) dinner --as @boo; larder shop check i40 --as @boo
        larder cookbook move b41 r1024 1 --as @boo
        larder read --as @ada; larder seen --as @ada
        larder resolve f9 --outcome dismissed --as @mod
        larder ban @mallory --as @mod; larder role @cy moderator --as @ada
        larder delete r1024 --as @boo
        """

    @Test("every question with --as-of is answered as it was at that position")
    func everyCommandThatAsksAnswersAsItDidThen() throws {
        #expect(Self.all.count >= 40)
        let scratch = TemporaryDirectory()
        try ExampleTests.prepare(scratch.url)
        func answers(_ suffix: String, _ lines: [String]) throws -> [String] {
            let script = lines.map { "larder \($0) \(suffix); echo exit $?; echo ---" }.joined(separator: "\n")
            let run = try Program.shell(script, in: scratch.path)
            return run.output.components(separatedBy: "---\n")
        }
        // Whatever the state is that waits for the first question, it is made.
        let status = try Program.shell("larder views status --json", in: scratch.path).output
        let head = try #require(status.firstMatch(of: /"head":([0-9]+)/)).1
        let (json, text) = (try answers("--json", Self.lines), try answers("", Self.lines))
        try Program.shell("sleep 0.01", in: scratch.path).expectDone()
        let between = try Program.shell("date -u +%Y-%m-%dT%H:%M:%S.%6NZ", in: scratch.path).output
        let run = try Program.shell("set -e\n\(Self.later)", in: scratch.path)
        #expect(run.status == 0, "\(run.output)\(run.errors)")

        for (suffix, expected) in [
            ("--json --as-of \(head)", json), ("--as-of \(head)", text),
            ("--json --as-of \(between.trimmingCharacters(in: .whitespacesAndNewlines))", json),
        ] {
            let actual = try answers(suffix, Self.lines)
            for (line, pair) in zip(Self.lines, zip(expected, actual)) {
                #expect(pair.0 == pair.1, "larder \(line) \(suffix)")
            }
        }
        // And most of it would be another answer now.
        let now = try answers("--json", Self.lines)
        #expect(zip(json, now).count { $0 != $1 } > Self.lines.count / 2)
    }
}
