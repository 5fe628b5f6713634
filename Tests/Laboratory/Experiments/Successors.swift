import Foundation
import TestSupport

/// A process dies over a sync, or its sync fails; the next one goes on with what it has left, and meets its own end; then the
/// power is lost.
package struct Successors {
    let products: Products
    let scratch: Scratch
    let examiner: Examiner
    /// A community to begin with, which folder below it that is, and what it is then.
    let before: String
    let community: String
    let begun: Examination

    package struct Result: Sendable {
        package var cases = 0
        /// Disks that such a case may leave.
        package var disks = 0
        package var violations: [String] = []
    }

    private static let ends: [Fault.What] = [.kill, .error(EIO)]

    /// Every pair of ends: the first process meets its own at its n-th sync, the second at its m-th, for all n and m that there are and
    /// for which `isTried(n, m)`.
    package func pairs(seedsPerCase: UInt64, isTried: (Int, Int) -> Bool) throws -> Result {
        var result = Result()
        for (first, second) in [(Fault.What.kill, Fault.What.kill), (.kill, .error(EIO)), (.error(EIO), .kill)] {
            var (number, next, met) = (1, 1, 2)
            while met > 0 {
                let faults = [
                    Fault(callClass: .sync, number: number, what: first),
                    Fault(callClass: .sync, number: next, what: second),
                ]
                met = isTried(number, next) ? try run(faults, seeds: 0..<seedsPerCase, &result) : 2
                (number, next) = met == 1 ? (number + 1, 1) : (number, next + 1)
            }
        }
        return result
    }

    /// Chains of two to four, each with what is drawn for it from the seed.
    package func drawn(seeds: Range<UInt64>) throws -> Result {
        var result = Result()
        for seed in seeds {
            var dice = SeededGenerator(seed: seed)
            let faults = (0..<Int.random(in: 2...4, using: &dice)).map { _ in
                guard dice.oneIn(2) else {
                    return Fault(callClass: .any, number: Int.random(in: 1...110, using: &dice), what: .kill)
                }
                let what = dice.pick(Self.ends) ?? .kill
                return Fault(
                    callClass: .sync, number: Int.random(in: 1...8, using: &dice), what: what,
                    isLasting: what != .kill && dice.oneIn(2))
            }
            _ = try run(faults, seeds: 4 * seed..<4 * seed + 4, isEachToBeMet: false, &result)
        }
        return result
    }

    /// Answers how many of the faults were met; if each is to be, before one was not.
    private func run(_ faults: [Fault], seeds: Range<UInt64>, isEachToBeMet: Bool = true, _ result: inout Result)
        throws -> Int
    {
        let root = scratch.newName()
        try FileManager.default.copyItem(atPath: before, toPath: root)
        defer { try? FileManager.default.removeItem(atPath: root) }
        var disk = try Disk(copyOf: root)
        let recorder = try Recorder(products, in: scratch, root: root)
        defer { recorder.remove() }
        var (trace, met, told): (Trace, Int, UInt64) = (Trace(), 0, 0)
        for (index, fault) in faults.enumerated() {
            let line = Script.line("register", "register", "heir\(index)", "--json")
            let end = try recorder.launch(line, at: "\(root)/\(community)", fault: fault).run(in: scratch)
            if end.isDone { told += 1 }
            trace = try recorder.trace()
            met = trace.steps.count { if case .fault = $0 { true } else { false } }
            if isEachToBeMet, met < index + 1 { return met }
        }
        result.cases += 1
        do {
            for step in trace.steps { try disk.take(step) }
        } catch let error as Disk.Inconsistency {
            result.violations.append("\(faults): the laboratory lost track: \(error.what)")
            return met
        }
        let losses = [Loss.everything, .nothing] + seeds.flatMap { [.files(seed: $0), .drawn(seed: $0)] }
        for loss in losses {
            result.disks += 1
            let wrong = try examined(disk.image(after: loss), promised: told)
            if !wrong.isEmpty { result.violations.append("\(faults), \(loss): \(wrong.joined(separator: "; "))") }
        }
        return met
    }

    /// What is wrong with a disk on which `promised` events had been acknowledged.
    private func examined(_ files: [String: [UInt8]?], promised: UInt64) throws -> [String] {
        let image = try Image(files, in: scratch)
        defer { image.remove() }
        let request = ExaminationRequest(
            directory: "\(image.path)/\(community)", isUsed: true, isSigned: false, earlier: begun.head)
        return try examiner.faults(request) { found in
            var faults = found.obstacles + found.failures
            if let refusal = found.refusal { return faults + ["it cannot be opened: \(refusal)"] }
            if found.head < begun.head + promised { faults.append("something that was acknowledged is not there") }
            if found.earlierRoot != begun.root { faults.append("what was there is another") }
            return faults
        }
    }
}
