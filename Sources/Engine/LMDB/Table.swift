internal import CLMDB

/// A handle to a named B+tree of one environment. It stays valid until the environment closes or the table is dropped.
package struct Table: Sendable, Equatable {
    package let name: String
    package let flags: TableFlags
    let dbi: UInt32
    /// Which `Environment` gave the handle: its number means another table elsewhere.
    let environmentSerial: Int
}

/// How a table sorts; fixed when it is created.
package struct TableFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Keys are native 64-bit integers (`MDB_INTEGERKEY`).
    package static let integerKey = Self(rawValue: UInt32(MDB_INTEGERKEY))
    /// A key may have several values, sorted bytewise (`MDB_DUPSORT`).
    package static let duplicateSorted = Self(rawValue: UInt32(MDB_DUPSORT))
    /// All duplicates have one size, and are stored as contiguous records (`MDB_DUPFIXED`); implies `duplicateSorted`.
    package static let duplicateFixed = Self(rawValue: UInt32(MDB_DUPFIXED) | UInt32(MDB_DUPSORT))

    /// The bits that LMDB stores with the table.
    static let persistent: UInt32 = UInt32(MDB_INTEGERKEY) | UInt32(MDB_DUPSORT) | UInt32(MDB_DUPFIXED)
}

/// How `put` treats what is there.
package struct PutFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Fail with `.keyExists` if the key is there (`MDB_NOOVERWRITE`).
    package static let noOverwrite = Self(rawValue: UInt32(MDB_NOOVERWRITE))
    /// The key is greater than all others; otherwise fails with `.keyExists` (`MDB_APPEND`).
    package static let append = Self(rawValue: UInt32(MDB_APPEND))
    /// The value is greater than all others of its key; otherwise fails with `.keyExists` (`MDB_APPENDDUP`).
    package static let appendDuplicate = Self(rawValue: UInt32(MDB_APPENDDUP))
}

extension MDB_val {
    /// Points at the bytes; valid as long as they are.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
    }
}

extension RawSpan {
    /// The span as an argument: it lives through the call, for the caller holds it.
    var value: MDB_val {
        unsafe withUnsafeBytes { unsafe MDB_val($0) }
    }
}
