/// A bug that is written into the trace of the real program. The laboratory must notice each of them: if it did not, its other
/// results would prove nothing.
package enum PlantedBug: String, Sendable, CaseIterable {
    /// No sync at all reaches the disk.
    case noSync
    /// The pages of the log are not synced before the meta page that names them is.
    case logPagesNotSynced
    /// The meta page of the log is written without a sync.
    case metaPageNotSynced
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
        var names = Trace.Names()
        var steps: [Trace.Step] = []
        for step in trace.steps {
            names.take(step)
            switch step {
            case .sync(let inode, _) where isSkipped(names.path(inode), isFolder: names.isFolder(inode)):
                spots.append(steps.count)
            case .write(let inode, let offset, let bytes, true)
            where self == .noSync || self == .metaPageNotSynced && names.isLog(inode):
                spots.append(steps.count + 1)
                steps.append(.write(inode: inode, offset: offset, bytes: bytes, isSynced: false))
            case .said where self == .answerBeforeCommit:
                // To before both syncs of the log's commit.
                let sync = steps.lastIndex { if case .sync(let inode, _) = $0 { names.isLog(inode) } else { false } }
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
        case .logMovedBeforeSync: path.hasSuffix("/log.new/data.mdb")
        case .metaPageNotSynced, .answerBeforeCommit: false
        }
    }
}
