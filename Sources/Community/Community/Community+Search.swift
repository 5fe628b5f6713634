import EventLog
import Events
import Layout
import Projections
import Search
import Views

/// The search index beside the views: it is made of them, and is looked at and made anew with them.
extension Community {
    static let searchName = "search"

    /// What there is of it, as a view; nil: nobody has searched yet.
    func searchStatus() throws(Refusal) -> ViewsStatus.View? {
        try askingSearch { snapshot in
            try search.tables(at: snapshot).map(Self.searchView)
        }
    }

    /// Compares it with one that is made anew, and puts that in its place if `replacing`; nil: nobody has searched yet, and it is
    /// not `wanted`.
    func rebuildSearch(
        replacing: Bool, wanted: Bool = false
    ) throws(Refusal) -> SearchStore.Comparison? {
        guard wanted || search.isThere else { return nil }
        do throws(any Error) {
            return try search.held {
                try askingSearch { try search.compare(at: $0, replacing: replacing) { _, _ in } }
            }
        } catch {
            throw search.refusal(error)
        }
    }

    /// After accounts were deleted: makes the index anew if there was one. Where that fails, the next search does.
    func renewSearch() throws(Refusal) {
        guard try search.forgetErased() else { return }
        _ = try? askingSearch { try search.prepare(at: $0) { _, _ in } }
    }

    private func askingSearch<R>(_ body: (ViewSnapshot) throws -> R) throws(Refusal) -> R {
        try views.query { snapshot in
            do { return try body(snapshot) } catch { throw search.refusal(error) }
        }
    }

    static func searchView(_ tables: [String: Checkpoint.TableSummary]) -> ViewsStatus.View {
        let sorted = tables.sorted { $0.key < $1.key }.map(\.value)
        return ViewsStatus.View(
            name: searchName, version: SearchStore.version, rows: sorted.reduce(0) { $0 + $1.rows },
            fingerprint: Fingerprint.combined(sorted.map(\.fingerprint)).description)
    }

    // MARK: Examination

    /// What `doctor` says of it; nil: there is none. The views must be sound.
    static func searchFinding(
        _ log: EventLog, _ progress: (Int, Int) -> Void
    ) -> Finding? {
        let views = ViewStore<AllProjectors>(log, identities: AllViews.identities)
        let search = SearchStore(log, views.view)
        defer {
            search.close()
            views.close()
        }
        guard search.isThere else { return nil }
        do throws(Refusal) {
            if let first = search.outdated(erasures: try log.erasureCountByEvents()).first {
                return Finding(
                    searchName, .failed,
                    "search/\(first) may hold what a member wrote whose account was deleted since: larder doctor --repair state removes it",
                    repair: .state)
            }
            let comparison: SearchStore.Comparison
            do throws(any Error) {
                comparison = try search.held {
                    try views.query { snapshot in
                        do { return try search.compare(at: snapshot, replacing: false, progress: progress) } catch {
                            throw search.refusal(error)
                        }
                    }
                }
            } catch {
                throw search.refusal(error)
            }
            let remedy = "larder views rebuild makes it anew"
            if let damage = comparison.damage {
                return Finding(searchName, .failed, "the index is damaged (\(damage)): \(remedy)", repair: .views)
            }
            guard let live = comparison.live else {
                return Finding(
                    searchName, .warning, "the index does not fit this log and version: the next search makes it anew",
                    repair: .views)
            }
            guard comparison.matches else {
                return Finding(
                    searchName, .failed, "the texts of the index are not those of the views: \(remedy)", repair: .views)
            }
            let rows = live.reduce(0) { $0 + $1.value.rows }
            return Finding(searchName, .ok, "\(rows) texts equal those that the views show", count: rows)
        } catch {
            return Finding(searchName, cannotRun: error)
        }
    }
}
