import Foundation
import TestSupport
import Testing

/// Daemons and cron start programs with standard streams closed: the log's own files must not get their numbers.
@Suite struct ClosedStreamsTests {
    @Test(
        "a program started with closed streams writes nothing of its output into the log",
        arguments: ["<&- >&-", "<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    func nothingIsWrittenIntoTheLog(_ closing: String) throws {
        let scratch = TemporaryDirectory()
        let home = DataDirectory(scratch.path("home"))
        #expect(try home.run("register", "ada").status == 0)
        #expect(try home.run("post", "--title", "Soup", "--step", "Boil.", "--as", "@ada").status == 0)
        let before = try home.text("log", "export")
        let program = try #require(Program.location).path
        for command in ["feed --json", "log export", "log export --verbatim", "profile @nobody"] {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", "'\(program)' --data '\(home.path)' \(command) \(closing)"]
            shell.standardOutput = FileHandle.nullDevice
            shell.standardError = FileHandle.nullDevice
            try shell.run()
            shell.waitUntilExit()
        }
        #expect(try home.text("log", "export") == before)
        try home.expectVerified()
    }
}
