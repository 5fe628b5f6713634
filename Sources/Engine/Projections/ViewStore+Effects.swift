import EventLog
package import Layout

/// A row of a folded table before and after one event.
package struct RowChange: Sendable {
    /// `view.table`.
    package var table: String
    package var key: Key
    /// `nil`: there was no row, or there is none any more.
    package var before: [RowField]?
    package var after: [RowField]?
}

/// A field of a row, for people.
package struct RowField: Hashable, Sendable {
    package var name: String
    package var value: String

    /// The longest value that is shown whole.
    private static let lettersMax = 400

    /// The fields that have a value.
    static func all(of row: some StoredRow) -> [RowField] {
        Mirror(reflecting: row).children.compactMap { child in
            guard let name = child.label, let value = text(child.value) else { return nil }
            return RowField(name: name, value: value)
        }
    }

    /// `nil`: an absent value.
    private static func text(_ value: Any) -> String? {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { text($0.value) } }
        if let time = value as? Timestamp { return time.rfc3339 }
        if let bytes = value as? [UInt8] { return "\(bytes.count) bytes" }
        let whole: String
        let hasWords = value is String || value is any CustomStringConvertible && !(value is any Collection)
        if mirror.displayStyle == .enum || hasWords {
            whole = "\(value)"
        } else {
            // The parts of a value that has no words of its own. The name of an only part says nothing. A set has its own order in
            // each process.
            let isAlone = mirror.displayStyle == .struct && mirror.children.count == 1
            var parts = mirror.children.compactMap { part in
                text(part.value).map { text in part.label.flatMap { isAlone ? nil : "\($0) \(text)" } ?? text }
            }
            if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { parts.sort() }
            whole = parts.joined(separator: ", ")
        }
        return whole.count <= lettersMax ? whole : whole.prefix(lettersMax) + "…"
    }
}

extension ViewStore {
    /// The rows that the event at `position` changed, in the order of tables and keys, without indexes and sums, which follow from them.
    /// The event is folded by the same code into the views as of the event before it; nothing is kept of that. `progress` gets (events
    /// folded, events in total) of the replay to there; what it throws ends the work.
    package func effects(
        of position: Position, progress: (Int, Int) throws(Refusal) -> Void = { _, _ in }
    ) throws(Refusal) -> [RowChange] {
        do throws(any Error) {
            guard position.value > 1 else {
                let empty = try past.emptyViews()
                defer { empty.close() }
                return try effects(of: position, on: empty)
            }
            return try effects(of: position, on: try past.base(at: Position(position.value - 1), progress))
        } catch {
            throw refusal(error)
        }
    }

    private func effects(of position: Position, on base: some ViewBase) throws -> [RowChange] {
        var batch = ViewTransaction(base: base, registry: registry)
        let chunk = try LogChunk(log, after: Position(position.value - 1), through: position, for: P.self)
        for record in chunk.records { P.fold(record, into: view, &batch) }
        if let failure = base.failure { throw failure }
        let changes = batch.changes()
        if let failure = base.failure { throw failure }
        var found: [RowChange] = []
        for change in changes where !registry.isDerived(change.table) {
            change.forEachChange { key, before, after in
                var row = RowChange(table: registry.names[change.table], key: key)
                if let before { row.before = unsafe registry.fields(of: before.bytes, in: change.table) }
                if let after { row.after = unsafe registry.fields(of: after.bytes, in: change.table) }
                found.append(row)
            }
        }
        return found
    }
}
