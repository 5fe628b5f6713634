package import Events
import Layout

/// The forms in which people name members.
package enum MemberName {
    /// A username as it is stored: people may write `@` before it.
    package static func username(_ text: String) -> String { String(text.trimmingPrefix("@")) }

    /// `@bob`, `bob`, `m17` or `external:…`.
    package static func reference(_ text: String, field: String) throws(Refusal) -> Reference {
        switch Reference(text) {
        case .username(let name)?: return .username(name)
        case .position(let position, "m")?: return .position(position, letter: "m")
        case .external(let source, let id)?: return .external(source: source, id: id)
        default: break
        }
        if Username.isWellFormed(text) { return .username(text) }
        throw Refusal(.usage, "«\(text.excerpt())» names no member: write @name or m17", field: field)
    }
}

/// The forms in which people name recipes, comments, reposts and reports.
package enum EntityName {
    /// Reads an id of one of the kinds that `letters` allows. A bare number may be any of them.
    package static func reference(_ text: String, _ letters: String, field: String = "id") throws(Refusal) -> Reference
    {
        switch Reference(text) {
        case .position(let position, nil)?:
            return .position(position, letter: letters.count == 1 ? letters.first : nil)
        case .position(let position, let letter?)? where letters.contains(letter):
            return .position(position, letter: letter)
        case .external(let source, let id)?: return .external(source: source, id: id)
        default: break
        }
        let examples = letters.map { "\($0)12" }.joined(separator: " or ")
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let hint =
            digits.allSatisfy { $0 == "0" } || digits.count > 15 || text.contains(":")
            ? "" : " — did you mean \(letters.map { "\($0)\(digits)" }.joined(separator: " or "))?"
        throw Refusal(
            .usage, "«\(text.excerpt())» is not an id here: write \(examples) or external:source:id\(hint)",
            field: field)
    }

    /// Reads the number or the origin of an event that created nothing.
    package static func event(_ text: String, field: String) throws(Refusal) -> Reference {
        switch Reference(text) {
        case .position(let position, nil)?: return .position(position, letter: nil)
        case .external(let source, let id)?: return .external(source: source, id: id)
        default:
            throw Refusal(
                .usage, "«\(text.excerpt())» is not the number of an event: write 120 or external:source:id",
                field: field)
        }
    }
}

/// The forms in which people write instants, days and ISO weeks.
package enum Times {
    /// RFC 3339, or a day (its first instant, in UTC).
    package static func instant(_ text: String, field: String) throws(Refusal) -> Timestamp {
        if let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") { return time }
        throw Refusal(
            .usage, "«\(text)» is not a time: write 2026-01-05 or 2026-01-05T08:00:00Z", field: field)
    }

    package static func day(_ text: String, field: String) throws(Refusal) -> Day {
        guard let day = Day(text) else {
            throw Refusal(.usage, "«\(text)» is not a day: write it like 2026-11-24", field: field)
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
            .usage,
            "«\(text.excerpt())» is neither a position nor a time: write 1024, 2026-01-05 or 2026-01-05T08:00:00Z",
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
        throw Refusal(.usage, "«\(text.excerpt())» is not an ISO week: write it like 2008-W07\(hint)", field: field)
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

/// A word of a fixed set.
package enum Word {
    /// The value that a word stands for; case does not matter. Refuses other words with `usage`; the refusal lists all
    /// words and proposes the nearest ones.
    package static func choose<Value>(
        _ text: String, _ values: KeyValuePairs<String, Value>, field: String
    ) throws(Refusal) -> Value {
        try choose(text, Array(values), field: field, noun: field)
    }

    /// Chooses a value whose name in messages, `noun`, differs from the name of the field.
    package static func choose<Value>(
        _ text: String, _ values: [(key: String, value: Value)], field: String, noun: String
    ) throws(Refusal) -> Value {
        if let match = values.first(where: { $0.key.lowercased() == text.lowercased() }) { return match.value }
        throw unknown(text, values.map(\.key), field: field, noun: noun)
    }

    /// The refusal of a word that is not in the set.
    package static func unknown(_ text: String, _ names: [String], field: String, noun: String) -> Refusal {
        let near = NearestNames(to: text, among: names).question
        return Refusal(
            .usage, "«\(text.excerpt())» is not a valid \(noun): it is one of \(names.joined(separator: ", "))\(near)",
            field: field)
    }
}
