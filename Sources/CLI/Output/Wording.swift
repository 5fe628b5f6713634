import Events

/// Numbers and times as people read them. JSON never uses these.
enum Wording {
    /// `1,234,567`.
    static func count(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return value < 0 ? "-" + result : result
    }

    /// `1 like`, `2,000 likes`.
    static func count(_ value: Int64, _ noun: String) -> String {
        "\(count(Int(value))) \(noun)\(value == 1 ? "" : "s")"
    }

    /// `850 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`.
    static func duration(seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "–" }
        if seconds < 1 { return "\(Int(seconds * 1000)) ms" }
        if seconds < 60 {
            let tenths = Int(seconds * 10)
            return "\(tenths / 10).\(tenths % 10) s"
        }
        let whole = Int(seconds)
        if whole < 3600 { return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(whole % 60) s" }
        let minutes = whole / 60
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Minutes of a recipe: `45 min`, `1 h 30 min`.
    static func minutes(_ minutes: Int) -> String {
        minutes < 60 ? "\(minutes) min" : duration(seconds: Double(minutes) * 60)
    }

    /// The age of a time: `just now`, `5 min ago`, `3 h ago`, `2 d ago`, and a date from a month on.
    static func relative(_ time: Timestamp, now: Timestamp) -> String {
        let seconds = (now.microseconds - time.microseconds) / 1_000_000
        return switch seconds {
        case ..<0: date(time)
        case ..<60: "just now"
        case ..<3600: "\(seconds / 60) min ago"
        case ..<86_400: "\(seconds / 3600) h ago"
        case ..<(30 * 86_400): "\(seconds / 86_400) d ago"
        default: date(time)
        }
    }

    /// `2008-02-29`.
    static func date(_ time: Timestamp) -> String { String(time.rfc3339.prefix(10)) }

    /// `2008-02-29 18:30`, in UTC.
    static func minute(_ time: Timestamp) -> String { String(time.rfc3339.prefix(16)).replacing("T", with: " ") }

    /// `12.3 MB`.
    static func bytes(_ count: Int) -> String {
        var value = Double(count)
        for unit in ["B", "KB", "MB", "GB"] {
            if value < 1000 { return unit == "B" ? "\(count) B" : "\(Double(Int(value * 10)) / 10) \(unit)" }
            value /= 1000
        }
        return "\(Double(Int(value * 10)) / 10) TB"
    }
}
