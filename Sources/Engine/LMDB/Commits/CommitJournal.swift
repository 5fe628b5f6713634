internal import Glibc

/// Makes commits durable with one sync of a few pages in a row.
///
/// LMDB itself would sync twice, pages that lie all over its file and then the head that names them, so that no head can be on the disk
/// before its pages. Here LMDB syncs nothing. What a commit has written is copied to the end of a journal beside the data file, and that
/// is synced. Now and then the data file is, and the journal begins anew: an epoch. After a power loss the data file may lack any page
/// that was written since, or have pages of a commit that was not acknowledged. Whoever opens it first then writes the journal's pages
/// to it, and the head is that of the last whole entry: a page that no entry has is as it was when the epoch began, or belongs to
/// nothing. A power loss is told by the number that the kernel gives each boot, and a copy by the file's own; where these are the same,
/// pages are compared.
///
/// No commit may begin before the last one is in the journal, by whatever process: a lock on the data file, which whoever dies lets go,
/// is held from before a transaction until its sync. Whoever begins one after another process syncs the data file and begins an epoch of
/// his own: of what others wrote last nobody else knows whether its sync has returned.
///
/// A data file and its journal bear the same number. The data file says beside it whether it was closed in order: then it is complete
/// without its journal, as is one that bears no number, for LMDB alone wrote it, and synced.
@safe
final class CommitJournal: @unchecked Sendable {
    static let fileName = "journal"

    private let directory: String
    private let data: Int32
    /// False where the file or its disk is for reading only.
    private let isWritable: Bool
    private let pageBytes: Int
    /// Of the running boot, and of the very file: what was not synced is there as long as both are the same.
    private let life: UInt128
    /// Of this process; the lock on the file keeps out the others only.
    private let threads: UnsafeMutablePointer<pthread_mutex_t>

    // Of whoever holds the lock.
    private var file: JournalFile?
    private var map: PageMap
    /// Of the epoch that this object began, if it is still the newest: to no other does it append, for only of this one is it known
    /// that all is on the disk.
    private var end: JournalFile.End?
    private var hasCommitted = false
    /// Whether nothing on the disk may say of the commit under way that it is complete.
    private var isUndoable = true

    /// Of an environment's directory. Nil, with `errno`, where the data file cannot be opened, and 0 where it is none of LMDB 0.9's, or
    /// empty so far.
    init?(_ directory: String, boot: UInt128) {
        let path = directory + "/data.mdb"
        var data = unsafe open(path, O_RDWR | O_CLOEXEC)
        isWritable = data >= 0
        if data < 0 { data = unsafe open(path, O_RDONLY | O_CLOEXEC) }
        guard data >= 0 else { return nil }
        guard let pageBytes = CommitHead.pageBytes(data) else {
            _ = Glibc.close(data)
            errno = 0
            return nil
        }
        self.directory = directory
        self.data = data
        self.pageBytes = pageBytes
        var status = stat()
        _ = unsafe fstat(data, &status)
        life = unsafe xxh3((boot.words + [UInt64(status.st_dev), UInt64(status.st_ino)]).span.bytes)
        unsafe threads = .allocate(capacity: 1)
        unsafe threads.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(threads, nil)
        map = PageMap(data, pageBytes: pageBytes)
        file = nil
    }

    deinit {
        unsafe pthread_mutex_destroy(threads)
        unsafe threads.deallocate()
        _ = Glibc.close(data)
    }

    // MARK: The lock

    /// Waits until nobody else commits, unless told not to; returns `errno` if that cannot be had.
    func lock(waiting: Bool = true) -> Int32? {
        unsafe pthread_mutex_lock(threads)
        while flock(data, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            unsafe pthread_mutex_unlock(threads)
            return code
        }
        return nil
    }

    func unlock() {
        _ = flock(data, LOCK_UN)
        unsafe pthread_mutex_unlock(threads)
    }

    /// The head that counts, and the other one.
    private func heads() -> (newest: CommitHead, other: CommitHead)? {
        guard let first = CommitHead(0, of: data, pageBytes: pageBytes),
            let second = CommitHead(1, of: data, pageBytes: pageBytes)
        else { return nil }
        return first.transactionID < second.transactionID ? (second, first) : (first, second)
    }

    /// Brings all that was written to the data file to the disk.
    private func syncData() -> Int32? { fdatasync(data) == 0 ? nil : errno }

    // MARK: Opening

    /// Before LMDB looks at the data file: mends what a power loss has left of it, and where it is to be written, makes a journal if
    /// there is none. Returns `errno` if that cannot be done. Openers come one at a time.
    func prepare(forWriting: Bool) -> Int32? {
        if let code = openFile() { return code }
        defer { file?.hold() }
        // What is wrong with a file of other pages is for LMDB to say.
        guard let (newest, other) = heads() else { return nil }
        if let head = file?.head(), head.identity == (newest.identity ?? other.identity)?.number, file?.isAlone == false
        {
            // Somebody else has it open: what he sees is what there is.
            return nil
        }
        return locked {
            // Nobody changes it now.
            guard let (newest, other) = heads() else { return nil }
            let identity = newest.identity ?? other.identity
            if let head = file?.head(), head.identity == identity?.number { return recover(head) }
            if identity?.isOpen == true { return EUCLEAN }
            return forWriting ? make() : nil
        }
    }

