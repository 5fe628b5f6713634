/// A set of event kinds by their numbers, as a bit set of constant-time membership. Numbers of 128 and more are in none.
package struct EventKindSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init(numbers: some Sequence<UInt16>) {
        for number in numbers {
            precondition(number < 128)
            if number < 64 { low |= 1 << UInt64(number) } else { high |= 1 << UInt64(number - 64) }
        }
    }

    package static let all = EventKindSet(numbers: 0..<128)

    package func contains(number: UInt16) -> Bool {
        number < 64 ? low >> UInt64(number) & 1 == 1 : number < 128 && high >> UInt64(number - 64) & 1 == 1
    }

    package func union(_ other: EventKindSet) -> EventKindSet {
        var result = self
        result.low |= other.low
        result.high |= other.high
        return result
    }
}
