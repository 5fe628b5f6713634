package import Events
import Layout
package import Projections

/// What every projector promises, tried on made-up histories.
///
/// Each law answers with what broke it; an empty list says that it holds. `violations(of:seed:)` tries them all.
package enum ProjectorLaws<P: Projector> {
    /// All laws over the history of that seed, each violation as a sentence that names the seed.
    package static func violations(seed: UInt64, count: Int = 300) -> [String] {
        let history = HistoryGenerator.history(seed: seed, count: count)
        return violations(history, seed: seed)
    }

    package static func violations(_ history: [Record], seed: UInt64) -> [String] {
        let reference = Replay<P>().fold(history)
        var broken = reference.failures
        func check(_ replay: Replay<P>, _ law: String) {
            broken += replay.failures
            if let difference = replay.difference(from: reference) { broken.append("\(law): \(difference)") }
        }
        var random = SeededGenerator(seed: seed ^ 0xBA7C4)
        check(Replay<P>().fold(history), "replay determinism")
        check(Replay<P>().fold(history, batch: { 1 }), "one batch per record")
        check(Replay<P>().fold(history, batch: { Int.random(in: 1...40, using: &random) }), "any batching")
        check(
            Replay<P>().fold(history, batch: { 7 }, aborting: { Int.random(in: 0...2, using: &random) == 0 }),
            "resume after abort")
        check(
            Replay<P>().rebuild(history, batch: { Int.random(in: 1...40, using: &random) }),
            "rebuild equals incremental")
        check(Replay<P>().fold(history.filter { P.kinds.contains($0.kind) }), "skipped kinds change nothing")
        check(Replay<P>().fold(history.map(Self.unopened)), "only opened kinds are read")
        broken += erasureViolations(history)
        let subset = history.erasingPayloads { _ in random.oneIn(2) }
        broken += Replay<P>().fold(subset).failures.map { "with some bodies erased, \($0)" }
        let all = history.erasingPayloads { _ in true }
        broken += Replay<P>().fold(all).failures.map { "with all bodies erased, \($0)" }
        return broken.map { "seed \(seed), \(P.identity.name): \($0)" }
    }

    /// From a member's deletion on, a view that once read their payloads is the view that never did.
    private static func erasureViolations(_ history: [Record]) -> [String] {
        var broken: [String] = []
        for (index, record) in history.enumerated() where record.kind == .memberDeleted {
            let member = MemberID(record.header.subject)
            let erased = history.erasingPayloads(of: member)
            for end in Set([index + 1, history.count]) {
                let open = Replay<P>().fold(Array(history[..<end]))
                if let difference = Replay<P>().fold(Array(erased[..<end])).difference(from: open) {
                    broken.append("erasure of \(member), at \(end) events: \(difference)")
                }
            }
        }
        return broken
    }

    /// As the engine hands it over when no projector asked for its body.
    private static func unopened(_ record: Record) -> Record {
        P.openedKinds.contains(record.kind) ? record : Record(header: record.header, body: .none)
    }
}

/// One view in memory, between two tables that are not its own.
package struct Replay<P: Projector> {
    package let view: P.View
    package let base: MemoryViewBase
    private let registry: TableRegistry
    package var names: [String] { registry.names }
    package private(set) var failures: [String] = []

    package init() {
        var registry = TableRegistry()
        _ = registry.table("another.before", of: Entry.self)
        view = P.View(&registry)
        _ = registry.table("another.after", of: Entry.self)
        self.registry = registry
        base = MemoryViewBase(tableCount: registry.names.count)
    }

    package var snapshot: ViewSnapshot { ViewSnapshot(base: base, position: .none) }

    /// Folds `records` in batches of the lengths that `batch` says. Where `aborting` says so, a batch is lost once
    /// before it is folded again.
    package consuming func fold(
        _ records: [Record], batch: () -> Int = { 1_000 }, aborting: () -> Bool = { false }
    ) -> Self {
        var replay = self
        var start = 0
        while start < records.count {
            let end = min(records.count, start + batch())
            if aborting() { _ = replay.transaction(records[start..<end]) }
            let transaction = replay.transaction(records[start..<end])
            for table in [0, replay.names.count - 1] where transaction.touchedTables.contains(table) {
                replay.failures.append("it looks into \(replay.names[table])")
            }
            replay.base.apply(transaction)
            start = end
        }
        if let failure = replay.base.failure { replay.failures.append("it failed: \(failure)") }
        return replay
    }

    /// The same as a rebuild does it: batches leave runs behind, rows are put unseen, indexes are made in the end.
    package consuming func rebuild(_ records: [Record], batch: () -> Int) -> Self {
        var replay = self
        let file = SpillFile(in: "/tmp")
        let spilled = SpilledBase(tableCount: replay.names.count)
        var (before, spare): (HeldRows?, HeldRows?)
        var start = 0
        do {
            while start < records.count {
                let end = min(records.count, start + batch())
                let lookedUp = before?.lookedUpNow ?? []
                spare?.reset(lookedUp: lookedUp)
                let held = spare ?? HeldRows(replay.registry, lookedUp: lookedUp)
                var transaction = ViewTransaction(base: spilled, before: before, into: held)
                for record in records[start..<end] { P.fold(record, into: replay.view, &transaction) }
                // Late, as the engine does: a batch sees the rows of the one before in memory.
                if let before { spilled.add(try before.spill(to: file)) }
                (spare, before) = (before, held)
                start = end
            }
            if let before { spilled.add(try before.spill(to: file)) }
            try spilled.derive(by: replay.registry, to: file)
            replay.base.load(spilled)
        } catch {
            replay.failures.append("its rebuild failed: \(error)")
        }
        if let failure = spilled.failure { replay.failures.append("its rebuild failed: \(failure)") }
        return replay
    }

    private func transaction(_ records: ArraySlice<Record>) -> ViewTransaction {
        var transaction = ViewTransaction(base: base, registry: registry)
        for record in records { P.fold(record, into: view, &transaction) }
        return transaction
    }

    /// The first row in which they differ; nil: every byte is the same.
    package func difference(from other: Replay) -> String? {
        for (table, name) in names.enumerated() {
            let (mine, others) = (base.tables[table], other.base.tables[table])
            guard mine != others else { continue }
            let keys = Set(mine.keys).union(others.keys).sorted()
            for key in keys where mine[key] != others[key] {
                return "\(name) \(key.bytes): \(describe(mine[key])) instead of \(describe(others[key]))"
            }
        }
        return nil
    }

    private func describe(_ bytes: [UInt8]?) -> String { bytes.map { "\($0.prefix(64))" } ?? "no row" }
}
