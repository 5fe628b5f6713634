import Events
import Foundation
import LMDB
import Layout
import Testing

@testable import Community
@testable import Decisions
@testable import EventLog
@testable import Projections

/// «`doctor` checks everything reachable»: each kind of damage is really made, and the right check finds it.
@Suite struct DoctorTests {
    /// A damage, and the findings of the doctor.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The checks that are not ok, each with its status.
        let expected: [String: Finding.Status]
        /// The check that finds it, and a part of its message.
        let name: String
        let words: String
        let harm: @Sendable (Clinic) throws -> Void

        init(
            _ description: String, failed: [String] = [], warned: [String] = [], _ words: String,
            _ harm: @escaping @Sendable (Clinic) throws -> Void
        ) {
            testDescription = description
            expected = Dictionary(
                uniqueKeysWithValues: failed.map { ($0, .failed) } + warned.map { ($0, .warning) })
            name = (failed + warned)[0]
            self.words = words
            self.harm = harm
        }
    }

    @Test("a healthy community has seven sound checks, and the doctor changes nothing")
    func aHealthyCommunityIsHealthy() throws {
        let clinic = try Clinic()
        let before = try clinic.files()
        let report = try Community.doctor(at: clinic.path)
        #expect(report.healthy)
        #expect(report.position == 10)
        #expect(report.checks.map(\.name) == ["log", "tree", "vault", "state", "views", "readers", "space"])
        #expect(report.checks.allSatisfy { $0.status == .ok }, "\(report.checks)")
        #expect(try clinic.files() == before)
        let document = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
        #expect(Set(try #require(document).keys) == ["position", "healthy", "checks"])
        let check = try #require((document?["checks"] as? [[String: Any]])?.first)
        #expect(Set(check.keys) == ["name", "status", "message", "count"])
    }

    /// «A check that cannot run is failed, the others still run», and «it changes nothing».
    @Test(
        "the doctor finds each kind of damage and changes nothing",
        arguments: logCases + vaultCases + signingCases + stateCases + viewCases + spaceCases)
    func damageIsTold(_ damage: Case) throws {
        let clinic = try Clinic()
        try damage.harm(clinic)
        let before = try clinic.files()
        let report = try Community.doctor(at: clinic.path)
        let told = report.checks.map { "\($0.name): \($0.message)" }.joined(separator: "\n")
        let found = report.checks.filter { $0.status != .ok }
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.status) }) == damage.expected, "\(told)")
        #expect(report.healthy == !damage.expected.values.contains(.failed))
        #expect(report.checks.map(\.name) == ["log", "tree", "vault", "state", "views", "readers", "space"])
        let message = report.checks.first { $0.name == damage.name }?.message
        #expect(message?.contains(damage.words) == true, "\(told)")
        #expect(try clinic.files() == before)
    }

    @Test("views that are only behind the log are healthy") func aCommunityThatIsOnlyBehindIsHealthy() throws {
        let clinic = try Clinic()
        try clinic.withLog { log in
            let like = Draft(
                .recipeLiked, actor: Clinic.ada, subject: Clinic.recipe, owner: Clinic.ada,
                occurredAt: Timestamp(seconds: 1))
            _ = try log.write { try $0.append([like], origin: nil) }
        }
        let report = try Community.doctor(at: clinic.path)
        #expect(report.checks.allSatisfy { $0.status == .ok }, "\(report.checks)")
        #expect(report.checks.first { $0.name == "views" }?.message.contains("after 1 event") == true)
    }

    @Test("a doctor without a community reports not found") func whereThereIsNoCommunityTheDoctorSaysSo() throws {
        let refusal = #expect(throws: Refusal.self) { try Community.doctor(at: "/nonexistent/larder") }
        #expect(refusal?.code == .notFound)
    }

    // MARK: Repairs

    @Test("a repaired state is healthy and keeps exactly the living members' keys", arguments: stateCases)
    func aRepairedStateIsAReplay(_ damage: Case) throws {
        let clinic = try Clinic()
        try damage.harm(clinic)
        #expect(try Community.repair(at: clinic.path, [.state]).allSatisfy(\.done))
        let report = try Community.doctor(at: clinic.path)
        #expect(report.checks.allSatisfy { $0.status == .ok }, "\(report.checks)")
        // No member lost a key through it.
        try clinic.withLog { log in
            let keys = try (0...3).map { (slot) throws in try log.vault?.key(slot: slot) != nil }
            #expect(keys == [true, true, true, false])
        }
    }

    @Test("a repair finishes an interrupted erasure") func aRepairFinishesErasures() throws {
        let clinic = try Clinic()
        try clinic.putSlot(3, clinic.keyOfCy)
        #expect(try Community.repair(at: clinic.path).map(\.part) == [.state])
        #expect(try Community.doctor(at: clinic.path).healthy)
    }

    /// Whatever is derived from the log is rebuilt; a second time there is nothing to do.
    @Test(
        "a repair mends what it can derive, once, and leaves log and keys unchanged",
        arguments: stateCases + viewCases + spaceCases)
    func whatNeedsItIsMended(_ damage: Case) throws {
        let clinic = try Clinic()
        let whole = try Community.doctor(at: clinic.path)
        try damage.harm(clinic)
        let (log, keys) = ("log/data.mdb", "vault/keys")
        let before = try clinic.files()
        let repairs = try Community.repair(at: clinic.path)
        #expect(!repairs.isEmpty && repairs.allSatisfy(\.done), "\(repairs)")
        let report = try Community.doctor(at: clinic.path)
        #expect(report.checks.allSatisfy { $0.status == .ok }, "\(report.checks)")
        #expect(report.position == whole.position)
        #expect(try clinic.files()[log] == before[log] && clinic.files()[keys] == before[keys])
        #expect(try Community.repair(at: clinic.path).isEmpty)
    }

    /// Data derived from a damaged log, or with a damaged vault, would only look right.
    @Test(
        "damage that needs a backup is left unchanged by repairs",
        arguments: logCases + vaultCases.filter { !$0.testDescription.hasPrefix("an erasure") })
    func whatOnlyABackupMendsIsLeftAsItIs(_ damage: Case) throws {
        let clinic = try Clinic()
        try damage.harm(clinic)
        let before = try clinic.files()
        for repair in try Community.repair(at: clinic.path) { #expect(!repair.done, "\(repair)") }
        #expect(try !Community.doctor(at: clinic.path).healthy)
        #expect(try clinic.files() == before)
    }

    @Test("a repair of the state is refused while the log is damaged") func aDamagedLogRepairsNothing() throws {
        let clinic = try Clinic()
        try clinic.changeHeaders { $0.removeSubrange(3..<6) }
        let before = try clinic.files()
        let repairs = try Community.repair(at: clinic.path, [.state])
        #expect(repairs.count == 1 && repairs[0].message.contains("is damaged"), "\(repairs)")
        #expect(!repairs[0].done)
        #expect(try clinic.files() == before)
    }
}

