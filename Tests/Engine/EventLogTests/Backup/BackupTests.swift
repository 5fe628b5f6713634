import Decisions
import Foundation
import Layout
import Testing

@testable import EventLog
@testable import Events

/// «`backup` is hot: log first, then vault; `restore` verifies before it replaces anything.»
@Suite struct BackupTests {
    let pantry = Pantry()

    @Test("a restored log is byte-identical and can be backed up further")
    func whatIsRestoredIsTheSameToTheByte() throws {
        try pantry.register("ada", "bo")
        let report = try pantry.backUp()
        #expect(report.position == 5 && report.added == 5 && report.segments == 1 && !report.replacedVault)
        let restored = try pantry.restore(to: "restored")
        #expect(restored.position == 5 && restored.root == report.root && !restored.readOnly)
        #expect(try pantry.bytes(pantry.path("restored")) == pantry.bytes())
        #expect(try pantry.title(3, in: pantry.path("restored")) == "ada's soup")
        try pantry.expectHealthy(pantry.path("restored"))
        #expect(
            try Data(contentsOf: URL(filePath: pantry.path("restored/vault/keys")))
                == Data(contentsOf: URL(filePath: pantry.path("data/vault/keys"))))
        // It accepts events, and they go into the same backup.
        try pantry.register("cy", in: pantry.path("restored"))
        #expect(try pantry.backUp(pantry.path("restored")).added == 2)
    }

    @Test("each further backup adds only the events since the last one") func incrementsHoldWhatCameSince() throws {
        var expected = ["manifest.json"]
        for (index, name) in ["ada", "bo", "cy", "di"].enumerated() {
            try pantry.register(name)
            let report = try pantry.backUp()
            #expect(report.added == (index == 0 ? 3 : 2))
            let last = 3 + 2 * index
            #expect(report.position == UInt64(last))
            expected.append("log-\(index == 0 ? 1 : last - 1)-\(last).larderlog")
            expected += ["", "/keys", "/signing"].map { "vault-\(index + 1)\($0)" }
            #expect(try pantry.files() == expected.sorted())
            expected.removeLast(3)
        }
        let unchanged = try pantry.backUp()
        #expect(unchanged.added == 0 && unchanged.segments == 4 && unchanged.replacedVault)
        try pantry.restore(to: "restored")
        #expect(try pantry.bytes(pantry.path("restored")) == pantry.bytes())
        try pantry.expectHealthy(pantry.path("restored"))
    }

    @Test(
        "a backup that finds a key or the signing key lost is refused, and the earlier one is still whole",
        arguments: ["zeros", "damage", "truncation", "no signing key"])
    func aLostKeyIsNotBackedUp(_ loss: String) throws {
        try pantry.register("ada", "bo")
        try pantry.backUp()
        let before = try pantry.files()
        let keys = pantry.path("data/vault/keys")
        switch loss {
        case "zeros": try pantry.overwrite(keys, at: 64 * 2, with: [UInt8](repeating: 0, count: 64))
        case "damage": try pantry.overwrite(keys, at: 64 * 2, with: [1, 2, 3])
        case "truncation": try #require(unsafe truncate(keys, 64 * 2 + 10) == 0)
        default: try FileManager.default.removeItem(atPath: pantry.path("data/vault/signing"))
        }
        for _ in 1...2 { pantry.expectRefusal(.damaged, "Nothing was copied") { try pantry.backUp() } }
        #expect(try pantry.files() == before)
        try pantry.restore(to: "restored")
        try pantry.expectHealthy(pantry.path("restored"))
        #expect(try pantry.title(3, in: pantry.path("restored")) == "ada's soup")
        // With what was lost put back, the same backup goes on.
        let lost = loss == "no signing key" ? "signing" : "keys"
        try FileManager.default.copyItem(
            atPath: "\(pantry.backup)/vault-1/\(lost)", toPath: pantry.path("data/vault/\(lost).put"))
        try #require(unsafe rename(pantry.path("data/vault/\(lost).put"), pantry.path("data/vault/\(lost)")) == 0)
        try pantry.register("cy")
        #expect(try pantry.backUp().added == 2)
    }

    /// Events enough for several transactions, stored nodes and rounds.
    @Test("a log of several transactions and tree nodes is restored completely")
    func aLongerLogIsRestoredWhole() throws {
        let log = try pantry.open()
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: nil)) }
        for count in [6_000, 300, 1] {
            _ = try log.write { (batch) throws in
                for _ in 0..<count { _ = try batch.append([Drafts.recipe("Soup", by: ada)], origin: nil) }
            }
            #expect(try BackupWriter.backUp(log, to: pantry.backup).added >= UInt64(count))
        }
        log.close()
        try pantry.restore(to: "restored")
        #expect(try pantry.bytes(pantry.path("restored")) == pantry.bytes())
        try pantry.expectHealthy(pantry.path("restored"))
    }

    @Test("backups taken during writes are whole and keep no key of a deleted member") func othersGoOnWriting() throws {
        try pantry.register("ada")
        let log = try pantry.open()
        let writer = Writer(log)
        var last: UInt64 = 0
        var rounds = 0
        while rounds < 12 || (writer.count < 12 && rounds < 500) {
            let report = try BackupWriter.backUp(log, to: pantry.backup)
            #expect(report.position >= last)
            last = report.position
            rounds += 1
        }
        #expect(try writer.stop() >= 12)
        log.close()
        let report = try pantry.restore(to: "restored")
        // A deletion between the last copy and the list of deletions beside it is applied by an event of the restored log.
        #expect(report.position == last || report.position == last + 1)
        let (whole, part) = (try pantry.bytes(), try pantry.bytes(pantry.path("restored")))
        #expect(report.position > last || whole.starts(with: part.dropLast(16)))
        // Every living member has a key, and no member deleted by then has one.
        try pantry.expectHealthy(pantry.path("restored"))
    }

    /// A client on another thread that registers members and deletes every third of them.
    private final class Writer: @unchecked Sendable {
        private let condition = NSCondition()
        private var written = 0
        private var isStopping = false
        private var isDone = false
        private var failure: (any Error)?

        init(_ log: EventLog) {
            Thread.detachNewThread { [self] in
                while condition.withLock({ !isStopping }) {
                    do {
                        let name = "n\(count)"
                        let member = try log.write { MemberID(try $0.append([Drafts.registration(name)], origin: nil)) }
                        if count % 3 == 2 {
                            _ = try log.write { try $0.append([Drafts.deletion(of: member)], origin: nil) }
                        }
                        condition.withLock { written += 1 }
                    } catch {
                        condition.withLock { (failure, isStopping) = (error, true) }
                    }
                }
                condition.withLock {
                    isDone = true
                    condition.signal()
                }
            }
        }

        var count: Int { condition.withLock { written } }

        /// Returns the number of members.
        func stop() throws -> Int {
            try condition.withLock {
                isStopping = true
                while !isDone { condition.wait() }
                if let failure { throw failure }
                return written
            }
        }
    }

    // MARK: What is refused

    @Test("a backup of another log is refused as a conflict") func anotherLogIsRefused() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let other = Pantry()
        try other.register("ada")
        pantry.expectRefusal(.conflict, "is a backup of the log") { try other.backUp(to: pantry.backup) }
    }

    @Test("a backup is refused if the log is behind it or has diverged from it")
    func aLogThatWentBackOrAnotherWayIsRefused() throws {
        try pantry.register("ada")
        try pantry.backUp()
        try pantry.restore(to: "earlier")
        try pantry.register("bo")
        try pantry.backUp()
        let earlier = pantry.path("earlier")
        pantry.expectRefusal(.verificationFailed, "it has 3 events, the backup 5") { try pantry.backUp(earlier) }
        try pantry.register("cy", "di", in: earlier)
        pantry.expectRefusal(.verificationFailed, "its first 5 events are others") { try pantry.backUp(earlier) }
    }

    @Test("a folder with other files is refused, and nothing is written") func otherFoldersAreLeftAlone() throws {
        try pantry.register("ada")
        try FileManager.default.createDirectory(atPath: pantry.backup, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(filePath: "\(pantry.backup)/letter.txt"))
        pantry.expectRefusal(.conflict, "such as «letter.txt»") { try pantry.backUp() }
        #expect(try pantry.files() == ["letter.txt"])
        pantry.expectRefusal(.conflict, "the backup folder must be outside the data directory") {
            try pantry.backUp(to: pantry.path("data/backup"))
        }
        pantry.expectRefusal(.conflict, "the backup folder must be outside the data directory") {
            try pantry.backUp(to: pantry.data)
        }
        pantry.expectRefusal(.notFound, "there is no backup") { try pantry.restore(to: "x", from: pantry.path("no")) }
        pantry.expectRefusal(.notFound, "holds no complete backup") { try pantry.restore(to: "x") }
        #expect(!FileManager.default.fileExists(atPath: pantry.path("x")))
    }

    @Test("a log without its vault is not backed up") func aLogWithoutItsVaultIsNotBackedUp() throws {
        try pantry.register("ada")
        try FileManager.default.removeItem(atPath: "\(pantry.data)/vault")
        pantry.expectRefusal(.unavailable, "vault is missing") { try pantry.backUp() }
        #expect(!FileManager.default.fileExists(atPath: pantry.backup))
    }

    // MARK: What is damaged

    /// Changes single bytes of each file; removes a byte, adds one, and removes the file.
    @Test("damage to any file of a backup is found and named, and restoring is refused")
    func damageIsFoundAndNamed() throws {
        try pantry.register("ada")
        try pantry.backUp()
        try pantry.register("bo")
        try pantry.backUp()
        let names = ["log-1-3.larderlog", "log-4-5.larderlog", "manifest.json", "vault-2/keys", "vault-2/signing"]
        #expect(try pantry.files() == (names + ["vault-2"]).sorted())
        for name in names {
            let file = URL(filePath: "\(pantry.backup)/\(name)")
            let bytes = try Data(contentsOf: file)
            var damaged = stride(from: 0, to: bytes.count, by: max(1, bytes.count / 24)).map { index in
                var copy = bytes
                copy[index] ^= 0x10
                return copy
            }
            damaged += [bytes.dropLast(), bytes + Data("x".utf8), Data()]
            for damage in damaged {
                try damage.write(to: file)
                let words = name == "manifest.json" ? name : "\(name) is damaged ("
                pantry.expectRefusal(.verificationFailed, words) { try pantry.restore(to: "restored") }
                #expect(!FileManager.default.fileExists(atPath: pantry.path("restored")))
                #expect(!FileManager.default.fileExists(atPath: pantry.path("restored.restoring")))
            }
            if name.hasSuffix(".larderlog") {
                var flipped = bytes
                flipped[flipped.count - 1] ^= 1
                try flipped.write(to: file)
                let sentence = "\(name) is damaged (checksum mismatch). Restore from a different backup."
                pantry.expectRefusal(.verificationFailed, sentence) { try pantry.restore(to: "restored") }
            }
            try FileManager.default.removeItem(at: file)
            pantry.expectRefusal(name == "manifest.json" ? .notFound : .verificationFailed, name) {
                try pantry.restore(to: "restored")
            }
            try bytes.write(to: file)
        }
        try pantry.restore(to: "restored")
    }

    /// A backup of parts of other backups, each of them sound.
    @Test("segments of another history are refused") func segmentsOfAnotherHistoryAreRefused() throws {
        try pantry.register("ada")
        try pantry.backUp()
        try pantry.restore(to: "other")
        try pantry.register("bo")
        try pantry.register("cy", in: pantry.path("other"))
        try FileManager.default.copyItem(atPath: pantry.backup, toPath: pantry.path("otherBackup"))
        try pantry.backUp()
        try pantry.backUp(pantry.path("other"), to: pantry.path("otherBackup"))
        var manifest = try #require(try BackupManifest.read(pantry.backup))
        let other = try #require(try BackupManifest.read(pantry.path("otherBackup")))
        manifest.segments = other.segments
        for segment in other.segments {
            let target = "\(pantry.backup)/\(segment.name)"
            try? FileManager.default.removeItem(atPath: target)
            try FileManager.default.copyItem(atPath: pantry.path("otherBackup/\(segment.name)"), toPath: target)
        }
        try manifest.write(to: pantry.backup)
        pantry.expectRefusal(.verificationFailed, "are not those that its manifest lists") {
            try pantry.restore(to: "restored")
        }
    }

    @Test("a vault of another log is refused at restoring") func aVaultOfAnotherLogIsRefused() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let other = Pantry()
        try other.register("ada")
        try other.backUp()
        var manifest = try #require(try BackupManifest.read(pantry.backup))
        manifest.vault = try #require(try BackupManifest.read(other.backup)).vault
        try FileManager.default.removeItem(atPath: "\(pantry.backup)/vault-1")
        try FileManager.default.copyItem(atPath: "\(other.backup)/vault-1", toPath: "\(pantry.backup)/vault-1")
        try manifest.write(to: pantry.backup)
        pantry.expectRefusal(.unavailable, "belongs to the log") { try pantry.restore(to: "restored") }
        #expect(!FileManager.default.fileExists(atPath: pantry.path("restored")))
    }

    /// A manifest may come from anywhere, and so may the names in it.
    @Test("a manifest that names files in other folders is refused", arguments: ["../keys", "a/b", ".hidden", ""])
    func aManifestCannotNameOtherFolders(name: String) throws {
        try pantry.register("ada")
        try pantry.backUp()
        var manifest = try #require(try BackupManifest.read(pantry.backup))
        manifest.vault[0].name = name
        try manifest.write(to: pantry.backup)
        pantry.expectRefusal(.verificationFailed, "manifest.json is damaged") { try pantry.restore(to: "restored") }
    }
}
