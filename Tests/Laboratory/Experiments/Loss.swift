import TestSupport

/// What a power loss leaves of bytes and names that were not synced.
package enum Loss: Sendable, CustomStringConvertible {
    /// Nothing: only what was synced.
    case everything
    /// All of it, as if the machine had gone on for a while.
    case nothing
    /// All names, and no bytes: files that are empty, or as they were.
    case bytes
    /// All bytes, and no names.
    case names
    /// Of each file and folder another part, drawn from a seed.
    case drawn(seed: UInt64)
    /// The first pages of files, which say which others count, and some names; but no other bytes.
    case heads(seed: UInt64)
    /// All names, and of each file all bytes or none.
    case files(seed: UInt64)
    /// What the bits say, first of the namings and then of the writes, in order.
    case chosen(bits: UInt64)
    /// Nothing but a part of the last write: of one of its sectors only the first bytes are there, of that write's other sectors all.
    case torn(sector: Int, bytesKept: Int)

    package var description: String {
        switch self {
        case .everything: "all that was not synced is lost"
        case .nothing: "nothing is lost"
        case .bytes: "unsynced bytes are lost, names are not"
        case .names: "unsynced names are lost, bytes are not"
        case .drawn(let seed): "part is lost, seed \(seed)"
        case .heads(let seed): "first pages and some names are lost, seed \(seed)"
        case .files(let seed): "of each file all unsynced bytes are lost or none, seed \(seed)"
        case .chosen(let bits): "part is lost, bits \(String(bits, radix: 2))"
        case .torn(let sector, let bytes): "sector \(sector) of the last write is torn after \(bytes) bytes"
        }
    }
}

extension Disk {
    /// How many calls lie between what is certain and what was done.
    package var pendingCount: Int { namings.count + files.reduce(0) { $0 + $1.pending.count } }

    /// What lies on the disk after a power loss: files by their paths. Empty folders are among them, as nil.
    package func image(after loss: Loss) -> [String: [UInt8]?] {
        var chooser = Chooser(loss)
        var maps = folders.map(\.durable)
        let namesKept = chooser.namings(namings.count)
        for (naming, isKept) in zip(namings, namesKept) where isKept {
            for (folder, name, object) in naming.effects { maps[folder][name] = object }
        }
        let contents = files.enumerated().map { index, file in
            var bytes = file.durable
            var pending = file.pending
            if case .torn(let sector, let bytesKept) = loss, index == lastWritten, let last = pending.popLast() {
                pending += last.torn(sector: sector, bytesKept: bytesKept)
            }
            for change in chooser.kept(of: pending) { Self.apply(change, to: &bytes) }
            return bytes
        }
        var image: [String: [UInt8]?] = [:]
        func walk(_ folder: Int, _ prefix: String, _ depth: Int) {
            for (name, object) in maps[folder] {
                switch object {
                // LMDB's table of readers lists running processes. After a reboot there are none, and LMDB writes it again.
                case .file where name == "lock.mdb": continue
                case .file(let file): image[prefix + name] = .some(contents[file])
                case .folder(let inner):
                    image[prefix + name] = .some(nil)
                    if depth < 16 { walk(inner, prefix + name + "/", depth + 1) }
                }
            }
        }
        walk(0, "", 0)
        return image
    }
}

/// Draws what is kept.
private struct Chooser {
    private let loss: Loss
    private var dice: SeededGenerator
    private var bits: UInt64

    init(_ loss: Loss) {
        self.loss = loss
        switch loss {
        case .drawn(let seed), .heads(let seed), .files(let seed): (dice, bits) = (SeededGenerator(seed: seed), 0)
        case .chosen(let chosen): (dice, bits) = (SeededGenerator(seed: 0), chosen)
        default: (dice, bits) = (SeededGenerator(seed: 0), 0)
        }
    }

    private mutating func bit() -> Bool {
        defer { bits >>= 1 }
        return bits & 1 == 1
    }

    mutating func namings(_ count: Int) -> [Bool] {
        switch loss {
        case .everything, .names: return Array(repeating: false, count: count)
        case .nothing, .bytes, .files, .torn: return Array(repeating: true, count: count)
        case .chosen: return (0..<count).map { _ in bit() }
        case .drawn, .heads:
            // A file system with a journal keeps them in order; POSIX does not promise it.
            let style = Int.random(in: 0..<3, using: &dice)
            let end = Int.random(in: 0..<count + 1, using: &dice)
            return (0..<count).map { index in
                switch style {
                case 0: index < end
                case 1: dice.oneIn(2)
                default: !dice.oneIn(8)
                }
            }
        }
    }

    mutating func kept(of pending: [Disk.Change]) -> [Disk.Change] {
        guard !pending.isEmpty else { return [] }
        switch loss {
        case .everything, .bytes: return []
        case .nothing, .names, .torn: return pending
        case .chosen: return pending.filter { _ in bit() }
        case .files: return dice.oneIn(2) ? pending : []
        case .heads: return pending.filter { !$0.isOfTheFirstPages }
        case .drawn: break
        }
        let (one, style) = (Int.random(in: 0..<pending.count, using: &dice), Int.random(in: 0..<9, using: &dice))
        switch style {
        case 0: return []
        case 1: return pending
        case 2: return Array(pending[...one])
        case 3: return pending.enumerated().filter { $0.offset != one }.map(\.element)
        case 4: return [pending[one]]
        case 5: return pending.filter(\.isOfTheFirstPages)
        case 6:
            // All through one write, and of that some sectors: a torn page.
            var kept = Array(pending[..<one])
            for sector in pending[one].sectors where dice.oneIn(2) { kept.append(sector) }
            return kept
        default:
            let of = style == 7 ? 2 : 6
            var kept: [Disk.Change] = []
            for change in pending {
                for sector in change.sectors where dice.oneIn(of) == (style == 7) { kept.append(sector) }
            }
            return kept
        }
    }
}

extension Disk.Change {
    /// LMDB says in its first two pages what counts.
    fileprivate var isOfTheFirstPages: Bool {
        guard case .write(let offset, _) = self else { return false }
        return offset < 2 * 4096
    }
}
