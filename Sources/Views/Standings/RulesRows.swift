package import Events
package import Layout
import Projections
import SwiftProtobuf

/// The payload of the rules in force.
package struct RulesRow: StoredRow {
    package var rules: Rules

    package init(_ rules: Rules) { self.rules = rules }

    package init(bytes: RawSpan) throws(MalformedRow) {
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
