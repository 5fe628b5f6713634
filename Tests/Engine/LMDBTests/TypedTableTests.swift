import Layout
import TestSupport
import Testing

@testable import LMDB

@Suite struct TypedTableTests {
    private struct Name: StoredRow, Equatable {
        var text: String

        init(_ text: String) { self.text = text }
        init(bytes: RawSpan) throws(MalformedRow) {
            var reader = ByteReader(bytes)
            text = try reader.readString()
        }
        func encode(into writer: inout ByteWriter) { writer.write(text) }
    }

    @Test("rows come back in the order of their keys") func rowsComeBackInTheOrderOfTheirKeys() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try #require(try TypedTable<Position, Name>(environment, "names", create: true))
        try environment.write { transaction in
            for number in [300, 2, 70_000] as [UInt64] {
                try table.put(Position(number), Name("n\(number)"), in: &transaction)
            }
            try table.put(Position(9), Name("gone"), in: &transaction)
            try table.delete(Position(9), in: &transaction)
            try table.delete(Position(10), in: &transaction)
        }
        let snapshot = try Snapshot(environment)
        #expect(try table.get(Position(300), in: snapshot) == Name("n300"))
        #expect(try table.get(Position(9), in: snapshot) == nil)
        let rows = try environment.read { try table.rows(in: $0) }
        #expect(rows.map(\.key.value) == [2, 300, 70_000])
        #expect(rows.map(\.row.text) == ["n2", "n300", "n70000"])
    }

    @Test("a malformed row throws") func aRowThatIsNotWhatWasStoredThrows() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        let table = try #require(try TypedTable<Position, Name>(environment, "names", create: true))
        let raw = try environment.table("names", .integerKey)
        try environment.write { try $0.put(raw, 1, [200, 1]) }
        let snapshot = try Snapshot(environment)
        #expect(throws: MalformedRow.self) { try table.get(Position(1), in: snapshot) }
        #expect(throws: MalformedRow.self) { try environment.read { _ = try table.rows(in: $0) } }
    }

    @Test("an absent table is nil unless it may be created") func anAbsentTableIsNilUnlessItIsToBeMade() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment(path: directory.path, configuration: .small())
        #expect(try TypedTable<Position, Name>(environment, "names", create: false) == nil)
        _ = try TypedTable<Position, Name>(environment, "names", create: true)
        #expect(try TypedTable<Position, Name>(environment, "names", create: false) != nil)
    }
}
