internal import CLMDB
internal import Glibc

extension WriteTransaction {
    /// Lends a writer for one table to `body`. No other update of that table may come in between.
    @available(*, noasync)
    package mutating func withWriter(_ table: Table, _ body: (inout TableWriter) -> Void) throws(LMDBError) {
        snapshot.checkOwner(table)
        var cursor: OpaquePointer?
        let raw = unsafe snapshot.raw
        try check("mdb_cursor_open", funnel { unsafe mdb_cursor_open(raw, table.dbi, &cursor) })
        guard let cursor = unsafe cursor else { throw environment.failure("mdb_cursor_open", EINVAL) }
        var writer = unsafe TableWriter(cursor)
        defer { unsafe mdb_cursor_close(cursor) }
        body(&writer)
        if writer.hasStored { hasStored = true }
        if let failure = writer.failure { try check(failure.operation, failure.code) }
    }
}

/// Writes many records of one table: quick where their keys come in order, for it stays at the page that it is on.
///
/// The corresponding C functions are `mdb_cursor_put` and `mdb_cursor_del`.
@safe
package struct TableWriter: ~Copyable {
    private let raw: OpaquePointer
    /// The first code that is no success: all later calls do nothing, and the transaction throws it.
    fileprivate private(set) var failure: (operation: StaticString, code: Int32)?
    fileprivate private(set) var hasStored = false

    fileprivate init(_ raw: OpaquePointer) { unsafe self.raw = raw }

    /// With `.append` the key must be above all others of the table.
    @available(*, noasync)
    package mutating func put(_ key: RawSpan, _ value: RawSpan, flags: PutFlags = []) {
        guard failure == nil else { return }
        var key = unsafe key.value
        var value = unsafe value.value
        let code = funnel { unsafe mdb_cursor_put(raw, &key, &value, flags.rawValue) }
        if code == MDB_SUCCESS { hasStored = true } else { failure = ("mdb_cursor_put", code) }
    }

    /// A value of two parts, copied into its place without being joined first. Not for tables of duplicates.
    @available(*, noasync)
    package mutating func put(_ key: RawSpan, _ first: RawSpan, _ second: RawSpan, flags: PutFlags = []) {
        guard failure == nil else { return }
        var key = unsafe key.value
        var value = unsafe MDB_val(mv_size: first.byteCount + second.byteCount, mv_data: nil)
        let code = funnel { unsafe mdb_cursor_put(raw, &key, &value, flags.rawValue | UInt32(MDB_RESERVE)) }
        guard code == MDB_SUCCESS, let place = unsafe value.mv_data else {
            failure = ("mdb_cursor_put", code == MDB_SUCCESS ? EINVAL : code)
            return
        }
        hasStored = true
        let whole = unsafe UnsafeMutableRawBufferPointer(start: place, count: first.byteCount + second.byteCount)
        unsafe first.withUnsafeBytes { unsafe whole.copyMemory(from: $0) }
        unsafe second.withUnsafeBytes { part in
            unsafe UnsafeMutableRawBufferPointer(rebasing: whole[first.byteCount...]).copyMemory(from: part)
        }
    }

    /// Nothing when the key is absent.
    @available(*, noasync)
    package mutating func delete(_ key: RawSpan) {
        guard failure == nil else { return }
        var key = unsafe key.value
        var value = unsafe MDB_val()
        let found = funnel { unsafe mdb_cursor_get(raw, &key, &value, MDB_SET) }
        if found == MDB_NOTFOUND { return }
        guard found == MDB_SUCCESS else {
            failure = ("mdb_cursor_get", found)
            return
        }
        let code = funnel { unsafe mdb_cursor_del(raw, 0) }
        if code != MDB_SUCCESS { failure = ("mdb_cursor_del", code) }
    }
}
