import Decisions
import Events
import Foundation
import LMDB
import Layout
import TestSupport
import Testing
import Transparency

@testable import EventLog

/// The tree that each append stores, compared with one computed from the log's bytes.
@Suite struct LogTreeTests {
    let scratch = TemporaryDirectory()
    let other = TemporaryDirectory()

    private func filled(_ count: Int) throws -> EventLog {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let ada = try log.write { MemberID(try $0.append([Drafts.registration("ada")], origin: nil)) }
        try append(count - 2, to: log, ada)
        return log
    }

    /// Headers, and every tenth event with a text.
    private func append(_ count: Int, to log: EventLog, _ ada: MemberID = MemberID(2)) throws {
        _ = try log.write { (batch) throws in
            for index in 0..<count {
                let draft =
                    index % 10 == 0
                    ? Drafts.recipe("Soup \(index)", by: ada) : Drafts.like(Position(2), by: ada, owner: ada)
                _ = try batch.append([draft], origin: nil)
            }
        }
    }

    /// The right leaves and nodes, computed only from the canonical bytes.
    private func expected(_ log: EventLog) throws -> (roots: [TreeHash], nodes: [TreeNode: TreeHash]) {
        var frontier = TreeFrontier()
        var (roots, nodes) = ([frontier.root], [TreeNode: TreeHash]())
        try log.read { (snapshot) throws in
            for position in 1...snapshot.head.value {
                let bytes = try #require(try snapshot.canonicalBytes(at: Position(position)))
                frontier.append(.leaf(bytes)) { if $0.level >= 8 { nodes[$0] = $1 } }
                roots.append(frontier.root)
            }
        }
        return (roots, nodes)
    }

