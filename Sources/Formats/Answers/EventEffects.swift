package import Community
import EventLog
package import LarderAPI
package import Layout
import Projections

extension Community {
    /// At most so many rows are told.
    private static var effectsMax: Int { 500 }

    /// The rows that an event changed. Refuses a position without an event. What `progress` throws ends the work.
    package func effects(
        of event: Position, progress: (Int, Int) throws(Refusal) -> Void = { _, _ in }
    ) throws(Refusal) -> EffectsAnswer {
        _ = try log.event(at: event)
        let changes = try rowChanges(of: event, progress: progress)
        return EffectsAnswer(
            event: event.value, count: changes.count,
            rows: changes.prefix(Self.effectsMax).map { EffectsAnswer.Row($0) })
    }
}

extension EffectsAnswer.Row {
    fileprivate init(_ change: RowChange) {
        let parts = change.table.split(separator: ".", maxSplits: 1)
        self.init(
            view: String(parts[0]), table: parts.count > 1 ? String(parts[1]) : "", key: Self.text(change.key),
            before: Self.fields(change.before, besides: change.after),
            after: Self.fields(change.after, besides: change.before))
    }

    /// The fields, without those that are the same on the other side.
    private static func fields(_ fields: [RowField]?, besides other: [RowField]?) -> [String: String]? {
        fields.map { fields in
            Dictionary(
                fields.filter { field in !(other?.contains(field) ?? false) }.map { ($0.name, $0.value) },
                uniquingKeysWith: { $1 })
        }
    }

    /// A key as numbers of eight bytes, where it consists of such; else its bytes.
    private static func text(_ key: Key) -> String {
        let bytes = key.bytes
        let words = stride(from: 0, to: bytes.count - 7, by: 8).map { start in
            bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard bytes.count % 8 == 0, !words.isEmpty, words.allSatisfy({ $0 < 1 << 48 }) else { return hex(bytes) }
        return words.map { "\($0)" }.joined(separator: " ")
    }
}
