package import Events
import Layout

/// Instants and ISO weeks as people write them.
package enum Times {
    /// RFC 3339, or a day (its first instant, in UTC).
    package static func instant(_ text: String, field: String) throws(Refusal) -> Timestamp {
        if let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") { return time }
        throw Refusal(
            .usage, "«\(text)» is no time: write 2026-01-05 or 2026-01-05T08:00:00Z", field: field)
    }

    package static func day(_ text: String, field: String) throws(Refusal) -> Day {
        guard let day = Day(text) else {
            throw Refusal(.usage, "«\(text)» is no day: write it like 2026-11-24", field: field)
        }
        return day
    }

    /// A position of the log, or an instant.
    package static func moment(_ text: String, field: String) throws(Refusal) -> Moment {
        if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return .position(Position(UInt64(text) ?? .max))
        }
        if let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") { return .time(time) }
        throw Refusal(
            .usage, "«\(text)» is no position and no time: write 1024, 2026-01-05 or 2026-01-05T08:00:00Z",
            field: field)
    }

    package static func week(_ text: String, field: String = "week") throws(Refusal) -> Week {
        if let week = Week(text) { return week }
        var hint = ""
        let numbers = text.split(whereSeparator: { !($0.isASCII && $0.isNumber) }).map(String.init)
        if numbers.count == 2, numbers[0].count == 4, numbers[1].count <= 2 {
            let week = "\(numbers[0])-W\(numbers[1].count == 1 ? "0" : "")\(numbers[1])"
            if Week(week) != nil { hint = " — did you mean \(week)?" }
        } else if let time = Timestamp(rfc3339: text + "T00:00:00Z") {
            hint = " — did you mean \(time.week)?"
        }
        throw Refusal(.usage, "«\(text)» is no ISO week: write it like 2008-W07\(hint)", field: field)
    }

    /// `2008-W01..2008-W10`, or one week.
    package static func weeks(_ text: String) throws(Refusal) -> ClosedRange<Week> {
        guard let dots = text.firstRange(of: "..") else {
            let week = try week(text, field: "weeks")
            return week...week
        }
        let first = try week(String(text[..<dots.lowerBound]), field: "weeks")
        let last = try week(String(text[dots.upperBound...]), field: "weeks")
        guard first <= last else {
            throw Refusal(.usage, "the weeks end before they begin: write the earlier week first", field: "weeks")
        }
        return first...last
    }
}
