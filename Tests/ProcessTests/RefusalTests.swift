import Foundation
import TestSupport
import Testing

/// «Each error is one line, `larder: <code>: <sentence>`; with `--json` also `{"error":{"code","message","field"?}}` on
/// stderr», and the exit code says of which sort it is.
@Suite struct RefusalTests {
    private struct Case {
        var line: String
        var code: String
        var status: Int32
        var field: String?

        init(_ line: String, _ code: String, _ status: Int32, _ field: String? = nil) {
            (self.line, self.code, self.status, self.field) = (line, code, status, field)
        }

        var arguments: [String] { line.split(separator: " ").map(String.init) }
    }

    private static let cases = [
        Case("fed", "usage", 2),
        Case("feed --nonsense", "usage", 2),
        Case("feed --sort popular", "usage", 2, "sort"),
        Case("feed --as-of 0", "not-found", 3, "as-of"), Case("feed --as-of 99999", "not-found", 3, "as-of"),
        Case("feed --as-of 99999999999999999999", "not-found", 3, "as-of"),
        Case("feed --as-of 2001-01-01", "not-found", 3, "as-of"), Case("feed --as-of -3", "usage", 2, "as-of"),
        Case("feed --as-of yesterday", "usage", 2, "as-of"), Case("feed --as-of 3 --at-least 3", "usage", 2, "as-of"),
        Case("whatif", "usage", 2, "file"), Case("whatif --without-member @nobody", "not-found", 3),
        Case("views status --as-of 3", "usage", 2, "as-of"),
        Case("feed --limit=-1", "usage", 2, "limit"),
        Case("feed --limit -1", "usage", 2, "limit"),
        Case("like r4", "usage", 2, "as"),
        Case("delete account --as @bo", "usage", 2, "yes"),
        Case("profile @adda", "not-found", 3),
        Case("recipe r99", "not-found", 3),
        Case("log show 99", "not-found", 3),
        Case("post absent.json --as @bo", "not-found", 3),
        Case("recipe r5", "gone", 3),
        Case("ban @ada --as @bo", "forbidden", 4, "as"),
        Case("notifications @ada --as @bo", "forbidden", 4, "as"),
        Case("like r4 --as @cy", "banned", 4, "as"),
        Case("register ADA", "conflict", 5, "username"),
        Case("edit r4 --title Stew --version 7 --as @ada", "conflict", 5, "version"),
        Case("rate r4 9 --as @bo", "invalid", 6, "stars"),
        Case("feed --after nonsense", "invalid", 6, "after"),
        Case("feed --at-least 99", "unavailable", 8),
    ]

    @Test("every refusal has its code, its JSON shape and its exit code")
    func everyRefusalHasItsCodeItsShapeAndItsExitStatus() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        let recipe = ["--title", "Soup", "--step", "Boil.", "--as", "@ada"]
        // ada is m2 and bo m3; r4 is there, r5 was deleted, and cy, m7, is banned.
        for line in [
            ["register", "ada"], ["register", "bo"], ["post"] + recipe, ["post"] + recipe,
            ["delete", "r5", "--as", "@ada"],
            ["register", "cy"], ["ban", "@cy", "--as", "@ada"],
        ] { #expect(try directory.start(line).wait().status == 0) }
        let head = try directory.events

        for refused in Self.cases {
            let run = try directory.start(refused.arguments + ["--json"]).wait()
            let about: Comment = "\(refused.line): \(run.errors)"
            #expect(run.status == refused.status, about)
            #expect(run.output.isEmpty, about)
            let lines = run.errors.split(separator: "\n").map(String.init)
            #expect(lines.count == 2, about)
            let document = try JSONSerialization.jsonObject(with: Data(try #require(lines.last, about).utf8))
            let answer = try #require(document as? [String: [String: String]], about)
            #expect(Set(answer.keys) == ["error"], about)
            let error = try #require(answer["error"], about)
            #expect(Set(error.keys).subtracting(["field"]) == ["code", "message"], about)
            #expect(error["code"] == refused.code, about)
            #expect(error["field"] == refused.field, about)
            #expect(lines.first == "larder: \(refused.code): \(error["message"] ?? "")", about)
            let plain = try directory.start(refused.arguments).wait()
            #expect(plain.status == refused.status, about)
            #expect(plain.errors == "\(lines[0])\n", about)
        }
        #expect(try directory.events == head)
    }
}
