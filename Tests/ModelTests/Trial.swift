import Community
import EventLog
import Events
import Foundation
import LMDB
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import TestSupport
import Views

/// One seed's worth of history, played to the program and to the model alike.
final class Trial {
    let seed: UInt64
    private let directory = TemporaryDirectory()
    let path: String
    private(set) var community: Community
    private(set) var model = Model()
    /// As it was when all questions were asked, each time.
    private(set) var past: [Model] = []
    var dice: CommandDice
    /// The last commands and what the model made of them, for the reader of a failure.
    private var story: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        dice = CommandDice(seed: seed)
        path = directory.path("community")
        community = try Community.open(at: path, mode: .createIfAbsent)
    }

    deinit { community.close() }

    /// Batches of commands, with something in between, and all questions after each.
    func run() throws {
        try registerAtTerminal()
        for _ in 0..<dice.number(2...4) {
            try play(rollBatch(of: dice.number(20...60)))
            try disturb()
            try compareLog()
            try Comparison(self).run()
            try lookBack()
            past.append(model)
        }
    }

    func failure(_ what: String, expected: String, actual: String) -> Mismatch {
        Mismatch(
            description: """
                LARDER_MODEL_FIRST_SEED=\(seed) LARDER_MODEL_SEEDS=1: \(what)
                model:   \(expected)
                program: \(actual)
                after:
                \(story.suffix(60).joined(separator: "\n"))
                """)
    }

    // MARK: Commands

    private func registerAtTerminal() throws {
        let command = CommandDice.first
        let outcome = try community.register(command)
        try judge(command, .success(outcome), isAtTerminal: true)
    }

    /// The dice see what the commands before are going to do.
    private func rollBatch(of count: Int) -> [Command] {
        var ahead = model
        return (0..<count).map { _ in
            let now = EventLog.systemClock()
            let command = dice.roll(ahead, now: now)
            _ = ahead.apply(command, now: now)
            return command
        }
    }

    private func play(_ commands: [Command]) throws {
        var results: [Result<Outcome, Refusal>]? = []
        switch dice.number(0...9) {
        case 0 where !commands.contains(where: Self.bansForAMoment):
            for command in commands {
                do throws(Refusal) {
                    results?.append(.success(try community.submit(command)))
                } catch {
                    results?.append(.failure(error))
                }
            }
        case 1...3: results = try submitFailingFirst(commands)
        default: results = try community.submit(batch: commands)
        }
        for (index, command) in commands.enumerated() {
            // Where no answer arrived, the log still is to hold all of it; it is compared next.
            if let results { try judge(command, results[index]) } else { _ = try verdict(on: command) }
        }
        if dice.chance(5) {
            let lines = rollBatch(of: 12).filter { EventLine($0) != nil && !Self.bansForAMoment($0) }
            try submitElsewhere(lines)
        }
        waitForShortBans()
    }

    /// The n-th call fails: then nothing of the batch may be there, and sent again it does what it would have done.
    /// Nil: it was refused and is in the log all the same.
    private func submitFailingFirst(_ commands: [Command]) throws -> [Result<Outcome, Refusal>]? {
        #if DEBUG
            let before = try community.log.head()
            let community = community
            let outcome = FaultInjector.fail(
                callNumber: dice.number(1...300), with: [.io, .noSpace, .mapFull][dice.number(0...2)]
            ) {
                try community.submit(batch: commands)
            }
            if case .success(let results) = outcome.result {
                if outcome.fired { try reopen() }
                return results
            }
            // What failed may have poisoned the environment: only a new opening goes on.
            try reopen()
            let after = try self.community.log.head()
            if after != before {
                let actual = "\(after), refused: \(outcome.result)"
                throw failure("a failed batch left something behind", expected: "\(before)", actual: actual)
            }
        #endif
        return try self.community.submit(batch: commands)
    }

    /// Asks the model, and compares position, change and code. Its clock is the one that the log went by.
    private func judge(
        _ command: Command, _ result: Result<Outcome, Refusal>, isAtTerminal: Bool = false
    ) throws {
        let verdict = try verdict(on: command, isAtTerminal: isAtTerminal)
        let actual: Model.Verdict =
            switch result {
            case .success(let outcome):
                outcome.changed ? .done(outcome.position.value) : .unchanged(outcome.position.value)
            case .failure(let refusal): .refused(refusal.code)
            }
        // Until the batch of the deletion has ended the words can still be compared, afterwards only the header.
        if model.isForgotten(command) {
            switch (verdict, actual) {
            case (.unchanged, .refused(.conflict)), (.refused(.conflict), .unchanged): return
            default: break
            }
        }
        if verdict != actual { throw failure("the last command", expected: "\(verdict)", actual: "\(result)") }
    }

    private func verdict(on command: Command, isAtTerminal: Bool = false) throws -> Model.Verdict {
        let next = Position(model.head + 1)
        let now = try community.log.read { try ($0.header(at: next) ?? $0.header(at: $0.head))?.recordedAt }
        let verdict = model.apply(command, now: now ?? EventLog.systemClock(), isAtTerminal: isAtTerminal)
        story.append("\(Self.line(command)) -> \(verdict)")
        return verdict
    }

    private static func line(_ command: Command) -> String {
        var parts = [command.kind.name, "by \(command.actor?.description ?? "the operator")"]
        if let subject = command.subject { parts.append("on \(subject)") }
        if let cause = command.cause { parts.append("cause \(cause)") }
        if let time = command.occurredAt { parts.append("at \(time.rfc3339)") }
        if let origin = command.origin { parts.append("origin \(origin.externalID.prefix(20))") }
        if command.value != 0 { parts.append("value \(command.value)") }
        if let version = command.expectedVersion { parts.append("version \(version)") }
        if let message = command.payload.message, let json = try? message.jsonString() { parts.append(json) }
        return parts.joined(separator: " ")
    }

    /// Another process submits, and tells how many were appended, unchanged and refused.
    private func submitElsewhere(_ commands: [Command]) throws {
        let text = commands.compactMap { EventLine($0)?.text }.joined(separator: "\n")
        let file = try directory.write(text, to: "commands.ndjson")
        let answer = try Larder.run(["submit", file, "--data", path, "--json"])
        var counts: [String: Int] = [:]
        for command in commands {
            switch try verdict(on: command.byOperator) {
            case .done: counts["appended", default: 0] += 1
            case .unchanged: counts["unchanged", default: 0] += 1
            case .refused(let code): counts[code.rawValue, default: 0] += 1
            }
        }
        var actual = (answer["refused"] as? [String: Int]) ?? [:]
        for key in ["appended", "unchanged"] { actual[key] = answer[key] as? Int }
        if counts != actual.filter({ $0.value != 0 }), !commands.contains(where: model.isForgotten) {
            throw failure("larder submit", expected: "\(counts)", actual: "\(answer)")
        }
    }

    // MARK: In between

    private func reopen(_ between: () throws -> Void = {}) throws {
        community.close()
        try between()
        community = try Community.open(at: path, mode: .existing)
    }

    private func disturb() throws {
        switch dice.number(0...11) {
        case 0, 1: try reopen()
        case 2: try reopen { try? FileManager.default.removeItem(atPath: path + "/views") }
        case 3:
            let report = try community.viewsRebuild([])
            if !report.matchesLive { throw failure("views rebuild", expected: "same rows", actual: "\(report)") }
        case 4:
            let report = try community.viewsVerify()
            if !report.matches { throw failure("views verify", expected: "same rows", actual: "\(report)") }
        case 5:
            let report = try community.rebuildStandings(weeks: nil, dryRun: true, listing: true)
            if report.changed != 0 { throw failure("boards recounted", expected: "no change", actual: "\(report)") }
        case 6, 7: try askFailing()
        default: break
        }
    }

    /// A question whose n-th call fails is refused; the next one is answered.
    private func askFailing() throws {
        #if DEBUG
            let community = community
            let outcome = FaultInjector.fail(callNumber: dice.number(1...600), with: .io) {
                try community.query { $0.leaderboardWeeks().position }
            }
            if case .failure(let error) = outcome.result {
                guard (error as? Refusal)?.code == .unavailable else { throw error }
                try reopen()
            }
        #endif
    }

    /// Those are only played in one batch, which has one clock: what is refused leaves no time behind.
    private static func bansForAMoment(_ command: Command) -> Bool {
        guard case .ban(let said) = command.payload, said.hasUntil else { return false }
        return abs(said.until.seconds - EventLog.systemClock().microseconds / 1_000_000) < 600
    }

    /// Bans that end soon have ended before anybody asks: the model knows the log's clock, not that of each answer.
    private func waitForShortBans() {
        let now = EventLog.systemClock()
        for until in model.members.values.compactMap({ $0.ban?.until }) {
            let left = until.microseconds - now.microseconds
            if (0..<60_000_000).contains(left) { usleep(UInt32(left) + 2000) }
        }
    }

    /// Every event's header is what the model wrote down.
    private func compareLog() throws {
        let headers = try community.log.read { snapshot in
            var headers: [EventHeader] = []
            try snapshot.forEachHeader(from: Position(2), through: snapshot.head) {
                headers.append($0)
                return true
            }
            return headers
        }
        let facts = headers.map {
            Model.Fact(
                kind: $0.kind, actor: $0.actor.value, subject: $0.subject.value, owner: $0.owner.value,
                at: $0.occurredAt, recordedAt: $0.recordedAt, creditedAt: $0.creditedAt, value: Int($0.value),
                cause: $0.cause.value)
        }
        let expected = Array(model.facts.dropFirst())
        for (index, pair) in zip(expected, facts).enumerated() where pair.0 != pair.1 {
            throw failure("event \(index + 2)", expected: "\(pair.0)", actual: "\(pair.1)")
        }
        if expected.count != facts.count {
            throw failure("events", expected: "\(expected.count)", actual: "\(facts.count)")
        }
    }
}

/// Where the program and the model differ.
struct Mismatch: Error, CustomStringConvertible {
    var description: String
}
