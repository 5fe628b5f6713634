import Foundation
import TestSupport

/// A fault simulation of one community from one seed: several processes at once, rebuilds, clocks that jump, calls that
/// fail, killed processes and power losses. Checks find out whether everything that was acknowledged is there.
package final class Simulation {
    package struct Result: Sendable {
        package var commands = 0
        package var acknowledged = 0
        package var faults = 0
        package var kills = 0
        package var powerLosses = 0
        package var checks = 0
        package var violations: [String] = []

        static func += (sum: inout Result, one: Result) {
            sum.commands += one.commands
            sum.acknowledged += one.acknowledged
            sum.faults += one.faults
            sum.kills += one.kills
            sum.powerLosses += one.powerLosses
            sum.checks += one.checks
            sum.violations += one.violations
        }
    }

    /// A command, and how it is disturbed.
    private struct Attempt {
        var line: Script.Line
        /// The member that it registers.
        var name: String?
        /// Whose account it deletes.
        var deleted: String?
        var fault: Fault?
        var secondsAhead = 0
    }

    private let products: Products
    private let scratch: Scratch
    private let examiner: Examiner
    private let seed: UInt64
    private let bug: PlantedBug?
    private var dice: SeededGenerator
    private var recorder: Recorder
    private var disk: Disk
    private var result = Result()
    /// What was done. Processes that run at once do not meet in one way twice, so a violation comes with its history.
    private var history: [String] = []

    // The oracle.
    private var submitted = 0
    private var registered: Set<String> = []
    private var deleted: Set<String> = []
    /// Whose deletion was acknowledged.
    private var erased: Set<String> = []
    /// Whose was tried since the last power loss, and was not: it may be there, and not be on the disk.
    private var doubtful: Set<String> = []
    private var promisedHead: UInt64 = 0
    /// The events that were seen last, and that had been acknowledged by then. Of what may come back only the header.
    private var promisedEvents: [Data] = []

    private static let admin = "admin"
    private var directory: String { "\(recorder.root)/data" }

    /// `bug`: what the program is taken to have done wrong; of what does not depend on the names of files.
    package init(
        _ products: Products, in scratch: Scratch, examiner: Examiner, seed: UInt64, planting bug: PlantedBug? = nil
    ) throws {
        self.bug = bug
        self.products = products
        self.scratch = scratch
        self.examiner = examiner
        self.seed = seed
        dice = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D)
        recorder = try Recorder(products, in: scratch)
        disk = try Disk(copyOf: recorder.root)
    }

    package func run() throws -> Result {
        defer {
            recorder.remove()
            try? FileManager.default.removeItem(atPath: recorder.root)
        }
        try carryOut([Attempt(line: Script.line("register", "register", Self.admin, "--json"), name: Self.admin)])
        for _ in 0..<Int.random(in: 5...9, using: &dice) where result.violations.isEmpty {
            if dice.oneIn(4) {
                try losePower()
            } else {
                try carryOut((0..<(dice.oneIn(2) ? 1 : Int.random(in: 2...3, using: &dice))).map { _ in attempt() })
            }
            if dice.oneIn(2) { try check() }
        }
        if result.violations.isEmpty { try losePower() }
        if result.violations.isEmpty { try check() }
        if let last = result.violations.indices.last {
            result.violations[last] += "; what had been done: \(history.joined(separator: "; "))"
        }
        return result
    }

    private func violate(_ what: String) { result.violations.append("seed \(seed): \(what)") }

    // MARK: Acting

    private func attempt() -> Attempt {
        submitted += 1
        let number = submitted
        let someone = registered.subtracting(deleted).sorted()
        let actor = dice.pick(someone) ?? Self.admin
        var attempt: Attempt
        switch Int.random(in: 0..<9, using: &dice) {
        case 0, 1, 2:
            let name = "cook\(number)x"
            attempt = Attempt(line: Script.line("register", "register", name, "--json"), name: name)
        case 3:
            attempt = Attempt(
                line: Script.line(
                    "post", "post", "--title", "Dish \(number)", "--ingredient", "salt", "--step", "Stir.", "--as",
                    "@\(actor)", "--json"))
        case 4:
            let followed = dice.pick(someone) ?? Self.admin
            attempt = Attempt(line: Script.line("follow", "follow", "@\(followed)", "--as", "@\(actor)", "--json"))
        case 5:
            let victim = someone.filter { $0 != Self.admin }.first ?? "nobody"
            attempt = Attempt(
                line: Script.line("delete", "delete", "account", "--yes", "--as", "@\(victim)", "--json"),
                deleted: victim)
        case 6: attempt = Attempt(line: Script.line("rebuild", "views", "rebuild", "--json"))
        case 7: attempt = Attempt(line: Script.line("feed", "feed", "--json"))
        default: attempt = Attempt(line: Script.line("verify", "views", "verify", "--json"))
        }
        if dice.oneIn(3) { attempt.fault = fault() }
        // A clock that is wrong by up to a month, in either direction.
        if dice.oneIn(4) { attempt.secondsAhead = Int.random(in: -2_600_000...2_600_000, using: &dice) }
        return attempt
    }

    private func fault() -> Fault {
        let number = Int.random(in: 1...(dice.oneIn(2) ? 12 : 120), using: &dice)
        if dice.oneIn(2) { return Fault(callClass: .any, number: number, what: .kill) }
        let (kind, what, isLasting) = dice.pick(FailingCalls.disturbances) ?? (.any, .kill, false)
        return Fault(callClass: kind, number: number, what: what, isLasting: isLasting)
    }

    /// Runs all of them at once.
    private func carryOut(_ attempts: [Attempt]) throws {
        let running = try attempts.map { attempt in
            let launch = recorder.launch(
                attempt.line, at: directory, fault: attempt.fault, secondsAhead: attempt.secondsAhead)
            return (attempt, try launch.start(in: scratch))
        }
        for (number, (attempt, process)) in running.enumerated() {
            let end = try process.end()
            let words = [attempt.line.name, attempt.name, attempt.deleted, attempt.fault?.text].compactMap { $0 }
            let outcome =
                end.signal.map { "signal \($0)" }
                ?? "\(end.status) \(end.output.prefix(60).split(separator: "\n").joined())"
            history.append((number == 0 ? "" : "with ") + "\(words.joined(separator: " ")): \(outcome)")
            result.commands += 1
            if attempt.fault != nil { result.faults += 1 }
            let isKill = attempt.fault?.what == .kill
            if end.signal == SIGKILL, isKill, !end.isTimedOut {
                result.kills += 1
            } else if end.isTimedOut || end.signal != nil {
                violate("\(attempt.line.arguments) with \(attempt.fault?.text ?? "no fault") \(end.summary)")
            } else if !end.isDone, !FailingCalls.hasClearLine(end) {
                violate(
                    "\(attempt.line.arguments) with \(attempt.fault?.text ?? "no fault"), no clear line: \(end.summary)"
                )
            } else if !end.isDone, attempt.fault == nil, end.status == 7 || end.status == 1 {
                violate("\(attempt.line.arguments) undisturbed \(end.summary)")
            }
            // What was printed has been told, whatever became of the process then.
            if let answer = Answer(end.output), let position = answer.position {
                result.acknowledged += 1
                if attempt.name != nil || attempt.line.name == "post" { promisedHead = max(promisedHead, position) }
                if let name = attempt.name { registered.insert(name) }
            }
            // From the attempt on the member may be deleted.
            if let victim = attempt.deleted {
                deleted.insert(victim)
                if Answer(end.output)?.position != nil { erased.insert(victim) } else { doubtful.insert(victim) }
            }
        }
    }

    private struct Answer: Decodable {
        var position: UInt64?

        init?(_ output: String) {
            guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(output.utf8)) else { return nil }
            self = answer
        }
    }

    private func losePower() throws {
        do {
            let trace = try recorder.trace()
            for step in (bug?.plant(in: trace).trace ?? trace).steps { try disk.take(step) }
            let image = try Image(disk.image(after: .drawn(seed: dice.next())), in: scratch)
            recorder.remove()
            try? FileManager.default.removeItem(atPath: recorder.root)
            // Another boot of the machine.
            recorder = try Recorder(products, in: scratch, root: image.path)
            disk = try Disk(copyOf: image.path)
            result.powerLosses += 1
            doubtful = []
            history.append("power loss")
        } catch let error as Disk.Inconsistency {
            violate("the laboratory lost track: \(error.what)")
        }
    }

    // MARK: Checking

    private func check() throws {
        let copy = scratch.newName()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.copyItem(atPath: recorder.root, toPath: copy)
        let found: Examination
        do {
            found = try examiner.examine(ExaminationRequest(directory: "\(copy)/data", isUsed: true, isSigned: true))
        } catch let death as Examiner.Death {
            return violate("the process that opened it \(death)")
        }
        result.checks += 1
        history.append("a look")
        for fault in found.obstacles + found.failures { violate(fault) }
        if let refusal = found.refusal {
            if !found.isAbsent || promisedHead > 0 { violate("it cannot be opened: \(refusal)") }
            return
        }
        if found.head < promisedHead { violate("\(promisedHead) was acknowledged, and the log ends at \(found.head)") }
        let events = found.events.map { Data(base64Encoded: $0) ?? Data() }
        for name in registered {
            let count = events.count { $0.range(of: Data(name.utf8)) != nil }
            // Whose deletion was tried is erased, or not.
            let isLegal = count == 1 && !erased.contains(name) || count == 0 && deleted.contains(name)
            if !isLegal { violate("@\(name) is there \(count) times") }
        }
        for (index, event) in promisedEvents.enumerated() where index < events.count {
            let (header, found) = (event.prefix(64), events[index])
            if found.prefix(64) != header { violate("the header of event \(index + 1) is another") }
            let isAnother = event.count > header.count && found != event && !Self.isErased(found)
            if isAnother { violate("event \(index + 1) says something else") }
        }
        // Opening the copy finishes a deletion there that the next power loss may still take back.
        promisedEvents = events.prefix(Int(promisedHead)).enumerated().map { index, event in
            guard Self.isErased(event), !doubtful.isEmpty else { return event }
            return index < promisedEvents.count ? promisedEvents[index] : event.prefix(64)
        }
    }

    private static func isErased(_ event: Data) -> Bool {
        event.dropFirst(64) == Data("erased".utf8)
    }
}
