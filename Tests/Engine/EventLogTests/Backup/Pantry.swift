import Decisions
import Foundation
import Layout
import TestSupport
import Testing

@testable import EventLog
@testable import Events

/// A log with a backup beside it, and room to restore.
struct Pantry {
    let scratch = TemporaryDirectory()
    /// The time of the log's clock; a second later at each reading.
    private let ticks = Ticks()

    private final class Ticks: @unchecked Sendable {
        private let lock = NSLock()
        private var seconds: Int64 = 1_767_600_000
        func next() -> Timestamp {
            lock.withLock {
                seconds += 1
                return Timestamp(seconds: seconds)
            }
        }
    }

    var data: String { path("data") }
    var backup: String { path("backup") }
    func path(_ name: String) -> String { scratch.path(name) }

    func open(_ directory: String? = nil) throws -> EventLog {
        let ticks = ticks
        return try EventLog.open(.community, directory: directory ?? data, create: directory == nil) { ticks.next() }
    }

    /// Registers members, each with a recipe, in a transaction each.
    @discardableResult
    func register(_ names: String..., in directory: String? = nil) throws -> [MemberID] {
        let log = try open(directory)
        defer { log.close() }
        return try names.map { name in
            try log.write { (batch) throws in
                let member = MemberID(try batch.append([Drafts.registration(name)], origin: Drafts.origin(name)))
                _ = try batch.append([Drafts.recipe("\(name)'s soup", by: member)], origin: nil)
                return member
            }
        }
    }

    func overwrite(_ path: String, at offset: UInt64, with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    func delete(_ member: MemberID, in directory: String? = nil) throws {
        let log = try open(directory)
        defer { log.close() }
        _ = try log.write { try $0.append([Drafts.deletion(of: member)], origin: nil) }
    }

    @discardableResult
    func backUp(_ directory: String? = nil, to folder: String? = nil) throws -> BackupWriter.Outcome {
        let log = try open(directory)
        defer { log.close() }
        return try BackupWriter.backUp(log, to: folder ?? backup)
    }

    @discardableResult
    func restore(
        to name: String, until moment: Moment? = nil, isReplacing: Bool = false, from folder: String? = nil
    ) throws -> Restoration.Outcome {
        let restoration = try Restoration(
            .community, of: folder ?? backup, to: path(name), until: moment, isReplacing: isReplacing)
        try restoration.putInPlace()
        return restoration.outcome
    }

    /// The stored bytes of all events.
    func bytes(_ directory: String? = nil) throws -> [UInt8] {
        let log = try open(directory)
        defer { log.close() }
        let box = Box()
        try Verbatim.export(log) { box.bytes += $0 }
        return box.bytes
    }

    private final class Box { var bytes: [UInt8] = [] }

    /// The title of the recipe at a position; `nil` if it does not open.
    func title(_ position: UInt64, in directory: String) throws -> String? {
        let log = try open(directory)
        defer { log.close() }
        guard case .recipe(let content)? = try log.read({ try $0.record(at: Position(position)) })?.payload else {
            return nil
        }
        return content.title
    }

    func expectHealthy(_ directory: String, but expected: Set<String> = []) throws {
        let examination = try LogExamination(.community, directory: directory)
        defer { examination.close() }
        for finding in examination.findings({ _, _, _ in }).findings where !expected.contains(finding.name) {
            #expect(finding.status == .ok, "\(finding)")
        }
    }

    func files(_ folder: String? = nil) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder ?? backup).sorted()
    }

    func expectRefusal(
        _ code: Refusal.Code, _ words: String, _ body: () throws -> Void, line: SourceLocation = #_sourceLocation
    ) {
        do {
            try body()
            Issue.record("nothing was refused", sourceLocation: line)
        } catch let refusal as Refusal {
            #expect(refusal.code == code, "\(refusal.message)", sourceLocation: line)
            #expect(refusal.message.contains(words), "\(refusal.message)", sourceLocation: line)
        } catch {
            Issue.record("\(error)", sourceLocation: line)
        }
    }
}
