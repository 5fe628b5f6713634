import Events

/// When the demo's communities live: not now, so that the same options make the same community on any day.
enum DemoTime {
    /// Monday, 2026-03-16T00:00:00Z.
    static let end = Timestamp(seconds: 1_773_619_200)
    static let sampleWeeks = 10

    static func start(weeks: Int) -> Timestamp {
        Timestamp(microseconds: end.microseconds - Int64(weeks) * 7 * 86_400_000_000)
    }
}