// MARK: - What is done

extension DoctorTests {
    private static let lostHeader = ["log", "tree", "vault", "state", "views"]

    static let logCases: [Case] = [
        Case("a flipped byte of a payload", failed: ["log", "tree", "state", "views"], "beside event 7 does not match")
        {
            try $0.change("payloads", .integerKey) { transaction, table in
                var bytes = try transaction.bytes(table, Clinic.recipe.keyBytes)
                bytes[20] ^= 1
                try transaction.put(table, Clinic.recipe.keyBytes, bytes)
            }
        },
        Case("a payload that is gone", failed: ["log", "tree", "state", "views"], "beside event 7 is missing") {
            try $0.change("payloads", .integerKey) { _ = try $0.delete($1, Clinic.recipe.keyBytes) }
        },
        Case("a payload of a mere header", failed: ["log"], "bytes are stored beside event 5,") {
            try $0.putPayload(5, [1, 2, 3])
        },
        Case("a payload of nothing", failed: ["log"], "bytes are stored beside event 900,") {
            try $0.putPayload(900, [1, 2, 3])
        },
        Case("a flipped byte of a header", failed: lostHeader, "header of event 5 is unreadable (a header's checksum") {
            try $0.changeHeaders { $0[4][40] ^= 1 }
        },
        Case("a flipped byte of the last header", failed: lostHeader, "header of event 10 is unreadable") {
            try $0.changeHeaders { $0[9][40] ^= 1 }
        },
        Case("damage in five places", failed: lostHeader, "a header's checksum does not fit); and more:") {
            try $0.changeHeaders { for index in 1...5 { $0[index][40] ^= 1 } }
        },
        Case("a gap", failed: lostHeader, "events 4 to 6 are missing") {
            try $0.changeHeaders { $0.removeSubrange(3..<6) }
        },
        Case("an event twice", failed: ["log", "views"], "event 4 is there twice") {
            try $0.changeHeaders { headers in
                var header = try EventHeader(bytes: headers[3])
                header.value = 9
                headers.insert(header.bytes, at: 4)
            }
        },
        Case("a clock that went back", failed: ["log"], "event 5 was recorded before the event before it") {
            try $0.changeHeader(5) { $0.recordedAt = Timestamp(seconds: 1) }
        },
        Case("a reference to what comes later", failed: ["log"], "event 5 refers to event 900") {
            try $0.changeHeader(5) { $0.cause = Position(900) }
        },
        Case(
            "a lost table", failed: ["log", "tree", "vault", "state", "views", "readers"],
            "holds no log"
        ) {
            // LMDB keeps a table as a row of the unnamed one: renamed on all of its pages, it is lost.
            let file = URL(fileURLWithPath: "\($0.path)/log/data.mdb")
            var bytes = try Data(contentsOf: file)
            var start = bytes.startIndex
            while let place = bytes.range(of: Data("payloads".utf8), in: start..<bytes.endIndex) {
                bytes[place.lowerBound + 7] = UInt8(ascii: "t")
                start = place.upperBound
            }
            try bytes.write(to: file)
        },
        Case("no data file", failed: ["log", "tree", "vault", "state", "views", "readers"], "cannot be checked: ") {
            try Data(repeating: 0x5A, count: 20_000).write(to: URL(fileURLWithPath: "\($0.path)/log/data.mdb"))
        },
    ]

