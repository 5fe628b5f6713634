internal import CLMDB
internal import Glibc

/// Looks whether the pages that say what is newest are themselves.
///
/// Each page of LMDB's file begins with its number, which LMDB does not compare with the place that it reads the page from. A write
/// that went astray, or one that a disk lost, leaves a page there that is sound, and another or an older one: the root of
/// all tables as it was some commits ago makes an earlier state of everything of it, in which nothing is missing. So the roots,
/// and in each table the pages that lead to its last key, are looked at before anything is believed.
///
/// The layout is that of LMDB 0.9: a page has a head of 16 bytes, then the places of its entries; pages 0 and 1 name a commit each.
struct PageNumbers {
    private static let headBytes = 16
    /// A tree of as many levels holds more than any disk.
    private static let depthMax = 32
    private static let none = UInt64.max

    private let descriptor: Int32
    private let pageBytes: Int

    /// A page that is not where it says, by its place.
    struct Misplaced: Error {
        var place: UInt64
    }

    /// Refuses the state of the open transaction if it is led to by a page that is another one. Whatever else is wrong with a page
    /// is for LMDB to say. Reads a few pages for each table.
    static func check(_ transaction: OpaquePointer, _ environment: OpaquePointer) throws(Misplaced) {
        var descriptor: Int32 = -1
        guard unsafe mdb_env_get_fd(environment, &descriptor) == MDB_SUCCESS else { return }
        let id = unsafe UInt64(mdb_txn_id(transaction))
        // Others may have committed since; the pages of this state stay as they are for as long as the transaction is open, and
        // so does the one that names it for one more commit.
        guard let pageBytes = CommitHead.pageBytes(descriptor) else { return }
        for page in 0..<2 {
            guard let head = CommitHead(page, of: descriptor, pageBytes: pageBytes), head.transactionID == id else {
                continue
            }
            let numbers = PageNumbers(descriptor: descriptor, pageBytes: pageBytes)
            try numbers.follow(head.freePages.root)
            try numbers.tables(below: head.tables.root)
            return
        }
    }

    /// The rightmost pages from there on.
    private func follow(_ root: UInt64) throws(Misplaced) {
        var place = root
        for _ in 0..<Self.depthMax where place != TreePage.none {
            guard let bytes = try bytes(of: place), let page = unsafe TreePage(bytes.span.bytes), page.isBranch,
                page.entryCount > 0, let last = page.entry(page.entryCount - 1)
            else { return }
            place = page.child(last)
        }
    }

    /// All tables are named in one tree, which seldom has more than a page.
    private func tables(below root: UInt64) throws(Misplaced) {
        var places = [root]
        var seen = 0
        while let place = places.popLast(), place != TreePage.none, seen < 1_024 {
            seen += 1
            guard let bytes = try bytes(of: place), let page = unsafe TreePage(bytes.span.bytes) else { return }
            for index in 0..<page.entryCount {
                guard let entry = page.entry(index) else { return }
                if page.isBranch {
                    places.append(page.child(entry))
                } else if let table = page.tree(entry) {
                    try follow(table.root)
                }
            }
        }
    }

    /// Nil: it cannot be read.
    private func bytes(of place: UInt64) throws(Misplaced) -> [UInt8]? {
        guard place < UInt64(Int.max / pageBytes) else { return nil }
        var bytes = [UInt8](repeating: 0, count: pageBytes)
        let read = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, pageBytes, Int(place) * pageBytes)
        }
        guard read == pageBytes else { return nil }
        guard unsafe bytes.span.bytes.number(at: 0) == place else { throw Misplaced(place: place) }
        return bytes
    }
}
