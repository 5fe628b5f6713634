import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import TestSupport
import Testing

@testable import Community

/// An unreadable file is an error. It never counts as absent, empty or free.
@Suite struct UnreadableTests {
    private let kitchen: Kitchen
    private var community: Community { kitchen.community }

    init() throws {
        kitchen = try Kitchen()
        try kitchen.join("ada")
        _ = try kitchen.post("Soup", by: "ada")
    }

    @Test("an unreadable search folder keeps an erasure unfinished and refuses its receipt")
    func unreadableSearchFolder() throws {
        let bo = MemberID(try kitchen.join("bo").position)
        try Data().write(to: URL(fileURLWithPath: "\(kitchen.path)/search"))
        try kitchen.submit(Command(.memberDeleted, actor: .username("bo"), subject: .username("bo")))
        community.finishErasures()
        #expect(community.unfinishedErasure != nil)
        let member = Reference.position(bo.position, letter: "m")
        #expect(throws: Refusal.self) { try community.eraseReceipt(of: member) }
        try FileManager.default.removeItem(atPath: "\(kitchen.path)/search")
        community.finishErasures()
        #expect(community.unfinishedErasure == nil)
        #expect(try community.eraseReceipt(of: member).member == "\(bo)")
    }

    @Test("an unreadable folder of earlier views fails the status, and does not count as empty")
    func unreadablePastViews() throws {
        #expect(try community.viewsStatus().asOf == nil)
        try Data().write(to: URL(fileURLWithPath: "\(kitchen.path)/views/as-of"))
        #expect(throws: Refusal.self) { try community.viewsStatus() }
    }

    @Test("a rebuild that cannot remove the views of earlier positions says so, and its views stay live")
    func unremovablePastViews() throws {
        let head = try community.log.head()
        try community.query(asOf: .position(Position(head.value - 1))) { _ in }
        #expect(try community.viewsStatus().asOf?.count == 1)
        let lock = "\(kitchen.path)/views/as-of.lock"
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
        #expect(throws: Refusal.self) { try community.viewsRebuild([]) }
        try FileManager.default.removeItem(atPath: lock)
        let status = try community.viewsStatus()
        #expect(status.generation == 2 && status.asOf?.count == 1)
        #expect(try community.viewsRebuild([]).matchesLive)
        #expect(try community.viewsStatus().asOf == nil)
    }

    @Test("a map whose use cannot be read does not count as one with space")
    func unreadableMap() throws {
        let directory = TemporaryDirectory()
        let closed = try Community.open(at: directory.path, mode: .createIfAbsent)
        #expect(closed.room().reason == nil)
        closed.close()
        #expect(closed.room().reason?.contains("cannot be read") == true)
    }

    @Test("the doctor reports images as unchecked if the log cannot tell which should exist")
    func unknownImages() throws {
        let clinic = try Clinic()
        let community = try Community.open(at: clinic.path, mode: .existing)
        let image = try community.media.put(try MediaStoreTests.image(1)).id
        _ = try community.submit(CommunityMediaTests.posted([image], by: "ada"))
        community.close()
        // The next opening notes that no image of the deleted member is left.
        try Community.open(at: clinic.path, mode: .existing).close()
        func media() throws -> Finding? {
            try Community.doctor(at: clinic.path).checks.first { $0.name == "media" }
        }
        #expect(try media()?.status == .ok)
        try clinic.putSlot(1, Data(count: 64))
        let finding = try media()
        #expect(finding?.status == .failed, "\(finding?.message ?? "nothing")")
        #expect(finding?.message.contains("cannot be checked") == true)
    }
}
