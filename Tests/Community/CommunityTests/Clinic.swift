import Decisions
import Events
import Foundation
import LMDB
import LarderAPI
import Layout
import Operations
import TestSupport
import Testing
import Views

@testable import Community
@testable import EventLog
@testable import Projections

/// A small community on the disk, which no process has open, for damages.
///
/// 2 to 4: ada, bo and cy join; 5 and 6: bo and cy follow ada; 7: ada posts a recipe, with an origin; 8: bo likes it;
/// 9: cy comments; 10: cy deletes the account. All views are folded.
final class Clinic {
    static let (ada, bo, cy) = (MemberID(2), MemberID(3), MemberID(4))
    static let recipe = Position(7)

    private let directory = TemporaryDirectory()
    var path: String { directory.path }
    /// The content of cy's slot before the deletion.
    let keyOfCy: Data

    init() throws {
        let community = try Community.open(at: directory.path, mode: .createIfAbsent)
        for name in ["ada", "bo", "cy"] { _ = try community.submit(Commands.join(name)) }
        for name in ["bo", "cy"] {
            _ = try community.submit(Commands.act(.memberFollowed, name, on: .username("ada")))
        }
        _ = try community.submit(Commands.post("Soup", by: "ada", origin: .app("p1")))
        let soup = Reference.recipe(RecipeID(Self.recipe))
        _ = try community.submit(Commands.act(.recipeLiked, "bo", on: soup))
        var text = ProtoText()
        text.text = "Nice."
        _ = try community.submit(
            Command(.commentPosted, actor: .username("cy"), subject: soup, payload: .text(text)))
        keyOfCy = try Self.slot(3, directory.path)
        _ = try community.submit(Command(.memberDeleted, actor: .username("cy"), subject: .username("cy")))
        try community.query { _ in }
        community.close()
    }

    /// All files with their contents, except the tables of LMDB's readers and the markers of syncs.
    func files() throws -> [String: Data] {
        let walk = try #require(FileManager.default.enumerator(atPath: path))
        var files: [String: Data] = [:]
        for case let name as String in walk where !name.hasSuffix("/lock.mdb") && !name.hasSuffix("/durability") {
            files[name] = (try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))) ?? Data()
        }
        return files
    }

    // MARK: Harm

    func withLog<R>(_ body: (EventLog) throws -> R) throws -> R {
        let log = try EventLog.open(.community, directory: path, create: false)
        defer { log.close() }
        return try body(log)
    }

    /// Changes a table of the log directly.
    func change(_ table: String, _ flags: TableFlags, _ body: (inout WriteTransaction, Table) throws -> Void) throws {
        try withLog { log in
            let table = try #require(try log.environment.openTable(table, flags: flags, create: false))
            try log.environment.write { try body(&$0, table) }
        }
    }

    /// Changes a table of the state directly.
    func changeState(
        _ table: String, _ flags: TableFlags, _ body: (inout WriteTransaction, Table) throws -> Void
    ) throws {
        try withLog { log in
            let environment = try #require(log.state).environment
            let table = try #require(try environment.openTable(table, flags: flags, create: false))
            try environment.write { try body(&$0, table) }
        }
    }

    /// Changes the headers, of which there is one segment.
    func changeHeaders(_ body: (inout [[UInt8]]) throws -> Void) throws {
        try change("headers", [.integerKey, .duplicateFixed]) { transaction, table in
            var headers: [[UInt8]] = []
            do {
                var cursor = try transaction.snapshot.cursor(table)
                while try cursor.next() { headers.append(cursor.value.copied) }
            }
            try body(&headers)
            _ = try transaction.delete(table, Position.none.keyBytes)
            for header in headers { try transaction.put(table, UInt64(0), header) }
        }
    }

    func changeHeader(_ position: Int, _ body: (inout EventHeader) -> Void) throws {
        try changeHeaders { headers in
            var header = try EventHeader(bytes: headers[position - 1])
            body(&header)
            headers[position - 1] = header.bytes
        }
    }

    func putPayload(_ position: UInt64, _ stored: [UInt8]) throws {
        try change("payloads", .integerKey) { try $0.put($1, position, StoredPayload(stored).bytes) }
    }

    func putSlot(_ number: Int, _ bytes: Data) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(path)/vault/keys"))
        try file.seek(toOffset: UInt64(64 * (number + 1)))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    private static func slot(_ number: Int, _ path: String) throws -> Data {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(path)/vault/keys"))
        return bytes.subdata(in: 64 * (number + 1)..<64 * (number + 2))
    }

    /// Changes the views' live generation directly: the transaction, the table of recipes, and the checkpoint.
    func changeViews(_ body: (inout WriteTransaction, StoredTable, inout Checkpoint) throws -> Void) throws {
        let environment = try Environment(
            path: "\(path)/views/gen-1", configuration: .init(durability: .disposable))
        let meta = StoredTable(try #require(try environment.openTable("meta", create: false)))
        let table = StoredTable(try #require(try environment.openTable("recipes.rows", create: false)))
        try environment.write { transaction in
            let key = Generation.checkpointKey.bytes
            let stored = try transaction.bytes(meta.table, key)
            var checkpoint = try Checkpoint(bytes: unsafe stored.span.bytes)
            try body(&transaction, table, &checkpoint)
            try meta.put(key, checkpoint.bytes, in: &transaction)
        }
        try environment.close()
    }

    func make(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}

extension WriteTransaction {
    /// A copy of what must be there.
    func bytes(_ table: Table, _ key: [UInt8]) throws -> [UInt8] {
        guard let span = try get(table, key) else { throw LMDBError(code: .notFound, operation: "get", path: "") }
        return span.copied
    }
}
