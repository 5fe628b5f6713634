import EventLog
package import Events
import Foundation
import LMDB
import Layout

/// What the live generation of views is, as a look at it shows.
package struct ViewsExamination: Sendable {
    /// The number of the live generation; nil: there is none.
    package var generation: Int?
    /// Why the next question throws it away and folds the log anew; nil: it will not.
    package var obstacle: String?
    package var checkpoint: Checkpoint?
    package var usedBytes = 0
    package var mapSizeBytes = 0
}

extension ViewStore {
    /// Looks at the live generation without catching up, healing or replacing it, and at none of its rows: LMDB ends the
    /// process when a walk comes to a damaged page. `rebuild` compares rows without one.
    package func examine() throws(Refusal) -> ViewsExamination {
        var result = ViewsExamination()
        do throws(any Error) {
            guard let number = try currentNumber() else { return result }
            result.generation = number
            try examine(number, &result)
            return result
        } catch {
            throw refusal(error)
        }
    }

    private func examine(_ number: Int, _ result: inout ViewsExamination) throws {
        let generation: Generation
        do {
            generation = try Generation(
                number: number, directory: path(number), registry: registry, create: false, readOnly: true)
        } catch is UnsyncedViews {
            result.obstacle = "they were not synced before the machine was started anew"
            return
        } catch {
            result.obstacle = "they cannot be opened (\(refusal(error).message))"
            return
        }
        defer { generation.close() }
        let info = try generation.environment.info
        (result.usedBytes, result.mapSizeBytes) = (info.usedBytes, info.mapSizeBytes)
        // An unreadable checkpoint is an obstacle of its own, see below.
        result.checkpoint = try? generation.checkpoint()
        result.obstacle = try obstacle(generation, result.checkpoint)
    }

    private func obstacle(_ generation: Generation, _ checkpoint: Checkpoint?) throws -> String? {
        guard let checkpoint else {
            return "another version of larder folded them, or they do not say how far they came"
        }
        if checkpoint.fits(fresh(), head: try log.head()) { return nil }
        let fresh = fresh()
        if checkpoint.logID != fresh.logID { return "they are those of another log" }
        if checkpoint.versions != fresh.versions { return "they were folded by another version of larder" }
        if checkpoint.hadVault != fresh.hadVault { return "they were folded while the vault was (or was not) there" }
        return "they are at position \(checkpoint.position), beyond the log's end"
    }

    /// Generations that are not live, such as the remains of an interrupted rebuild.
    package func unreferencedGenerations() throws(Refusal) -> [String] {
        do throws(any Error) {
            let current = try currentNumber()
            return try generationNumbers().filter { $0 != current }.sorted().map(name)
        } catch {
            throw refusal(error)
        }
    }
}
