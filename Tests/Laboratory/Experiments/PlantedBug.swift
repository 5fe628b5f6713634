/// What a worse program would have done, written into the trace of the real one: the laboratory must notice it, or it would
/// notice nothing.
package enum PlantedBug: String, Sendable, CaseIterable {
    /// No sync at all reaches the disk.
    case noSync
    /// The pages of the log are not synced before a journal of what comes next is begun.
    case logPagesNotSynced
    /// The journal of the log's commits is not synced.
    case journalNotSynced
    /// A command answers before the log's last sync.
    case answerBeforeCommit
    /// Keys are not synced before what was sealed with them is.
    case keysNotSynced
    /// The memory of what was signed is not synced.
    case signingNotSynced
    /// New names are not synced.
    case foldersNotSynced
    /// The log is put in its place before it is synced.
    case logMovedBeforeSync

    /// `spots`: the steps of the new trace before which something is missing or moved.
    package func plant(in trace: Trace) -> (trace: Trace, spots: [Int]) {
        var spots: [Int] = []
        var names = Names()
        var steps: [Trace.Step] = []
        for step in trace.steps {
            names.take(step)
            switch step {
            case .sync(let inode, _) where isSkipped(names.path(inode), isFolder: names.isFolder(inode)):
                spots.append(steps.count)
            case .write(let inode, let offset, let bytes, true) where self == .noSync:
                spots.append(steps.count + 1)
                steps.append(.write(inode: inode, offset: offset, bytes: bytes, isSynced: false))
            case .said where self == .answerBeforeCommit:
                // To before the last sync that the log's commit consists of.
                let sync = steps.lastIndex {
                    if case .sync(let inode, _) = $0 { names.isJournal(inode) } else { false }
                }
                let told = steps.lastIndex { if case .said = $0 { true } else { false } }
                guard let sync, sync > told ?? -1 else {
                    steps.append(step)
                    continue
                }
                steps.insert(step, at: sync)
                spots.append(sync + 1)
            default: steps.append(step)
            }
        }
        return (Trace(steps: steps), spots)
    }

    private func isSkipped(_ path: String, isFolder: Bool) -> Bool {
        switch self {
        case .noSync: true
        case .logPagesNotSynced: path.hasSuffix("/log/data.mdb")
        case .keysNotSynced: path.contains("/vault/keys")
        case .signingNotSynced: path.contains("/vault/signing")
        case .foldersNotSynced: isFolder
        case .journalNotSynced: path.hasSuffix("/log/journal")
        case .logMovedBeforeSync: path.hasSuffix("/log.new/data.mdb")
        case .answerBeforeCommit: false
        }
    }

    /// Which inode has which name, as the steps go by.
    private struct Names {
        private var paths: [String: (inode: UInt64, isFolder: Bool)] = [:]

        mutating func take(_ step: Trace.Step) {
            switch step {
            case .create(let inode, let path, let isFolder): paths[path] = (inode, isFolder)
            case .remove(let path): paths[path] = nil
            case .rename(let path, let to):
                for (old, object) in paths where old == path || old.hasPrefix(path + "/") {
                    paths[old] = nil
                    paths[to + old.dropFirst(path.count)] = object
                }
            default: break
            }
        }

        func path(_ inode: UInt64) -> String { paths.first { $0.value.inode == inode }?.key ?? "" }
        func isFolder(_ inode: UInt64) -> Bool { paths.first { $0.value.inode == inode }?.value.isFolder ?? false }
        func isJournal(_ inode: UInt64) -> Bool { path(inode).hasSuffix("/log/journal") }
    }
}
