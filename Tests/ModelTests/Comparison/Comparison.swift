import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Views

/// All questions of views.md, put to the program and to the model, for a guest and for some members.
struct Comparison {
    let trial: Trial
    let model: Model
    let standings: Standings
    let now: Timestamp
    /// The position that is asked about; nil: the present.
    let position: Position?
    /// Where answers are written down instead of being compared with the model's.
    let record: AnswerRecord?
    private let encoder: JSONEncoder

    init(_ trial: Trial) { self.init(trial, trial.model, now: EventLog.systemClock(), at: nil) }

    init(_ trial: Trial, _ model: Model, now: Timestamp, at position: Position?, writing record: AnswerRecord? = nil) {
        self.trial = trial
        self.model = model
        self.now = now
        self.position = position
        self.record = record
        standings = Standings(model, now: now)
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func run() throws {
        // A difference is no failure of the query: it is carried out of it, or it would become a refusal.
        try trial.community.query { queries in Result { try ask(queries) } }.get()
        if trial.dice.chance(3) { try askElsewhere() }
    }

    func ask(_ queries: Queries) throws {
        try same("position", model.head, queries.leaderboardWeeks().position)
        let living = model.members.keys.filter { model.isHere($0) }.sorted()
        var viewers: [UInt64?] = [nil]
        for _ in 0..<2 { viewers.append(trial.dice.pick(living)) }
        for viewer in viewers {
            for id in model.works.keys.sorted() where trial.dice.chance(20) { try askWork(queries, id, viewer) }
            try askFeeds(queries, viewer)
            try askDiscover(queries, viewer)
            try askDirectory(queries, viewer)
        }
        for member in model.members.keys.sorted() {
            try askMember(queries, member, viewers[trial.dice.number(0...2)])
        }
        try askBoards(queries)
        try askModeration(queries)
        try askHistories(queries)
    }

    // MARK: Comparing

    /// Whether both come to the same, be it an answer or a refusal.
    func same(
        _ what: @autoclosure () -> String, _ expected: @autoclosure () throws -> some Encodable,
        _ actual: @autoclosure () throws -> some Encodable
    ) throws {
        if let record { return record.answers.append((what(), try answer(actual))) }
        let (expected, actual) = (try answer(expected), try answer(actual))
        if expected != actual { throw trial.failure(what(), expected: text(expected), actual: text(actual)) }
    }

    private func answer(_ ask: () throws -> some Encodable) throws -> Data {
        do { return try encoder.encode(try ask()) } catch let no as Model.No {
            return Data("refused: \(no.code.rawValue)".utf8)
        } catch let refusal as Refusal { return Data("refused: \(refusal.code.rawValue)".utf8) }
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    /// All items, page by page. Each page but the last is full, and only the last one has no next.
    func pages<Item>(_ ask: (Page) throws -> ([Item], String?)) throws -> [Item] {
        let limit = trial.dice.number(0...4)
        var items: [Item] = []
        var after: String?
        while true {
            let (page, next) = try ask(Page(limit: limit, after: after))
            items += page
            guard let next else { return items }
            guard limit > 0, page.count == limit else {
                throw trial.failure("a page", expected: "\(limit) items", actual: "\(page.count) and a next one")
            }
            after = next
        }
    }
}

/// All answers of a comparison in their order, to be compared with those of another state.
final class AnswerRecord {
    fileprivate(set) var answers: [(question: String, answer: Data)] = []

    /// The first question that was answered in two ways.
    func difference(from other: AnswerRecord) -> (question: String, mine: Data, others: Data)? {
        for (mine, others) in zip(answers, other.answers) where mine != others {
            return (mine.question, mine.answer, others.answer)
        }
        guard answers.count != other.answers.count else { return nil }
        return ("how many questions", Data("\(answers.count)".utf8), Data("\(other.answers.count)".utf8))
    }
}
