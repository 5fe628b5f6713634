import Foundation
import TestSupport

/// The n-th call to the operating system fails, for n = 1, 2, 3 …, until nothing fails.
///
/// Whatever fails, a command is done and says so, or ends with one clear line; what it answered is on the disk, and what it
/// refused is there as a whole or not at all.
package struct FailingCalls {
    /// Something to be disturbed: a directory as it is before, and a command.
    package struct Subject: Sendable {
        package var line: Script.Line
        /// The directory that it works on, below `before`.
        package var community: String
        package var before: String
        package var headBefore: UInt64
        package var headAfter: UInt64
        package var rootBefore: String
        /// Whether a vault is there when it is done: a log alone waits for the one that was kept with it.
        package var hasVault: Bool
    }

    /// What each class of calls may answer.
    package static let disturbances: [(Fault.Class, Fault.What, isLasting: Bool)] = [
        (.write, .error(EIO), false), (.write, .error(ENOSPC), true), (.write, .short, false), (.write, .short, true),
        (.sync, .error(EIO), false), (.sync, .error(EIO), true), (.open, .error(EMFILE), false),
        (.open, .error(EIO), false), (.open, .error(EACCES), true), (.map, .error(ENOMEM), false),
        (.truncate, .error(ENOSPC), false), (.name, .error(EIO), false), (.name, .error(ENOSPC), true),
        (.any, .kill, false),
    ]

    let products: Products
    let scratch: Scratch
    let examiner: Examiner

    package struct Result: Sendable {
        package var cases = 0
        package var refused = 0
        package var killed = 0
        /// Refused, and there as a whole nevertheless: the last sync failed, and the process cannot know.
        package var uncertain = 0
        package var violations: [String] = []
    }

    /// `isTried(n)`: whether the n-th call is made to fail. Ends where nothing failed, or after `casesMax`.
    package func run(
        _ subject: Subject, _ disturbance: (Fault.Class, Fault.What, isLasting: Bool), casesMax: Int = .max,
        isTried: (Int) -> Bool
    ) throws -> Result {
        var result = Result()
        for number in 1...10_000 where result.cases < casesMax {
            // Whether there is an n-th call is only known once it was waited for.
            guard isTried(number) else { continue }
            let fault = Fault(
                callClass: disturbance.0, number: number, what: disturbance.1, isLasting: disturbance.isLasting)
            guard try run(subject, fault, &result) else { return result }
        }
        return result
    }

    /// False if nothing failed, for there was no such call.
    private func run(_ subject: Subject, _ fault: Fault, _ result: inout Result) throws -> Bool {
        let root = scratch.newName()
        try FileManager.default.copyItem(atPath: subject.before, toPath: root)
        defer { try? FileManager.default.removeItem(atPath: root) }
        var disk = try Disk(copyOf: root)
        let recorder = try Recorder(products, in: scratch, root: root)
        defer { recorder.remove() }
        let directory = "\(root)/\(subject.community)"
        let end = try recorder.launch(subject.line, at: directory, fault: fault).run(in: scratch)
        let trace = try recorder.trace()
        let call = trace.steps.lazy.compactMap { if case .fault(let call) = $0 { call } else { nil } }.first
        guard let call else {
            if !end.isDone { result.violations.append("\(subject.line.name): undisturbed, it \(end.summary)") }
            return false
        }
        result.cases += 1
        var faults: [String] = []
        if fault.what == .kill {
            result.killed += 1
            if end.signal != SIGKILL { faults.append("it outlived its own death") }
        } else {
            faults += Self.faults(of: end)
            if !end.isDone { result.refused += 1 }
        }
        // As the next command finds it, in the same boot.
        let isTold = end.isDone || !trace.answers.isEmpty
        let (head, later) = try examined(directory, subject, isTold: isTold)
        if head == subject.headAfter, subject.headAfter > subject.headBefore, !isTold { result.uncertain += 1 }
        faults += later.map { "afterwards \($0)" }
        // And what a power loss leaves right after it.
        if fault.callClass == .sync {
            do {
                for step in trace.steps { try disk.take(step) }
                let image = try Image(disk.image(after: .everything), in: scratch)
                defer { image.remove() }
                faults += try examined("\(image.path)/\(subject.community)", subject, isTold: isTold).faults
                    .map { "after a power loss \($0)" }
            } catch let error as Disk.Inconsistency {
                faults.append("the laboratory lost track: \(error.what)")
            }
        }
        if !faults.isEmpty {
            result.violations.append(
                "\(subject.line.name), \(fault) (\(call)): \(faults.joined(separator: "; ")) [\(end.summary)]")
        }
        return true
    }

    /// What is wrong with how it ended.
    private static func faults(of end: Launch.End) -> [String] {
        if end.isTimedOut { return ["it hangs"] }
        if let signal = end.signal { return ["it crashed with signal \(signal)"] }
        if end.status == 0 { return [] }
        var faults: [String] = []
        if !hasClearLine(end) { faults.append("no clear line") }
        if ![1, 3, 7, 8].contains(end.status) { faults.append("exit code \(end.status)") }
        return faults
    }

    /// Whether it says in one line why it was not done; what has happened may be told before.
    static func hasClearLine(_ end: Launch.End) -> Bool {
        let lines = end.errors.split(separator: "\n").filter { !$0.hasPrefix("larder: warning: ") }
        return lines.count { $0.hasPrefix("larder: ") } == 1
            && lines.last.map { $0.hasPrefix("larder: ") || $0.hasPrefix(#"{"error""#) } == true
    }

    private func examined(
        _ directory: String, _ subject: Subject, isTold: Bool
    ) throws -> (head: UInt64, faults: [String]) {
        let found: Examination
        do {
            found = try examiner.examine(
                ExaminationRequest(directory: directory, isUsed: true, isSigned: false, earlier: subject.headBefore))
        } catch let death as Examiner.Death {
            return (0, ["the process that opened it \(death)"])
        }
        var faults = found.obstacles + found.failures.filter { subject.hasVault || !$0.hasPrefix("vault: ") }
        if let refusal = found.refusal {
            let isLegal = found.isAbsent && subject.headBefore == 0 && !isTold
            if !isLegal { faults.append("it cannot be opened: \(refusal)") }
            return (0, faults)
        }
        let isAsBefore = found.head == subject.headBefore || subject.headBefore == 0 && found.head == 1
        if isAsBefore, isTold, subject.headAfter > subject.headBefore {
            faults.append("what was acknowledged is not there")
        }
        if !isAsBefore, found.head != subject.headAfter {
            faults.append("the log ends at \(found.head), neither at \(subject.headBefore) nor at \(subject.headAfter)")
        }
        if subject.headBefore > 0, found.earlierRoot != subject.rootBefore {
            faults.append("what was there is another")
        }
        return (found.head, faults)
    }
}
