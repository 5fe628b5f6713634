internal import Glibc

/// The file that commits are brought to the disk with: copies of the pages that each of them wrote, one commit after the other.
///
/// It begins with two places for a head, used in turns, each a block of its own. From 8,192 on come the entries: the entry's own head,
/// the runs of pages, the pages. An entry counts if it is whole, of the head's epoch, and of the commit after the one before it; the
/// first is of the commit after the one that the epoch begins with. Numbers are in the machine's byte order, as LMDB's are.
@safe
struct JournalFile: ~Copyable {
    /// No more than this is kept at once.
    static let bytesMax = 32 << 20
    /// A larger entry costs more to write than it spares: so many pages are seldom written again soon.
    static let entryBytesMax = 8 << 20
    /// What is left of it when nobody uses it.
    static let bytesAtRest = 256 << 10
    private static let blockBytes = 4_096
    private static let entriesPlace = 2 * blockBytes
    private static let magic: UInt64 = 0x314A_5244_5244_524C  // "LRDRDRJ1"
    private static let entryMagic: UInt64 = 0x3145_5244_5244_524C  // "LRDRDRE1"
    private static let (headWords, entryWords) = (9, 8)

    /// Of an epoch: the time from one moment at which all was on the disk to the next.
    struct Head: Equatable {
        /// Of the data file.
        var identity: UInt128
        /// Of the boot and the file that it is written for: another one may lack what it was not synced with.
        var life: UInt128
        /// One more with each head.
        var epoch: UInt64
        /// The last commit that the data file holds for certain.
        var base: UInt64
    }

    /// Where the next entry goes, and which commit was the last.
    struct End: Equatable {
        var epoch: UInt64
        var last: UInt64
        var place: Int

        var isEmpty: Bool { place == entriesPlace }

        /// Goes beyond an entry. The next one shares no block of the disk with it, which a failing write could harm.
        fileprivate mutating func pass(_ bytesCount: Int) {
            last += 1
            place += (bytesCount + blockBytes - 1) / blockBytes * blockBytes
        }
    }

    private let descriptor: Int32
    /// Up to here there is room. It is asked for once: a file whose times somebody has looked at gets new ones with the next write, and
    /// on some file systems a sync then writes the inode as well, which takes half as long again.
    private var room = 0

