/// Numbers as files hold them: the shortest text that reads back as the same number, whole ones without a point.
enum DecimalText {
    static func of(_ number: Double) -> String {
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return "\(number)"
    }
}
