import Layout

/// A read transaction that an object can hold: it ends with the last reference to it.
///
/// Spans of a stored transaction cannot leave the access to it, so single values are copied. A caller that walks a table
/// borrows the transaction for the walk. Not for several threads at once. Keep it short-lived: an old
/// reader stops page reuse.
package final class Snapshot {
    private let transaction: ReadTransaction

    @available(*, noasync)
    package init(_ environment: Environment) throws(LMDBError) { transaction = try environment.beginRead() }

    /// The last committed transaction that it sees. Another process may have committed and not yet shown it to readers:
    /// `Environment.info` tells of a commit a moment earlier than snapshots do.
    package var transactionID: UInt64 { transaction.id }

    /// Lends the transaction to a walk over its tables.
    package func withTransaction<R>(_ body: (borrowing ReadTransaction) throws -> R) rethrows -> R {
        try body(transaction)
    }

    /// Lends a key's value, the first if it has duplicates, to `body`; false if there is none. O(log n).
    ///
    /// Not generic in what `body` answers: looking up the type's description took a third of a look-up's time.
    package func withValue(_ table: Table, _ key: RawSpan, _ body: (RawSpan) throws -> Void) throws -> Bool {
        try Self.withValue(table, key, in: transaction, body)
    }

    private static func withValue(
        _ table: Table, _ key: RawSpan, in transaction: borrowing ReadTransaction, _ body: (RawSpan) throws -> Void
    ) throws -> Bool {
        guard let span = try transaction.get(table, key) else { return false }
        try body(span)
        return true
    }

    /// Lends the value of a key that is given as an array to `body`; false if there is none. O(log n).
    package func withValue(_ table: Table, _ key: [UInt8], _ body: (RawSpan) throws -> Void) throws -> Bool {
        try withValue(table, unsafe key.span.bytes, body)
    }

    /// A copy of a key's value, the first if it has duplicates; nil if there is none. O(log n).
    package func bytes(_ table: Table, _ key: [UInt8]) throws -> [UInt8]? {
        try withTransaction { transaction in
            guard let span = try transaction.get(table, key) else { return nil }
            return span.copied
        }
    }
}
