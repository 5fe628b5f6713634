import Foundation
import TestSupport
import Testing

/// A doctor who examines a community while other processes write to it compares everything at one position.
@Suite struct DoctorBesideWritersTests {
    /// Each command appends a single event, and so moves the log on its own.
    private static let writing = """
        n=0
        while [ ! -e "$STOP" ]; do
            n=$((n + 1))
            "$0" --data "$1" comment r3 "remark $n" --as "@$2" > "$STOP.$2" 2>&1 || exit 1
        done
        """
    /// Each round makes a member with a recipe, and deletes both.
    private static let deleting = """
        n=0
        while [ ! -e "$STOP" ]; do
            n=$((n + 1))
            "$0" --data "$1" register "guest$n" > "$STOP.$2" 2>&1 || exit 1
            "$0" --data "$1" post --title "Cake $n" --step Bake. --as "@guest$n" > "$STOP.$2" 2>&1 || exit 1
            "$0" --data "$1" delete account --yes --as "@guest$n" > "$STOP.$2" 2>&1 || exit 1
        done
        """

    @Test("doctor in a loop beside writers and deletions raises no alarm") func aCommunityInUseIsHealthy() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        #expect(try directory.run("post", "--title", "Soup", "--step", "Boil.", "--as", "@ada").status == 0)
        #expect(try directory.run("register", "bo").status == 0)
        #expect(try directory.run("search", "soup").status == 0)
        let stop = scratch.path("stop")
        let larder = try #require(Program.location).path
        let writers = try [(Self.writing, "ada"), (Self.writing, "bo"), (Self.deleting, "guests")].map { script, name in
            try Program(
                ["-c", script, larder, directory.path, name], executable: URL(filePath: "/bin/bash"),
                environment: ["STOP": stop])
        }
        var alarms: [String] = []
        let before = try directory.events
        for _ in 0..<12 {
            let run = try directory.run("doctor", "--json")
            let checks = try #require(try run.json()["checks"] as? [[String: Any]])
            for check in checks where check["status"] as? String != "ok" && check["name"] as? String != "space" {
                alarms.append("\(check)")
            }
            #expect(run.status == 0, "\(run.errors)")
        }
        // A test without writers would test nothing.
        #expect(try directory.events > before + 12)
        try Data().write(to: URL(filePath: stop))
        for writer in writers { #expect(try writer.wait().status == 0) }
        #expect(alarms.isEmpty, "\(alarms.joined(separator: "\n"))")
        let after = try directory.run("doctor")
        #expect(after.status == 0, "\(after.output)")
    }
}
