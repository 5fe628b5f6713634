import Community
import Events
import Foundation
import LMDB
import Layout
import Testing

@Suite struct CommandStreamTests {
    private func joins(_ numbers: Range<Int>) -> [Command] {
        numbers.map { Commands.join("cook\($0)", origin: .app("\($0)")) }
    }

    @Test("batches of a stream are decided in their order") func batchesAreDecidedInTheirOrder() throws {
        let kitchen = try Kitchen()
        let stream = kitchen.community.stream()
        let answers = (0..<20).map { stream.begin(joins($0 * 5..<$0 * 5 + 5)) }
        let positions = try answers.flatMap { try $0().map { try $0.get().position.value } }
        // In order, after the log's first event.
        #expect(positions == Array(2..<102))
        // Known by their origins, in any batch.
        let again = stream.begin(joins(0..<100))
        #expect(
            try again().map { try $0.get() }
                == positions.map {
                    Outcome(position: Position($0), changed: false, kind: .memberRegistered)
                })
    }

    #if DEBUG
        /// Every LMDB call fails in turn: acknowledged batches hold, and no later batch was tried.
        @Test("nothing is decided after a storage failure, and acknowledged batches hold")
        func nothingIsTriedAfterAFailure() throws {
            var failures = 0
            for call in 1..<400 {
                let kitchen = try Kitchen()
                let community = kitchen.community
                var members = 0
                let outcome = FaultInjector.fail(callNumber: call, with: .noSpace) {
                    let stream = community.stream()
                    let answers = (0..<6).map { stream.begin(joins($0 * 3..<$0 * 3 + 3)) }
                    var failure: Refusal?
                    for answer in answers {
                        do throws(Refusal) {
                            let results = try answer()
                            #expect(failure == nil, "a batch was decided after one that failed, at call \(call)")
                            members += results.count
                        } catch {
                            failure = failure ?? error
                        }
                    }
                    if let failure { throw failure }
                }
                if case .failure = outcome.result { failures += 1 }
                try kitchen.reopen()
                #expect(try kitchen.head() == UInt64(1 + members), "call \(call)")
                if !outcome.fired { break }
                #expect(call < 399, "it never came to an end")
            }
            #expect(failures > 10)
        }
    #endif
}
