/// The encoding that old pages are in, whatever they call it: Latin-1 with letters and marks where that has control characters.
enum Windows1252 {
    /// Of the bytes 0x80 to 0x9F; zero where there is nothing.
    private static let upper: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let code = upper[Int(byte - 0x80)]
        return code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    static func text(_ bytes: [UInt8]) -> String {
        var view = String.UnicodeScalarView()
        for byte in bytes { view.append(scalar(byte)) }
        return String(view)
    }
}
