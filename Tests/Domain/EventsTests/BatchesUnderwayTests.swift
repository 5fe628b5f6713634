import Events
import Layout
import Testing

@Suite struct BatchesUnderwayTests {
    private struct Failed: Error {}

    private final class Service {
        var begun: [Int] = []
        var answered: [Int] = []
        var mostWaiting = 0

        func begin(_ commands: [Command]) -> BatchesUnderway<Int>.Answer {
            let number = begun.count
            begun.append(commands.count)
            mostWaiting = max(mostWaiting, begun.count - answered.count)
            return { [self] in
                answered.append(number)
                return commands.map { .success(Outcome(position: Position(1), changed: true, kind: $0.kind)) }
            }
        }
    }

    private func commands(_ count: Int) -> [Command] {
        Array(repeating: Command(.recipeLiked, actor: nil), count: count)
    }

    @Test("batches underway are answered in order, with a bounded number waiting")
    func answersInOrderAndWaitsForFew() throws {
        let service = Service()
        var kept: [Int] = []
        var underway = BatchesUnderway<Int>(begin: service.begin) { number, results in
            #expect(results.count == number % 3)
            kept.append(number)
        }
        for number in 0..<30 { try underway.add(commands(number % 3), keeping: number) }
        #expect(kept.count == 30 - BatchesUnderway<Int>.countMax)
        try underway.finish()
        #expect(kept == Array(0..<30))
        // A line without a command is not submitted, and keeps its place.
        #expect(service.begun.count == 20 && service.answered == Array(0..<20))
        #expect(service.mostWaiting <= BatchesUnderway<Int>.countMax)
    }

    @Test("commands are gathered into full batches and one last smaller batch", arguments: [0, 1, 4, 5, 8, 9])
    func gathersBatchesAndLeavesNoneOver(count: Int) throws {
        let service = Service()
        var counts: [Int] = []
        var underway = BatchesUnderway<Int>(begin: service.begin) { count, results in
            #expect(results.count == count)
            counts.append(count)
        }
        try underway.run(batchesOf: 4) { body in try commands(count).forEach(body) }
        #expect(counts == Array(repeating: 4, count: count / 4) + (count % 4 == 0 ? [] : [count % 4]))
        #expect(service.begun == counts && service.answered.count == counts.count)
    }

    @Test("a failed batch ends the run with its error") func aFailureEndsTheRun() throws {
        var answered = 0
        var underway = BatchesUnderway<Int>(
            begin: { commands in
                { () throws in
                    if commands.count == 2 { throw Failed() }
                    return []
                }
            }, answered: { _, _ in answered += 1 })
        for count in 1...3 { try underway.add(commands(count), keeping: count) }
        #expect(throws: Failed.self) { try underway.finish() }
        #expect(answered == 1)
    }
}
