internal import Glibc

/// One of the two pages, 0 and 1, that name a commit in turns, and the trees that it consists of.
///
/// The layout is that of LMDB 0.9 (`MDB_meta`). LMDB writes the first 152 bytes of such a page once the file is made, and reads no
/// others: what tells this file from all others lies behind them.
struct CommitHead {
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1
    /// From the page's beginning on: the version's own part, what a commit says, and the file's identity, which shares no sector with
    /// what LMDB writes.
    private static let (magicPlace, saidPlace, saidEnd, identityPlace) = (16, 24, 152, 512)
    private static let (freePagesPlace, tablesPlace, lastPagePlace, transactionPlace) = (40, 88, 136, 144)
    private static let identityMagic: UInt64 = 0x4C44_4944_5244_524C  // "LRDRDIDL"
    private static let identityWords = 5
    private static let bytes = identityPlace + 8 * identityWords

    let page: Int
    private let pageBytes: Int
    private let bytes: [UInt8]

    /// Bytes of a page of the file; nil: it is none of LMDB 0.9's.
    static func pageBytes(_ descriptor: Int32) -> Int? {
        guard let first = Self(0, of: descriptor, pageBytes: 0) else { return nil }
        let pageBytes = unsafe Int(first.bytes.span.bytes.number(at: freePagesPlace, as: UInt32.self))
        return (1_024...65_536).contains(pageBytes) ? pageBytes : nil
    }

    /// Nil where it cannot be read, or is no such page.
    init?(_ page: Int, of descriptor: Int32, pageBytes: Int) {
        guard let bytes = readAll(descriptor, at: page * pageBytes, count: Self.bytes), bytes.count == Self.bytes,
            unsafe bytes.span.bytes.number(at: Self.magicPlace) == Self.magic,
            unsafe bytes.span.bytes.number(at: Self.magicPlace + 4) == Self.version
        else { return nil }
        self.page = page
        self.pageBytes = pageBytes
        self.bytes = bytes
    }

    /// The number of the commit.
    var transactionID: UInt64 { unsafe bytes.span.bytes.number(at: Self.transactionPlace) }
    /// The tree of free pages.
    var freePages: TreePage.Tree { unsafe .init(bytes.span.bytes, at: Self.freePagesPlace) }
    /// The tree that names all tables.
    var tables: TreePage.Tree { unsafe .init(bytes.span.bytes, at: Self.tablesPlace) }

    /// How many pages the file has had so far.
    var pageCount: UInt64 { unsafe bytes.span.bytes.number(at: Self.lastPagePlace, as: UInt64.self) &+ 1 }

    /// Makes the other head say the same, under that number. Returns `errno` if that cannot be written.
    func write(over other: CommitHead, as transactionID: UInt64, to descriptor: Int32) -> Int32? {
        let number = unsafe withUnsafeBytes(of: transactionID) { unsafe [UInt8]($0) }
        return writeAll(
            bytes[Self.saidPlace..<Self.transactionPlace] + number, to: descriptor,
            at: other.page * pageBytes + Self.saidPlace)
    }

    /// Which data file it is, and whether its journal may have what it lacks.
    struct Identity: Equatable {
        var number: UInt128
        /// Written to since it was last closed in order: without its journal nobody knows what it lacks.
        var isOpen: Bool
    }

    /// Nil: the file has none.
    var identity: Identity? {
        guard let words = unsafe CheckedWords(count: Self.identityWords, bytes.span.bytes, at: Self.identityPlace),
            words.words[0] == Self.identityMagic
        else { return nil }
        return Identity(number: words.wide(1), isOpen: words.words[3] != 0)
    }

    /// Returns `errno` if that fails.
    func write(_ identity: Identity, to descriptor: Int32) -> Int32? {
        let words = CheckedWords([Self.identityMagic] + identity.number.words + [identity.isOpen ? 1 : 0])
        return writeAll(words.bytes, to: descriptor, at: page * pageBytes + Self.identityPlace)
    }
}
