package import Events
package import Layout
import Projections

/// A member's awards in all, less those taken back.
package struct TotalsRow: StoredRow, Equatable {
    /// By award kind.
    private var counts = SIMD8<Int64>.zero
    /// Recipes ever posted.
    package var posted: Int64 = 0
    /// Recipes that are now removed by somebody else.
    package var removed: Int64 = 0

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        for kind in AwardKind.allCases { self[kind] = try reader.readSignedVarint() }
        posted = try reader.readSignedVarint()
        removed = try reader.readSignedVarint()
    }

    package func encode(into writer: inout ByteWriter) {
        for kind in AwardKind.allCases { writer.write(varint: self[kind]) }
        writer.write(varint: posted)
        writer.write(varint: removed)
    }

    package subscript(_ kind: AwardKind) -> Int64 {
        get { counts[kind.rawValue] }
        set { counts[kind.rawValue] = newValue }
    }
}

/// How many members stand on a week's board, banned ones included.
package struct ParticipantsRow: StoredRow, Equatable {
    package var count: Int64

    package init(count: Int64) { self.count = count }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        count = try reader.readSignedVarint()
    }

    package func encode(into writer: inout ByteWriter) { writer.write(varint: count) }
}

/// The latest instant at which anything happened.
package struct LatestRow: StoredRow, Equatable {
    package var occurredAt: Timestamp

    package init(occurredAt: Timestamp) { self.occurredAt = occurredAt }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        occurredAt = Timestamp(microseconds: try reader.readInt64())
    }

    package func encode(into writer: inout ByteWriter) { writer.write(occurredAt.microseconds) }
}
