import Testing

@testable import Layout

@Suite struct PartitioningIndexTests {
    @Test("the index of the first matching element is found for each border") func findsTheFirstOfTheSecondPart() {
        for (lower, upper) in [(0, 0), (0, 1), (3, 11), (-5, 20), (0, 1_000)] {
            for border in lower...upper {
                #expect((lower..<upper).partitioningIndex { $0 >= border } == border)
            }
            #expect((lower..<upper).partitioningIndex { _ in false } == upper)
        }
    }

    @Test("a search over a million elements looks at 21 at most") func looksAtFew() {
        var asked = 0
        let found = (0..<1 << 20).partitioningIndex { index in
            asked += 1
            return index >= 777_777
        }
        #expect(found == 777_777)
        #expect(asked <= 21)
    }

    @Test("a search near the largest integer does not overflow") func doesNotOverflowAtTheEndOfTheNumbers() {
        #expect((Int.max - 3..<Int.max).partitioningIndex { $0 > .max - 3 } == .max - 2)
    }
}
