import Foundation
import LMDB
import Layout
import Synchronization
import TestSupport
import Testing

@testable import Decisions
@testable import EventLog
@testable import Events

enum Drafts {
    static let time = Timestamp(seconds: 1_700_000_000)

    static func registration(_ name: String) -> Draft {
        var message = ProtoMemberRegistered()
        message.username = name
        message.name = name.capitalized
        return Draft(
            .memberRegistered, actor: .operator, isOwnSubject: true, occurredAt: time, payload: .registration(message))
    }
    static func recipe(_ title: String, by author: MemberID) -> Draft {
        var content = ProtoRecipeContent()
        content.title = title
        return Draft(
            .recipePosted, actor: author, isOwnSubject: true, owner: author, occurredAt: time, payload: .recipe(content)
        )
    }
    static func like(_ recipe: Position, by actor: MemberID, owner: MemberID) -> Draft {
        Draft(.recipeLiked, actor: actor, subject: recipe, owner: owner, occurredAt: time)
    }
    static func deletion(of member: MemberID) -> Draft {
        Draft(.memberDeleted, actor: member, subject: member.position, owner: member, occurredAt: time)
    }
    static func origin(_ id: String) -> StoredOrigin { StoredOrigin(source: "test", id: id) }
}

extension LogBatch {
    func memberID(username: String) -> MemberID? {
        log.secretKey(ofUsername: username).flatMap { model.memberID(named: $0) }
    }
}

@Suite struct EventLogTests {
    let scratch = TemporaryDirectory()

    private func open(create: Bool = true) throws -> EventLog {
        try EventLog.open(.community, directory: scratch.path, create: create)
    }

