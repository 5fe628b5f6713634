import Decisions
import Foundation
import Layout
import Testing
import Transparency

@testable import EventLog
@testable import Events

/// What a restoration replaces, and what must not come back with it.
@Suite struct RestorationTests {
    let pantry = Pantry()

    @Test("an existing log is replaced only if asked, and the old one is kept")
    func whatIsThereIsNotReplacedUnlessAsked() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let before = try pantry.bytes()
        try pantry.register("bo")
        let later = try pantry.bytes()
        pantry.expectRefusal(.conflict, "is not empty") { try pantry.restore(to: "data") }
        #expect(try pantry.bytes() == later)
        let report = try pantry.restore(to: "data", isReplacing: true)
        #expect(try pantry.bytes() == before)
        let old = try #require(report.replaced)
        #expect(old.hasPrefix("\(pantry.data).replaced-20"))
        #expect(try pantry.bytes(old) == later)
        #expect(!FileManager.default.fileExists(atPath: "\(pantry.data).restoring"))
        pantry.expectRefusal(.conflict, "may lie in the other") {
            try pantry.restore(to: "backup", isReplacing: true)
        }
    }

    @Test("the settings of the replaced community stay, and what root restores belongs to who had it")
    func settingsAndOwnerStay() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let settings = pantry.path("data/serve.yaml")
        try Data("name: Kitchen\n".utf8).write(to: URL(filePath: settings))
        let isRoot = geteuid() == 0
        if isRoot { try #require(unsafe chown(pantry.data, 65_534, 65_534) == 0) }
        let restoration = try Restoration(.community, of: pantry.backup, to: pantry.data, isReplacing: true)
        try restoration.putInPlace()
        try restoration.giveToOwner()
        #expect(try String(contentsOfFile: settings, encoding: .utf8) == "name: Kitchen\n")
        for name in ["", "/log/data.mdb", "/vault/keys", "/serve.yaml"] {
            var status = stat()
            try #require(unsafe stat(pantry.data + name, &status) == 0)
            #expect(status.st_uid == (isRoot ? 65_534 : geteuid()), "\(name)")
        }
        try pantry.expectHealthy(pantry.data)
    }

    @Test("an empty folder is filled by restoring") func anEmptyFolderIsFilled() throws {
        try pantry.register("ada")
        try pantry.backUp()
        try FileManager.default.createDirectory(atPath: pantry.path("empty"), withIntermediateDirectories: true)
        #expect(try pantry.restore(to: "empty").replaced == nil)
        #expect(try pantry.bytes(pantry.path("empty")) == pantry.bytes())
    }

    @Test("a restoration that is abandoned leaves everything unchanged")
    func whatIsPutOffLeavesEverythingAsItWas() throws {
        try pantry.register("ada")
        try pantry.backUp()
        try pantry.register("bo")
        let later = try pantry.bytes()
        let restoration = try Restoration(.community, of: pantry.backup, to: pantry.data, isReplacing: true)
        #expect(restoration.isReplacing)
        pantry.expectRefusal(.conflict, "is in progress") { try pantry.restore(to: "data", isReplacing: true) }
        restoration.abandon()
        #expect(try pantry.bytes() == later)
        #expect(!FileManager.default.fileExists(atPath: "\(pantry.data).restoring"))
    }

    @Test("the remains of an interrupted restoration do no harm") func whatAnInterruptionLeftIsNoObstacle() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let left = pantry.path("restored.restoring/log.new")
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(filePath: "\(left)/data.mdb"))
        try pantry.restore(to: "restored")
        #expect(try pantry.bytes(pantry.path("restored")) == pantry.bytes())
        try pantry.expectHealthy(pantry.path("restored"))
    }

    @Test("a damaged log is replaced by its backup") func aDamagedLogIsReplaced() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let file = try FileHandle(forUpdating: URL(filePath: "\(pantry.data)/log/data.mdb"))
        try file.truncate(atOffset: 8192)
        try file.close()
        let report = try pantry.restore(to: "data", isReplacing: true)
        #expect(report.position == 3)
        try pantry.expectHealthy(pantry.data)
    }

    // MARK: Who was erased

    @Test("a member deleted after the backup is deleted again at restoring")
    func whoWasErasedSinceStaysErased() throws {
        let members = try pantry.register("ada", "bo", "cy")
        try pantry.backUp()
        try pantry.delete(members[1])
        let report = try pantry.restore(to: "data", isReplacing: true)
        #expect(report.deletedAgain == ["m4"])
        #expect(report.position == 8)
        #expect(try pantry.title(3, in: pantry.data) == "ada's soup")
        #expect(try pantry.title(5, in: pantry.data) == nil)
        let log = try pantry.open(pantry.data)
        #expect(try log.read { try $0.member(members[1])?.isDeleted } == true)
        log.close()
        try pantry.expectHealthy(pantry.data)
        // The next backup overwrites the vault that could have opened it.
        try pantry.backUp()
        #expect(try pantry.restore(to: "elsewhere").deletedAgain.isEmpty)
        #expect(try pantry.title(5, in: pantry.path("elsewhere")) == nil)
    }

    @Test("without a present vault, the backup's vault decides which members are deleted")
    func whereNothingIsLeftTheVaultOfTheBackupCounts() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.delete(members[1])
        #expect(try pantry.restore(to: "elsewhere").deletedAgain.isEmpty)
        #expect(try pantry.title(5, in: pantry.path("elsewhere")) == "bo's soup")
    }

    @Test("the next backup overwrites the bytes of the earlier vault with zeros")
    func anEarlierCopyOfTheVaultIsOverwritten() throws {
        try pantry.register("ada")
        try pantry.backUp()
        // A hard link shows what happened to the bytes of the file.
        let (keys, spare) = ("\(pantry.backup)/vault-1/keys", pantry.path("spare"))
        #expect(unsafe link(keys, spare) == 0)
        #expect(try Data(contentsOf: URL(filePath: spare)).contains { $0 != 0 })
        try pantry.backUp()
        #expect(!FileManager.default.fileExists(atPath: keys))
        #expect(try !Data(contentsOf: URL(filePath: spare)).contains { $0 != 0 })
    }

    @Test("a member deleted during a restoration stays deleted") func whoIsErasedWhileItIsRestoredStaysErased() throws {
        let members = try pantry.register("ada", "bo", "cy")
        try pantry.backUp()
        try pantry.delete(members[1])
        let restoration = try Restoration(.community, of: pantry.backup, to: pantry.data, isReplacing: true)
        #expect(restoration.outcome.deletedAgain == ["m4"])
        // Before the caller has confirmed it.
        try pantry.delete(members[2])
        try restoration.putInPlace()
        #expect(restoration.outcome.deletedAgain == ["m4", "m6"])
        #expect(restoration.outcome.position == 9)
        #expect(try pantry.title(7, in: pantry.data) == nil)
        try pantry.expectHealthy(pantry.data)
    }

    // MARK: Who has it open

    @Test("a process that still has the replaced log open can only read it") func whoHadItOpenIsHeldBack() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.backUp()
        let log = try pantry.open()
        let restoration = try Restoration(.community, of: pantry.backup, to: pantry.data, isReplacing: true)
        try restoration.putInPlace()
        let before = try pantry.bytes()
        let keys = try Data(contentsOf: URL(filePath: "\(pantry.data)/vault/keys"))
        pantry.expectRefusal(.unavailable, "has been moved away") { try log.write { try $0.delete([members[1]]) } }
        pantry.expectRefusal(.unavailable, "has been moved away") {
            _ = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        }
        pantry.expectRefusal(.unavailable, "has been moved away") {
            _ = try BackupWriter.backUp(log, to: pantry.path("late"))
        }
        // An open community can still be read.
        #expect(try log.head() == Position(5))
        log.close()
        #expect(try pantry.bytes() == before)
        #expect(try Data(contentsOf: URL(filePath: "\(pantry.data)/vault/keys")) == keys)
        try pantry.expectHealthy(pantry.data)
    }

    // MARK: What was signed

    @Test("a restored log remembers what was signed after the backup and signs nothing shorter")
    func whatWasSignedAfterTheBackupIsRemembered() throws {
        try pantry.register("ada")
        try pantry.backUp()
        try pantry.register("bo")
        var log = try pantry.open()
        _ = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        let key = try log.verifierKey().description
        log.close()
        let report = try pantry.restore(to: "data", isReplacing: true)
        #expect(report.signedBeyond == 5)
        try pantry.register("cy")
        log = try pantry.open()
        #expect(try log.verifierKey().description == key)
        pantry.expectRefusal(.verificationFailed, "are not those whose head was signed") {
            _ = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        }
        // Under its own name it contradicts no head.
        let branch = try log.branch()
        log.close()
        #expect(branch.position == 5 && branch.from == report.logID && branch.logID != branch.from)
        log = try pantry.open()
        #expect(try log.verifierKey().description != key)
        let note = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        try note.verify(by: log.verifierKey())
        pantry.expectRefusal(.conflict, "is not a copy of a log") { _ = try log.branch() }
        log.close()
        try pantry.expectHealthy(pantry.data)
    }

    @Test("a damaged memory of signed heads does not prevent restoring")
    func aDamagedMemoryOfWhatWasSignedGivesWayToo() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let log = try pantry.open()
        _ = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        log.close()
        try Data("none".utf8).write(to: URL(filePath: "\(pantry.data)/vault/signing"))
        let report = try pantry.restore(to: "data", isReplacing: true)
        #expect(report.signaturesUnknown && report.position == 3)
        let restored = try pantry.open()
        _ = try restored.signing { snapshot, sign in try sign(snapshot.head.value) }
        restored.close()
    }

    @Test("a head signed before the backup fits the restored log, which signs further")
    func whatWasSignedBeforeIsSignedFurther() throws {
        try pantry.register("ada")
        let log = try pantry.open()
        let note = try log.signing { snapshot, sign in try sign(snapshot.head.value) }
        log.close()
        try pantry.register("bo")
        try pantry.backUp()
        #expect(try pantry.restore(to: "restored").signedBeyond == nil)
        let restored = try pantry.open(pantry.path("restored"))
        try note.verify(by: restored.verifierKey())
        _ = try restored.signing { snapshot, sign in try sign(snapshot.head.value) }
        restored.close()
    }
}
