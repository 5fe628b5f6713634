import CZip

/// Unpacks the files of a zip archive into memory, one at a time, with libzip. It never writes a file.
///
/// Archives come from strangers. The number of files, their sizes and their total size are bounded, whatever the archive's
/// own headers claim.
package enum ZipArchive {
    /// The largest archive, in bytes.
    package static let bytesMax = 256 << 20
    /// The maximum of files of one archive, skipped ones included.
    package static let filesMax = 100_000
    /// The maximum of unpacked bytes of all files together.
    package static let unpackedBytesMax = 2 << 30

    /// One file: its path within the archive, and its contents.
    package struct File: Sendable {
        package let path: String
        package let contents: Result<[UInt8], ArchiveFailure>
    }

    /// Whether the bytes begin like a zip archive.
    package static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
    }

    /// Calls `body` in order with the files whose path has that ending (in lower case) and that have at most `fileBytesMax`
    /// bytes. A file that cannot be unpacked is a failure. Folders, and entries that file
    /// systems add of their own, are skipped.
    package static func forEachFile(
        of bytes: [UInt8], upTo fileBytesMax: Int, inAll allBytesMax: Int = unpackedBytesMax,
        endingIn ending: String = "", _ body: (File) -> Void
    ) throws(ArchiveFailure) {
        guard bytes.count <= bytesMax else { throw ArchiveFailure(.tooLong, "it is longer than \(bytesMax) bytes") }
        guard isArchive(bytes) else { throw ArchiveFailure(.unreadable, "it is not a zip archive") }
        let failure = unsafe bytes.withUnsafeBytes { buffer in
            unsafe read(buffer, fileBytesMax, allBytesMax, ending, body)
        }
        if let failure { throw failure }
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, _ fileBytesMax: Int, _ allBytesMax: Int, _ ending: String,
        _ body: (File) -> Void
    ) -> ArchiveFailure? {
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        func unreadable() -> ArchiveFailure {
            let reason = unsafe zip_error_strerror(&error).map { unsafe String(cString: $0) } ?? "damaged"
            return ArchiveFailure(.unreadable, "it is not a zip archive that can be read: \(reason)")
        }
        guard let source = unsafe zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, &error) else {
            return unreadable()
        }
        guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            let failure = unreadable()
            unsafe zip_source_free(source)
            return failure
        }
        defer { unsafe zip_discard(archive) }
        let count = unsafe zip_get_num_entries(archive, 0)
        guard count <= filesMax else {
            return ArchiveFailure(.tooLong, "it has \(count) files, more than \(filesMax)")
        }
        var budget = allBytesMax
        for index in 0..<UInt64(max(0, count)) {
            guard let name = unsafe zip_get_name(archive, index, 0) else { continue }
            let path = unsafe String(cString: name)
            guard !isLeftover(path), path.lowercased().hasSuffix(ending) else { continue }
            guard budget > 0 else {
                return ArchiveFailure(
                    .tooLong, "it unpacks to more than \(allBytesMax) bytes: the rest is not read")
            }
            guard isWithin(path) else {
                let failure = ArchiveFailure(.forbidden, "it has a name that leads out of the archive")
                body(File(path: path, contents: .failure(failure)))
                continue
            }
            let most = min(fileBytesMax, budget)
            let contents = unsafe contents(of: archive, index, upTo: most, &budget)
            // If the archive's budget is used up, the following files are not read.
            if case .failure(let failure) = contents, failure.kind == .tooLong, most < fileBytesMax { budget = 0 }
            body(File(path: path, contents: contents))
        }
        return nil
    }

    /// Whether the entry is a folder or metadata of a file system.
    private static func isLeftover(_ path: String) -> Bool {
        path.hasSuffix("/") || path.hasPrefix("__MACOSX/")
            || path.split(separator: "/").last.map { $0.hasPrefix(".") && $0 != ".." } ?? true
    }

    private static func isWithin(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.contains("\\") && !path.split(separator: "/").contains("..")
    }

    /// Unpacks a file. All unpacked bytes count against the budget, also those of a failure.
    private static func contents(
        of archive: OpaquePointer, _ index: UInt64, upTo most: Int, _ budget: inout Int
    ) -> Result<[UInt8], ArchiveFailure> {
        func unreadable(_ message: String) -> Result<[UInt8], ArchiveFailure> {
            .failure(ArchiveFailure(.unreadable, message))
        }
        var stat = unsafe zip_stat_t()
        unsafe zip_stat_init(&stat)
        guard unsafe zip_stat_index(archive, index, 0, &stat) == 0 else { return unreadable("it is damaged") }
        let (isEncrypted, size) = unsafe (stat.encryption_method != UInt16(ZIP_EM_NONE), stat.size)
        guard !isEncrypted else { return unreadable("it is encrypted") }
        let tooLong = ArchiveFailure(.tooLong, "it unpacks to more than \(most) bytes")
        guard size <= UInt64(most) else { return .failure(tooLong) }
        guard let file = unsafe zip_fopen_index(archive, index, 0) else {
            return unreadable("it is packed in a way that is not known here, or damaged")
        }
        defer { unsafe zip_fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
            }
            guard count >= 0 else { return unreadable("it is damaged: its checksum is another, or it ends too early") }
            guard count > 0 else { return .success(bytes) }
            budget -= Int(count)
            // The size in the header may be wrong.
            guard bytes.count + Int(count) <= most else { return .failure(tooLong) }
            bytes += chunk[..<Int(count)]
        }
    }
}

/// Why an archive, or one of its files, is not unpacked.
package struct ArchiveFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// It is no archive, truncated, or has a wrong checksum.
        case unreadable
        /// It is beyond a limit.
        case tooLong
        /// It has a name that leads out of the archive.
        case forbidden
    }

    package var kind: Kind
    /// A clause that begins with «it».
    package var message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

extension ArchiveFailure {
    func refused(_ place: String) -> RefusedItem {
        let reason: ImportRefusal =
            switch kind {
            case .unreadable: .unreadable
            case .tooLong: .tooLong
            case .forbidden: .forbidden
            }
        return RefusedItem(place: place, reason: reason, message: message)
    }
}
