import Decisions
import Events
import Foundation
import Layout
import Testing

@testable import Community
@testable import EventLog

/// `/readyz` says ready only where a command would succeed.
@Suite struct ReadinessTests {
    private let kitchen = try? Kitchen()

    private func readiness() throws -> Community.Readiness {
        let community = try #require(kitchen).community
        return community.readiness(community.room())
    }

    @Test("a community that takes commands is ready") func itIsReady() throws {
        try #require(kitchen).join("ada")
        let readiness = try readiness()
        #expect(readiness.reasons.isEmpty && readiness.warnings.isEmpty, "\(readiness)")
    }

    /// As `larder vault protect` does beside a running service: the file of keys is another, which needs a key.
    @Test("a vault that was put under a master key beside it makes it not ready") func aProtectedVault() throws {
        let kitchen = try #require(kitchen)
        try kitchen.join("ada")
        let master = kitchen.path + ".master"
        try Data((0..<32).map { UInt8($0) }).write(to: URL(filePath: master))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: master)
        defer { try? FileManager.default.removeItem(atPath: master) }
        let keys = "\(kitchen.path)/vault/keys"
        let plain = try Data(contentsOf: URL(filePath: keys))
        try kitchen.community.log.rewriteVault(under: MasterKey(file: master))
        let wrapped = try Data(contentsOf: URL(filePath: keys))
        // This object knows the key. One that does not is a service that was begun before.
        try plain.write(to: URL(filePath: keys))
        try kitchen.reopen()
        try wrapped.write(to: URL(filePath: keys), options: .atomic)
        let readiness = try readiness()
        #expect(readiness.reasons.contains { $0.contains("protected by a master key") }, "\(readiness)")
        #expect(throws: Refusal.self) { try kitchen.join("bo") }
    }

    @Test("a folder that was moved away makes it not ready") func aFolderThatIsGone() throws {
        let kitchen = try #require(kitchen)
        try FileManager.default.moveItem(atPath: "\(kitchen.path)/log", toPath: "\(kitchen.path)/moved")
        #expect(try readiness().reasons.contains { $0.contains("moved away") })
        try FileManager.default.moveItem(atPath: "\(kitchen.path)/moved", toPath: "\(kitchen.path)/log")
        #expect(try readiness().reasons.isEmpty)
    }

    @Test("doctor and readiness warn where the last event is ahead of the clock") func theHeadIsAhead() throws {
        let kitchen = try #require(kitchen)
        try kitchen.join("ada")
        try kitchen.reopen {
            let log = try EventLog.open(.community, directory: kitchen.path, create: false) {
                Timestamp(microseconds: EventLog.systemClock().microseconds + 3_650 * 86_400_000_000)
            }
            defer { log.close() }
            let ada = MemberID(2)
            let draft = Draft(
                .memberLoggedIn, actor: ada, subject: ada.position, owner: ada, occurredAt: EventLog.systemClock())
            _ = try log.write { try $0.append([draft], origin: nil) }
        }
        #expect(try readiness().warnings.contains { $0.contains("the clock says") })
        var found: Finding?
        try kitchen.reopen { found = try Community.doctor(at: kitchen.path).checks.first { $0.name == "clock" } }
        #expect(found?.status == .warning)
    }
}
