import Community
import TestSupport
import Testing

@testable import EventLog

@Suite struct ExaminationTests {
    @Test(
        "an account that another process deletes during an examination is no damage",
        arguments: ["Reading the log", "Opening texts", "Folding the views aside"])
    func deletionMeanwhile(at part: String) async throws {
        let scratch = TemporaryDirectory()
        let data = scratch.path("data")
        func larder(_ arguments: String...) throws {
            let run = try Program.run(["--data", data] + arguments)
            try #require(run.status == 0, "\(run.errors)")
        }
        try larder("register", "ada")
        try larder("register", "bo")
        try larder("post", "--title", "Soup", "--step", "Boil.", "--as", "@bo")
        // There must be views and a search index to compare.
        try larder("search", "soup")
        // What was read before a key is destroyed is compared with what is read after it. A deletion waits for the lock of
        // the views, so that it ends only after their comparison.
        let waits = part == "Folding the views aside"
        var deletion: Task<Program.Run, any Error>?
        let report = try Community.doctor(at: data) { current, _, _ in
            guard current == part, deletion == nil else { return }
            let delete = { @Sendable in try Program.run(["--data", data, "delete", "account", "--yes", "--as", "@bo"]) }
            if waits {
                deletion = Task.detached { try delete() }
            } else {
                let run = Result { try delete() }
                deletion = Task { try run.get() }
            }
        }
        let ended = try await #require(deletion).value
        #expect(ended.status == 0, "\(ended.errors)")
        for finding in report.checks where finding.name != "space" { #expect(finding.status == .ok, "\(finding)") }
    }
}
