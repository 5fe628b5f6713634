internal import CLMDB

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
