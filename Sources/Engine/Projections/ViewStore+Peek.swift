import Foundation
import Layout

extension ViewStore {
    /// Passes the live views of that directory as they are, without the log: they may be behind it.
    ///
    /// Creates, folds, heals and waits for nothing. Takes a reader's slot for the time of `body`. Answers `nil` where
    /// there are no views, where others than `identities` folded them, where no process has opened them before, and where
    /// they cannot be read.
    package static func peek<R>(
        in directory: String, identities: [ViewIdentity], _ body: (P.View, ViewSnapshot) -> R
    ) -> R? {
        guard let folder = liveFolder(in: directory), FileManager.default.fileExists(atPath: "\(folder)/lock.mdb")
        else {
            return nil
        }
        var registry = TableRegistry()
        let view = P.View(&registry)
        let versions = Dictionary(uniqueKeysWithValues: identities.map { ($0.name, $0.version) })
        // A reader without rights, damage, and a generation that was removed meanwhile leave nothing to show.
        guard
            let generation = try? Generation(
                number: 0, directory: folder, registry: registry, create: false, readOnly: true)
        else { return nil }
        defer { generation.close() }
        guard let base = try? generation.base(), let checkpoint = try? base.checkpoint(),
            checkpoint.versions == versions
        else { return nil }
        let answer = body(view, ViewSnapshot(base: base, position: checkpoint.position))
        return base.failure == nil ? answer : nil
    }
}
