import Events
import LarderAPI
import Layout
import Operations
import Views

extension Comparison {
    func askModeration(_ queries: Queries) throws {
        try same("dashboard", model.dashboard(at: now), queries.dashboard())
        try same(
            "moderation log", model.moderationLog(),
            try pages { page in
                let answer = try queries.moderationLog(page: page)
                return (answer.entries, answer.next)
            })
        let (pending, resolved) = (model.reports(isResolved: false), model.reports(isResolved: true))
        for (status, expected) in [
            (ReportsInput.Status.pending, pending), (.resolved, resolved), (.all, pending + resolved),
        ] {
            try same(
                "\(status) reports", expected,
                try pages { page in
                    let answer = try queries.reports(status, page: page)
                    try same("count of pending reports", pending.count, answer.pending)
                    return (answer.reports, answer.next)
                })
        }
    }

    /// «`larder log history r12`»: of anything that there is or was, and of some things that never were.
    func askHistories(_ queries: Queries) throws {
        for _ in 0..<6 {
            let id = UInt64(trial.dice.number(1...Int(model.head) + 2))
            try askHistory(queries, .position(Position(id), letter: nil))
            try askHistory(
                queries, .position(Position(id), letter: ["m", "r", "c", "p", "f", "i", "b"][trial.dice.number(0...6)]))
        }
        for (_, member) in model.members.sorted(by: { $0.key < $1.key }) where trial.dice.chance(20) {
            try askHistory(queries, .username(member.username))
        }
        for origin in model.origins.keys.sorted(by: { $0.id < $1.id }) where trial.dice.chance(5) {
            try askHistory(queries, .external(source: origin.source, id: origin.id))
        }
    }

    private func askHistory(_ queries: Queries, _ reference: Reference) throws {
        let isNewestFirst = trial.dice.chance(50)
        let events = Result {
            let events = model.history(of: try model.creation(of: reference))
            return isNewestFirst ? events.reversed() : events
        }
        try same(
            "history of \(reference)", try events.get(),
            try pages { page in
                let creation = try queries.creation(of: reference)
                let answer = try queries.history(of: creation, newestFirst: isNewestFirst, page: page)
                return (answer.events.map(\.value), answer.next)
            })
    }
}