    static let signingCases: [Case] = [
        Case("a damaged memory of what was signed", failed: ["vault"], "signing is damaged") { clinic in
            try clinic.withLog { _ = try $0.verifierKey() }
            let file = URL(fileURLWithPath: "\(clinic.path)/vault/signing")
            var bytes = try Data(contentsOf: file)
            bytes[60] ^= 1
            try bytes.write(to: file)
        }
    ]

    static let vaultCases: [Case] = [
        Case("a destroyed key of a member", failed: ["vault", "state", "views"], "m2's key is destroyed") {
            try $0.putSlot(1, Data(repeating: 0, count: 64))
        },
        Case("a damaged key of a member", failed: ["vault", "state", "views"], "m2's key in slot 1 is damaged") {
            try $0.putSlot(1, Data(repeating: 7, count: 5))
        },
        Case("a damaged key of the operator", failed: ["vault"], "m0's key in slot 0 is damaged") {
            try $0.putSlot(0, Data(repeating: 7, count: 5))
        },
        Case("an erasure that did not finish", failed: ["vault"], "the key of m4 is still there") {
            try $0.putSlot(3, $0.keyOfCy)
        },
        Case("a text that does not open", failed: ["vault", "views"], "event 7 does not open with the key of m2") {
            try $0.change("payloads", .integerKey) { transaction, table in
                var payload = try StoredPayload(bytes: transaction.bytes(table, Clinic.recipe.keyBytes))
                payload.stored[40] ^= 1
                try transaction.put(table, Clinic.recipe.keyBytes, payload.bytes)
            }
        },
        Case("a damaged vault", failed: ["vault", "state"], warned: ["views"], "header is damaged") {
            try $0.putSlot(-1, Data("nonsense".utf8))
        },
        Case("a vault of another log", failed: ["vault", "state"], warned: ["views"], "belongs to the log") { clinic in
            let other = try Clinic()
            try clinic.remove("vault")
            try FileManager.default.copyItem(atPath: "\(other.path)/vault", toPath: "\(clinic.path)/vault")
        },
        Case("no vault", failed: ["vault"], warned: ["state", "views"], "is missing") { try $0.remove("vault") },
    ]

