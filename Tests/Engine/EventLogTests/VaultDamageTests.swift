import Decisions
import Foundation
import Layout
import TestSupport
import Testing

@testable import EventLog
@testable import Events

/// Only a slot of zeros counts as destroyed. Any other unreadable slot is damage, and is never overwritten.
@Suite struct VaultDamageTests {
    let scratch = TemporaryDirectory()
    private var keys: URL { URL(fileURLWithPath: scratch.path + "/vault/keys") }

    /// A log of two members and a recipe by the second.
    private func fill() throws -> Position {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        defer { log.close() }
        _ = try log.write { try $0.append([Drafts.registration("ada")], origin: nil) }
        let bo = try log.write { MemberID(try $0.append([Drafts.registration("bo")], origin: nil)) }
        return try log.write { try $0.append([Drafts.recipe("Soup", by: bo)], origin: nil) }
    }

    private func change(_ body: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: keys)
        body(&bytes)
        try bytes.write(to: keys)
    }

    private func code(_ body: () throws -> Void) -> Refusal.Code? {
        do { try body() } catch { return (error as? Refusal)?.code }
        return nil
    }

    @Test(
        "a flipped bit in a key's slot is damage, and the slot is kept",
        arguments: [
            // A bit of the key, of the slot's number, and of the checksum.
            0, 33, 41,
        ])
    func aFlippedBitIsDamageAndIsKept(offset: Int) throws {
        let recipe = try fill()
        // The header and slots 0 and 1 stand before bo's.
        try change { $0[3 * VaultFile.slotBytes + offset] ^= 1 }
        let before = try Data(contentsOf: keys)
        let log = try EventLog.open(.community, directory: scratch.path, create: false)
        defer { log.close() }
        #expect(code { _ = try log.read { try $0.record(at: recipe) } } == .damaged)
        let bo = MemberID(3)
        #expect(code { _ = try log.write { try $0.append([Drafts.recipe("Stew", by: bo)], origin: nil) } } == .damaged)
        #expect(try log.write { try $0.append([Drafts.registration("cy")], origin: nil) } == recipe.next)
        #expect(try Data(contentsOf: keys) == before)
    }

    @Test("a truncated key file is damage and is not filled up") func aFileCutShortIsDamageAndIsNotFilledUp() throws {
        let recipe = try fill()
        try change { $0 = $0.prefix(2 * VaultFile.slotBytes) }
        let log = try EventLog.open(.community, directory: scratch.path, create: false)
        defer { log.close() }
        #expect(code { _ = try log.read { try $0.record(at: recipe) } } == .damaged)
        #expect(code { _ = try log.write { try $0.append([Drafts.registration("cy")], origin: nil) } } == .damaged)
        #expect(try Data(contentsOf: keys).count == 2 * VaultFile.slotBytes)
    }

    @Test("a key slot of zeros counts as an erasure") func aSlotOfZerosIsAnErasure() throws {
        let recipe = try fill()
        try change { bytes in
            for index in 3 * VaultFile.slotBytes..<4 * VaultFile.slotBytes { bytes[index] = 0 }
        }
        let log = try EventLog.open(.community, directory: scratch.path, create: false)
        defer { log.close() }
        #expect(try log.read { try $0.record(at: recipe)?.isErased } == true)
        let bo = MemberID(3)
        #expect(code { _ = try log.write { try $0.append([Drafts.recipe("Stew", by: bo)], origin: nil) } } == .damaged)
    }
}
