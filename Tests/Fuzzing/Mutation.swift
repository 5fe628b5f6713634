package import TestSupport

/// Makes bytes that are nearly right: one to six changes to a sample.
package enum Mutation {
    /// Bytes at which readers turn: ends of numbers, and what begins or ends something in a text.
    private static let telling: [UInt8] =
        [0, 1, 0x3F, 0x40, 0x7F, 0x80, 0xBF, 0xC0, 0xE2, 0xED, 0xF4, 0xFE, 0xFF]
        + Array("\n\r\t \"'\\,:;{}[]+-=0.9eE/@".utf8)

    package static func mutated(_ samples: [[UInt8]], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = random.pick(samples) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes, samples, &random) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], _ samples: [[UInt8]], _ random: inout SeededGenerator) {
        let range = range(in: bytes, &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where !bytes.isEmpty:
            bytes[range.lowerBound % bytes.count] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where !bytes.isEmpty: bytes[range.lowerBound % bytes.count] = random.pick(telling) ?? 0
        case 2: bytes.insert(random.pick(telling) ?? 0, at: range.lowerBound)
        case 3: bytes.insert(contentsOf: noise(&random), at: range.lowerBound)
        case 4: bytes.removeSubrange(range)
        case 5: bytes.insert(contentsOf: Array(bytes[range]), at: range.upperBound)
        case 6:
            let count = min(400, 20_000 / max(1, range.count))
            bytes.insert(contentsOf: repeatElement(bytes[range], count: count).joined(), at: range.lowerBound)
        case 7: bytes.removeSubrange(range.lowerBound...)
        case 8:
            let other = random.pick(samples) ?? []
            bytes.replaceSubrange(range, with: other[Self.range(in: other, &random)])
        default: bytes.replaceSubrange(range, with: repeatElement(random.pick(telling) ?? 0, count: range.count))
        }
    }

    private static func range(in bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let countMax = random.oneIn(4) ? bytes.count - start : min(12, bytes.count - start)
        return start..<start + Int.random(in: 0...countMax, using: &random)
    }

    private static func noise(_ random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 1...16, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