    static let stateCases: [Case] = [
        Case("another role", failed: ["state"], "members m3 differs") {
            try $0.changeState("members", .integerKey) { transaction, table in
                var row = try StoredMember(bytes: transaction.bytes(table, Clinic.bo.keyBytes))
                row.state.role = .admin
                try transaction.put(table, Clinic.bo.keyBytes, row.bytes)
            }
        },
        Case("an unreadable row", failed: ["state"], "entities 7 differs") {
            try $0.changeState("entities", .integerKey) { try $0.put($1, 7, [1, 2, 3]) }
        },
        Case("a relation too many", failed: ["state"], "relations m3 follow 9 is one too many") {
            try $0.changeState("relations", []) { transaction, table in
                let key = RelationKey(Clinic.bo, .follow, Position(9))
                let row = RelationState(position: Position(5), creditedAt: Timestamp(seconds: 1), value: 1)
                try transaction.put(table, key.keyBytes, row.bytes)
            }
        },
        Case("a name without a member", failed: ["state"], "usernames ") {
            try $0.changeState("usernames", []) { try $0.clear($1) }
        },
        Case("an origin that is forgotten", failed: ["state"], "origins ") {
            try $0.changeState("origins", []) { try $0.clear($1) }
        },
        Case(
            "an erasure without a deletion", failed: ["state"],
            "erasing m3 is there though that account was not deleted"
        ) {
            try $0.changeState("erasing", .integerKey) { try $0.put($1, Clinic.bo.keyBytes, NumberRow(2).bytes) }
        },
        Case("numbers that do not add up", failed: ["state"], "meta counts differs") {
            try $0.changeState("meta", []) { try $0.put($1, MetaKey.counts.keyBytes, LogCounts().bytes) }
        },
        Case("a state that is behind", warned: ["state"], "it is behind the log") {
            try $0.changeState("meta", []) { try $0.put($1, MetaKey.position.keyBytes, MetaRow(5).bytes) }
        },
        Case("a state that the power took", warned: ["state"], "was not synced before") {
            try Data("boot of another day\n".utf8).write(
                to: URL(fileURLWithPath: "\($0.path)/log/state/durability"))
        },
    ]

    static let viewCases: [Case] = [
        Case("a row of a view", failed: ["views"], "the rows of recipes.rows are not those that were counted") {
            try $0.changeViews { transaction, table, _ in try table.put([1], [2], in: &transaction) }
        },
        Case("a row of a view without its checksum", failed: ["views"], "recipes.rows cannot be read") {
            try $0.changeViews { transaction, table, _ in try transaction.put(table.table, [1], [2]) }
        },
        Case("a changed bit of a row of a view", failed: ["views"], "recipes.rows cannot be read") {
            try $0.changeViews { transaction, table, _ in
                let key = Key(Clinic.recipe.value).bytes
                var record = try transaction.bytes(table.table, key)
                record[record.count / 2] ^= 4
                try transaction.put(table.table, key, record)
            }
        },
        Case("a changed checkpoint of the views", warned: ["views"], "their checkpoint cannot be read") { clinic in
            let environment = try Environment(
                path: "\(clinic.path)/views/gen-1", configuration: .init(durability: .disposable))
            let meta = try #require(try environment.openTable("meta", create: false))
            try environment.write { transaction in
                let key = Generation.checkpointKey.bytes
                var record = try transaction.bytes(meta, key)
                record[record.count / 2] ^= 4
                try transaction.put(meta, key, record)
            }
            try environment.close()
        },
        Case("a row of a view that was counted", failed: ["views"], "recipes.rows are not what a replay") {
            try $0.changeViews { transaction, table, checkpoint in
                try table.put([1], [2], in: &transaction)
                checkpoint.tables["recipes.rows"]?.rows += 1
                checkpoint.tables["recipes.rows"]?.fingerprint.add(Key([1]), ([2] as [UInt8]).span)
            }
        },
        Case("a key longer than keys can be", failed: ["views"], "recipes.rows cannot be read") {
            clinic in
            let key = [UInt8](repeating: 0xAB, count: 20)
            try clinic.changeViews { transaction, table, _ in try table.put(key, [2], in: &transaction) }
            // A node of a page has the length of its key in the two bytes before it.
            let file = URL(fileURLWithPath: "\(clinic.path)/views/gen-1/data.mdb")
            var bytes = try Data(contentsOf: file)
            let place = try #require(bytes.range(of: Data(key))).lowerBound
            bytes.replaceSubrange(place - 2..<place, with: [0x58, 0x02])
            try bytes.write(to: file)
        },
        Case("views beyond the log's end", warned: ["views"], "beyond the log's end") {
            try $0.changeViews { $2.position = Position(99) }
        },
        Case("views of another version", warned: ["views"], "another version") {
            try $0.changeViews { $2.versions["recipes"] = 0 }
        },
        Case("no data file of views", warned: ["views"], "cannot be opened") {
            try Data(repeating: 0x5A, count: 20_000).write(to: URL(fileURLWithPath: "\($0.path)/views/gen-1/data.mdb"))
        },
    ]

