import Foundation
import TestSupport
import Testing

@testable import LMDB

/// What `tools/lab` shows of the whole program is shown here of the journal alone, and of more kinds of tables.
@Suite struct CommitJournalTests {
    private typealias Rows = [String: [[UInt8]: [[UInt8]]]]

    /// Every page that belongs to a commit and differs after it is among those that the journal takes, whatever was written.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func allThatACommitWritesIsFound(seed: UInt64) throws {
        let directory = TemporaryDirectory()
        let file = directory.path + "/data.mdb"
        var life = try Life(directory.path, seed: seed)
        let pageBytes = try life.environment.info.pageSizeBytes
        let empty = try Self.heads(file, pageBytes)[0]
        var before = try Data(contentsOf: URL(filePath: file))
        for _ in 0..<60 {
            try life.commit()
            let after = try Data(contentsOf: URL(filePath: file))
            let heads = try Self.heads(file, pageBytes)
            let written = try Self.pages(file, of: heads[1], since: heads[0], pageBytes)
            let all = try Self.pages(file, of: heads[1], since: empty, pageBytes)
            #expect(written.isSubset(of: all))
            for page in all.subtracting(written) {
                let range = Int(page) * pageBytes..<(Int(page) + 1) * pageBytes
                #expect(range.upperBound <= before.count && after[range] == before[range], "page \(page)")
            }
            before = after
        }
        #expect(life.rows.values.contains { $0.count > 100 })
        try life.environment.close()
    }

    /// The older one first.
    private static func heads(_ path: String, _ pageBytes: Int) throws -> [CommitHead] {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        return try (0..<2).map { try #require(CommitHead($0, of: file.fileDescriptor, pageBytes: pageBytes)) }
            .sorted { $0.transactionID < $1.transactionID }
    }

    private static func pages(
        _ path: String, of head: CommitHead, since previous: CommitHead, _ pageBytes: Int
    ) throws -> Set<UInt64> {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        var map = PageMap(file.fileDescriptor, pageBytes: pageBytes)
        #expect(map.follow() == nil)
        let runs = WrittenPages(of: head, since: previous, in: map)?.runs
        return Set(try #require(runs).flatMap { $0.first..<$0.first + UInt64($0.count) })
    }

    /// The data file as it was at its last sync, or any page of it as it was since: the journal makes it what it was.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func aDataFileThatLacksPagesIsMadeWhole(seed: UInt64) throws {
        let directory = TemporaryDirectory()
        let files = ["data.mdb", "journal"].map { URL(filePath: "\(directory.path)/\($0)") }
        var life = try Life(directory.path, seed: seed)
        let pageBytes = try life.environment.info.pageSizeBytes
        var dice = SeededGenerator(seed: seed)
        for round in 0..<8 as Range<UInt64> {
            // From here on nothing is synced but the journal.
            var versions = [try Data(contentsOf: files[0])]
            for _ in 0..<Int.random(in: 1...12, using: &dice) {
                try life.commit()
                versions.append(try Data(contentsOf: files[0]))
            }
            let journal = try Data(contentsOf: files[1])
            life.environment.closeAsIfKilled()
            var torn = versions[0]
            for page in 0..<versions[versions.count - 1].count / pageBytes {
                let range = page * pageBytes..<(page + 1) * pageBytes
                let version = versions[Int.random(in: 0..<versions.count, using: &dice)]
                guard range.upperBound <= version.count else { continue }
                if range.upperBound > torn.count {
                    torn.append(Data(repeating: 0, count: range.upperBound - torn.count))
                }
                torn.replaceSubrange(range, with: version[range])
            }
            try torn.write(to: files[0])
            try journal.write(to: files[1])
            // After a power loss, or while the machine ran on and its disk was put back.
            try life.reopen(boot: UInt128(round / 2 + 1))
            try life.check()
        }
        try life.environment.close()
    }

    /// The last entry is there in part, or not at all; the data file has all of the commit, or some.
    @Test func aCommitThatWasNotAcknowledgedIsThereAsAWholeOrNotAtAll() throws {
        let directory = TemporaryDirectory()
        let files = ["data.mdb", "journal"].map { URL(filePath: "\(directory.path)/\($0)") }
        var life = try Life(directory.path, seed: 7)
        for _ in 0..<5 { try life.commit() }
        let rows = life.rows
        let before = try Data(contentsOf: files[1])
        try life.commit()
        let (data, after) = (try Data(contentsOf: files[0]), try Data(contentsOf: files[1]))
        let differing = zip(before + Data(repeating: 0, count: after.count - before.count), after).enumerated()
            .filter { $0.element.0 != $0.element.1 }.map(\.offset)
        let (first, last) = (try #require(differing.first), try #require(differing.last))
        life.environment.closeAsIfKilled()
        for cut in [first, first + 8, first + 64, first + 100, (first + last) / 2, last - 1] {
            var torn = after
            torn.replaceSubrange(cut..<after.count, with: Data(repeating: 0, count: after.count - cut))
            try data.write(to: files[0])
            try torn.write(to: files[1])
            life.rows = rows
            try life.reopen(boot: 1)
            try life.check()
            try life.commit()
            try life.check()
            life.environment.closeAsIfKilled()
            // And again, of what has been mended.
            try life.reopen(boot: 2)
            try life.check()
            life.environment.closeAsIfKilled()
        }
    }

    /// The machine has run on: what a killed process has committed is seen by others already, and stays.
    @Test func whatAKilledProcessHasCommittedStays() throws {
        let directory = TemporaryDirectory()
        let journal = URL(filePath: directory.path + "/journal")
        var life = try Life(directory.path, seed: 8)
        for _ in 0..<5 { try life.commit() }
        let before = try Data(contentsOf: journal)
        try life.commit()
        life.environment.closeAsIfKilled()
        try before.write(to: journal)
        try life.reopen(boot: bootID)
        try life.check()
        try life.commit()
        life.environment.closeAsIfKilled()
        try life.reopen(boot: 1)
        try life.check()
        try life.environment.close()
    }

    /// What the journal has no room for goes to the data file, and the journal begins anew, again and again.
    @Test func theJournalNeverOutgrowsItsLimit() throws {
        let directory = TemporaryDirectory()
        let path = directory.path
        func bytes(of number: UInt64) -> Int { JournalFile.entryBytesMax * (number % 4 == 0 ? 6 : 2) / 5 }
        var environment = try Environment(path: path, configuration: .durable(mapSizeBytes: 1 << 30))
        for number in 1...30 as ClosedRange<UInt64> {
            let table = try environment.table("t")
            let value = [UInt8](repeating: 7, count: bytes(of: number))
            try environment.write { try $0.put(table, bigEndian(number), value) }
            let size = try FileManager.default.attributesOfItem(atPath: path + "/journal")[.size] as? Int
            #expect(try #require(size) <= JournalFile.bytesMax)
            guard number % 15 == 0 else { continue }
            environment.closeAsIfKilled()
            environment = try Environment(
                path: path, configuration: .durable(mapSizeBytes: 1 << 30, boot: UInt128(number)))
            let again = try environment.table("t")
            try environment.read { (txn) throws in
                #expect(try txn.count(again) == Int(number))
                for earlier in 1...number {
                    #expect(try txn.get(again, bigEndian(earlier))?.byteCount == bytes(of: earlier))
                }
            }
        }
        let table = try environment.table("t")
        try environment.write { try $0.put(table, bigEndian(31), [9]) }
        try environment.close()
        let size = try FileManager.default.attributesOfItem(atPath: path + "/journal")[.size] as? Int
        #expect(try #require(size) <= JournalFile.bytesAtRest)
    }

    /// A data file that was closed in order needs no journal: neither none, nor another one's, nor one of another time is made
    /// anything of. One that was not is refused then.
    @Test(arguments: ["none", "another file's", "older", "newer"], [true, false])
    func onlyADataFileThatWasClosedIsCompleteByItself(journal: String, isClosed: Bool) throws {
        let one = TemporaryDirectory()
        let other = TemporaryDirectory()
        let (data, file) = (URL(filePath: one.path + "/data.mdb"), URL(filePath: one.path + "/journal"))
        var life = try Life(one.path, seed: 9)
        func end(_ life: Life) throws {
            if isClosed { try life.environment.close() } else { life.environment.closeAsIfKilled() }
        }
        for _ in 0..<3 { try life.commit() }
        try end(life)
        let (earlier, earlierJournal) = (try Data(contentsOf: data), try Data(contentsOf: file))
        let earlierRows = life.rows
        for boot in [bootID, 5] {
            try life.reopen(boot: boot)
            for _ in 0..<3 { try life.commit() }
            try end(life)
        }
        switch journal {
        case "none": try FileManager.default.removeItem(at: file)
        case "older": try earlierJournal.write(to: file)
        case "newer":
            try earlier.write(to: data)
            life.rows = earlierRows
        default:
            var foreign = try Life(other.path, seed: 10)
            for _ in 0..<9 { try foreign.commit() }
            foreign.environment.closeAsIfKilled()
            try Data(contentsOf: URL(filePath: other.path + "/journal")).write(to: file)
        }
        guard isClosed else {
            let refusal = #expect(throws: LMDBError.self) { try life.reopen(boot: 1) }
            #expect(refusal?.code == .corrupted)
            #expect(refusal?.operation == "journal")
            return
        }
        try life.reopen(boot: 1)
        try life.check()
        try life.commit()
        life.environment.closeAsIfKilled()
        try life.reopen(boot: 2)
        try life.check()
        try life.environment.close()
    }

    /// A sync of the data file has failed: the kernel takes its pages for clean, and the next sync succeeds over nothing. Everything
    /// comes from the journal then, whoever closes, opens or writes in between.
    @Test(arguments: [false, true])
    func whatCouldNotBeSyncedIsWrittenAgain(hasWriterBetween: Bool) throws {
        let directory = TemporaryDirectory()
        let file = URL(filePath: directory.path + "/data.mdb")
        var life = try Life(directory.path, seed: 13)
        for _ in 0..<4 { try life.commit() }
        let synced = try Data(contentsOf: file)
        for _ in 0..<6 { try life.commit() }
        life.environment.closeAsIfKilled()
        let journal = JournalFile(directory.path + "/journal", create: false)
        let head = journal?.head()
        #expect(journal?.doubt(try #require(head)) == nil)
        // What the kernel has dropped since; nobody's memory has it.
        var lost = try Data(contentsOf: file)
        lost.replaceSubrange(8_192..<synced.count, with: synced[8_192...])
        try lost.write(to: file)
        try life.reopen(boot: bootID)
        if hasWriterBetween { try life.commit() }
        try life.check()
        try life.environment.close()
        try life.reopen(boot: 1)
        try life.check()
        try life.environment.close()
    }

    /// LMDB makes a file of an empty one: its commits are durable as well.
    @Test func anEmptyDataFileGetsAJournal() throws {
        let directory = TemporaryDirectory()
        #expect(FileManager.default.createFile(atPath: directory.path + "/data.mdb", contents: nil))
        var life = try Life(directory.path, seed: 14)
        for _ in 0..<3 { try life.commit() }
        #expect(FileManager.default.fileExists(atPath: directory.path + "/journal"))
        life.environment.closeAsIfKilled()
        try life.reopen(boot: 1)
        try life.check()
        try life.environment.close()
    }

    /// A commit that somebody reads stays, though it could not be made durable: another one's pages must not come to lie there.
    @Test func whatIsReadIsNotUndone() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .durable())
        let table = try environment.table("t")
        try environment.write { try $0.put(table, [1], [1]) }
        let id = try environment.info.lastTransactionID
        #expect(!environment.isRead(id))
        try environment.read { _ in #expect(environment.isRead(id)) }
        #expect(!environment.isRead(id))
        try environment.close()
    }

    /// A data file that LMDB alone wrote gets a journal by whoever opens it for writing, and none by others.
    @Test func aFileWithoutAJournalGetsOneFromItsFirstWriter() throws {
        let directory = TemporaryDirectory()
        let journal = directory.path + "/journal"
        let plain = try Environment(path: directory.path, configuration: .small())
        let table = try plain.table("t")
        try plain.write { try $0.put(table, [1], [1]) }
        try plain.close()
        var reading = Environment.Configuration.durable()
        reading.readOnly = true
        let reader = try Environment(path: directory.path, configuration: reading)
        try reader.sync()
        try reader.close()
        #expect(!FileManager.default.fileExists(atPath: journal))
        let writer = try Environment(path: directory.path, configuration: .durable())
        #expect(FileManager.default.fileExists(atPath: journal))
        let again = try writer.table("t")
        try writer.write { try $0.put(again, [2], [2]) }
        writer.closeAsIfKilled()
        let later = try Environment(path: directory.path, configuration: .durable(boot: 1))
        let last = try later.table("t")
        try later.read { (txn) throws in #expect(try txn.count(last) == 2) }
        try later.close()
    }
}

/// Commits of all kinds, and what is to be read after them.
private struct Life {
    let path: String
    private(set) var environment: Environment
    var rows: [String: [[UInt8]: [[UInt8]]]] = [:]
    private(set) var commits = 0
    private var dice: SeededGenerator

    private static let tables: [(name: String, flags: TableFlags)] = [
        ("plain", []), ("many", .duplicateSorted), ("fixed", .duplicateFixed), ("late", []),
    ]

    init(_ path: String, seed: UInt64) throws {
        self.path = path
        dice = SeededGenerator(seed: seed)
        environment = try Environment(path: path, configuration: .durable())
    }

    mutating func reopen(boot: UInt128?) throws {
        environment = try Environment(path: path, configuration: .durable(boot: boot))
    }

    mutating func commit() throws {
        commits += 1
        let tables = Self.tables.prefix(commits < 5 ? 3 : 4)
        let open = try tables.map { ($0.name, $0.flags, try environment.table($0.name, $0.flags)) }
        var (rows, dice) = (rows, dice)
        let size = dice.oneIn(6) ? 400 : 12
        try environment.write { (txn) throws in
            for _ in 0..<Int.random(in: 1...size, using: &dice) {
                let (name, flags, table) = open[Int.random(in: 0..<open.count, using: &dice)]
                // Values of one key that need trees of their own, and long ones that need pages of their own.
                let key = bigEndian(UInt64.random(in: 0..<(flags.isEmpty ? 900 : 3), using: &dice))
                if dice.oneIn(4) {
                    if try txn.get(table, key) != nil { try txn.delete(table, key) }
                    rows[name]?[key] = nil
                    continue
                }
                if flags.isEmpty {
                    let count = dice.oneIn(8) ? Int.random(in: 3_000...20_000, using: &dice) : 60
                    let value = [UInt8](repeating: UInt8.random(in: 0...255, using: &dice), count: count)
                    try txn.put(table, key, value)
                    rows[name, default: [:]][key] = [value]
                } else {
                    for _ in 0..<40 {
                        let value = record(UInt64.random(in: 0...UInt64.max, using: &dice))
                        try txn.put(table, key, value)
                        rows[name, default: [:]][key, default: []].append(value)
                    }
                }
            }
        }
        (self.rows, self.dice) = (rows, dice)
    }

    /// Everything can be read, and nothing else.
    func check() throws {
        try environment.readThrough()
        for (name, flags) in Self.tables {
            guard let table = try environment.openTable(name, flags: flags, create: false) else {
                #expect(rows[name] == nil)
                continue
            }
            let expected = (rows[name] ?? [:]).sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .flatMap { key, values in
                    values.sorted { $0.lexicographicallyPrecedes($1) }.map { key + $0 }
                }
            var found: [[UInt8]] = []
            try environment.read { (txn) throws in
                var cursor = try txn.cursor(table)
                while try cursor.next() { found.append(cursor.key.array + cursor.value.array) }
            }
            #expect(found == expected, "table \(name)")
        }
    }
}

extension Environment.Configuration {
    /// With a journal, as of some boot.
    static func durable(mapSizeBytes: Int = 64 << 20, boot: UInt128? = bootID) -> Self {
        var configuration = small(mapSizeBytes: mapSizeBytes, durability: .synced)
        configuration.boot = boot
        return configuration
    }
}

extension Environment {
    /// Closes it as the end of the process would: the journal is not told.
    func closeAsIfKilled() {
        poison(with: LMDBError(code: .io, operation: "kill", path: path))
        try? close()
    }
}
