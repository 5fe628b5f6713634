/// An instant in UTC, in microseconds since 1970-01-01T00:00:00Z.
///
/// The event header keeps 56 bits of it: the years 829 to 3110.
package struct Timestamp: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    @inlinable package init(microseconds: Int64) { self.microseconds = microseconds }
    @inlinable package init(seconds: Int64) { microseconds = seconds * 1_000_000 }
    package init(day: Day) { microseconds = Int64(day.number) * 86_400_000_000 }

    package static let earliest = Timestamp(microseconds: -(1 << 55))
    package static let latest = Timestamp(microseconds: (1 << 55) - 1)

    @inlinable package static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

    /// The UTC day that the instant falls on.
    @inlinable package var day: Day {
        let days = microseconds / 86_400_000_000
        return Day(
            number: Int32(truncatingIfNeeded: microseconds < 0 && microseconds % 86_400_000_000 != 0 ? days - 1 : days))
    }
    @inlinable package var week: Week { day.week }
}

/// A UTC calendar day of the proleptic Gregorian calendar, counted from 1970-01-01 = 0.
package struct Day: Hashable, Comparable, Sendable {
    package var number: Int32

    @inlinable package init(number: Int32) { self.number = number }
    @inlinable package static func < (a: Day, b: Day) -> Bool { a.number < b.number }

    /// A date that exists, or nil. Year 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year)
        else {
            return nil
        }
        // Days from civil, after Howard Hinnant's `chrono`-compatible date algorithms: years start in March.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    package var civil: (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    /// 0 = Monday … 6 = Sunday.
    @inlinable package var weekday: Int {
        let shifted = Int(number) + 3  // 1970-01-01 was a Thursday
        return ((shifted % 7) + 7) % 7
    }
    @inlinable package var week: Week {
        Week(number: Int32((Int(number) + 3 - weekday) / 7))
    }

    package static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// An ISO 8601 week, Monday to Sunday in UTC, counted from the week of 1970-01-01 = 0. Written `2008-W07`.
package struct Week: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var number: Int32

    @inlinable package init(number: Int32) { self.number = number }
    @inlinable package static func < (a: Week, b: Week) -> Bool { a.number < b.number }

    @inlinable package var monday: Day { Day(number: number * 7 - 3) }
    /// The first instant after the week.
    package var end: Timestamp { Timestamp(day: Day(number: (number + 1) * 7 - 3)) }

    /// Reads `2008-W07`; nil for anything else and for weeks that do not exist.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-W", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 4, parts[1].count == 2,
            text.utf8.allSatisfy({ $0 < 0x80 }),
            let year = Int(parts[0]), let week = Int(parts[1]), year >= 1, (1...53).contains(week),
            let fourth = Day(year: year, month: 1, day: 4)
        else { return nil }
        self.init(number: fourth.week.number + Int32(week) - 1)
        guard isoYear == year else { return nil }
    }

    /// The year that the week's Thursday falls in.
    private var isoYear: Int { Day(number: monday.number + 3).civil.year }

    package var description: String {
        let year = isoYear
        let first = Day(year: year, month: 1, day: 4)?.week.number ?? number
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-W\(padded(Int(number - first) + 1, 2))"
    }
}
