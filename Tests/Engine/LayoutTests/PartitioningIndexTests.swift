import Testing

@testable import Layout

@Suite struct PartitioningIndexTests {
    @Test func findsTheFirstOfTheSecondPart() {
        for (lower, upper) in [(0, 0), (0, 1), (3, 11), (-5, 20), (0, 1_000)] {
            for border in lower...upper {
                #expect((lower..<upper).partitioningIndex { $0 >= border } == border)
            }
            #expect((lower..<upper).partitioningIndex { _ in false } == upper)
        }
    }

    @Test func looksAtFew() {
        var asked = 0
        let found = (0..<1 << 20).partitioningIndex { index in
            asked += 1
            return index >= 777_777
        }
        #expect(found == 777_777)
        #expect(asked <= 21)
    }

    @Test func doesNotOverflowAtTheEndOfTheNumbers() {
        #expect((Int.max - 3..<Int.max).partitioningIndex { $0 > .max - 3 } == .max - 2)
    }
}
