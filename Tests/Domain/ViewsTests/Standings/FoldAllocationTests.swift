import Events
import Layout
import Projections
import TestSupport
import Testing
import Views

/// A fold allocates memory for new rows; an event on existing rows allocates nothing.
///
/// So a history is folded once for its rows, and allocations are counted when it is folded a second and a third time.
/// Once more without retractions, so that no week becomes empty and is created again.
@Suite(.enabled(if: Allocations.areCounted)) struct FoldAllocationTests {
    /// Without events that change all weeks of a member, or of all members, and without those that come once for each member and
    /// are opened: they are not counted per event.
    private let history = HistoryGenerator.history(seed: 1, count: 2_000).filter {
        ![.rulesChanged, .memberDeleted, .memberBanned, .memberUnbanned, .memberPointsCarriedOver].contains($0.kind)
    }
    private var awards: [Record] { history.filter { (Award($0.header)?.change ?? 0) > 0 } }

    @Test("folding standings allocates no memory per event") func foldingStandingsAllocatesNothingPerEvent() {
        var registry = TableRegistry()
        let view = StandingsView(&registry)
        let base = MemoryViewBase(tableCount: registry.names.count)
        var transaction = ViewTransaction(base: base, registry: registry)
        func fold(_ records: [Record], times: Int = 1) {
            for _ in 0..<times {
                // By index: an iterator in a debug build allocates each element.
                for index in records.indices where StandingsProjector.kinds.contains(records[index].kind) {
                    StandingsProjector.fold(records[index], into: view, &transaction)
                }
            }
        }
        let first = Allocations.during { fold(awards) }
        #expect(first.count > 0, "nothing is counted")
        fold(history)
        #expect(Allocations.during { fold(history) }.count == 0)
        #expect(Allocations.during { fold(history, times: 2) }.count == 0)
    }

    @Test("folding boards allocates no memory per event") func foldingBoardsAllocatesNothingPerEvent() {
        let headers = history.map(\.header)
        let boards = BoardFold(rules: Rules.standard.awards, weeks: nil)
        func fold(times: Int) {
            for _ in 0..<times { for index in headers.indices { boards.fold(headers[index]) } }
        }
        let first = Allocations.during { fold(times: 1) }
        #expect(first.count > 0, "nothing is counted")
        #expect(Allocations.during { fold(times: 1) }.count == 0)
        #expect(Allocations.during { fold(times: 2) }.count == 0)
    }
}
