public import Layout

/// Stored rows as raw bytes, by table index: one unchanging state of the views.
///
/// Errors are latched in `failure`, not thrown: a fold never throws. Its caller checks `failure` afterwards.
@usableFromInline
package protocol ViewBase: AnyObject {
    /// Lends the row to `body`; returns false if there is none, or if it cannot be read.
    func withRow(table: Int, key: Key, _ body: (RawSpan) -> Void) -> Bool
    /// Calls `body` for the rows from `lower` (inclusive) to `upper` (exclusive; `nil`: to the end) in key order, or
    /// reversed, until it returns false.
    func scan(table: Int, from lower: Key, to upper: Key?, reversed: Bool, _ body: (Key, RawSpan) -> Bool)
    var failure: (any Error)? { get }
    func fail(_ error: any Error)
}

extension ViewBase {
    @inlinable
    func row<Row: StoredRow>(table: Int, key: Key) -> Row? {
        var row: Row?
        _ = withRow(table: table, key: key) { row = decode($0) }
        return row
    }

    /// Returns `nil` and sets `failure` if the bytes are malformed.
    @inlinable
    func decode<Row: StoredRow>(_ bytes: RawSpan) -> Row? {
        do {
            return try Row(bytes: bytes)
        } catch {
            fail(error)
            return nil
        }
    }
}

/// Typed reads over one state of the views, for queries.
@usableFromInline
package struct ViewSnapshot {
    @usableFromInline package let base: any ViewBase
    /// The log position that all views stand at.
    package let position: Position

    package init(base: any ViewBase, position: Position) {
        self.base = base
        self.position = position
    }

    /// The first error; the query saw the affected row as absent.
    package var failure: (any Error)? { base.failure }

    @inlinable
    package func get<Row: StoredRow>(_ table: ViewTable<Row>, _ key: Key) -> Row? {
        base.row(table: table.index, key: key)
    }

    /// Reads a row with another decoder than the table's row type; `nil` if the row is absent or cannot be read.
    @inlinable
    package func read<Row: StoredRow, R>(
        _ table: ViewTable<Row>, _ key: Key, _ read: (RawSpan) throws(MalformedRow) -> R
    ) -> R? {
        var answer: R?
        _ = base.withRow(table: table.index, key: key) { bytes in
            do throws(MalformedRow) { answer = try read(bytes) } catch { base.fail(error) }
        }
        return answer
    }

    @inlinable
    package func contains(_ table: ViewTable<some StoredRow>, _ key: Key) -> Bool {
        base.withRow(table: table.index, key: key) { _ in }
    }

    /// The rows whose key begins with `prefix`, in key order or reversed. `from` begins in the middle, inclusive: going
    /// up at the first key ≥ it, going down at the last key ≤ it. Stops when `body` returns false.
    @inlinable
    package func scan<Row: StoredRow>(
        _ table: ViewTable<Row>, prefix: Key = Key(), from: Key? = nil, reversed: Bool = false,
        _ body: (Key, Row) -> Bool
    ) {
        var lower = prefix
        var upper = prefix.upperBoundOfPrefix
        if let from {
            if reversed { upper = from.successor } else { lower = max(lower, from) }
        }
        scan(table, from: lower, to: upper, reversed: reversed, body)
    }

    /// The rows from `lower` (inclusive) to `upper` (exclusive; `nil`: to the end), in key order or reversed. Stops
    /// when `body` returns false.
    @inlinable
    package func scan<Row: StoredRow>(
        _ table: ViewTable<Row>, from lower: Key, to upper: Key?, reversed: Bool = false, _ body: (Key, Row) -> Bool
    ) {
        base.scan(table: table.index, from: lower, to: upper, reversed: reversed) { key, bytes in
            guard let row: Row = base.decode(bytes) else { return true }
            return body(key, row)
        }
    }
}
