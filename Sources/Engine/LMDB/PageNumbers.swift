internal import CLMDB
internal import Glibc

/// Checks that the pages which lead to the newest records lie where they belong.
///
/// Each page of LMDB's file begins with its own number, and LMDB does not compare that number with the place it reads the page from.
/// A misdirected or lost write leaves a sound page there, but another or an older one. An old root of the table of tables then
/// shows an earlier state of everything, in which nothing seems to be missing. So opening an environment checks the roots, and
/// in each table the pages that lead to its last key.
///
/// The layout is that of LMDB 0.9 (`MDB_meta`, `MDB_page`, `MDB_node`, `MDB_db`). Pages 0 and 1 are the meta pages: each names a
/// commit and its trees.
struct PageNumbers {
    /// A tree of this many levels holds more than any disk.
    private static let depthMax = 32
    /// The table of tables seldom has more than one page.
    private static let tablePagesMax = 1_024
    /// The root of a table without a record.
    private static let noPage = UInt64.max

    private let descriptor: Int32
    private let pageBytes: Int

    /// A page whose number is not that of its place.
    struct Misplaced: Error {
        var place: UInt64
    }

    /// Throws if a misplaced page leads to the state that an open transaction sees. LMDB itself finds any other damage.
    ///
    /// Reads a few pages for each table. Other processes may commit meanwhile: the pages of this state do not change while the
    /// transaction is open, and its meta page stays for one more commit.
    static func check(_ transaction: OpaquePointer, _ environment: OpaquePointer) throws(Misplaced) {
        var descriptor: Int32 = -1
        guard unsafe mdb_env_get_fd(environment, &descriptor) == MDB_SUCCESS,
            let pageBytes = Meta(0, of: descriptor, pageBytes: 0)?.pageBytes
        else { return }
        let id = unsafe UInt64(mdb_txn_id(transaction))
        for page in 0..<2 {
            guard let meta = Meta(page, of: descriptor, pageBytes: pageBytes), meta.transactionID == id else {
                continue
            }
            let numbers = PageNumbers(descriptor: descriptor, pageBytes: pageBytes)
            try numbers.followLast(from: meta.freePagesRoot)
            try numbers.followTables(from: meta.tablesRoot)
            return
        }
    }

    /// Checks the rightmost pages of a tree.
    private func followLast(from root: UInt64) throws(Misplaced) {
        var place = root
        for _ in 0..<Self.depthMax where place != Self.noPage {
            guard let page = try page(at: place), page.isBranch, let last = page.entries.last else { return }
            place = page.child(last)
        }
    }

    /// Checks all of the tree that names the tables, and the rightmost pages of each table.
    private func followTables(from root: UInt64) throws(Misplaced) {
        var places = [root]
        var pagesLeft = Self.tablePagesMax
        while let place = places.popLast(), place != Self.noPage, pagesLeft > 0 {
            pagesLeft -= 1
            guard let page = try page(at: place) else { return }
            if page.isBranch {
                places += page.entries.map(page.child)
            } else {
                for entry in page.entries { if let root = page.tableRoot(entry) { try followLast(from: root) } }
            }
        }
    }

    /// `nil` if it cannot be read, or is no page of a tree.
    private func page(at place: UInt64) throws(Misplaced) -> Page? {
        guard place < UInt64(Int.max / pageBytes),
            let bytes = bytes(of: descriptor, at: Int(place) * pageBytes, count: pageBytes)
        else { return nil }
        guard number(bytes, 0) as UInt64 == place else { throw Misplaced(place: place) }
        return Page(bytes)
    }

    /// What a meta page says.
    private struct Meta {
        private static let magic: UInt32 = 0xBEEF_C0DE
        private static let version: UInt32 = 1
        private static let byteCount = 152

        let freePagesRoot: UInt64
        let tablesRoot: UInt64
        let transactionID: UInt64
        let pageBytes: Int

        /// `nil` if it cannot be read, or is no meta page of LMDB 0.9.
        init?(_ page: Int, of descriptor: Int32, pageBytes: Int) {
            guard let meta = bytes(of: descriptor, at: page * pageBytes, count: Self.byteCount),
                number(meta, 16) == Self.magic, number(meta, 20) == Self.version
            else { return nil }
            self.pageBytes = Int(number(meta, 40) as UInt32)
            guard (512...65_536).contains(self.pageBytes) else { return nil }
            freePagesRoot = number(meta, 80)
            tablesRoot = number(meta, 128)
            transactionID = number(meta, 144)
        }
    }

    /// A branch or a leaf: a head of 16 bytes, the places of its entries, and the entries, each with a head of 8 bytes and its key.
    private struct Page {
        private static let headBytes = 16
        private let bytes: [UInt8]
        let isBranch: Bool
        /// Where the entries begin. Empty for a page of duplicates of equal length, which have no heads.
        let entries: [Int]

        /// `nil` if the bytes are no page of a tree, or an entry would lie outside of it.
        init?(_ bytes: [UInt8]) {
            let flags: UInt16 = number(bytes, 10)
            let placesBytes = Int(number(bytes, 12) as UInt16) - Self.headBytes
            guard flags & 0x03 != 0, placesBytes >= 0, placesBytes % 2 == 0,
                Self.headBytes + placesBytes <= bytes.count
            else { return nil }
            self.bytes = bytes
            isBranch = flags & 0x01 != 0
            let entryCount = flags & 0x20 == 0 ? placesBytes / 2 : 0
            entries = (0..<entryCount).map { Int(number(bytes, Self.headBytes + 2 * $0) as UInt16) }
            guard entries.allSatisfy({ $0 >= Self.headBytes && $0 + 8 <= bytes.count }) else { return nil }
        }

        /// The page that an entry of a branch leads to: 48 bits.
        func child(_ entry: Int) -> UInt64 {
            UInt64(number(bytes, entry) as UInt32) | UInt64(number(bytes, entry + 4) as UInt16) << 32
        }

        /// The root of the table, or of the duplicates, that an entry of a leaf describes; `nil` if it holds a plain value.
        func tableRoot(_ entry: Int) -> UInt64? {
            let isTable = (number(bytes, entry + 4) as UInt16) & 0x02 != 0
            let place = entry + 8 + Int(number(bytes, entry + 6) as UInt16) + 40
            return isTable && place + 8 <= bytes.count ? number(bytes, place) : nil
        }
    }
}

/// A number in the machine's byte order, which is the one that LMDB writes.
private func number<N: FixedWidthInteger & BitwiseCopyable>(_ bytes: [UInt8], _ place: Int) -> N {
    unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: N.self)
}

/// `nil` if not all of them can be read.
private func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, offset) }
    return read == count ? bytes : nil
}