    /// Nothing is wrong with there being none.
    private func openFile() -> Int32? {
        file = JournalFile("\(directory)/\(Self.fileName)", create: false)
        return file != nil || errno == ENOENT ? nil : errno
    }

    private func locked(_ body: () -> Int32?) -> Int32? {
        if let code = lock() { return code }
        defer { unlock() }
        return body()
    }

    /// A journal for a data file that is complete.
    private func make() -> Int32? {
        guard isWritable else { return EACCES }
        guard let (newest, other) = heads() else { return nil }
        var random = SystemRandomNumberGenerator()
        // The data file is called so when its journal is there, name and all. Epochs of an earlier one are not met again.
        let head = JournalFile.Head(
            identity: .random(in: 1...UInt128.max, using: &random), life: life,
            epoch: .random(in: 1...UInt64(UInt32.max), using: &random) << 16, base: newest.transactionID)
        if file == nil { file = JournalFile("\(directory)/\(Self.fileName)", create: true) }
        if file == nil { return errno }
        if let code = file?.empty() ?? syncDirectory(directory) ?? file?.begin(head) { return code }
        for one in [newest, other] {
            if let code = one.write(.init(number: head.identity, isOpen: false), to: data) { return code }
        }
        return syncData()
    }

    /// Writes to the data file what it lacks, and takes from it what nobody vouches for.
    private func recover(_ head: JournalFile.Head) -> Int32? {
        guard let (newest, other) = heads(), let (end, pages) = file?.pages(of: head) else { return EIO }
        // It never was so far behind, nor ahead by more than the commit under way: one of the two files is of another time.
        guard newest.transactionID >= head.base, newest.transactionID <= end.last + 1 else {
            return (newest.identity ?? other.identity)?.isOpen == true ? EUCLEAN : isWritable ? make() : nil
        }
        if head.life == life {
            // Somebody died before he could write an entry. Others may have seen the commit, and it is there.
            if newest.transactionID > end.last {
                return isWritable ? checkpoint(newest.transactionID, after: head) : nil
            }
            // Otherwise the disk was taken back to what it was earlier, though the machine has been running all the time.
            let isThere = pages.allSatisfy { number, page in
                readAll(data, at: Int(number) * pageBytes, count: pageBytes) == page
            }
            if isThere { return nil }
        } else if end.isEmpty, newest.transactionID == end.last {
            return nil
        }
        guard isWritable else { return EROFS }
        if let code = write(pages) { return code }
        guard let last = CommitHead(Int(end.last % 2), of: data, pageBytes: pageBytes),
            let other = CommitHead(1 - last.page, of: data, pageBytes: pageBytes), last.transactionID == end.last
        else { return EUCLEAN }
        if other.transactionID > end.last, let code = last.write(over: other, as: end.last, to: data) { return code }
        return beginEpoch(end.last, after: head)
    }

    private func write(_ pages: [UInt64: [UInt8]]) -> Int32? {
        for (number, page) in pages {
            if let code = writeAll(page, to: data, at: Int(number) * pageBytes) { return code }
        }
        return nil
    }

    /// Brings the data file, with the newest commit, to the disk, and begins another epoch.
    private func checkpoint(_ transactionID: UInt64, after head: JournalFile.Head) -> Int32? {
        guard isWritable else { return EACCES }
        if head.life != life, let code = writeDoubtful(head) { return code }
        return beginEpoch(transactionID, after: head)
    }

    /// Has the next sync write all that was written since the epoch began: what somebody could not sync the kernel may take for clean.
    private func writeDoubtful(_ head: JournalFile.Head) -> Int32? {
        guard let (newest, other) = heads(), let (end, entered) = file?.pages(of: head) else { return EIO }
        var pages = entered
        if newest.transactionID > end.last {
            // Of a commit that has no entry there is nothing but what can be seen.
            if let code = map.follow() { return code }
            guard let later = WrittenPages(of: newest, since: other, in: map) else { return EUCLEAN }
            for number in later.runs.flatMap({ $0.first..<$0.first + UInt64($0.count) }) {
                pages[number] = readAll(data, at: Int(number) * pageBytes, count: pageBytes)
            }
        }
        return write(pages)
    }

