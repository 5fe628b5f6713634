import CloudEvents
import Community
import Demo
import EventLog
import Events
import Foundation
import Layout
import TestSupport

/// A community of its own in a temporary directory, populated, and removed when it is let go.
final class TemporaryCommunity {
    private let directory = TemporaryDirectory()
    let community: Community
    private(set) var refusals: [Refusal] = []
    private(set) var unchanged = 0

    init() throws { community = try Community.open(at: directory.path, mode: .createIfAbsent) }

    convenience init(_ demo: DemoCommunity) throws {
        try self.init()
        try populate(demo)
    }

    deinit { community.close() }

    /// Throws `Interrupted` after so many batches.
    func populate(_ demo: DemoCommunity, batchesMax: Int = .max) throws {
        var batches = 0
        let stream = community.stream()
        try demo.populate(
            begin: { batch in
                batches += 1
                if batches > batchesMax { throw Interrupted() }
                return stream.begin(batch)
            },
            progress: { [self] results, _, _ in
                for result in results {
                    switch result {
                    case .success(let outcome): unchanged += outcome.changed ? 0 : 1
                    case .failure(let refusal): refusals.append(refusal)
                    }
                }
            })
    }

    struct Interrupted: Error {}

    func headers() throws -> [EventHeader] {
        try community.log.read { snapshot in
            var headers: [EventHeader] = []
            try snapshot.forEachHeader(from: Position(1), through: snapshot.head) { header in
                headers.append(header)
                return true
            }
            return headers
        }
    }

    func fingerprints() throws -> [String] { try community.viewsStatus().views.map(\.fingerprint) }

    /// The plain export without what differs from log to log: its id and when it recorded what.
    func export() throws -> [String] {
        let log = community.log
        let writer = CloudEventWriter(.portable, logID: log.lineage.text)
        return try log.read { snapshot in
            var names = NamesAlongTheLog { position in (try? snapshot.record(at: position))?.origin }
            var lines: [String] = []
            try snapshot.forEach(from: Position(1)) { record in
                guard let portable = record.portable(after: names), record.kind != .logCreated else { return true }
                var line = String(decoding: writer.line(portable, names: names), as: UTF8.self)
                line = line.replacingOccurrences(of: log.logIDText, with: "LOG")
                line = line.replacing(#/"recordedtime" ?: ?"[^"]*",?/#, with: "")
                lines.append(line)
                names.fold(portable)
                return true
            }
            return lines
        }
    }
}
