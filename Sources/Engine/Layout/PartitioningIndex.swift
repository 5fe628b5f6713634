extension Range<Int> {
    /// The first index of which `belongsInSecond` says yes, where it says so of all after that, too; the upper bound if of
    /// none. O(log n) calls.
    ///
    /// Of indices and not of elements: what is only looked at is neither copied nor retained.
    @inlinable
    package func partitioningIndex(where belongsInSecond: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if belongsInSecond(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
