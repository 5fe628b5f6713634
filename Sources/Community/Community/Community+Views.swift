import Decisions
import EventLog
import Events
import Foundation
package import Layout
package import Projections
import Search
import Views

/// The answer of `views status`.
package struct ViewsStatus: Sendable {
    package struct View: Codable, Equatable, Sendable {
        package var name: String
        package var version: UInt32
        package var rows: Int
        package var fingerprint: String
    }
    package var head: UInt64
    package var position: UInt64
    package var lag: UInt64
    package var generation: Int
    package var views: [View]
    /// Kept views of earlier positions, by position; `nil` if there are none.
    package var asOf: [Kept]?

    package struct Kept: Equatable, Sendable {
        package var position: UInt64
        package var bytes: Int
        package var usedAt: String
    }
}

/// The answer of `views rebuild`.
package struct RebuildReport: Codable, Sendable {
    package var events: Int
    package var seconds: Double
    package var eventsPerSecond: Int
    package var views: [ViewsStatus.View]
    /// Whether the rebuilt rows equal those of the previous views.
    package var matchesLive: Bool
}

/// The answer of `views verify`.
package struct VerifyReport: Codable, Sendable {
    package struct View: Codable, Sendable {
        package var name: String
        /// The fingerprint of the live view, or the names of its unreadable tables.
        package var live: String
        package var rebuilt: String
    }
    package var position: UInt64
    package var matches: Bool
    package var views: [View]
}

extension Community {
    package func viewsStatus() throws(Refusal) -> ViewsStatus {
        let (generation, checkpoint) = try views.checkpoint()
        let head = try log.end()
        let kept = try views.past.keptViews().map { kept in
            let time = Timestamp(microseconds: Int64(kept.usedAt.timeIntervalSince1970 * 1e6))
            return ViewsStatus.Kept(position: kept.position.value, bytes: kept.bytes, usedAt: time.rfc3339)
        }
        let search = try searchStatus()
        return ViewsStatus(
            head: head.value, position: checkpoint.position.value, lag: head.value - checkpoint.position.value,
            generation: generation, views: summaries(checkpoint.tables) + (search.map { [$0] } ?? []),
            asOf: kept.isEmpty ? nil : kept)
    }

    /// Rebuilds all views beside the live ones and publishes them. Views advance in lockstep, so all are rebuilt;
    /// `names` selects the ones to report, all if empty. Damaged views count as different and are replaced. The search
    /// index is rebuilt too if there is one, or if `names` contains it. Waits for other rebuilds and for deletions, and
    /// reports long waits. `progress` gets (events folded, events in total), for the index after the views.
    package func viewsRebuild(
        _ names: [String], progress: (Int, Int) -> Void = { _, _ in }
    ) throws(Refusal) -> RebuildReport {
        let known = AllViews.identities.map(\.name) + [Self.searchName]
        for name in names where !known.contains(name) {
            throw Refusal(.notFound, "there is no view «\(name)»: there are \(known.joined(separator: ", "))")
        }
        let start = ContinuousClock.now
        let comparison = try views.rebuild(replacing: true, progress: progress)
        let seconds = Self.seconds(since: start)
        let events = Int(comparison.position.value)
        let search = try rebuildSearch(
            replacing: true, wanted: names.contains(Self.searchName), progress: progress)
        let views = summaries(comparison.rebuilt) + (search.map { [Self.searchView($0.rebuilt)] } ?? [])
        return RebuildReport(
            events: events, seconds: seconds, eventsPerSecond: Int(Double(events) / max(seconds, 1e-6)),
            views: views.filter { names.isEmpty || names.contains($0.name) },
            matchesLive: comparison.matches && search?.matches ?? true)
    }

    /// Rebuilds aside and compares, without changing the live views. Unreadable tables count as different.
    package func viewsVerify(progress: (Int, Int) -> Void = { _, _ in }) throws(Refusal) -> VerifyReport {
        let comparison = try views.rebuild(replacing: false, progress: progress)
        let search = try rebuildSearch(replacing: false, progress: progress)
        let pairs = zip(summaries(comparison.live), summaries(comparison.rebuilt))
        return VerifyReport(
            position: comparison.position.value, matches: comparison.matches && search?.matches ?? true,
            views: pairs.map { live, rebuilt in
                let damaged = comparison.damaged.filter { isTable($0, of: live.name) }
                return VerifyReport.View(
                    name: live.name,
                    live: damaged.isEmpty ? live.fingerprint : "damaged: \(damaged.joined(separator: ", "))",
                    rebuilt: rebuilt.fingerprint)
            } + (search.flatMap(verified).map { [$0] } ?? []))
    }

    /// `nil` if there is no usable index.
    private func verified(_ search: SearchStore.Comparison) -> VerifyReport.View? {
        guard let live = search.live else { return nil }
        return VerifyReport.View(
            name: Self.searchName, live: search.damage.map { "damaged: \($0)" } ?? Self.searchView(live).fingerprint,
            rebuilt: Self.searchView(search.rebuilt).fingerprint)
    }

    static func seconds(since start: ContinuousClock.Instant) -> Double {
        let elapsed = ContinuousClock.now - start
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    }

    /// Tables are named `<view>.<table>`.
    private func isTable(_ table: String, of view: String) -> Bool { table.hasPrefix(view + ".") }

    private func summaries(_ tables: [String: Checkpoint.TableSummary]) -> [ViewsStatus.View] {
        let names = views.tableNames.sorted()
        return AllViews.identities.map { identity in
            // A table without rows may have no summary yet.
            let own = names.filter { isTable($0, of: identity.name) }.map { tables[$0] ?? .init() }
            return ViewsStatus.View(
                name: identity.name, version: identity.version, rows: own.reduce(0) { $0 + $1.rows },
                fingerprint: Fingerprint.combined(own.map(\.fingerprint)).description)
        }
    }

    // MARK: Search index

    static let searchName = "search"

    /// The search index as a view; `nil` if there is none.
    func searchStatus() throws(Refusal) -> ViewsStatus.View? {
        try askingSearch { snapshot in
            try search.tables(at: snapshot).map(Self.searchView)
        }
    }

    /// Compares the search index with a rebuilt one, and publishes that if `replacing`; `nil` if there is no index and
    /// none is `wanted`.
    func rebuildSearch(
        replacing: Bool, wanted: Bool = false, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(Refusal) -> SearchStore.Comparison? {
        let isThere = try search.isThere
        guard wanted || isThere else { return nil }
        do throws(any Error) {
            return try search.held {
                try search.compareNewest(of: views, replacing: replacing, progress: progress)
            }
        } catch {
            throw search.refusal(error)
        }
    }

    /// After a deletion: replaces the search index, if there was one.
    func renewSearch() throws(Refusal) {
        guard try search.forgetErased() else { return }
        // The outdated index is gone, which is all that a deletion requires. The next search builds one, or reports the
        // failure.
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
}

extension Community {
    /// The rows of the views that an event changed, see `ViewStore.effects`.
    package func rowChanges(
        of event: Position, progress: (Int, Int) throws(Refusal) -> Void = { _, _ in }
    ) throws(Refusal) -> [RowChange] {
        try views.effects(of: event, progress: progress)
    }
}
