import EventLog
import Events
import Foundation
import Layout
import Projections

/// Free space of a data directory, and leftover files in it.
struct Space {
    /// The map of an LMDB environment, which limits the size of its file.
    struct Map {
        var name: String
        var usedBytes: Int
        var sizeBytes: Int

        /// How to get rid of free pages.
        var remedy: Remedy

        /// Whether hardly another commit fits: less than 1 % of a small map is free, or less than 16 MiB of a large
        /// one.
        var isFull: Bool { sizeBytes - usedBytes < min(Space.freeBytesMin, sizeBytes / 100) }

        var freePercent: Int { sizeBytes > 0 ? max(0, sizeBytes - usedBytes) * 100 / sizeBytes : 0 }
    }

    /// With less free space writes will fail soon.
    static let freeBytesMin = 16 << 20
    /// The smaller of the two applies.
    static let (freeBytesWanted, freePercentWanted) = (1 << 30, 5)
    static let mapFreePercentWanted = 10

    var maps: [Map] = []
    var freeBytes: Int
    var diskBytes: Int
    var leftovers: [String] = []
    /// Why the use of the log's map could not be read; `nil` if it could.
    var obstacle: Refusal?

    /// The most severe problem decides the status; the message always contains all figures.
    func finding() -> Finding {
        let free = "\(Self.text(freeBytes)) of the disk are free"
        let used = maps.map { "\($0.name) uses \(Self.text($0.usedBytes)) of a map of \(Self.text($0.sizeBytes))" }
        let state = ([free] + used).joined(separator: "; ")
        if freeBytes < Self.freeBytesMin {
            return Finding("space", .failed, "\(state): free some space before anything else is written")
        }
        if let obstacle {
            return Finding(
                "space", .failed, "\(state): the use of the log's map cannot be read: \(obstacle.message)",
                remedy: obstacle.remedy)
        }
        if let full = maps.first(where: \.isFull) {
            return Finding(
                "space", .failed, "\(state): the map of \(full.name) is full", remedy: full.remedy)
        }
        if let full = maps.first(where: { $0.freePercent < Self.mapFreePercentWanted }) {
            return Finding(
                "space", .warning,
                "\(state): only \(full.freePercent) % of the map of \(full.name) are left",
                count: full.freePercent, remedy: full.remedy)
        }
        if freeBytes < min(Self.freeBytesWanted, diskBytes / 100 * Self.freePercentWanted) {
            return Finding("space", .warning, "\(state): free some space soon")
        }
        if !leftovers.isEmpty {
            return Finding(
                "space", .warning,
                "\(state). Left over from interrupted work, unless it is still in progress: \(leftovers.joined(separator: ", "))",
                count: leftovers.count, repair: leftovers.contains { $0.hasPrefix("views/") } ? .views : .leftovers,
                remedy: .removeLeftovers)
        }
        return Finding("space", .ok, state)
    }

    private static func text(_ bytes: Int) -> String {
        var value = Double(bytes)
        var unit = "B"
        for next in ["KiB", "MiB", "GiB", "TiB"] where value >= 1024 { (value, unit) = (value / 1024, next) }
        let tenths = Int(value * 10)
        return unit == "B" || tenths % 10 == 0 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}

extension Space {
    /// Asks the file system. If it does not answer, space counts as unlimited.
    init(directory: String) {
        var status = statvfs()
        let isKnown = unsafe statvfs(directory, &status) == 0
        let block = Int(clamping: UInt64(status.f_frsize))
        freeBytes = isKnown ? Int(clamping: UInt64(status.f_bavail)) * block : .max
        diskBytes = isKnown ? Int(clamping: UInt64(status.f_blocks)) * block : .max
        leftovers = EventLog.leftovers(directory: directory)
    }

    mutating func takeLog(_ log: EventLog) {
        do throws(Refusal) {
            let map = Map(
                name: "log", usedBytes: try log.usedBytes(), sizeBytes: try log.mapSizeBytes(),
                remedy: .compactLog)
            maps.insert(map, at: 0)
        } catch {
            obstacle = error
        }
    }

    mutating func takeViews(_ views: ViewsExamination) {
        guard views.mapSizeBytes > 0 else { return }
        maps.append(
            Map(
                name: "views", usedBytes: views.usedBytes, sizeBytes: views.mapSizeBytes,
                remedy: .compactViews))
    }
}
