import TestSupport

/// The machine loses power at some step of a story, and what was not synced is there in part, or not at all.
package struct PowerLoss {
    let story: Story
    let trace: Trace
    private let promises: [Promise]
    /// Where a planted bug shows, if it does.
    private let spots: [Int]
    let examiner: Examiner
    let scratch: Scratch

    /// `bug`: what the program is taken to have done wrong.
    package init(_ story: Story, planting bug: PlantedBug? = nil, examiner: Examiner, in scratch: Scratch) {
        self.story = story
        (trace, spots) = bug?.plant(in: story.trace) ?? (story.trace, [])
        promises = story.promises(in: trace)
        self.examiner = examiner
        self.scratch = scratch
    }

    /// A moment, and what was left then.
    package struct Case: Sendable, CustomStringConvertible {
        /// Steps that were done.
        package var step: Int
        package var loss: Loss

        package var description: String { "after step \(step), \(loss)" }
    }

    /// The moments for which `isTried`, and each moment after an answer: with nothing kept, with all of it, and where at most
    /// `pendingMax` calls are pending with each part of them.
    package func exhaustiveCases(pendingMax: Int, isTried: (Int) -> Bool) throws -> [Case] {
        var cases: [Case] = []
        var disk = Disk()
        for (index, step) in trace.steps.enumerated() {
            try disk.take(step)
            let hasTold = if case .said = step { true } else { false }
            guard hasTold || isTried(index) else { continue }
            for loss in [Loss.everything, .nothing, .bytes, .names] { cases.append(Case(step: index + 1, loss: loss)) }
            if disk.pendingCount <= pendingMax {
                for bits in 0..<UInt64(1) << UInt64(disk.pendingCount) {
                    cases.append(Case(step: index + 1, loss: .chosen(bits: bits)))
                }
            }
        }
        return cases
    }

    /// One for each seed.
    package func drawnCases(seeds: Range<UInt64>) -> [Case] {
        let told = trace.answers
        return seeds.map { seed in
            var dice = SeededGenerator(seed: seed)
            let step: Int
            if let spot = dice.pick(spots) {
                step = min(trace.steps.count, spot + Int.random(in: 0...80, using: &dice))
            } else if dice.oneIn(4), let answer = dice.pick(told) {
                // Every fourth right after an answer: that is what must be kept.
                step = answer + 1
            } else {
                step = Int.random(in: 1...trace.steps.count, using: &dice)
            }
            return Case(step: step, loss: dice.oneIn(6) ? .heads(seed: seed) : .drawn(seed: seed))
        }
    }

    /// Every write of the log's commits, each of its sectors torn. `commits` chooses commits by their number.
    package func tornCases(commits: (Int) -> Bool) -> [Case] {
        var cases: [Case] = []
        var names = Trace.Names()
        var commit = 0
        for (index, step) in trace.steps.enumerated() {
            names.take(step)
            guard case .write(let inode, let offset, let bytes, let isSynced) = step,
                names.isInLog(inode)
            else { continue }
            let sectors = Disk.Change.write(offset: offset, bytes: bytes).sectors
            // The second record of a synced write ends a commit.
            if isSynced {
                commit += 1
            } else if commits(commit) {
                // The meta page is one sector, of which every number is looked at.
                let tears = offset < 8_192 ? Array(stride(from: 0, to: bytes.count, by: 8)) : [0, 256]
                for sector in sectors.indices {
                    cases += tears.map { Case(step: index + 1, loss: .torn(sector: sector, bytesKept: $0)) }
                }
            }
        }
        return cases
    }

    package struct Violation: Sendable, CustomStringConvertible {
        package var what: Case
        package var faults: [String]
        package var description: String { "\(what): \(faults.joined(separator: "; "))" }
    }

    package struct Result: Sendable {
        /// Cases looked at; of those that left the same bytes and promises, one.
        package var cases = 0
        package var same = 0
        package var violations: [Violation] = []
    }

    /// `bug`: what the program is taken to have done wrong. Ends early after `violationsMax` violations.
    package func run(_ cases: [Case], planting bug: PlantedBug? = nil, violationsMax: Int = .max) throws -> Result {
        var result = Result()
        var disk = Disk()
        var done = 0
        var seen: Set<Int> = []
        for one in cases.sorted(by: { $0.step < $1.step }) {
            while done < one.step {
                try disk.take(trace.steps[done])
                done += 1
            }
            let files = disk.image(after: one.loss)
            let promise = promises.last { $0.step < one.step } ?? Promise(step: 0, head: 0, key: nil)
            guard seen.insert(Self.hash(files, promise.head)).inserted else {
                result.same += 1
                continue
            }
            let faults = try faults(files, promise)
            result.cases += 1
            guard !faults.isEmpty else { continue }
            result.violations.append(Violation(what: one, faults: faults))
            if result.violations.count >= violationsMax { break }
        }
        return result
    }

    private static func hash(_ files: [String: [UInt8]?], _ head: UInt64) -> Int {
        var hasher = Hasher()
        hasher.combine(head)
        for name in files.keys.sorted() {
            hasher.combine(name)
            guard let bytes = files[name] ?? nil else { continue }
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    private func faults(_ files: [String: [UInt8]?], _ promise: Promise) throws -> [String] {
        let image = try Image(files, in: scratch)
        defer { image.remove() }
        let request = ExaminationRequest(
            directory: "\(image.path)/\(story.community)", isUsed: true, isSigned: promise.key != nil)
        return try examiner.faults(request) { story.faults(of: $0, promised: promise) }
    }
}

extension Story {
    /// What is wrong with what was found, if at least `promised` had been told.
    func faults(of found: Examination, promised: Promise) -> [String] {
        if let refusal = found.refusal {
            guard found.isAbsent, promised.head == 0 else { return ["it cannot be opened: \(refusal)"] }
            return found.obstacles + found.failures
        }
        var faults: [String] = []
        if found.head < promised.head {
            faults.append("\(promised.head) was acknowledged, and the log ends at \(found.head)")
        }
        if let state = states[found.head] {
            if found.root != state.root { faults.append("the root over \(found.head) events is another") }
            if found.events != state.events { faults.append("events say something else") }
            if found.views != state.views { faults.append("views show something else") }
        } else if found.head != 1 {
            faults.append("the log ends at \(found.head), within a batch")
        }
        if let key = promised.key, found.verifierKey != key { faults.append("heads were signed by another key") }
        return faults + found.obstacles + found.failures
    }
}
