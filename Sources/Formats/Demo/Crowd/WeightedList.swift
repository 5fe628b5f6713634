import Layout

/// Weights that only grow at the end, drawn from in O(log n): the sums up to each of them.
struct WeightedList {
    private var sums: [Double] = [0]

    mutating func append(_ weight: Double) { sums.append(sums[sums.count - 1] + weight) }

    /// One of `range`, which must not be empty, each as likely as its weight.
    func draw(in range: Range<Int>, _ random: inout SplitMix64) -> Int {
        let target = sums[range.lowerBound] + random.unit() * (sums[range.upperBound] - sums[range.lowerBound])
        return range.dropLast().partitioningIndex { sums[$0 + 1] > target }
    }
}
