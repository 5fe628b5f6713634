import Community
import TestSupport
import Testing

@testable import EventLog

@Suite struct ExaminationTests {
    @Test(
        "an account that another process deletes during an examination is no damage",
        arguments: ["Reading the log", "Opening texts", "Folding the views aside", "Making the search index aside"])
    func deletionMeanwhile(at part: String) throws {
        let scratch = TemporaryDirectory()
        let data = scratch.path("data")
        func larder(_ arguments: String...) throws {
            let run = try Program.run(["--data", data] + arguments)
            try #require(run.status == 0, "\(run.errors)")
        }
        try larder("register", "ada")
        try larder("register", "bo")
        try larder("post", "--title", "Soup", "--step", "Boil.", "--as", "@bo")
        // What was read before a key is destroyed is compared with what is read after it.
        var deletion: Result<Void, any Error>?
        let report = try Community.doctor(at: data) { current, _, _ in
            guard current == part, deletion == nil else { return }
            deletion = Result { try larder("delete", "account", "--yes", "--as", "@bo") }
        }
        try #require(deletion).get()
        for finding in report.checks where finding.name != "space" { #expect(finding.status == .ok, "\(finding)") }
    }
}
