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
        let metaBytes = headBytes + 136
        guard let first = bytes(descriptor, at: 0, count: metaBytes) else { return }
        let pageBytes = Int(uint32(first, headBytes + 24))
        guard (512...65_536).contains(pageBytes) else { return }
        for number in 0..<2 {
            guard let meta = bytes(descriptor, at: number * pageBytes, count: metaBytes),
                uint64(meta, headBytes + 128) == id
            else { continue }
            let numbers = PageNumbers(descriptor: descriptor, pageBytes: pageBytes)
            // First the tree of free pages, then that of all tables.
            try numbers.follow(uint64(meta, headBytes + 24 + 40))
            try numbers.tables(below: uint64(meta, headBytes + 24 + 48 + 40))
            return
        }
    }

    /// The rightmost pages from there on.
    private func follow(_ root: UInt64) throws(Misplaced) {
        var place = root
        for _ in 0..<Self.depthMax where place != Self.none {
            guard let page = try page(place), page.isBranch, let last = page.entries.last else { return }
            place = page.child(last)
        }
    }

    /// All tables are named in one tree, which seldom has more than a page.
    private func tables(below root: UInt64) throws(Misplaced) {
        var places = [root]
        var seen = 0
        while let place = places.popLast(), place != Self.none, seen < 1_024 {
            seen += 1
            guard let page = try page(place) else { return }
            if page.isBranch {
                places += page.entries.map(page.child)
            } else {
                for entry in page.entries { if let root = page.root(entry) { try follow(root) } }
            }
        }
    }

    /// Nil: it cannot be read, or is no page of a tree.
    private func page(_ place: UInt64) throws(Misplaced) -> Page? {
        guard place < UInt64(Int.max / pageBytes),
            let bytes = Self.bytes(descriptor, at: Int(place) * pageBytes, count: pageBytes)
        else { return nil }
        guard uint64(bytes, 0) == place else { throw Misplaced(place: place) }
        return Page(bytes: bytes)
    }

    private struct Page {
        let bytes: [UInt8]
        let isBranch: Bool
        /// Where its entries begin.
        let entries: [Int]

        init?(bytes: [UInt8]) {
            let flags = uint16(bytes, 10)
            let count = Int(uint16(bytes, 12)) - PageNumbers.headBytes
            // Branches, and leaves whose entries have heads.
            guard flags & 0x03 != 0, flags & 0x20 == 0, count >= 0, count % 2 == 0,
                PageNumbers.headBytes + count <= bytes.count
            else {
                return nil
            }
            self.bytes = bytes
            isBranch = flags & 0x01 != 0
            entries = (0..<count / 2).map { Int(uint16(bytes, PageNumbers.headBytes + $0 * 2)) }
            guard entries.allSatisfy({ $0 >= PageNumbers.headBytes && $0 + 8 <= bytes.count }) else { return nil }
        }

        /// The page that an entry of a branch leads to: 48 bits.
        func child(_ entry: Int) -> UInt64 {
            UInt64(uint32(bytes, entry)) | UInt64(uint16(bytes, entry + 4)) << 32
        }

        /// The root of the table that an entry of a leaf describes; nil: it describes none.
        func root(_ entry: Int) -> UInt64? {
            let isTable = uint16(bytes, entry + 4) & 0x02 != 0
            let place = entry + 8 + Int(uint16(bytes, entry + 6)) + 40
            return isTable && place + 8 <= bytes.count ? uint64(bytes, place) : nil
        }
    }

    // MARK: Bytes

    private static func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, offset) }
        return read == count ? bytes : nil
    }
}

private func uint16(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
}

private func uint32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(uint16(bytes, offset)) | UInt32(uint16(bytes, offset + 2)) << 16
}

private func uint64(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
    UInt64(uint32(bytes, offset)) | UInt64(uint32(bytes, offset + 4)) << 32
}
