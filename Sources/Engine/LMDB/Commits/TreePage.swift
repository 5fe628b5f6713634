/// A page of a tree as it lies in LMDB's file.
///
/// The layout is that of LMDB 0.9 (`MDB_page`, `MDB_node`, `MDB_db`): a head of 16 bytes with the page's number, what it is, and where
/// its free room begins; then the places of its entries. An entry has a head of 8 bytes, its key, and what belongs to that.
struct TreePage: ~Escapable {
    static let headBytes = 16
    /// The number of the page that is none: the root of a table without a record.
    static let none = UInt64.max

    private let bytes: RawSpan
    let isBranch: Bool
    /// None where records of equal length lie one after the other, without heads.
    let entryCount: Int

    /// A tree of pages: of a table, or of one key's values.
    struct Tree: Hashable {
        static let bytes = 48
        var root: UInt64
        /// Levels; 0 of an empty one.
        var depth: Int

        init(root: UInt64, depth: Int) { (self.root, self.depth) = (root, depth) }

        /// As a page describes it from there on.
        init(_ bytes: RawSpan, at place: Int) {
            root = bytes.number(at: place + 40)
            depth = Int(bytes.number(at: place + 6, as: UInt16.self))
        }
    }

    /// Nil: it is no page of a tree.
    @_lifetime(copy bytes)
    init?(_ bytes: RawSpan) {
        guard bytes.byteCount >= Self.headBytes else { return nil }
        let flags = bytes.number(at: 10, as: UInt16.self)
        let places = Int(bytes.number(at: 12, as: UInt16.self)) - Self.headBytes
        guard flags & 0x03 != 0, places >= 0, places % 2 == 0, Self.headBytes + places <= bytes.byteCount else {
            return nil
        }
        self.bytes = bytes
        isBranch = flags & 0x01 != 0
        entryCount = flags & 0x20 == 0 ? places / 2 : 0
    }

    /// Where an entry begins; nil: it would lie outside of the page.
    func entry(_ index: Int) -> Int? {
        let place = Int(bytes.number(at: Self.headBytes + 2 * index, as: UInt16.self))
        return place >= Self.headBytes && place + 8 <= bytes.byteCount ? place : nil
    }

    /// The page that an entry of a branch leads to: 48 bits.
    func child(_ entry: Int) -> UInt64 {
        UInt64(bytes.number(at: entry, as: UInt32.self))
            | UInt64(bytes.number(at: entry + 4, as: UInt16.self)) << 32
    }

    /// The tree that an entry of a leaf describes, if it describes one: a table, or the many values of a key.
    func tree(_ entry: Int) -> Tree? {
        let place = valuePlace(entry)
        return kind(entry) & 0x02 != 0 && place + Tree.bytes <= bytes.byteCount ? Tree(bytes, at: place) : nil
    }

    /// The first of the pages of its own that the value of a leaf's entry fills, if it does.
    func overflow(_ entry: Int) -> UInt64? {
        let place = valuePlace(entry)
        return kind(entry) & 0x01 != 0 && place + 8 <= bytes.byteCount ? bytes.number(at: place) : nil
    }

    private func kind(_ entry: Int) -> UInt16 { bytes.number(at: entry + 4) }
    private func valuePlace(_ entry: Int) -> Int { entry + 8 + Int(bytes.number(at: entry + 6, as: UInt16.self)) }
}

extension RawSpan {
    /// In the machine's byte order, which is the one that LMDB writes.
    func number<N: FixedWidthInteger & BitwiseCopyable>(at place: Int, as type: N.Type = N.self) -> N {
        unsafe unsafeLoadUnaligned(fromByteOffset: place, as: type)
    }
}
