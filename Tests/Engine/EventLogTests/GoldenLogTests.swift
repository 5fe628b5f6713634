import Decisions
import Foundation
import Layout
import TestSupport
import Testing
import Transparency

@testable import EventLog
@testable import Events

/// A log of format 1 as its first version wrote it, kept for ever: every later version opens it and reads the same
/// events.
@Suite struct GoldenLogTests {
    static let directory = Checkout.root.appending(path: "Tests/Engine/EventLogTests/Golden")
    static let root = "df9a40185a095cdbe5ca7b706db494c52ee671bfce1ad78dd85a03d2786b51b3"

    let scratch = TemporaryDirectory()

    /// Writes the golden log. Run by hand, once per format: LARDER_WRITE_GOLDEN=1.
    @Test(
        "writing the golden log of the present format, on request only",
        .enabled(if: ProcessInfo.processInfo.environment["LARDER_WRITE_GOLDEN"] != nil))
    func write() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true) {
            Timestamp(seconds: 1_767_600_000)
        }
        _ = try log.write { batch in
            let ada = MemberID(try batch.append([Drafts.registration("ada")], origin: Drafts.origin("u1")))
            let bo = MemberID(try batch.append([Drafts.registration("bo")], origin: nil))
            let recipe = try batch.append([Drafts.recipe("Golden soup", by: ada)], origin: Drafts.origin("p1"))
            _ = try batch.append([Drafts.like(recipe, by: bo, owner: ada)], origin: nil)
            return try batch.append([Drafts.recipe("Soup of a deleted member", by: bo)], origin: nil)
        }
        _ = try log.write { try $0.append([Drafts.deletion(of: MemberID(3))], origin: nil) }
        var bytes: [UInt8] = []
        try Verbatim.export(log) { bytes += $0 }
        try FileManager.default.createDirectory(at: Self.directory, withIntermediateDirectories: true)
        try Data(bytes).write(to: Self.directory.appendingPathComponent("format-1.log"))
        let keys = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/vault/keys"))
        // The keys of the operator and of the two members; the other slots were never used.
        try keys.prefix(64 * 4).write(to: Self.directory.appendingPathComponent("format-1.keys"))
        print("root:", hex(try log.read { try $0.merkleRoot().bytes }))
        log.close()
    }

    @Test("a log of format 1 opens, reads as ever and accepts events") func format1OpensAndReadsTheSame() throws {
        var bytes = try [UInt8](Data(contentsOf: Self.directory.appendingPathComponent("format-1.log")))[...]
        _ = try Verbatim.restore(.community, into: scratch.path) { count in
            defer { bytes = bytes.dropFirst(count) }
            return Array(bytes.prefix(count))
        }
        try FileManager.default.createDirectory(atPath: scratch.path + "/vault", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Self.directory.appendingPathComponent("format-1.keys").path, toPath: scratch.path + "/vault/keys")
        let log = try EventLog.open(.community, directory: scratch.path, create: false)
        try log.read { (snapshot) throws in
            #expect(snapshot.head == Position(7))
            #expect(hex(try snapshot.merkleRoot().bytes) == Self.root)
            let kinds = try (1...7).map { try snapshot.header(at: Position($0))?.kind }
            #expect(
                kinds == [
                    .logCreated, .memberRegistered, .memberRegistered, .recipePosted, .recipeLiked, .recipePosted,
                    .memberDeleted,
                ])
            let posted = try #require(try snapshot.record(at: Position(4)))
            #expect(posted.origin == Origin(source: "test", id: "p1"))
            guard case .recipe(let content) = posted.payload else {
                Issue.record("the recipe does not open")
                return
            }
            #expect(content.title == "Golden soup")
            #expect(try snapshot.record(at: Position(6))?.isErased == true)
            #expect(try snapshot.position(of: Origin(source: "test", id: "u1")) == Position(2))
        }
        // It accepts events, too.
        #expect(try log.write { try $0.append([Drafts.registration("cy")], origin: nil) } == Position(8))
        log.close()
    }
}
