internal import CLMDB
internal import Synchronization

extension Environment {
    /// Opens a table in a short transaction of its own; nil if it is absent and `create` is false.
    ///
    /// Not to be called inside a transaction of the same thread. Throws `.incompatible` if the table has other flags
    /// (LMDB would not check them for a table that is open already), `.tablesFull` beyond `tablesMax`. A transaction
    /// begun earlier cannot use the table. The corresponding C function is `mdb_dbi_open`.
    package func openTable(_ name: String, flags: TableFlags = [], create: Bool = true) throws(LMDBError) -> Table? {
        let result: Result<Table?, LMDBError> = tableOpening.withLock { _ in
            do throws(LMDBError) {
                // Looking first costs nothing, and spares the writer's lock and an fsync at every start.
                if let table = try openExistingTable(name, flags) { return .success(table) }
                return .success(create ? try createTable(name, flags) : nil)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func openExistingTable(_ name: String, _ flags: TableFlags) throws(LMDBError) -> Table? {
        // Not a pooled reader: the handle lives on only if the transaction commits.
        let raw = try unsafe beginReader(pooled: false).raw
        defer { leave() }
        let table: Table?
        do throws(LMDBError) {
            table = try unsafe openTable(name, flags, openFlags: 0, in: raw)
        } catch {
            unsafe mdb_txn_abort(raw)
            throw error
        }
        try check(
            "mdb_txn_commit", funnel({ unsafe mdb_txn_commit(raw) }, instead: { unsafe mdb_txn_abort(raw) }))
        return table
    }

    private func createTable(_ name: String, _ flags: TableFlags) throws(LMDBError) -> Table? {
        let transaction = try beginWrite()
        let table = try unsafe openTable(name, flags, openFlags: UInt32(MDB_CREATE), in: transaction.snapshot.raw)
        try transaction.commit()
        return table
    }

    private func openTable(
        _ name: String, _ flags: TableFlags, openFlags: UInt32, in raw: OpaquePointer
    ) throws(LMDBError) -> Table? {
        var dbi: UInt32 = 0
        let code = funnel { unsafe mdb_dbi_open(raw, name, flags.rawValue | openFlags, &dbi) }
        guard try found("mdb_dbi_open", code) else { return nil }
        var stored: UInt32 = 0
        try check("mdb_dbi_flags", funnel { unsafe mdb_dbi_flags(raw, dbi, &stored) })
        guard stored & TableFlags.persistent == flags.rawValue else { throw error(.incompatible, "mdb_dbi_open") }
        return Table(name: name, flags: flags, dbi: dbi, environmentSerial: serial)
    }
}
