import Foundation
import TestSupport
import Testing

/// Several processes that find no community all begin the same one.
@Suite struct CreationRaceTests {
    @Test("processes that create one community at the same time all succeed") func everyProcessIsServed() throws {
        let scratch = TemporaryDirectory()
        for round in 0..<8 {
            let home = DataDirectory(scratch.path("home\(round)"))
            let programs = try (0..<4).map { number in
                let line =
                    #"{"specversion":"1.0","type":"larder.member.registered","source":"s","id":"\#(number)","#
                    + #""data":{"username":"cook\#(number)","name":"Cook"}}"#
                let file = try scratch.write(line + "\n", to: "\(round)-\(number).ndjson")
                return try home.start(["submit", file, "--json"])
            }
            for program in programs {
                let run = try program.wait()
                #expect(run.status == 0, "\(run.errors)")
            }
            #expect(try home.events == 5)
            let left = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
            #expect(left.filter { $0 != "views" } == ["log", "vault"])
        }
    }
}