    /// Nil, with `errno`, where it cannot be opened.
    init?(_ path: String, create: Bool) {
        var descriptor = unsafe open(path, (create ? O_CREAT : 0) | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor < 0, !create { descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    private var bytes: Int? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether no other process has it open; that must be asked before `hold`.
    var isAlone: Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Tells others, for as long as it is open, that they are not alone.
    func hold() { _ = flock(descriptor, LOCK_SH) }

    // MARK: The head

    /// The newer of the two; nil: there is none.
    func head() -> Head? {
        let heads = [0, 1].compactMap { place -> Head? in
            guard let bytes = readAll(descriptor, at: place * Self.blockBytes, count: 8 * Self.headWords),
                let words = unsafe CheckedWords(count: Self.headWords, bytes.span.bytes),
                words.words[0] == Self.magic
            else { return nil }
            return Head(identity: words.wide(1), life: words.wide(3), epoch: words.words[5], base: words.words[6])
        }
        return heads.max { $0.epoch < $1.epoch }
    }

    /// Begins an epoch: what was written before it is void. Returns `errno` if that fails.
    func begin(_ head: Head) -> Int32? { write(head) ?? sync() }

    /// Has whoever sees this, as long as the machine runs, trust nothing of the data file that the entries have, unless another epoch
    /// follows. To be said before it is synced: where that fails the kernel may take lost pages for clean, and tells whoever opens the
    /// file later nothing of it. Returns `errno` if that fails.
    func doubt(_ head: Head) -> Int32? {
        var head = head
        head.life = 0
        return write(head)
    }

    private func write(_ head: Head) -> Int32? {
        let words = CheckedWords([Self.magic] + head.identity.words + head.life.words + [head.epoch, head.base, 0])
        return writeAll(words.bytes, to: descriptor, at: Int(head.epoch % 2) * Self.blockBytes)
    }

    // MARK: Entries

    /// Goes through the entries of the head's epoch, and answers where they end.
    func entries(of head: Head, visit: (_ entry: Entry) -> Void = { _ in }) -> End {
        var end = End(epoch: head.epoch, last: head.base, place: Self.entriesPlace)
        while let entry = entry(at: end) {
            visit(entry)
            end.pass(entry.bytesCount)
        }
        return end
    }

    /// All pages that entries of the head's epoch have, as the last of them has each.
    func pages(of head: Head) -> (end: End, pages: [UInt64: [UInt8]]) {
        var pages: [UInt64: [UInt8]] = [:]
        let end = entries(of: head) { entry in entry.forEachPage { pages[$0] = $1 } }
        return (end, pages)
    }

    struct Entry {
        fileprivate let bytes: [UInt8]
        fileprivate let runs: [WrittenPages.Run]
        let pageBytes: Int
        var bytesCount: Int { bytes.count }

        /// Nil: that is not what its head says.
        fileprivate init?(_ bytes: [UInt8], _ words: [UInt64]) {
            let (runsCount, pageBytes) = (Int(words[4] >> 32), Int(words[4] & 0xFFFF_FFFF))
            let pagesPlace = 8 * entryWords + 16 * runsCount
            guard pageBytes > 0, pagesPlace <= bytes.count else { return nil }
            var pagesLeft = (bytes.count - pagesPlace) / pageBytes
            var runs: [WrittenPages.Run] = []
            for index in 0..<runsCount {
                let place = 8 * (entryWords + 2 * index)
                let (first, count): (UInt64, UInt64) = unsafe (
                    bytes.span.bytes.number(at: place), bytes.span.bytes.number(at: place + 8)
                )
                guard count <= pagesLeft, first < UInt64(Int.max / pageBytes) else { return nil }
                pagesLeft -= Int(count)
                runs.append(.init(first: first, count: Int(count)))
            }
            guard pagesPlace + runs.reduce(0, { $0 + $1.count }) * pageBytes == bytes.count else { return nil }
            var digest = JournalFile.digest(unsafe bytes.span.bytes.extracting(8 * entryWords..<pagesPlace), after: 0)
            var place = pagesPlace
            for run in runs {
                let end = place + run.count * pageBytes
                digest = JournalFile.digest(unsafe bytes.span.bytes.extracting(place..<end), after: digest)
                place = end
            }
            guard digest == words[5] else { return nil }
            (self.bytes, self.runs, self.pageBytes) = (bytes, runs, pageBytes)
        }

        /// Each page with its number, in the order in which they were written.
        func forEachPage(_ body: (_ number: UInt64, _ page: [UInt8]) -> Void) {
            var place = 8 * entryWords + 16 * runs.count
            for run in runs {
                for number in run.first..<run.first + UInt64(run.count) {
                    body(number, [UInt8](bytes[place..<place + pageBytes]))
                    place += pageBytes
                }
            }
        }
    }

    /// Nil: none is there that is whole, and follows.
    private func entry(at end: End) -> Entry? {
        let headBytes = 8 * Self.entryWords
        guard let first = readAll(descriptor, at: end.place, count: headBytes),
            let words = unsafe CheckedWords(count: Self.entryWords, first.span.bytes)?.words,
            words[0] == Self.entryMagic, words[1] == end.epoch, words[2] == end.last + 1,
            words[3] <= UInt64(Self.entryBytesMax),
            let bytes = readAll(descriptor, at: end.place, count: Int(words[3])),
            bytes.count == Int(words[3])
        else { return nil }
        return Entry(bytes, words)
    }

    fileprivate static func digest(_ bytes: RawSpan, after digest: UInt64) -> UInt64 {
        UInt64(truncatingIfNeeded: xxh3(bytes, seed: digest))
    }

    /// How many bytes an entry of these pages has; nil: more than there is room for.
    static func bytes(_ pages: WrittenPages, after end: End, pageBytes: Int) -> Int? {
        let count = 8 * entryWords + 16 * pages.runs.count + pages.count * pageBytes
        return count <= entryBytesMax && end.place + count <= bytesMax ? count : nil
    }

    /// Appends an entry, and brings it to the disk. Returns `errno` if that fails; then `withdraw` must follow.
    mutating func append(_ pages: WrittenPages, of map: borrowing PageMap, after end: inout End) -> Int32? {
        guard let count = Self.bytes(pages, after: end, pageBytes: map.pageBytes) else { return EFBIG }
        let runs = pages.runs.flatMap { [$0.first, UInt64($0.count)] }
        var digest = unsafe Self.digest(runs.span.bytes, after: 0)
        var pieces: [iovec] = unsafe [iovec()]
        for run in pages.runs {
            guard let bytes = map.pages(run.first, count: run.count) else { return EUCLEAN }
            digest = Self.digest(bytes, after: digest)
            unsafe bytes.withUnsafeBytes {
                unsafe pieces.append(iovec(iov_base: .init(mutating: $0.baseAddress), iov_len: $0.count))
            }
        }
        let head = CheckedWords([
            Self.entryMagic, end.epoch, end.last + 1, UInt64(count),
            UInt64(pages.runs.count) << 32 | UInt64(map.pageBytes), digest, 0,
        ])
        if let code = makeRoom(to: end.place + count) { return code }
        let code = unsafe (head.words + runs).withUnsafeBytes { words in
            unsafe pieces[0] = iovec(iov_base: .init(mutating: words.baseAddress), iov_len: words.count)
            return unsafe writeAll(pieces, to: descriptor, at: end.place)
        }
        if let code = code ?? sync() { return code }
        end.pass(count)
        return nil
    }

    /// Voids what was begun to be appended, as far as a disk that has failed allows.
    func withdraw(after end: End) {
        _ = writeAll([UInt8](repeating: 0, count: 8 * Self.entryWords), to: descriptor, at: end.place)
        _ = sync()
    }

    /// Writes zeros to where the file shall go: a sync need not bring a new length, or newly used blocks, to the disk each time then.
    private mutating func makeRoom(to end: Int) -> Int32? {
        guard end > room else { return nil }
        guard let size = bytes else { return errno }
        room = size
        guard end > size else { return nil }
        let step = 64 << 10
        let target = max((end + step - 1) / step * step, min(2 * size, Self.bytesMax))
        // In vain where the disk is full: the entry itself may find room yet.
        if writeAll([UInt8](repeating: 0, count: target - size), to: descriptor, at: size) == nil { room = target }
        return nil
    }

    /// Gives back what it has grown by. Only where it holds no entry that counts.
    mutating func shrink() {
        room = 0
        if let bytes, bytes > Self.bytesAtRest { _ = ftruncate(descriptor, Self.bytesAtRest) }
    }

    mutating func empty() -> Int32? {
        room = 0
        return ftruncate(descriptor, 0) == 0 ? nil : errno
    }

    private func sync() -> Int32? { fdatasync(descriptor) == 0 ? nil : errno }
}
