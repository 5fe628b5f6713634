import EventLog
import Events
import Layout
import Projections
import Search
import Views

extension Finding {
    // MARK: Views

    static var unreadableViews: Finding {
        Finding("views", .failed, "their file has damaged pages", repair: .views, remedy: .repairFile)
    }

    /// Compares the live views with a replay of the log. O(events).
    static func views(
        _ log: EventLog, _ space: inout Space, _ progress: (Int, Int) -> Void
    ) -> Finding {
        let name = "views"
        let views = ViewStore<AllProjectors>(log, identities: AllViews.identities)
        defer { views.close() }
        do throws(Refusal) {
            space.leftovers += try views.unreferencedGenerations().map { "views/\($0)" }
            let found = try views.examine()
            space.takeViews(found)
            guard let generation = found.generation else {
                return Finding(name, .ok, "no views yet: the next query folds them from the log")
            }
            if let obstacle = found.obstacle {
                return Finding(
                    name, .warning, "\(obstacle): the next query rebuilds them from the log", repair: .views)
            }
            let (head, folded) = (try log.head().value, (found.checkpoint?.position ?? .none).value)
            let lag = head > folded ? head - folded : 0
            let comparison = try views.rebuild(replacing: false, progress: progress)
            if let first = comparison.damaged.first {
                return Finding(
                    name, .failed, "\(first) cannot be read", count: comparison.damaged.count, repair: .views,
                    remedy: .rebuildViews)
            }
            let differing = comparison.differing
            if let first = differing.first {
                // The rows were right when they were folded, and have been changed or damaged since.
                let wasRight = lag == 0 && found.checkpoint?.tables[first] == comparison.rebuilt[first]
                let fault =
                    wasRight ? "those that were counted when they were folded" : "what a replay of the log makes them"
                return Finding(
                    name, .failed, "the rows of \(first) are not \(fault)", count: differing.count, repair: .views,
                    remedy: .rebuildViews)
            }
            let outdated = try views.generationsThatStayOutdated()
            if let first = outdated.first {
                return Finding(
                    name, .failed, "\(first) may hold words of deleted members", count: outdated.count, repair: .state,
                    remedy: .finishErasure)
            }
            let rows = comparison.live.reduce(0) { $0 + $1.value.rows }
            let behind = lag > 0 ? ", after \(lag) events that no query had folded yet" : ""
            return Finding(
                name, .ok,
                "\(rows) rows of generation \(generation) equal a replay to position \(comparison.position)\(behind)",
                count: rows)
        } catch {
            return Finding(name, cannotRun: error)
        }
    }

    // MARK: Search index

    /// Compares the search index with an index rebuilt from the views, which must be sound; `nil` if there is no index.
    static func search(
        _ log: EventLog, _ progress: (Int, Int) -> Void
    ) -> Finding? {
        let name = Community.searchName
        let views = ViewStore<AllProjectors>(log, identities: AllViews.identities)
        let search = SearchStore(log, views.view)
        defer {
            search.close()
            views.close()
        }
        do throws(Refusal) {
            var comparison: SearchStore.Comparison?
            // A deletion of another process may remove the index before it is compared, and a search may begin a new one.
            for _ in 0..<4 {
                guard try search.isThere else { return nil }
                var outdated: [String] = []
                // A deletion that has just been made may still be removing the index.
                _ = try LogExamination.stays { () throws(Refusal) in
                    outdated = try search.outdated(erasures: try log.erasureCountByEvents())
                    return !outdated.isEmpty
                }
                if let first = outdated.first {
                    return Finding(
                        name, .failed, "search/\(first) may hold words of deleted members", repair: .state,
                        remedy: .finishErasure)
                }
                guard try search.isThere else { return nil }
                do throws(any Error) {
                    comparison = try search.held {
                        try search.compareNewest(of: views, replacing: false, progress: progress)
                    }
                } catch {
                    throw search.refusal(error)
                }
                if comparison?.damage != nil || comparison?.live != nil { break }
            }
            guard let comparison else { return nil }
            if let damage = comparison.damage {
                return Finding(
                    name, .failed, "the index is damaged (\(damage))", repair: .views, remedy: .rebuildViews)
            }
            guard let live = comparison.live else {
                // A deletion has removed it meanwhile.
                guard try search.isThere else { return nil }
                return Finding(
                    name, .warning, "the index does not fit this log and version: the next search rebuilds it",
                    repair: .views)
            }
            guard comparison.matches else {
                return Finding(
                    name, .failed, "the texts of the index are not those of the views", repair: .views,
                    remedy: .rebuildViews)
            }
            let rows = live.reduce(0) { $0 + $1.value.rows }
            return Finding(name, .ok, "\(rows) texts equal those that the views show", count: rows)
        } catch {
            return Finding(name, cannotRun: error)
        }
    }
}

extension ViewStore.Comparison {
    /// The tables that differ.
    fileprivate var differing: [String] {
        Set(live.keys).union(rebuilt.keys).filter { live[$0] != rebuilt[$0] }.sorted()
    }
}
