package import EventLog
package import Events
import Foundation
import LMDB
package import Layout
import Synchronization

/// The views of one data directory: opens the current generation, keeps it at the log's head, rebuilds and verifies it.
///
/// `views/current` names the live generation. A rebuild makes the next one aside and renames the pointer when it is done;
/// other processes see it at their next query. `views/lock` is held by whoever makes or removes generations.
package final class ViewStore<P: Projector>: Sendable {
    package let view: P.View
    let names: [String]
    private let identities: [ViewIdentity]
    let log: EventLog
    private let directory: String
    private let current = Mutex<Generation?>(nil)

    /// The views are opened, or made, at the first question.
    package init(_ log: EventLog, identities: [ViewIdentity]) {
        self.log = log
        self.identities = identities
        directory = "\(log.directory)/views"
        var registry = TableRegistry()
        view = P.View(&registry)
        names = registry.names
    }

    package func close() {
        current.withLock { generation in
            guard let open = generation else { return }
            try? open.sync()
            open.close()
            generation = nil
        }
    }

    // MARK: Queries

    /// Catches up with the log and hands out one unchanging state of all views. `progress` gets (events folded, events in
    /// all).
    package func query<R>(
        progress: (Int, Int) -> Void = { _, _ in }, _ body: (ViewSnapshot) throws -> R
    ) throws(Refusal) -> R {
        do throws(any Error) {
            let (base, checkpoint) = try caughtUpState(progress)
            guard let checkpoint else { throw Refusal(.unavailable, "the views hold nothing yet") }
            let result = try body(ViewSnapshot(base: base, position: checkpoint.position))
            if let failure = base.failure { throw failure }
            return result
        } catch {
            throw refusal(error)
        }
    }

    /// Where the views stand without catching up.
    package func checkpoint() throws(Refusal) -> (generation: Int, checkpoint: Checkpoint) {
        do throws(any Error) {
            let generation = try opened { _, _ in }
            return (generation.number, try generation.checkpoint() ?? fresh())
        } catch {
            throw refusal(error)
        }
    }

    private func caughtUpState(
        _ progress: (Int, Int) -> Void
    ) throws -> (base: StoredViewBase, checkpoint: Checkpoint?) {
        var triesLeft = 3
        while true {
            let generation = try opened(progress)
            do {
                try fold(generation, .live, progress)
                return try generation.state()
            } catch let error as LMDBError where error.code == .closed && triesLeft > 0 {
                // Another thread has just moved on to a newer generation and closed this one.
                triesLeft -= 1
            }
        }
    }

    private func fold(_ generation: Generation, _ limits: BatchLimits, _ progress: (Int, Int) -> Void) throws {
        let head = try log.head()
        let start = try generation.checkpoint()?.position ?? .none
        // An up-to-date view costs a look and no writer lock.
        guard start < head else { return }
        var position = start
        while position < head {
            let step = try generation.advance(P.self, view: view, log: log, fresh: fresh(), limits: limits)
            position = step.position
            progress(Int(position.value), Int(max(head, step.head).value))
        }
    }

    // MARK: Generations

    func fresh() -> Checkpoint {
        Checkpoint(
            logID: log.logID, hadVault: log.hasVault,
            versions: Dictionary(uniqueKeysWithValues: identities.map { ($0.name, $0.version) }))
    }

    func path(_ number: Int) -> String { "\(directory)/gen-\(number)" }

    func currentNumber() -> Int? {
        guard let text = try? String(contentsOfFile: "\(directory)/current", encoding: .utf8),
            text.hasPrefix("gen-")
        else { return nil }
        return Int(text.dropFirst(4).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The live generation; made anew where it is missing, damaged, of other versions or of another log.
    ///
    /// The build lock always comes before `current`: a rebuild takes them in that order too.
    private func opened(_ progress: (Int, Int) -> Void) throws -> Generation {
        if let usable = try current.withLock({ try usable(&$0) }) { return usable }
        return try withBuildLock {
            try current.withLock { generation in
                if let usable = try usable(&generation) { return usable }
                let new = try build(progress)
                try publish(new)
                generation = new
                return new
            }
        }
    }

    /// The open generation if it is still the live one, otherwise the live one, opened.
    private func usable(_ generation: inout Generation?) throws -> Generation? {
        if let open = generation {
            if currentNumber() == open.number { return open }
            open.close()
            generation = nil
        }
        generation = try usableCurrent()
        return generation
    }

    private func usableCurrent() throws -> Generation? {
        guard let number = currentNumber() else { return nil }
        guard let generation = try? Generation(number: number, directory: path(number), names: names, create: false)
        else { return nil }
        guard currentNumber() == number, try generation.isIntact(), let checkpoint = try? generation.checkpoint(),
            checkpoint.fits(fresh(), head: try log.head())
        else {
            generation.close()
            return nil
        }
        try generation.markBoot()
        return generation
    }

    /// Folds the whole log into a new generation.
    private func build(_ progress: (Int, Int) -> Void) throws -> Generation {
        let number = (generationNumbers().max() ?? 0) + 1
        let generation = try Generation(number: number, directory: path(number), names: names, create: true)
        do {
            try generation.markBoot()
            try fold(generation, .rebuild, progress)
            return generation
        } catch {
            generation.close()
            try? FileManager.default.removeItem(atPath: path(number))
            throw error
        }
    }

    /// Makes a generation the live one, and removes all others.
    private func publish(_ generation: Generation) throws {
        try generation.sync()
        let pointer = "\(directory)/current"
        try Data("gen-\(generation.number)\n".utf8).write(to: URL(fileURLWithPath: pointer), options: .atomic)
        for number in generationNumbers() where number != generation.number {
            try? FileManager.default.removeItem(atPath: path(number))
        }
    }

    func generationNumbers() -> [Int] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [])
            .compactMap { $0.hasPrefix("gen-") ? Int($0.dropFirst(4)) : nil }
    }

    private func withBuildLock<R>(_ body: () throws -> R) throws -> R {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let descriptor = unsafe open("\(directory)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Refusal(
                .unavailable, "\(directory)/lock cannot be made: \(unsafe String(cString: strerror(errno)))")
        }
        defer { Foundation.close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Refusal(.unavailable, "\(directory)/lock cannot be locked") }
        }
        return try body()
    }

    // MARK: Rebuilding

    package struct Comparison: Sendable {
        package var position: Position
        package var events: Int
        package var live: [String: Checkpoint.TableSummary]
        package var rebuilt: [String: Checkpoint.TableSummary]
        package var matches: Bool { live == rebuilt }
    }

    /// Builds a new generation beside the live one, compares the two at one position, and makes it the live one if
    /// `replacing`; otherwise it is thrown away. `progress` gets (events folded, events in all).
    package func rebuild(
        replacing: Bool, progress: (Int, Int) -> Void
    ) throws(Refusal) -> Comparison {
        do throws(any Error) {
            let old = try opened(progress)
            return try withBuildLock {
                let new = try build(progress)
                do {
                    let comparison = try compare(live: old, rebuilt: new, progress)
                    if replacing {
                        // Published and taken over as one: a query in between would open it a second time.
                        try current.withLock { generation in
                            try publish(new)
                            generation?.close()
                            generation = new
                        }
                    } else {
                        new.close()
                        try? FileManager.default.removeItem(atPath: path(new.number))
                    }
                    return comparison
                } catch {
                    new.close()
                    try? FileManager.default.removeItem(atPath: path(new.number))
                    throw error
                }
            }
        } catch {
            throw refusal(error)
        }
    }

    /// Brings both to one position and counts both from their rows.
    private func compare(
        live: Generation, rebuilt: Generation, _ progress: (Int, Int) -> Void
    ) throws -> Comparison {
        while true {
            try fold(live, .live, progress)
            try fold(rebuilt, .live, progress)
            guard let before = try live.checkpoint()?.position, try rebuilt.checkpoint()?.position == before else {
                continue
            }
            let liveSummary = try live.recount { _ in }
            let rebuiltSummary = try rebuilt.recount { _ in }
            // Somebody appended and caught the live views up meanwhile: count again.
            guard try live.checkpoint()?.position == before, try rebuilt.checkpoint()?.position == before else {
                continue
            }
            return Comparison(
                position: before, events: Int(before.value), live: liveSummary, rebuilt: rebuiltSummary)
        }
    }

    func refusal(_ error: any Error) -> Refusal {
        if let refusal = error as? Refusal { return refusal }
        if error is MalformedRow {
            return Refusal(
                .damaged, "a row of \(directory) is damaged: remove that directory, views are rebuilt from the log")
        }
        return Refusal(.unavailable, "\(error)")
    }
}
