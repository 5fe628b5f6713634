internal import CLMDB
import Layout

/// A snapshot of the environment, from `Environment.read`.
///
/// What it returns are spans of the map: nothing is copied, and the compiler refuses to let one outlive the
/// transaction. That such code does not compile is the test of it; none can be written for run time.
/// The corresponding C type is `MDB_txn`, read-only.
@safe
package struct ReadTransaction: ~Copyable {
    package let environment: Environment
    let raw: OpaquePointer
    /// False for the reading side of a write transaction, which ends by itself.
    private let endsHere: Bool

    init(environment: Environment, reader: Environment.Reader) {
        self.environment = environment
        unsafe self.raw = reader.raw
        self.endsHere = true
    }

    init(environment: Environment, readingSideOf raw: OpaquePointer) {
        self.environment = environment
        unsafe self.raw = raw
        self.endsHere = false
    }

    deinit {
        if endsHere { unsafe environment.endReader(Environment.Reader(raw: raw)) }
    }

    /// The last committed transaction that the snapshot sees; in a write transaction its own number.
    ///
    /// The corresponding C function is `mdb_txn_id`.
    package var id: UInt64 { UInt64(unsafe mdb_txn_id(raw)) }
}

extension ReadTransaction {
    /// The value of a key given where it lies.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: RawSpan) throws(LMDBError) -> RawSpan? {
        let value = try unsafe find(table, key.value)
        guard let value = unsafe value else { return nil }
        return unsafe _overrideLifetime(RawSpan(_unsafeBytes: value), borrowing: self)
    }

    /// The value of a key given as an array.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: [UInt8]) throws(LMDBError) -> RawSpan? {
        let value = try unsafe find(table, key.span.bytes.value)
        guard let value = unsafe value else { return nil }
        return unsafe _overrideLifetime(RawSpan(_unsafeBytes: value), borrowing: self)
    }

    /// The value of a key of an `integerKey` table.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func get(_ table: Table, _ key: UInt64) throws(LMDBError) -> RawSpan? {
        assert(table.flags.contains(.integerKey))
        var key = key
        let value = try unsafe withUnsafeMutableBytes(of: &key) { bytes throws(LMDBError) in
            try unsafe find(table, MDB_val(UnsafeRawBufferPointer(bytes)))
        }
        guard let value = unsafe value else { return nil }
        return unsafe _overrideLifetime(RawSpan(_unsafeBytes: value), borrowing: self)
    }

    /// How many records a table holds, each duplicate counted. O(1).
    ///
    /// The corresponding C function is `mdb_stat`.
    @available(*, noasync)
    package borrowing func count(_ table: Table) throws(LMDBError) -> Int {
        checkOwner(table)
        var statistics = MDB_stat()
        try environment.check("mdb_stat", funnel { unsafe mdb_stat(raw, table.dbi, &statistics) })
        return statistics.ms_entries
    }

    /// A cursor over a table, not yet positioned; it cannot outlive the transaction.
    ///
    /// The corresponding C function is `mdb_cursor_open`.
    @available(*, noasync)
    @_lifetime(borrow self)
    package borrowing func cursor(_ table: Table) throws(LMDBError) -> Cursor {
        checkOwner(table)
        var opened: OpaquePointer?
        try environment.check("mdb_cursor_open", funnel { unsafe mdb_cursor_open(raw, table.dbi, &opened) })
        return unsafe _overrideLifetime(
            Cursor(unsafeRaw: opened!, table: table, environment: environment), borrowing: self)
    }

    /// A handle of another environment is a number that means another table here.
    @inline(__always)
    borrowing func checkOwner(_ table: Table) {
        precondition(table.environmentSerial == environment.serial, "the table belongs to another environment")
    }

    private borrowing func find(_ table: Table, _ key: MDB_val) throws(LMDBError) -> UnsafeRawBufferPointer? {
        checkOwner(table)
        var key = unsafe key
        var value = unsafe MDB_val()
        let code = funnel { unsafe mdb_get(raw, table.dbi, &key, &value) }
        return unsafe try environment.found("mdb_get", code) ? value.bytes : nil
    }
}

/// A read transaction that an object can hold: it ends with the last reference to it.
///
/// Spans of a stored transaction cannot leave the access to it, so single values are copied. A caller that walks a table
/// borrows the transaction for the walk. Not for several threads at once. Keep it short-lived: an old
/// reader stops page reuse.
package final class Snapshot {
    private let transaction: ReadTransaction

    @available(*, noasync)
    package init(_ environment: Environment) throws(LMDBError) { transaction = try environment.beginRead() }

    /// The last committed transaction that the snapshot sees. `Environment.info` may count a commit of another process a
    /// moment before snapshots see it.
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
