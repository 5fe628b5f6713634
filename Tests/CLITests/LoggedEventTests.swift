import CloudEvents
import Community
import EventLog
import Events
import Foundation
import Layout
import TestSupport
import Testing

@testable import CLI

@Suite struct LoggedEventTests {
    /// What a service reports about an event makes the log's own line, also when its member was deleted.
    @Test("an event from a service makes the same line as an event from the log")
    func theJSONOfAnEventMakesTheSameLine() throws {
        let folder = TemporaryDirectory()
        let run = try Program.shell("larder demo --quiet && larder delete @theo --as @margot --yes", in: folder.path)
        #expect(run.status == 0, "\(run.errors)")
        let community = try Community.open(at: folder.path("larder-data"), mode: .existing)
        defer { community.close() }
        let log = community.log
        let head = try log.head()
        #expect(head.value > 4_000)
        for number in 1...head.value {
            let record = try #require(try log.read { try $0.record(at: Position(number)) })
            let event = LoggedEvent(record, log)
            let told = try #require(LoggedEvent(try event.json()))
            let (line, toldLine) = (try event.line(), try told.line())
            #expect(line == toldLine, "\(number)")
            if line != toldLine { break }
        }
    }
}
