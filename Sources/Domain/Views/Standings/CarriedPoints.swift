import Events
package import Layout
import Projections

/// A member's points from the time before Larder. They count in the XP, and in no week and on no board.
package struct CarriedPointsRow: StoredRow, Equatable {
    package var points: Int64

    init(points: Int64) { self.points = points }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        points = try reader.readSignedVarint()
    }

    package func encode(into writer: inout ByteWriter) { writer.write(varint: points) }
}

extension StandingsProjector {
    /// The last balance replaces the earlier ones. A payload that cannot be opened changes nothing: the points go with
    /// the account.
    static func carryOver(_ record: borrowing Record, _ view: StandingsView, _ transaction: inout ViewTransaction) {
        let member = Key(record.header.subject.value)
        guard case .points(let said) = record.payload, transaction.get(view.absences, member)?.isDeleted != true else {
            return
        }
        if said.points > 0 {
            transaction.put(view.carriedOver, member, CarriedPointsRow(points: Int64(said.points)))
        } else {
            transaction.remove(view.carriedOver, member)
        }
    }
}

extension Queries {
    /// The points that the member brought along from before Larder; zero without any.
    package func carriedPoints(of member: MemberID) -> Int64 {
        snapshot.get(views.standings.carriedOver, Key(member.value))?.points ?? 0
    }
}
