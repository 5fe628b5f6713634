import Community
import TestSupport
import Testing

@testable import EventLog

@Suite struct ExaminationTests {
    @Test("an account that another process deletes while the log is read is no damage") func deletionMeanwhile() throws
    {
        let scratch = TemporaryDirectory()
        let data = scratch.path("data")
        func larder(_ arguments: String...) throws {
            let run = try Program.run(["--data", data] + arguments)
            try #require(run.status == 0, "\(run.errors)")
        }
        try larder("register", "ada")
        try larder("register", "bo")
        try larder("post", "--title", "Soup", "--step", "Boil.", "--as", "@bo")
        // The state was read, and its replay reads the names after the key of one of them is destroyed.
        var deletion: Result<Void, any Error>?
        let report = try Community.doctor(at: data) { part, _, _ in
            guard part == "Reading the log", deletion == nil else { return }
            deletion = Result { try larder("delete", "account", "--yes", "--as", "@bo") }
        }
        try #require(deletion).get()
        for finding in report.checks where finding.name != "space" { #expect(finding.status == .ok, "\(finding)") }
    }
}
