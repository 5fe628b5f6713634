import Foundation

/// Several clients append at once, in one process.
///
/// What the disk holds after any sync opens with every event that was acknowledged, also from `log/data.mdb` alone. Once the disk
/// has failed, the process acknowledges nothing more.
package struct Loads {
    let products: Products
    let scratch: Scratch
    let examiner: Examiner
    /// A directory that holds a community, and which folder that is.
    let before: String
    let community: String

    package struct Result: Sendable {
        package var cases = 0
        package var violations: [String] = []
    }

    /// The second and third are a thin volume without room: the kernel accepts bytes, and reports their loss at the next sync.
    private static let failures: [(Fault.Class, Fault.What)] = [
        (.writeback, .error(EIO)), (.writeback, .error(ENOSPC)), (.sync, .error(ENOSPC)), (.sync, .error(EIO)),
        (.write, .error(EIO)),
    ]

    private var log: String { "\(community)/log" }

    /// Snapshots of the file system under load: the files as the disk has them after the n-th sync in the log's folder, for all n
    /// for which `isTried(n)`.
    package func snapshots(isTried: (Int) -> Bool) throws -> Result {
        var result = Result()
        var number = 0
        var run = try run(nil)
        var acknowledged: UInt64 = 0
        for step in run.trace.steps {
            try run.disk.take(step)
            acknowledged = max(acknowledged, step.position)
            guard let inode = step.syncedInode, run.disk.isFile(inode, in: log) else { continue }
            number += 1
            guard isTried(number) else { continue }
            for isLogAlone in [false, true] {
                result.cases += 1
                result.violations += try examined(run.disk, isLogAlone: isLogAlone, acknowledged).map {
                    "snapshot\(isLogAlone ? " of the data file alone" : ""): \($0)"
                }
            }
        }
        return result
    }

    /// The disk fails at the n-th call, for n = 1, 2, 3 … of those for which `isTried(n)`, and works again afterwards.
    package func failingDisk(isTried: (Int) -> Bool) throws -> Result {
        var result = Result()
        for (callClass, what) in Self.failures {
            for number in 1...1_000 where isTried(number) {
                let fault = Fault(callClass: callClass, number: number, what: what)
                let run = try run(fault)
                guard let met = run.trace.steps.firstIndex(where: { if case .fault = $0 { true } else { false } })
                else { break }
                result.cases += 1
                result.violations += try faults(run, met: met).map { "\(fault): \($0)" }
            }
        }
        return result
    }

    private struct Run {
        /// As it was before.
        var disk: Disk
        var trace: Trace
        var end: Launch.End
    }

    private func run(_ fault: Fault?) throws -> Run {
        let root = scratch.newName()
        try FileManager.default.copyItem(atPath: before, toPath: root)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let disk = try Disk(copyOf: root)
        let recorder = try Recorder(products, in: scratch, root: root)
        defer { recorder.remove() }
        let line = Script.Line(name: "load", arguments: ["load"], isOwn: true)
        let end = try recorder.launch(line, at: "\(root)/\(community)", fault: fault).run(in: scratch)
        if fault == nil, !end.isDone { throw Story.Untold(description: "load \(end.summary)") }
        return Run(disk: disk, trace: try recorder.trace(), end: end)
    }

    /// What is wrong with a run whose disk failed at a step.
    private func faults(_ run: Run, met: Int) throws -> [String] {
        var faults = run.end.signal == nil && !run.end.isTimedOut ? [] : ["it \(run.end.summary)"]
        var disk = run.disk
        var acknowledged: UInt64 = 0
        var isLogFailed = false
        for (index, step) in run.trace.steps.enumerated() {
            try disk.take(step)
            acknowledged = max(acknowledged, step.position)
            if index == met, case .fault(let call) = step { isLogFailed = call == "\(log)/data.mdb" }
            // The sync of a meta page is what a commit is acknowledged upon.
            if isLogFailed, case .write(let inode, _, _, true) = step, disk.isFile(inode, in: log) {
                faults.append("it commits after its disk has failed")
            }
        }
        return try faults + examined(disk, isLogAlone: false, acknowledged)
    }

    /// What is wrong with a disk on which so many events were acknowledged.
    private func examined(_ disk: Disk, isLogAlone: Bool, _ acknowledged: UInt64) throws -> [String] {
        var files = disk.image(after: .everything)
        if isLogAlone {
            files = files.filter { !$0.key.hasPrefix("\(log)/") || $0.key == "\(log)/data.mdb" }
        }
        let image = try Image(files, in: scratch)
        defer { image.remove() }
        let request = ExaminationRequest(directory: "\(image.path)/\(community)", isUsed: true, isSigned: false)
        return try examiner.faults(request) { found in
            if let refusal = found.refusal { return ["it cannot be opened: \(refusal)"] }
            let isShort = found.head < acknowledged
            return (isShort ? ["\(acknowledged) was acknowledged, and the log ends at \(found.head)"] : [])
                + found.obstacles + found.failures
        }
    }
}

extension Trace.Step {
    /// The position that an answer names; 0: it is no answer.
    fileprivate var position: UInt64 {
        guard case .said(let text) = self else { return 0 }
        return UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    /// The file that was synced, with all of it or with one write.
    fileprivate var syncedInode: UInt64? {
        switch self {
        case .sync(let inode, false), .write(let inode, _, _, true): inode
        default: nil
        }
    }
}
