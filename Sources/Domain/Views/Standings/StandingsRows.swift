package import Events
package import Layout
import Projections
import SwiftProtobuf

/// A member's awards in total, less those taken back.
package struct TotalsRow: StoredRow, Equatable {
    /// By award kind.
    private var counts = SIMD8<Int64>.zero
    /// Recipes ever posted.
    package var posted: Int64 = 0
    /// Recipes that a moderator has removed.
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

extension TotalsRow: CustomReflectable {
    /// The counts by their kinds, for the page of an event.
    package var customMirror: Mirror {
        let counts = AwardKind.allCases.filter { self[$0] != 0 }
            .map { Mirror.Child(label: "\($0)", value: self[$0]) }
        return Mirror(self, children: counts + [("posted", posted), ("removed", removed)])
    }
}

/// The reason why a member is on no board.
package struct AbsenceRow: StoredRow, Equatable {
    /// A deletion is final.
    package private(set) var isDeleted: Bool
    /// The end of a ban; `.latest` if it has none.
    package private(set) var until: Timestamp

    package static let deleted = AbsenceRow(isDeleted: true, until: .latest)
    package static func banned(until: Timestamp?) -> AbsenceRow {
        AbsenceRow(isDeleted: false, until: until ?? .latest)
    }

    /// Only a permanent absence keeps a member out of stored boards, because no row depends on the clock. Queries leave
    /// out members with a temporary ban.
    package var isForGood: Bool { until == .latest }

    private init(isDeleted: Bool, until: Timestamp) {
        self.isDeleted = isDeleted
        self.until = until
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        try self.init(&reader)
    }

    package init(_ reader: inout ByteReader) throws(MalformedRow) {
        isDeleted = try reader.readBool()
        until = Timestamp(microseconds: try reader.readSignedVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(isDeleted)
        writer.write(varint: until.microseconds)
    }
}

/// The weeks in which a member has counts, in order.
package struct MemberWeeksRow: StoredRow, Equatable {
    package private(set) var weeks: [Week] = []

    package init() {}

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        var number: Int64 = 0
        while !reader.isAtEnd {
            number &+= try reader.readSignedVarint()
            guard let week = Int32(exactly: number) else { throw MalformedRow() }
            weeks.append(Week(number: week))
        }
    }

    /// Delta-encoded.
    package func encode(into writer: inout ByteWriter) {
        var before: Int64 = 0
        for week in weeks {
            writer.write(varint: Int64(week.number) - before)
            before = Int64(week.number)
        }
    }

    /// O(weeks) unless the week is the latest.
    package mutating func insert(_ week: Week) {
        let index = (weeks.lastIndex { $0 <= week } ?? -1) + 1
        if index == 0 || weeks[index - 1] != week { weeks.insert(week, at: index) }
    }

    package mutating func remove(_ week: Week) { weeks.removeAll { $0 == week } }
}

/// How far time has come in the log, in weeks: two logs with the same events, recorded within one week, have equal rows.
package struct LatestRow: StoredRow, Equatable {
    /// The latest week in which any event occurred or was recorded: all weeks before it are completed.
    package var week: Week
    /// The latest week in which an award occurred.
    package var awardedIn: Week

    package init() {
        week = Timestamp.earliest.week
        awardedIn = week
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        week = Week(number: Int32(truncatingIfNeeded: try reader.readSignedVarint()))
        awardedIn = Week(number: Int32(truncatingIfNeeded: try reader.readSignedVarint()))
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: Int64(week.number))
        writer.write(varint: Int64(awardedIn.number))
    }
}

/// The payload of the rules in force.
package struct RulesRow: StoredRow {
    package var rules: Rules

    package init(_ rules: Rules) { self.rules = rules }

    package init(bytes: RawSpan) throws(MalformedRow) {
        // Why the bytes are no message makes no difference: the row is damaged.
        guard let message = try? ProtoRules(serializedBytes: bytes) else { throw MalformedRow() }
        rules = Rules(message)
    }

    package func encode(into writer: inout ByteWriter) { writer.write(raw: Payload.rules(rules.message).storedBytes) }
}

/// The points per award, in a compact form that the fold can read for each event.
package struct AwardRulesRow: StoredRow {
    package var rules: AwardRules

    package init(_ rules: AwardRules) { self.rules = rules }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        var points: [AwardKind: Int64] = [:]
        var caps: [AwardKind: Int64] = [:]
        for kind in AwardKind.allCases {
            points[kind] = try reader.readSignedVarint()
            if try reader.readBool() { caps[kind] = try reader.readSignedVarint() }
        }
        rules = AwardRules(points, dailyCaps: caps)
    }

    package func encode(into writer: inout ByteWriter) {
        for kind in AwardKind.allCases {
            writer.write(varint: rules[kind])
            writer.write(rules.dailyCap(kind) != nil)
            if let cap = rules.dailyCap(kind) { writer.write(varint: cap) }
        }
    }
}
