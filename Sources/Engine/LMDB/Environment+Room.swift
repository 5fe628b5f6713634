internal import CLMDB
internal import Glibc
internal import Synchronization

extension Environment {
    /// Room that is kept beyond the last page in use.
    private static let roomBytesMin = 64 << 10
    /// The most that is added at once: a quarter of what is in use, but no more than this.
    private static let roomBytesMax = 4 << 20
    /// The share of the free space that may be added at once.
    private static let freeSpaceShare: UInt64 = 64

    /// Writes zeros beyond the last page, so that the next commits write over them and do not extend the file.
    ///
    /// The sync of a commit that extends the file also brings a new length and new blocks to the disk, one place after the other.
    /// Without that, commits of 64 records took 0.31 ms rather than 0.4 to 2.0 ms where other programs used the disk. LMDB ignores
    /// the length of its file, and so do its tools. To be called before a commit, under the writer's lock: nothing is ever written over,
    /// for the zeros begin where the file ends. If there is no room to be had, commits extend the file themselves.
    func makeRoom() {
        var info = unsafe MDB_envinfo()
        var statistics = MDB_stat()
        var descriptor: Int32 = -1
        guard unsafe mdb_env_info(handle, &info) == MDB_SUCCESS,
            unsafe mdb_env_stat(handle, &statistics) == MDB_SUCCESS
        else { return }
        let usedBytes = unsafe (info.me_last_pgno + 1) * Int(statistics.ms_psize)
        guard usedBytes + Self.roomBytesMin > roomEnd.load(ordering: .relaxed),
            unsafe mdb_env_get_fd(handle, &descriptor) == MDB_SUCCESS
        else { return }
        // Not `fstat`: the first write after one brings the file's times to the disk as well.
        let end = Int(lseek(descriptor, 0, SEEK_END))
        // A file that lacks pages is damaged, and stays as it is.
        guard end >= usedBytes else { return }
        guard usedBytes + Self.roomBytesMin > end else { return roomEnd.store(end, ordering: .relaxed) }
        let added = min(max(usedBytes / 4, Self.roomBytesMin), Self.roomBytesMax)
        let wanted = usedBytes + Self.roomBytesMin + added
        // Stored in any case: what fails is tried again when the file has grown by as much.
        roomEnd.store(wanted, ordering: .relaxed)
        guard UInt64(wanted - end) < Self.freeBytes(path) / Self.freeSpaceShare,
            unsafe info.me_mapsize >= wanted
        else { return }
        let zeros = [UInt8](repeating: 0, count: wanted - end)
        let written = unsafe zeros.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, end) }
        if written != zeros.count { _ = ftruncate(descriptor, end) }
    }
}

// MARK: - The disk

extension Environment {
    /// Room for the lock file and the first pages.
    static let freeBytesMin: UInt64 = 256 << 10

    /// Whether the lock file is there with all its blocks: then opening asks the disk for nothing.
    static func hasLockFile(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path + "/lock.mdb", &status) == 0, status.st_size > 0 else { return false }
        return Int(status.st_blocks) * 512 >= Int(status.st_size)
    }

    /// Gives the lock file all its blocks, so that a directory can be opened when the disk is full. LMDB makes a sparse file.
    ///
    /// To be called before LMDB opens it: closing a second descriptor of the file would free this process's locks on it. The
    /// file's length is left to LMDB. What fails is found by `hasLockFile`.
    static func allocateLockFile(_ path: String, readersMax: Int) {
        guard !hasLockFile(path) else { return }
        let descriptor = unsafe Glibc.open(path + "/lock.mdb", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        _ = allocateBlocks(descriptor, bytes: readersMax * readerSlotBytes + lockHeaderBytesMax, keepingSize: true)
    }

    /// A cache line, as on every machine that LMDB 0.9 knows.
    private static let readerSlotBytes = 64
    private static let lockHeaderBytesMax = 4 << 10

    /// Whether next to nothing more can be written where it lies.
    var isDiskFull: Bool { Self.freeBytes(path) < Self.freeBytesMin }

    static func freeBytes(_ path: String) -> UInt64 {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return .max }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}

// MARK: - The map

extension Environment {
    /// How much the map grows for one call of `enlargeMap`.
    static let mapStepBytes = 1 << 20
    /// How far beyond its size the map may grow.
    package static let mapReserveBytesMax = 16 << 20

    /// Whether the file uses what `enlargeMap` allowed, beyond the size of the map: ordinary writes are to be refused.
    package var isBeyondMapSize: Bool {
        get throws(LMDBError) {
            let info = try info
            // A process with a larger size has allowed more for all.
            guard info.mapSizeBytes <= mapLimitBytes + Self.mapReserveBytesMax else { return false }
            return info.usedBytes > mapLimitBytes
        }
    }

    /// Allows the file more than the size of its map, for writes that must not wait for an operator. False, without any effect,
    /// where `mapReserveBytesMax` is used up. The next commit tells other processes, which follow.
    ///
    /// Waits, within a limit, until no transaction of this process is under way, for the map may move.
    /// The corresponding C function is `mdb_env_set_mapsize`.
    package func enlargeMap() throws(LMDBError) -> Bool {
        let wanted = try info.mapSizeBytes + Self.mapStepBytes
        guard wanted <= mapLimitBytes + Self.mapReserveBytesMax else { return false }
        try setMapSize(wanted)
        return true
    }
}
