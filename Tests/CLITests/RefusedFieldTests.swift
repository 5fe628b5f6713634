import Foundation
import TestSupport
import Testing

/// The fields that refusals name are arguments and options of the command line that was typed.
@Suite struct RefusedFieldTests {
    /// Lines with one mistake each, and the argument or option that holds it.
    private static let lines: KeyValuePairs = [
        "like r999 --as @bo": "id", "like 99999 --as @bo": "id", "unlike c999 --as @bo": "id",
        "rate r999 5 --as @bo": "id", "rate r12 9 --as @bo": "stars", "vote up r999 --as @bo": "recipe",
        "repost r999 --as @bo": "id", "comment r12 '' --as @bo": "text", "comment r999 Hi --as @bo": "id",
        "comment r12 Hi --reply-to c999 --as @bo": "reply-to", "follow @bo --as @bo": "member",
        "block @bo --as @bo": "member", "report @bo --reason spam --as @bo": "target",
        "report r999 --reason spam --as @bo": "target", "ban @mod --as @bo": "as", "role @mod admin --as @bo": "as",
        "ban @ada --as @mod": "member", "resolve f999 --outcome dismissed --as @mod": "id",
        "cookbook add b999 r12 --as @bo": "id", "cookbook add b41 r999 --as @bo": "recipe",
        "read 99999 --as @bo": "up-to", "shop add --recipe r999 --as @bo": "recipe", "shop check i999 --as @bo": "what",
        "plan clear r999 2030-01-05 dinner --as @bo": "id", "fork r999 --title Soup --as @bo": "id",
        "edit r999 --title Soup --as @bo": "id", "edit r12 --title Soup --as @bo": "as",
        "delete r999 --as @bo": "id", "delete r12 --as @bo": "as", "restore r999 --as @bo": "id",
        "post wrong.json --as @bo": "titel",
    ]

    /// The errors of all lines, each as the document that `--json` writes.
    private func errors(of lines: [String], _ run: (String) throws -> Program.Run) throws -> [[String: String]] {
        let script = lines.map { "larder \($0) --json 2>&1 > /dev/null | tail -n 1" }
        let written = try run(script.joined(separator: "\n")).output
        return written.split(separator: "\n").map { line in
            let document = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return document?["error"] as? [String: String] ?? ["message": String(line)]
        }
    }

    @Test("a refusal names the argument or option that was typed, at a directory and at a service")
    func typedNames() throws {
        let kitchen = try RemoteKitchen()
        try Data(#"{"titel":"Soup"}"#.utf8).write(to: kitchen.folder.url.appending(path: "wrong.json"))
        let lines = Tier.share(of: Array(Self.lines), oneIn: 3)
        let typed = lines.map(\.key)
        let local = try errors(of: typed) { try kitchen.run($0) }
        let remote = try errors(of: typed.map { RemoteKitchen.pair($0).remote }) { try kitchen.runServing($0) }
        for errors in [local, remote] {
            try #require(errors.count == typed.count, "\(errors)")
            for ((line, field), error) in zip(lines, errors) {
                #expect(error["field"] == field, "\(line): \(error)")
                let words = (error["message"] ?? "").split { !$0.isLetter }
                #expect(Set(words).isDisjoint(with: ["subject", "data", "cause", "actor"]), "\(line): \(error)")
            }
        }
    }
}
