import Decisions
import Layout
import TestSupport
import Testing

@testable import EventLog
@testable import Events

@Suite(.enabled(if: Allocations.areCounted)) struct AppendAllocationTests {
    let scratch = TemporaryDirectory()
    private static let count = 4_000

    /// Likes of one recipe by as many members: each is a header and a row of the state.
    private func allocations(
        _ count: Int, in log: EventLog, _ members: [MemberID], _ recipe: Position
    ) throws -> Int {
        let drafts = members.prefix(count).map { [Drafts.like(recipe, by: $0, owner: members[0])] }
        return try log.write { (batch) throws in
            let allocations = try Allocations.during { () throws in
                // Not `for`: an array's iterator is allocated in unoptimized builds.
                var index = 0
                while index < count {
                    _ = try batch.append(drafts[index], origin: nil)
                    index += 1
                }
            }
            #expect(batch.count == count)
            return allocations.count
        }
    }

    /// An append allocates only memory that grows by doubling.
    @Test("twice as many appended events allocate hardly more memory")
    func headersAndTheirStateAreMadeWithoutTheHeap() throws {
        let log = try EventLog.open(.community, directory: scratch.path, create: true)
        let members = try log.write { (batch) throws in
            try (0..<2 * Self.count).map {
                MemberID(try batch.append([Drafts.registration("guest\($0)")], origin: nil))
            }
        }
        let recipes = try log.write { (batch) throws in
            try (0..<3).map { try batch.append([Drafts.recipe("Soup \($0)", by: members[0])], origin: nil) }
        }
        // Values that are created at their first use do not count.
        _ = try allocations(2 * Self.count, in: log, members, recipes[0])
        let few = try allocations(Self.count, in: log, members, recipes[1])
        let many = try allocations(2 * Self.count, in: log, members, recipes[2])
        #expect(few > 0, "nothing is counted")
        #expect(many - few < 20)
        log.close()
    }
}
