import LMDB
import Layout
import TestSupport
import Testing

@testable import Decisions
@testable import EventLog
@testable import Events

@Suite struct OverlayTests {
    let scratch = TemporaryDirectory()

    /// Compared with a dictionary over many batches: every change is read, stored, and read again.
    @Test("an overlay equals a dictionary over random batches", arguments: 1...4)
    func itIsADictionaryOverATable(_ seed: UInt64) throws {
        let environment = try Environment(path: scratch.path, configuration: .init(durability: .disposable))
        let table = try #require(try TypedTable<RelationKey, NumberRow>(environment, "rows", create: true))
        var generator = SeededGenerator(seed: seed)
        var model: [RelationKey: UInt64] = [:]
        func key() -> RelationKey {
            // Few keys, some of which differ in one field alone.
            RelationKey(
                MemberID(UInt64.random(in: 1...40, using: &generator)), Bool.random(using: &generator) ? .like : .vote,
                Position(UInt64.random(in: 1...9, using: &generator) << 40))
        }
        for _ in 0..<20 {
            let stored = try Snapshot(environment)
            var overlay = Overlay(table)
            for _ in 0..<Int.random(in: 0...300, using: &generator) {
                let key = key()
                switch Int.random(in: 0..<4, using: &generator) {
                case 0, 1: #expect(try overlay.row(key, stored: stored)?.value == model[key])
                case 2:
                    let value = UInt64.random(in: 0...99, using: &generator)
                    overlay.set(key, NumberRow(value))
                    model[key] = value
                default:
                    overlay.set(key, nil)
                    model[key] = nil
                }
            }
            try environment.write { try overlay.flush(into: &$0) }
            let rows = try environment.read { try table.rows(in: $0) }
            #expect(rows.map(\.key) == model.keys.sorted())
            #expect(rows.allSatisfy { model[$0.key] == $0.row.value })
        }
        try environment.close()
    }

    @Test("secret keys sort as their bytes do") func keysSortAsTheirBytesDo() {
        var generator = SeededGenerator(seed: 7)
        let secrets = (0..<200).map { _ in
            SecretKey(code: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
        #expect(
            secrets.sorted().map(\.keyBytes) == secrets.map(\.keyBytes).sorted { $0.lexicographicallyPrecedes($1) })
        #expect(secrets.allSatisfy { (try? SecretKey(keyBytes: $0.keyBytes)) == $0 })
    }
}
