/// What to measure, and how large.
package struct BenchmarkPlan: Sendable {
    package var measures: Set<Measure>
    /// Of the crowd.
    package var members: Int
    /// Events that each of them makes for.
    package var eventsPerMember: Int
    /// How many events each append measure makes in a run.
    package var events: Int
    package var runs: Int
    /// Events a second that are offered while the lag is measured.
    package var rate: Int
    /// An existing directory, in which one is made for the time being.
    package var directory: String
    /// Absent or empty: there the crowd lives, and stays. Or where one lives since an earlier run. Nil: nothing stays.
    package var keptCrowd: String?

    package init(
        measures: Set<Measure>, members: Int, eventsPerMember: Int = 100, events: Int, runs: Int, rate: Int,
        directory: String,
        keptCrowd: String? = nil
    ) {
        self.measures = measures
        self.members = members
        self.eventsPerMember = eventsPerMember
        self.events = events
        self.runs = runs
        self.rate = rate
        self.directory = directory
        self.keptCrowd = keptCrowd
    }

    package static let batchCount = 10_000
    package static let lagSeconds = 2.0
    /// Whom the reader of the following feed follows.
    package static let followeesMax = 1_000
    package static let callsMax = 2_000
    package static let callsSecondsMax = 1.0
}
