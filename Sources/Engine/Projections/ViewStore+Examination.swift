import EventLog
import Foundation
import LMDB
package import Layout

/// The state of the live generation, as far as it can be read without scanning.
package struct ViewsExamination: Sendable {
    /// The number of the live generation; `nil` if there is none.
    package var generation: Int?
    /// The reason why the next query discards the generation and folds the log again; `nil` if it does not.
    package var obstacle: String?
    package var checkpoint: Checkpoint?
    package var usedBytes = 0
    package var mapSizeBytes = 0
}

extension ViewStore {
    /// Examines the live generation without catching up, healing or replacing it, and without reading rows: LMDB aborts
    /// the process when a cursor reaches a damaged page. `rebuild` compares rows by lookups.
    package func examine() throws(Refusal) -> ViewsExamination {
        do throws(any Error) {
            while true {
                var result = ViewsExamination()
                guard let number = try currentNumber() else { return result }
                result.generation = number
                try examine(number, &result)
                // Another process may have replaced the generation and removed its files.
                if try result.obstacle == nil || currentNumber() == number { return result }
            }
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
            result.obstacle = "they were not synced before the machine was restarted"
            return
        } catch {
            result.obstacle = "they cannot be opened (\(refusal(error).message))"
            return
        }
        defer { generation.close() }
        let info = try generation.environment.info
        (result.usedBytes, result.mapSizeBytes) = (info.usedBytes, info.mapSizeBytes)
        // Without a readable checkpoint `obstacle` says so.
        result.checkpoint = try? generation.checkpoint()
        result.obstacle = try obstacle(generation, result.checkpoint)
    }

    private func obstacle(_ generation: Generation, _ checkpoint: Checkpoint?) throws -> String? {
        guard let checkpoint else {
            return "another version of larder folded them, or their checkpoint cannot be read"
        }
        if checkpoint.fits(fresh(), head: try log.head()) { return nil }
        let fresh = fresh()
        if checkpoint.logID != fresh.logID { return "they are those of another log" }
        if checkpoint.versions != fresh.versions { return "they were folded by another version of larder" }
        if checkpoint.hadVault != fresh.hadVault { return "the vault was added or removed since they were folded" }
        return "they are at position \(checkpoint.position), beyond the log's end"
    }

    /// Generations that are not live, such as the remains of an interrupted rebuild. Empty while a process rebuilds.
    package func unreferencedGenerations() throws(Refusal) -> [String] {
        do throws(any Error) {
            var names: [String] = []
            func find() throws {
                let current = try currentNumber()
                names = try generationNumbers().filter { $0 != current }.sorted().map(name)
            }
            // The lock is not made here, because an examination changes nothing.
            if FileManager.default.fileExists(atPath: "\(directory)/lock") {
                try buildLock.heldIfFree(find)
            } else {
                try find()
            }
            return names
        } catch {
            throw refusal(error)
        }
    }
}
