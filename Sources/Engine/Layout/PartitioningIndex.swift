extension Range<Int> {
    /// The first index for which `belongsInSecond` is true, if it is true for all later ones; the upper bound if it is
    /// true for none. O(log n) calls.
    ///
    /// It takes indices and not elements, so that nothing is copied or retained for a comparison.
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
