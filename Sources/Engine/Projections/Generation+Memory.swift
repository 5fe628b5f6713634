import EventLog
import Foundation
import Layout

extension Generation {
    /// A file system in memory that all processes of the machine share.
    private static var memory: String { "/dev/shm" }

    /// An empty generation in memory, for views that are needed while the disk has no room. Its folder is removed right after opening:
    /// however the process ends, nothing of it stays.
    ///
    /// `nil`: the system has no such file system, or too little of it is free for the views of that log.
    static func inMemory(for log: EventLog, _ registry: TableRegistry) throws -> Generation? {
        var status = statvfs()
        // The views are smaller than the log, and other programs need memory, too.
        guard unsafe statvfs(memory, &status) == 0,
            UInt64(status.f_bavail) * UInt64(status.f_frsize) / 4 > UInt64(try log.usedBytes())
        else { return nil }
        let folder = "\(memory)/larder-\(UUID().uuidString)"
        defer { try? removeIfPresent(folder) }
        return try Generation(number: 0, directory: folder, registry: registry, create: true, isKept: false)
    }

    /// Where a fold keeps what does not fit into its own memory.
    var spillFolder: String { marker == nil ? Self.memory : directory }
}
