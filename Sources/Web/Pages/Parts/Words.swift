package import Markup

/// Numbers, times and durations as pages word them.
package enum Words {
    /// `1 like`, `2 likes`.
    package static func count(_ number: Int64, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? "\(one)s")"
    }

    /// A cuisine as a name: lists have them in lower case, `tex-mex` for `Tex-Mex`.
    package static func cuisine(_ folded: String) -> String {
        var (name, isFirst) = ("", true)
        for character in folded {
            name += isFirst ? character.uppercased() : String(character)
            isFirst = character == " " || character == "-"
        }
        return name
    }

    /// `1,234`.
    package static func grouped(_ number: Int64) -> String {
        var digits = Array(String(number.magnitude))
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: index)
            index -= 3
        }
        return (number < 0 ? "−" : "") + String(digits)
    }

    /// `1st`, `2nd`, `11th`.
    package static func ordinal(_ number: Int) -> String {
        let end =
            switch (number % 100, number % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return "\(number)\(end)"
    }

    /// `45 min`, `1 h 30 min`.
    package static func minutes(_ minutes: UInt32) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return [hours > 0 ? "\(hours) h" : nil, rest > 0 || hours == 0 ? "\(rest) min" : nil].compactMap(\.self)
            .joined(separator: " ")
    }

    /// `45 s`, `3 min`, `2 h 5 min`.
    package static func seconds(_ seconds: Int) -> String {
        seconds < 90 ? "\(seconds) s" : minutes(UInt32(clamping: (seconds + 30) / 60))
    }

    /// `820 B`, `4.2 MB`.
    package static func bytes(_ count: Int64) -> String {
        var (value, unit) = (Double(count), 0)
        while value >= 1_000, unit < byteUnits.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
        let text = value < 10 && unit > 0 ? "\((value * 10).rounded() / 10)" : "\(Int64(value.rounded()))"
        return "\(text) \(byteUnits[unit])"
    }

    private static let byteUnits = ["B", "kB", "MB", "GB", "TB", "PB"]

    /// The day of a time in RFC 3339: `12 March 2026`. A text of another form stays as it is.
    package static func day(_ time: String) -> String {
        // By bytes: a page has dozens of times, and characters cost ten times as much to find.
        let parts = time.utf8.prefix(10).split(separator: UInt8(ascii: "-")).map { Substring($0) }
        guard parts.count == 3, let month = Int(parts[1]), months.indices.contains(month - 1), let day = Int(parts[2])
        else { return time }
        return "\(day) \(months[month - 1]) \(parts[0])"
    }

    /// The day of a time without its year: `12 March`.
    package static func dayOfYear(_ time: String) -> String {
        day(time).split(separator: " ").prefix(2).joined(separator: " ")
    }

    /// The day and the minute, in UTC: `12 March 2026, 14:02 UTC`.
    package static func moment(_ time: String) -> String {
        "\(day(time)), \(time.dropFirst(11).prefix(5)) UTC"
    }

    /// A time for people and programs. A module turns it into «5 minutes ago», with the words before it.
    package static func time(_ time: String, _ before: String = "") -> HTML {
        "<time datetime=\"\(time)\">\(before)\(day(time))</time>"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// A week such as 2026-W10, as it is written for people: `Week 10, 2026`.
    package static func week(_ week: String) -> String {
        let parts = week.split(separator: "-")
        guard parts.count == 2, parts[1].hasPrefix("W"), let number = Int(parts[1].dropFirst()) else { return week }
        return "Week \(number), \(parts[0])"
    }
}
