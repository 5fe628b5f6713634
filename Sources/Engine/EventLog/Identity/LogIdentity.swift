import LMDB
package import Layout

/// The identity of a log: what `meta` says about it, and what every copy of its stored bytes carries.
package struct LogIdentity: Equatable, Sendable {
    package internal(set) var lineage: LogLineage
    package let created: Timestamp
    /// A copy that ends before the end of the original. It accepts no events until it is branched off.
    package internal(set) var isReadOnly = false

    init(lineage: LogLineage, created: Timestamp, isReadOnly: Bool = false) {
        self.lineage = lineage
        self.created = created
        self.isReadOnly = isReadOnly
    }

    /// The identity of a new log.
    init(new id: [UInt8], created: Timestamp) { self.init(lineage: LogLineage(root: id), created: created) }

    /// The lowest format that can hold all of this: older programs must neither take a branch for its original nor
    /// write to a copy.
    var format: UInt32 { lineage.branchings.isEmpty && !isReadOnly ? EventLog.format : EventLog.formatMax }

    // MARK: In `meta`

    /// What is wrong with what is stored.
    enum Problem: Error {
        case notALog
        case newer(format: UInt64)
    }

    init(_ tables: LogTables, in snapshot: Snapshot) throws {
        func number(_ key: MetaKey) throws -> UInt64? { try tables.meta.get(key, in: snapshot)?.number }
        guard let format = try number(.format), let root = try tables.meta.get(.logID, in: snapshot)?.raw,
            root.count == 16, let created = try number(.created)
        else { throw Problem.notALog }
        guard format <= EventLog.formatMax else { throw Problem.newer(format: format) }
        let branchings = try tables.meta.get(.branchings, in: snapshot)?.raw ?? []
        self.init(
            lineage: try LogLineage(root: root, branchings: unsafe branchings.span.bytes),
            created: Timestamp(microseconds: Int64(bitPattern: created)),
            isReadOnly: try number(.readOnly) == 1)
    }

    func store(in tables: LogTables, _ transaction: inout WriteTransaction) throws {
        let meta = tables.meta
        try meta.put(.format, MetaRow(UInt64(format)), in: &transaction)
        try meta.put(.logID, MetaRow(bytes: lineage.root), in: &transaction)
        try meta.put(.created, MetaRow(UInt64(bitPattern: created.microseconds)), in: &transaction)
        var writer = ByteWriter()
        lineage.encodeBranchings(into: &writer)
        if lineage.branchings.isEmpty {
            try meta.delete(.branchings, in: &transaction)
        } else {
            try meta.put(.branchings, MetaRow(bytes: writer.bytes), in: &transaction)
        }
        if isReadOnly {
            try meta.put(.readOnly, MetaRow(1), in: &transaction)
        } else {
            try meta.delete(.readOnly, in: &transaction)
        }
    }
}
