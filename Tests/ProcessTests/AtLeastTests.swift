import Foundation
import TestSupport
import Testing

/// `--at-least P` waits until the log has reached that position.
@Suite struct AtLeastTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada") { directory throws in #expect(try directory.run("register", "ada").status == 0) }
    }

    @Test("--at-least waits for an event that another process appends", arguments: [true, false])
    func itWaitsForWhatAnotherProcessAppends(asksTheLog: Bool) throws {
        // A second is all that it waits, and a busy machine may need longer for two processes: then they try again.
        for attempt in 1...10 {
            let head = try directory.events
            let name = "bo\(attempt)"
            let arguments = asksTheLog ? ["log", "show", "\(head + 1)"] : ["profile", "@\(name)"]
            let waiting = try directory.start(arguments + ["--at-least", "\(head + 1)", "--json"])
            #expect(try directory.run("register", name).status == 0)
            let run = try waiting.wait()
            guard run.status != 8 else { continue }
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains(name))
            return
        }
        Issue.record("it never saw what was appended")
    }

    @Test(
        "--at-least exits 8 after a second if the event does not come",
        arguments: [["feed"], ["log", "show", "1"], ["register", "bo"]])
    func itRefusesWhenTheEventDoesNotCome(arguments: [String]) throws {
        let begin = ContinuousClock.now
        let run = try directory.start(arguments + ["--at-least", "40", "--json"]).wait()
        #expect(run.status == 8)
        #expect(begin.duration(to: .now) >= .seconds(1))
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("larder: unavailable: the log has not reached position 40 "))
        #expect(try directory.events == 2)
    }

    @Test("--at-least a present position is answered at once") func whatIsThereIsAnsweredAtOnce() throws {
        #expect(try directory.json("profile", "@ada", "--at-least", "2")["position"] as? Int == 2)
    }
}