    static let spaceCases: [Case] = [
        Case("an interrupted import", warned: ["space"], "log.new") { try $0.make("log.new") },
        Case("keys that were never used", warned: ["space"], "vault/keys.new") { try $0.make("vault/keys.new") },
        Case("an interrupted rebuild", warned: ["space"], "views/gen-9") { try $0.make("views/gen-9") },
        Case("views that nothing points to", warned: ["space"], "views/gen-1") { try $0.remove("views/current") },
    ]
}

@Suite struct SpaceTests {
    struct Room: Sendable {
        var free: Int
        var disk: Int
        /// Of the map, in percent.
        var used: Int
        var status: Finding.Status
        var words: String
    }

    private static let (mebi, gibi, tebi) = (1 << 20, 1 << 30, 1 << 40)

    /// «Warning below 10 % of the map»; «below 5 % or 1 GiB of the disk, whichever is smaller»; «failed below 16 MiB».
    private static let rooms: [Room] = [
        Room(free: tebi, disk: 2 * tebi, used: 89, status: .ok, words: "1 TiB of the disk are free"),
        Room(free: tebi, disk: 2 * tebi, used: 91, status: .warning, words: "only 9 % of the map of log"),
        Room(free: gibi, disk: tebi, used: 0, status: .ok, words: "1 GiB of the disk are free"),
        Room(free: gibi - 1, disk: tebi, used: 0, status: .warning, words: "free some space soon"),
        Room(free: 60 * mebi, disk: gibi, used: 0, status: .ok, words: "60 MiB"),
        Room(free: 40 * mebi, disk: gibi, used: 0, status: .warning, words: "free some space soon"),
        Room(free: 16 * mebi, disk: 256 * mebi, used: 0, status: .ok, words: "16 MiB"),
        Room(free: 16 * mebi - 1, disk: 32 * mebi, used: 0, status: .failed, words: "before anything else"),
        Room(free: 0, disk: tebi, used: 99, status: .failed, words: "0 B of the disk are free"),
    ]

    @Test("free space and full maps are judged by their limits", arguments: rooms)
    func roomIsJudged(_ room: Room) {
        var space = Space(directory: NSTemporaryDirectory())
        (space.freeBytes, space.diskBytes) = (room.free, room.disk)
        space.maps = [
            Space.Map(name: "log", usedBytes: room.used << 20, sizeBytes: 100 << 20, remedy: .compactLog)
        ]
        let finding = space.finding()
        #expect(finding.status == room.status, "\(finding.message)")
        #expect(finding.message.contains(room.words), "\(finding.message)")
    }
}
