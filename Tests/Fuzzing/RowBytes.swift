import Events
import Layout
import Projections
import TestSupport
import Views

@testable import Decisions
@testable import EventLog

/// Rows as they lie in tables: damaged ones throw.
enum RowBytes {
    private static let types: [any StoredRow.Type] = [
        RatingPriorRow.self, FacetsRow.self, NotificationRow.self, ReportTargetRow.self, ReportRow.self,
        ModerationActRow.self, WeekCounts.self, RulesRow.self, AwardRulesRow.self, TotalsRow.self, AbsenceRow.self,
        MemberWeeksRow.self, LatestRow.self, WeekRow.self, OpinionRow.self, RecipeRow.self, RecipeContentRow.self,
        RepostRow.self, CommentRow.self, EventRow.self, FollowRow.self, OtherMemberRow.self, BanRow.self,
        MemberRow.self, Entry.self, StoredMember.self, EntityState.self, RelationState.self, NumberRow.self,
        MetaRow.self, LogCounts.self, TreeRow.self, StoredPayload.self, CookNoteRow.self,
    ]

    /// The type's number, then the row.
    static var samples: [[UInt8]] {
        let history = HistoryGenerator.history(seed: 2, count: 160)
        let rows = Set(Replay<AllProjectors>().fold(history).base.tables.flatMap { $0.values })
        return rows.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { row in
            types.indices.filter { (try? types[$0].init(bytes: row).bytes) == row }.prefix(3).map { [UInt8($0)] + row }
        }
    }

    static func run(_ bytes: [UInt8]) throws(Finding) {
        guard let first = bytes.first else { return }
        let type = types[Int(first) % types.count]
        try check(type, Array(bytes.dropFirst()))
    }

    private static func check<Row: StoredRow>(_ type: Row.Type, _ bytes: [UInt8]) throws(Finding) {
        guard let row = try? Row(bytes: bytes) else { return }
        let written = row.bytes
        try expect((try? Row(bytes: written))?.bytes == written, "a \(type) is read as another")
    }
}
