package import Layout

extension LogSnapshot {
    /// The last event that the log had taken at that instant; nil before the first one. O(log events), for `recordedAt` never
    /// goes backwards.
    package func lastPosition(recordedBy time: Timestamp) throws(Refusal) -> Position? {
        var (low, high) = (UInt64(0), head.value)
        while low < high {
            let middle = high - (high - low) / 2
            guard let header = try header(at: Position(middle)) else { return nil }
            if header.recordedAt <= time { low = middle } else { high = middle - 1 }
        }
        return low == 0 ? nil : Position(low)
    }
}
