import EventLog
import Events
import Foundation
import LMDB
import Layout
import Testing

@testable import Community

/// «`audit verify --full` recomputes everything from the bytes and reports the first event that does not fit.»
@Suite struct FullVerificationTests {
    private func sign(_ clinic: Clinic) throws -> AuditHead {
        let community = try Community.open(at: clinic.path, mode: .existing)
        defer { community.close() }
        return try community.auditHead()
    }

    @Test("a full verification finds the signed root and changes no file") func whatWasSignedIsFoundAgain() throws {
        let clinic = try Clinic()
        let head = try sign(clinic)
        let before = try clinic.files()
        let report = try Community.verifyFully(at: clinic.path)
        #expect(report.verified)
        #expect(report.events == head.size)
        #expect(report.root == head.root)
        #expect(report.firstUnfit == nil)
        #expect(try clinic.files() == before, "it changes nothing")
    }

    /// With a right checksum: only the signed head shows it.
    @Test("a forged header is found by the signed head") func aForgedHeaderIsToldByTheSignedHead() throws {
        let clinic = try Clinic()
        try clinic.changeHeader(8) { $0.value ^= 1 }
        #expect(try Community.verifyFully(at: clinic.path).verified, "nothing was signed yet, nor stored of so few")
        try clinic.changeHeader(8) { $0.value ^= 1 }
        _ = try sign(clinic)
        try clinic.changeHeader(8) { $0.value ^= 1 }
        let report = try Community.verifyFully(at: clinic.path)
        #expect(!report.verified)
        #expect(report.firstUnfit == 1)
    }

    @Test("damage is named by the first event concerned") func damageIsNamedByItsFirstEvent() throws {
        for (position, harm) in [
            (5, { try $0.changeHeaders { $0[4][20] ^= 1 } }),
            (7, { try $0.change("payloads", .integerKey) { try $0.put($1, UInt64(7), [1, 2, 3, 4, 5, 6]) } }),
            (9, { try $0.change("payloads", .integerKey) { _ = try $0.delete($1, Position(9).keyBytes) } }),
            (8, { try $0.putPayload(8, [1]) }), (6, { try $0.changeHeaders { $0.remove(at: 5) } }),
        ] as [(UInt64, (Clinic) throws -> Void)] {
            let clinic = try Clinic()
            _ = try sign(clinic)
            try harm(clinic)
            let report = try Community.verifyFully(at: clinic.path)
            #expect(!report.verified)
            #expect(report.firstUnfit == position, "\(report)")
            #expect(report.root == nil)
        }
    }

    @Test("a log that lost its last event is shorter than its signed head")
    func aLogThatLostItsEndIsShorterThanWasSigned() throws {
        let clinic = try Clinic()
        _ = try sign(clinic)
        try clinic.changeHeaders { $0.removeLast() }
        try clinic.change("payloads", .integerKey) { transaction, table in
            _ = try transaction.delete(table, Position(10).keyBytes)
        }
        let report = try Community.verifyFully(at: clinic.path)
        #expect(!report.verified)
        #expect(report.firstUnfit == 10)
    }

    @Test("verifying an absent community is refused") func whereThereIsNoLogNothingIsVerified() throws {
        #expect(throws: Refusal.self) { try Community.verifyFully(at: NSTemporaryDirectory() + "larder-nowhere") }
    }
}