    @Test("a log begins with its creation and counts positions without gaps")
    func beginsWithItsCreationAndCountsWithoutGaps() throws {
        let log = try open()
        let ada = try log.write { (batch) throws in
            MemberID(try batch.append([Drafts.registration("ada")], origin: Drafts.origin("u1")))
        }
        #expect(ada == MemberID(2))
        let recipe = try log.write { try $0.append([Drafts.recipe("Soup", by: ada)], origin: nil) }
        for _ in 0..<200 {
            _ = try log.write { (batch) throws in
                try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil)
            }
        }
        try log.read { (snapshot) throws in
            #expect(snapshot.head == Position(203))
            var expected: UInt64 = 1
            try snapshot.forEach(from: Position(1)) { record in
                #expect(record.position.value == expected)
                expected += 1
                return true
            }
            #expect(expected == 204)
            let posted = try #require(try snapshot.record(at: recipe))
            guard case .recipe(let content) = posted.payload else {
                Issue.record("not opened")
                return
            }
            #expect(content.title == "Soup")
            #expect(try snapshot.position(of: Origin(source: "test", id: "u1")) == ada.position)
            #expect(try snapshot.header(at: Position(204)) == nil)
        }
        log.close()
    }

    @Test("a reopened log goes on with the same id, members and head") func reopenedItGoesOnWhereItWas() throws {
        var log = try open()
        let id = log.logID
        _ = try log.write { try $0.append([Drafts.registration("ada")], origin: nil) }
        log.close()
        log = try open(create: false)
        #expect(log.logID == id)
        try log.write { (batch) throws in
            #expect(batch.memberID(username: "ada") == MemberID(2))
            #expect(batch.model.member(MemberID(2))?.state.ordinal == 1)
            #expect(batch.head == Position(2))
        }
        log.close()
    }

    @Test("a refused batch leaves no event and no member") func aRefusedBatchLeavesNoTrace() throws {
        let log = try open()
        struct Stop: Error {}
        #expect(throws: Refusal.self) {
            try log.write { (batch) throws in
                _ = try batch.append([Drafts.registration("ada")], origin: nil)
                throw Refusal(.invalid, "no")
            }
        }
        #expect(try log.head() == Position(1))
        try log.write { #expect($0.memberID(username: "ada") == nil) }
        log.close()
    }

    @Test("recorded times never go back when the clock does") func recordedAtNeverGoesBackwards() throws {
        let now = Mutex<Int64>(1_700_000_000)
        let log = try EventLog.open(.community, directory: scratch.path, create: true) {
            Timestamp(seconds: now.withLock { $0 })
        }
        now.withLock { $0 -= 1000 }
        _ = try log.write { try $0.append([Drafts.registration("ada")], origin: nil) }
        let times = try log.read { (snapshot) throws in
            [try snapshot.header(at: Position(1))?.recordedAt, try snapshot.header(at: Position(2))?.recordedAt]
        }
        #expect(times == [Timestamp(seconds: 1_700_000_000), Timestamp(seconds: 1_700_000_000)])
        log.close()
    }

    @Test("deleting a member destroys their key and frees the name")
    func deletingAMemberDestroysTheirKeyAndFreesTheName() throws {
        let log = try open()
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: Drafts.origin("u1"))) }
        let recipe = try log.write { try $0.append([Drafts.recipe("Soup", by: ada)], origin: nil) }
        _ = try log.write { try $0.append([Drafts.deletion(of: ada)], origin: nil) }
        #expect(try log.vault?.key(slot: 1) == nil)
        #expect(try log.vault?.key(slot: 0) != nil)
        try log.read { (snapshot) throws in
            #expect(try snapshot.record(at: recipe)?.isErased == true)
            #expect(try snapshot.record(at: ada.position)?.isErased == true)
            // The origin stays known for ever, though its text is unreadable.
            #expect(try snapshot.position(of: Origin(source: "test", id: "u1")) == ada.position)
        }
        try log.write { (batch) throws in
            #expect(batch.memberID(username: "ada") == nil)
            #expect(batch.model.member(ada)?.state.isDeleted == true)
        }
        log.close()
    }

    @Test("a deletion that was interrupted before its key went is finished at the next opening")
    func aDeletionInterruptedBeforeTheKeyWentIsFinishedOnOpening() throws {
        var log = try open()
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: nil)) }
        // The result of a crash between the two stores: the log has the deletion, and the vault still has the key.
        let state = try #require(log.state)
        let tree = try log.tree.preparedTable()
        try log.environment.write { transaction in
            let batch = try #require(try LogBatch(log, state, clock: Drafts.time))
            _ = try batch.append([Drafts.deletion(of: ada)], origin: nil)
            _ = try batch.flush(into: &transaction, tree: tree)
        }
        #expect(try log.vault?.key(slot: 1) != nil)
        log.close()
        log = try open()
        #expect(try log.vault?.key(slot: 1) == nil)
        log.close()
    }

    @Test("no plaintext of a member reaches the log file") func noPlaintextReachesTheLog() throws {
        let log = try open()
        let ada = try log.write {
            MemberID(try $0.append([Drafts.registration("ada-lovelace")], origin: Drafts.origin("origin-of-ada")))
        }
        _ = try log.write { try $0.append([Drafts.recipe("Secret soup of the house", by: ada)], origin: nil) }
        log.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/log/data.mdb"))
        for text in ["ada-lovelace", "Ada-Lovelace", "origin-of-ada", "Secret soup"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "found \(text)")
        }
    }

    @Test("a state that is folded again equals the stored state") func theStateFoldedAnewIsTheStateStored() throws {
        var log = try open()
        let members = try log.write { (batch) throws in
            try ["ada", "bo", "cy"].map {
                MemberID(try batch.append([Drafts.registration($0)], origin: Drafts.origin($0)))
            }
        }
        let recipe = try log.write { try $0.append([Drafts.recipe("Soup", by: members[0])], origin: nil) }
        _ = try log.write { try $0.append([Drafts.like(recipe, by: members[1], owner: members[0])], origin: nil) }
        _ = try log.write { try $0.append([Drafts.deletion(of: members[1])], origin: nil) }
        let before = try stateRows(log)
        try log.environment.write { transaction in
            try log.tables.meta.put(.stateVersion, MetaRow(0), in: &transaction)
        }
        log.close()
        log = try open()
        #expect(try stateRows(log) == before)
        log.close()
    }

    private func stateRows(_ log: EventLog) throws -> [[[UInt8]]] {
        func bytes<K, R>(_ table: TypedTable<K, R>, _ transaction: borrowing ReadTransaction) throws -> [[UInt8]] {
            try table.rows(in: transaction).map { $0.key.keyBytes + [0xFF] + $0.row.bytes }
        }
        let state = try #require(log.state)
        return try state.environment.read { transaction in
            let tables = WriteModelTables.of(state.tables)
            return [
                try bytes(tables.members, transaction), try bytes(tables.entities, transaction),
                try bytes(tables.relations, transaction), try bytes(tables.usernames, transaction),
                try bytes(tables.origins, transaction),
            ]
        }
    }

    // MARK: What is no log

    private func refusal(_ body: () throws -> Void) -> Refusal? {
        do {
            try body()
            return nil
        } catch {
            return error as? Refusal
        }
    }

    @Test("an absent directory is not found") func anAbsentDirectoryIsNotFound() {
        let absent = scratch.path("absent")
        #expect(refusal { _ = try EventLog.open(.community, directory: absent, create: false) }?.code == .notFound)
    }

    @Test("a directory of other files is not found") func aDirectoryOfOtherThingsIsNotFound() throws {
        _ = try scratch.write("x", to: "letter.txt")
        #expect(refusal { _ = try open(create: true) }?.code == .notFound)
        #expect(refusal { _ = try open(create: false) }?.code == .notFound)
    }

    @Test("a file in place of a directory is not found") func aFileIsNotFound() throws {
        let file = try scratch.write("x", to: "file")
        #expect(refusal { _ = try EventLog.open(.community, directory: file, create: true) }?.code == .notFound)
    }

    @Test("garbage in place of a log is reported as damaged") func garbageInsteadOfALogIsSaidToBeDamaged() throws {
        try FileManager.default.createDirectory(atPath: scratch.path + "/log", withIntermediateDirectories: true)
        try Data(repeating: 0x5A, count: 20_000).write(to: URL(fileURLWithPath: scratch.path + "/log/data.mdb"))
        #expect(refusal { _ = try open(create: false) }?.code == .damaged)
    }

    @Test("a log of a newer format is refused as unavailable and names the format")
    func aNewerFormatIsUnavailable() throws {
        let log = try open()
        try log.environment.write { transaction in
            try log.tables.meta.put(.format, MetaRow(99), in: &transaction)
        }
        log.close()
        let refusal = refusal { _ = try open(create: false) }
        #expect(refusal?.code == .unavailable)
        #expect(refusal?.message.contains("99") == true)
    }

    @Test("a vault of another log is refused") func aVaultOfAnotherLogIsRefused() throws {
        let other = TemporaryDirectory()
        try EventLog.open(.community, directory: other.path, create: true).close()
        try open().close()
        try FileManager.default.removeItem(atPath: scratch.path + "/vault")
        try FileManager.default.copyItem(atPath: other.path + "/vault", toPath: scratch.path + "/vault")
        let refusal = refusal { _ = try open(create: false) }
        #expect(refusal?.code == .unavailable)
        #expect(refusal?.message.contains("belongs to") == true)
    }

    @Test("a log without its vault reads as erased and accepts nothing until the vault is back")
    func withoutItsVaultALogIsReadAsErasedAndTakesNothing() throws {
        var log = try open()
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: nil)) }
        log.close()
        try FileManager.default.moveItem(atPath: scratch.path + "/vault", toPath: scratch.path + "/elsewhere")
        log = try open(create: false)
        #expect(try log.read { try $0.record(at: ada.position)?.isErased } == true)
        #expect(
            refusal { _ = try log.write { try $0.append([Drafts.registration("bo")], origin: nil) } }?.code
                == .unavailable)
        log.close()
        try FileManager.default.moveItem(atPath: scratch.path + "/elsewhere", toPath: scratch.path + "/vault")
        log = try open(create: false)
        #expect(try log.read { try $0.record(at: ada.position)?.isErased } == false)
        try log.write { #expect($0.memberID(username: "ada") == ada) }
        log.close()
    }

    @Test("an interrupted creation is started again") func aCreationThatWasInterruptedIsBegunAnew() throws {
        try Vault.create(directory: scratch.path + "/vault", logID: [UInt8](repeating: 7, count: 16))
        try FileManager.default.createDirectory(atPath: scratch.path + "/log.new", withIntermediateDirectories: true)
        #expect(refusal { _ = try open(create: false) }?.code == .notFound)
        let log = try open(create: true)
        #expect(try log.head() == Position(1))
        log.close()
    }

    @Test("the keys of a lost log are never overwritten") func theKeysOfALostLogAreNeverOverwritten() throws {
        try open().close()
        let keys = URL(fileURLWithPath: scratch.path + "/vault/keys")
        let before = try Data(contentsOf: keys)
        try FileManager.default.removeItem(atPath: scratch.path + "/log")
        #expect(refusal { _ = try open(create: true) }?.code == .conflict)
        #expect(try Data(contentsOf: keys) == before)
    }

    @Test("a creation killed before its vault was in place is finished at opening")
    func aCreationKilledBeforeItsVaultWasInPlaceIsFinished() throws {
        try open().close()
        try FileManager.default.moveItem(atPath: scratch.path + "/vault/keys", toPath: scratch.path + "/vault/keys.new")
        let log = try open(create: false)
        #expect(log.hasVault)
        #expect(FileManager.default.fileExists(atPath: scratch.path + "/vault/keys"))
        log.close()
    }

    @Test("damage to one event is named, and the others stay readable")
    func damageIsNamedAndTheRestStaysReadable() throws {
        let log = try open()
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: nil)) }
        let recipe = try log.write { try $0.append([Drafts.recipe("Soup", by: ada)], origin: nil) }
        let payloads = try #require(try log.environment.openTable("payloads", flags: .integerKey))
        try log.environment.write { try $0.put(payloads, recipe.value, [1, 2, 3, 4, 5, 6]) }
        try log.read { (snapshot) throws in
            let refusal = refusal { _ = try snapshot.record(at: recipe) }
            #expect(refusal?.code == .damaged)
            #expect(refusal?.message.contains("event \(recipe)") == true)
            #expect(try snapshot.record(at: ada.position)?.isErased == false)
        }
        log.close()
    }
}