    private func stored(_ log: EventLog) throws -> [TreeNode: TreeHash] {
        guard let table = log.tree.tableIfKnown else { return [:] }
        let rows = try log.environment.read { try table.rows(in: $0) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.row.hash) })
    }

    private func expectRight(_ log: EventLog, _ comment: Comment? = nil) throws {
        let (roots, nodes) = try expected(log)
        #expect(try log.read { try $0.merkleRoot() } == roots.last, comment)
        #expect(try stored(log) == nodes, comment)
    }

    @Test("the stored tree is right after every append") func everyAppendKeepsTheTree() throws {
        let log = try filled(3)
        for count in [1, 1, 250, 1, 1, 1, 300, 511, 1, 700] {
            try append(count, to: log)
            try expectRight(log, "after \(count) more")
        }
        let (roots, nodes) = try expected(log)
        #expect(nodes.count > 8)
        try log.read { (snapshot) throws in
            let tree = try snapshot.merkleTree()
            for (size, root) in roots.enumerated() { #expect(try tree.root(size: UInt64(size)) == root) }
        }
        log.close()
    }

    @Test("the tree goes on after opening and after events of another process")
    func itGoesOnAfterAnOpeningAndAfterOthers() throws {
        var log = try filled(200)
        for count in [100, 10, 300] {
            log.close()
            log = try EventLog.open(.community, directory: scratch.path, create: false)
            try append(count, to: log)
            try expectRight(log)
        }
        // Like events of another process that this one has not seen.
        for behind in [TreeFrontier(), TreeFrontier(size: 256) { _ in .ofEmptyTree }] {
            log.tree.adopt(behind)
            try append(1, to: log)
            try expectRight(log)
        }
        log.close()
    }

    private struct Stop: Error {}

    @Test("a failed batch leaves no trace in the tree") func aBatchThatFailsLeavesNoTrace() throws {
        let log = try filled(255)
        for _ in 0..<3 {
            #expect(throws: (any Error).self) {
                try log.write { (batch) throws in
                    for _ in 0..<300 {
                        _ = try batch.append([Drafts.recipe("Nothing", by: MemberID(2))], origin: nil)
                    }
                    throw Stop()
                }
            }
            try expectRight(log)
            try append(2, to: log)
            try expectRight(log)
        }
        log.close()
    }

    #if DEBUG
        /// Each call of LMDB fails in turn: the tree is always the log's.
        @Test("the tree always matches the log, whichever storage call fails")
        func aStorageThatFailsLeavesTheTreeWithTheLog() throws {
            var log = try filled(250)
            var call = 1
            while true {
                let failing = log
                let outcome = FaultInjector.fail(callNumber: call, with: .io) { try append(3, to: failing) }
                log.close()
                log = try EventLog.open(.community, directory: scratch.path, create: false)
                try expectRight(log, "call \(call)")
                if !outcome.fired { break }
                call += 1
            }
            #expect(call > 10)
            log.close()
        }
    #endif

    @Test("a verbatim copy has the same tree") func aVerbatimCopyHasTheSameTree() throws {
        let log = try filled(900)
        var bytes: [UInt8] = []
        try Verbatim.export(log) { bytes += $0 }
        let tree = try stored(log)
        log.close()
        var rest = bytes[...]
        _ = try Verbatim.restore(
            .community, into: other.path, clock: EventLog.systemClock, eventsAtOnce: 300,
            read: { count in
                defer { rest = rest.dropFirst(min(count, 777)) }
                return Array(rest.prefix(min(count, 777)))
            })
        let copy = try EventLog.open(.community, directory: other.path, create: false)
        #expect(try stored(copy) == tree)
        try expectRight(copy)
        copy.close()
    }

    // MARK: Logs of versions that kept no tree

    /// A log as earlier versions left it: the same rows, without a table of the tree.
    private func copyWithoutTree() throws {
        try FileManager.default.copyItem(atPath: scratch.path + "/vault", toPath: other.path + "/vault")
        let source = try Environment(path: scratch.path + "/log", configuration: .init(readOnly: true))
        let target = try Environment(path: other.path + "/log", configuration: .init())
        for (name, flags) in [("headers", [.integerKey, .duplicateFixed]), ("payloads", .integerKey), ("meta", [])]
            as [(String, TableFlags)]
        {
            let from = try #require(try source.openTable(name, flags: flags, create: false))
            let to = try #require(try target.openTable(name, flags: flags))
            try source.read { reading in
                try target.write { writing in
                    var cursor = try reading.cursor(from)
                    while try cursor.next() { try writing.put(to, cursor.key.copied, cursor.value.copied) }
                }
            }
        }
        try source.close()
        try target.close()
    }

    @Test("a log without a tree is read as it is, and the next append stores the tree")
    func aLogWithoutATreeIsReadAndThenBroughtUp() throws {
        let log = try filled(1300)
        let (roots, nodes) = try expected(log)
        log.close()
        try copyWithoutTree()
        let old = try EventLog.open(.community, directory: other.path, create: false)
        #expect(old.tree.tableIfKnown == nil, "reading makes nothing")
        #expect(try old.read { try $0.merkleRoot() } == roots.last)
        #expect(try old.read { try $0.merkleRoot(size: 700) } == roots[700])
        #expect(try stored(old).isEmpty)
        try append(1, to: old)
        #expect(try stored(old) == nodes)
        try expectRight(old)
        old.close()
    }

    /// An earlier version appends to a log with a tree, and leaves the tree behind.
    @Test(
        "a tree that an earlier version left behind is completed by the next append", arguments: [256, 512, 768, 1024])
    func aTreeThatWasLeftBehindIsBroughtUp(kept: UInt64) throws {
        let log = try filled(1300)
        let table = try log.tree.preparedTable()
        let late = try stored(log).keys.filter { $0.end > kept }
        try log.environment.write { transaction in
            for node in late { try table.delete(node, in: &transaction) }
        }
        log.close()
        let left = try EventLog.open(.community, directory: scratch.path, create: false)
        #expect(try left.read { try $0.merkleRoot() } == expected(left).roots.last)
        try append(1, to: left)
        try expectRight(left)
        left.close()
    }

    // MARK: Damage

    private func report() throws -> LogExamination.TreeFindings {
        let examination = try LogExamination(.community, directory: scratch.path)
        defer { examination.close() }
        return examination.treeFindings { _, _, _ in }
    }

    private func message(_ name: String = "tree") throws -> (status: Finding.Status, message: String) {
        let finding = try #require(try report().findings.first { $0.name == name })
        return (finding.status, finding.message)
    }

    @Test("the examination of a sound log finds nothing wrong") func aSoundLogIsFoundSound() throws {
        let log = try filled(600)
        let root = try log.read { try $0.merkleRoot() }
        log.close()
        let report = try report()
        #expect(report.root == root)
        #expect(report.head == Position(600))
        #expect(report.first == nil)
        #expect(report.findings.allSatisfy { $0.status == .ok }, "\(report.findings)")
    }

    @Test("a changed node of the tree is named and repaired") func aChangedNodeIsNamedAndRepaired() throws {
        let log = try filled(1100)
        let table = try log.tree.preparedTable()
        let node = TreeNode(level: 8, index: 1)
        try log.environment.write { try table.put(node, TreeRow(.ofEmptyTree), in: &$0) }
        log.close()
        let found = try message()
        #expect(found.status == .failed)
        #expect(found.message.contains("events 257 to 512 are not those that the tree was made of"), "\(found)")
        #expect(try report().first == Position(257))
        try EventLog.repairTree(.community, directory: scratch.path)
        #expect(try message().status == .ok)
        let repaired = try EventLog.open(.community, directory: scratch.path, create: false)
        try expectRight(repaired)
        repaired.close()
    }

    @Test("a damaged node fails its checksum and is never used as a hash")
    func aDamagedNodeIsNeverTakenForAHash() throws {
        let log = try filled(1100)
        let table = try log.tree.preparedTable()
        let node = TreeNode(level: 10, index: 0)
        try log.environment.write { transaction in
            var bytes = TreeRow(.ofEmptyTree).bytes
            bytes[3] ^= 1
            try transaction.put(table.table, node.keyBytes, bytes)
        }
        #expect(throws: Refusal.self) { try log.read { try $0.merkleRoot() } }
        log.close()
        #expect(try message().message.contains("node 0 of level 10 does not match its checksum"))
    }

    /// An event is replaced by another one, with its checksum: only the tree shows it.
    @Test("a forged event with a right checksum is found by the tree") func aForgedEventIsFound() throws {
        let log = try filled(900)
        let forged = try #require(try log.read { try $0.header(at: Position(300)) })
        try log.environment.write { transaction in
            let headers = try log.read { (snapshot) throws in
                var headers: [EventHeader] = []
                try snapshot.forEachHeader(from: Position(1)) {
                    headers.append($0)
                    return true
                }
                return headers
            }
            try transaction.clear(log.tables.headers)
            try transaction.withWriter(log.tables.headers) { writer in
                for var header in headers {
                    if header.position == forged.position { header.value ^= 1 }
                    Position(0).withKeyBytes { key in header.withBytes { writer.put(key, $0) } }
                }
            }
        }
        log.close()
        let report = try report()
        #expect(report.findings.first { $0.name == "log" }?.status == .ok)
        let tree = try #require(report.findings.first { $0.name == "tree" })
        #expect(tree.status == .failed)
        #expect(tree.message.contains("events 257 to 512"), "\(tree.message)")
        #expect(report.first == Position(257))
    }

    @Test("tree nodes that are not stored yet are a warning") func whatIsNotStoredYetIsAWarning() throws {
        let log = try filled(600)
        let table = try log.tree.preparedTable()
        try log.environment.write { try table.clear(in: &$0) }
        log.close()
        #expect(try message().status == .warning)
    }
}
