import Foundation
import TestSupport
import Testing

/// The ten lines of Python in docs/audit.md compute the root that `audit head` signs.
@Suite struct RootInPythonTests {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/python3/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private static func lines() throws -> [Substring] {
        let page = try Checkout.text(of: "docs/audit.md")
        let start = try #require(page.range(of: "```python\n")).upperBound
        let end = try #require(page.range(of: "\n```", range: start..<page.endIndex)).lowerBound
        return page[start..<end].split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("docs/audit.md computes the root in ten lines of Python")
    func theyAreTen() throws { #expect(try Self.lines().count == 10) }

    @Test(
        "the Python of docs/audit.md computes the root that audit head signs",
        .enabled(if: python != nil, "python3 is not installed: the lines of docs/audit.md are NOT run"))
    func theyFindTheRoot() throws {
        let scratch = TemporaryDirectory()
        let program = try scratch.write(Self.lines().joined(separator: "\n") + "\n", to: "root.py")
        for (place, command) in [
            ("data", ["init"]), ("data", ["register", "ada"]), ("data", ["register", "bo"]),
            ("demo", ["demo", "--members", "20", "--weeks", "1", "--seed", "3"]),
        ] {
            let directory = DataDirectory(scratch.path(place))
            #expect(try directory.start(command).wait().status == 0)
            let events = scratch.path("events")
            #expect(try directory.run("log", "export", "--canonical", events).status == 0)
            let run = try Program([program, events], executable: URL(filePath: #require(Self.python))).wait()
            #expect(run.status == 0, "\(run.errors)")
            let root = try directory.json("audit", "head")["root"] as? String
            #expect(run.output == "\(root ?? "?")\n", "after \(command)")
        }
    }
}