    private func beginEpoch(_ transactionID: UInt64, after head: JournalFile.Head) -> Int32? {
        end = nil
        // Of a data file whose journal somebody has removed and made anew meanwhile, this is not the journal any more.
        guard let (newest, other) = heads(), (newest.identity ?? other.identity)?.number == head.identity else {
            return EUCLEAN
        }
        // From now on the data file may lack what its journal has.
        for one in [newest, other] {
            if let code = one.write(.init(number: head.identity, isOpen: true), to: data) { return code }
        }
        if let code = file?.doubt(head) ?? syncData() { return code }
        var next = head
        (next.life, next.base) = (life, transactionID)
        next.epoch += 1
        // It may come to the disk though it fails, and vouches for the commit then.
        isUndoable = false
        if let code = file?.begin(next) { return code }
        end = file?.entries(of: next)
        return nil
    }

    // MARK: Committing

    /// Makes sure that the commit before that of a transaction is on the disk, or will be with the transaction's own. Under the lock.
    /// Returns `errno` if that fails.
    func begin(_ transactionID: UInt64) -> Int32? {
        isUndoable = true
        guard let head = file?.head() else { return EUCLEAN }
        // The data file was synced, or there would be no such head. Its writer may have died over the head's own sync, or not have been
        // able to: it is written again, or after a power loss the data file could be two commits ahead of its journal. What follows is
        // not appended to another's epoch, so `complete` begins one.
        if end?.epoch != head.epoch, head.life == life, isBase(transactionID - 1, of: head) {
            end = nil
            return file?.begin(head)
        }
        return makeDurable(through: transactionID - 1, after: head)
    }

    /// Whether a head's epoch began with that commit, and no entry followed.
    private func isBase(_ transactionID: UInt64, of head: JournalFile.Head) -> Bool {
        head.base == transactionID && file?.entries(of: head).isEmpty == true
    }

    /// Makes sure that the newest commit is on the disk. Under the lock. Returns `errno` if that fails.
    private func makeDurable(through transactionID: UInt64, after head: JournalFile.Head) -> Int32? {
        if let end, end.epoch == head.epoch, end.last == transactionID { return nil }
        // It was closed in order, which is said when all is on the disk, and nothing was written since.
        if heads()?.newest.identity?.isOpen == false, isBase(transactionID, of: head) { return nil }
        // What others have written last may not be on the disk, nor what somebody died over.
        return checkpoint(transactionID, after: head)
    }

    /// Brings the commit that LMDB has just made to the disk; one that changed nothing has another number than it was to have. Under
    /// the lock, after `begin`. Where that fails it returns `errno`, and `abandon` must follow.
    func complete(_ transactionID: UInt64) -> Int32? {
        guard let (newest, other) = heads(), let head = file?.head() else { return EUCLEAN }
        // Nothing was changed: the answer may be that all is done already.
        guard newest.transactionID == transactionID else {
            return makeDurable(through: newest.transactionID, after: head)
        }
        hasCommitted = true
        guard let end else { return checkpoint(transactionID, after: head) }
        if let code = map.follow(newest) { return code }
        guard other.transactionID + 1 == transactionID, let pages = WrittenPages(of: newest, since: other, in: map)
        else {
            return EUCLEAN
        }
        if JournalFile.bytes(pages, after: end, pageBytes: pageBytes) == nil {
            return checkpoint(transactionID, after: head)
        }
        let code = file?.append(pages, of: map, after: &self.end!)
        guard code == ENOSPC else { return code }
        // Where the journal finds no room the data file has had it already.
        file?.withdraw(after: end)
        return checkpoint(transactionID, after: head)
    }

    /// Puts a commit that changed nothing in the place of the one that LMDB has just made, as far as that goes where the disk has
    /// failed. Under the lock; not where somebody reads that commit.
    func abandon(_ transactionID: UInt64) {
        if let end { file?.withdraw(after: end) }
        end = nil
        guard isUndoable, let (newest, other) = heads(), newest.transactionID == transactionID else { return }
        _ = other.write(over: newest, as: transactionID, to: data)
    }

    /// Makes sure that what can be seen now is on the disk: a commit is visible a moment before that. Returns `errno` if that fails.
    func settle() -> Int32? {
        locked {
            // It may have been made since.
            if file == nil, let code = openFile() { return code }
            guard let newest = heads()?.newest, file != nil else { return nil }
            file?.hold()
            guard let head = file?.head() else { return EUCLEAN }
            return makeDurable(through: newest.transactionID, after: head)
        }
    }

    /// Leaves nothing to be done for whoever opens it next, if this process wrote to it. What cannot be done now is done then. While
    /// nobody opens it.
    func close(isIntact: Bool) {
        if hasCommitted, isIntact, lock(waiting: false) == nil {
            finish()
            unlock()
        }
        file = nil
    }

    private func finish() {
        guard let head = file?.head(), let newest = heads()?.newest,
            makeDurable(through: newest.transactionID, after: head) == nil
        else { return }
        if let end, !end.isEmpty, checkpoint(newest.transactionID, after: head) != nil { return }
        guard file?.isAlone == true, let (newest, other) = heads() else { return }
        file?.shrink()
        for one in [newest, other] {
            _ = one.write(.init(number: head.identity, isOpen: false), to: data)
        }
    }
}
