extension Day: CustomStringConvertible {
    /// Reads a date of ISO 8601, as in `2026-11-24`; nil for anything else, and for dates that do not exist.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 10, let time = Timestamp(rfc3339: "\(text)T00:00:00Z") else { return nil }
        self = time.day
    }

    package var description: String { String(Timestamp(day: self).rfc3339.prefix(10)) }
}
