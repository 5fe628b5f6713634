import Layout
import Projections
import TestSupport
import Testing

@Suite struct KeyOrderTests {
    /// Keys that share beginnings, differ in length only, or come twice, in runs long enough for each way of sorting.
    @Test("keys come in order, equal keys in the order of arrival", .seeded, arguments: [0, 1, 2, 20, 500, 5_000])
    func order(count: Int) {
        var random = SeededGenerator.ofTest()
        let keys = (0..<count).map { _ in
            Key((0..<Int.random(in: 1...32, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) })
        }
        let places = KeyOrder(count: count) { keys[$0] }.places
        let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        #expect((places.isEmpty ? Array(keys.indices) : places.map(Int.init)) == expected)
    }

    @Test("keys that are in order already are left in place") func keysInOrderAreLeftAlone() {
        #expect(KeyOrder(count: 1_000) { Key(UInt64($0)) }.places.isEmpty)
        #expect(KeyOrder(count: 1_000) { Key(UInt64($0 / 2)) }.places.isEmpty)
    }
}
