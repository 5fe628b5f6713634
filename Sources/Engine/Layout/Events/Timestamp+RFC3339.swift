extension Timestamp {
    /// Reads an RFC 3339 date-time with seconds and an offset; fractions beyond microseconds are cut off.
    /// A leap second (`:60`) counts as the second after `:59`. Nil for anything else and for instants that headers cannot hold.
    package init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        self.init(rfc3339: bytes.span)
    }

    /// The same, of its UTF-8.
    package init?(rfc3339 bytes: Span<UInt8>) {
        func digits(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for index in range {
                let byte = bytes[index]
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        func at(_ index: Int, _ wanted: Unicode.Scalar) -> Bool {
            index < bytes.count && bytes[index] == UInt8(ascii: wanted)
        }
        guard let year = digits(0..<4), at(4, "-"), let month = digits(5..<7), at(7, "-"),
            let dayOfMonth = digits(8..<10),
            at(10, "T") || at(10, "t") || at(10, " "),
            let hour = digits(11..<13), at(13, ":"), let minute = digits(14..<16), at(16, ":"),
            let second = digits(17..<19),
            hour < 24, minute < 60, second <= 60,
            let day = Day(year: year, month: month, day: dayOfMonth)
        else { return nil }
        var index = 19
        var fraction: Int64 = 0
        if at(index, ".") {
            index += 1
            let start = index
            var scale: Int64 = 100_000
            while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 {
                fraction += Int64(bytes[index] - 0x30) * scale
                scale /= 10
                index += 1
            }
            guard index > start else { return nil }
        }
        var offsetMinutes = 0
        if at(index, "Z") || at(index, "z") {
            index += 1
        } else {
            guard at(index, "+") || at(index, "-"), let hours = digits(index + 1..<index + 3), at(index + 3, ":"),
                let minutes = digits(index + 4..<index + 6), hours < 24, minutes < 60
            else { return nil }
            offsetMinutes = (hours * 60 + minutes) * (at(index, "-") ? -1 : 1)
            index += 6
        }
        guard index == bytes.count else { return nil }
        let seconds = Int64(day.number) * 86_400 + Int64(hour * 3600 + (minute - offsetMinutes) * 60 + second)
        self.init(microseconds: seconds * 1_000_000 + fraction)
        guard self >= .earliest, self <= .latest else { return nil }
    }

    /// RFC 3339 in UTC, to the microsecond, trailing zeros dropped: `2026-01-05T08:00:00Z`, `…:00.25Z`.
    package var rfc3339: String {
        let day = day
        let rest = Int(microseconds - Int64(day.number) * 86_400_000_000)
        let (year, month, dayOfMonth) = day.civil
        var bytes: [UInt8] = []
        bytes.reserveCapacity(27)
        func append(_ value: Int, width: Int) {
            var divisor = 1
            for _ in 1..<width { divisor *= 10 }
            while divisor > 0 {
                bytes.append(0x30 + UInt8(value / divisor % 10))
                divisor /= 10
            }
        }
        append(year, width: 4)
        bytes.append(UInt8(ascii: "-"))
        append(month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        append(dayOfMonth, width: 2)
        bytes.append(UInt8(ascii: "T"))
        let seconds = rest / 1_000_000
        append(seconds / 3600, width: 2)
        bytes.append(UInt8(ascii: ":"))
        append(seconds / 60 % 60, width: 2)
        bytes.append(UInt8(ascii: ":"))
        append(seconds % 60, width: 2)
        let fraction = rest % 1_000_000
        if fraction > 0 {
            bytes.append(UInt8(ascii: "."))
            append(fraction, width: 6)
            while bytes.last == 0x30 { bytes.removeLast() }
        }
        bytes.append(UInt8(ascii: "Z"))
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Day: CustomStringConvertible {
    /// Reads a date of ISO 8601, as in `2026-11-24`; nil for anything else, and for dates that do not exist.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 10, let time = Timestamp(rfc3339: "\(text)T00:00:00Z") else { return nil }
        self = time.day
    }

    package var description: String { String(Timestamp(day: self).rfc3339.prefix(10)) }
}
