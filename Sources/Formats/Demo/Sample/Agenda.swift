import Events

/// The acts that are planned, earliest first, and acts of one time in the order in which they were planned. A binary heap.
struct Agenda<Act> {
    private struct Entry {
        var time: Timestamp
        var number: Int
        var act: Act

        func comes(before other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private var heap: [Entry] = []
    private var count = 0

    mutating func plan(_ act: Act, at time: Timestamp) {
        heap.append(Entry(time: time, number: count, act: act))
        count += 1
        var child = heap.count - 1
        while child > 0, heap[child].comes(before: heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (time: Timestamp, act: Act)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return (first.time, first.act) }
        heap[0] = last
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let child = children.min(by: { heap[$0].comes(before: heap[$1]) }),
                heap[child].comes(before: heap[parent])
            else { break }
            heap.swapAt(parent, child)
            parent = child
        }
        return (first.time, first.act)
    }
}

/// The events of the story, which are the same for every seed.
enum Scene: CaseIterable {
    case offices, rules
    case spam, spamReports, spamJudgement
    case quarrel, quarrelJudgement, pardon, grudge, grudgeJudgement, farewell
    case bitterness, reconciliation
    case unsafeDish, unsafeDishRemoved, unsafeDishMended
    case coriander, corianderForgiven
    case secondThoughts, slipOfTheHand, takenBack
    case newModerator, newBiography, fewWords

    /// Days after the beginning, and the hour of that day.
    var time: (day: Int, hour: Int) {
        switch self {
        case .offices: (0, 9)
        case .rules: (3, 10)
        case .spam: (25, 10)
        case .spamReports: (25, 12)
        case .spamJudgement: (25, 17)
        case .quarrel: (29, 18)
        case .quarrelJudgement: (29, 20)
        case .pardon: (36, 9)
        case .grudge: (37, 11)
        case .grudgeJudgement: (37, 19)
        case .farewell: (52, 22)
        case .bitterness: (31, 21)
        case .reconciliation: (40, 13)
        case .unsafeDish: (43, 9)
        case .unsafeDishRemoved: (43, 11)
        case .unsafeDishMended: (44, 16)
        case .coriander: (50, 20)
        case .corianderForgiven: (51, 9)
        case .secondThoughts: (33, 15)
        case .slipOfTheHand: (47, 14)
        case .takenBack: (58, 10)
        case .newModerator: (56, 8)
        case .newBiography: (66, 19)
        case .fewWords: (69, 20)
        }
    }
}
