import Decisions
import Layout
import TestSupport
import Testing

@testable import EventLog
@testable import Events

@Suite(.enabled(if: Allocations.areCounted)) struct ScanAllocationTests {
    let scratch = TemporaryDirectory()

    /// A scan allocates its cursor and little else, however many events there are.
    @Test("scanning twice as many headers allocates no more memory")
    func scanningTwiceAsManyHeadersAllocatesNoMore() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let count: UInt64 = 4_000
        _ = try log.write { (batch) throws in
            let ada = MemberID(try batch.append([Drafts.registration("ada")], origin: nil))
            let recipe = try batch.append([Drafts.recipe("Soup", by: ada)], origin: nil)
            for _ in 0..<2 * count { _ = try batch.append([Drafts.like(recipe, by: ada, owner: ada)], origin: nil) }
        }
        try log.read { (snapshot) throws in
            func scan(_ last: UInt64) throws -> Allocations {
                var seen: UInt64 = 0
                let allocations = try Allocations.during { () throws in
                    try snapshot.forEachHeader(from: Position(1), through: Position(last)) { header in
                        seen += header.actor.value == 0 ? 0 : 1
                        return true
                    }
                }
                #expect(seen >= last - 2)
                return allocations
            }
            // Values that are created at their first use do not count.
            _ = try scan(count)
            let few = try scan(count)
            let many = try scan(2 * count)
            #expect(few.count > 0, "nothing is counted")
            #expect(many == few)
        }
    }
}
