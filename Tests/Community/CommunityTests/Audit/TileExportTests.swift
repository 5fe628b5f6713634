import EventLog
import Events
import Foundation
import Layout
import TestSupport
import Testing
import Transparency

@testable import Community

/// The layout for readers, checked from the files alone.
@Suite final class TileExportTests {
    private let kitchen: Kitchen
    private let directory = TemporaryDirectory()
    private var folder: String { directory.path("tiles") }
    private var community: Community { kitchen.community }

    init() throws {
        kitchen = try Kitchen()
        try kitchen.join("ada")
    }

    private func grow(by count: Int) throws {
        let first = try kitchen.head()
        let outcomes = try community.submit(batch: (0..<count).map { Commands.join("cook\(first)x\($0)") })
        #expect(outcomes.allSatisfy { (try? $0.get()) != nil })
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: "\(folder)/\(path)"), "\(path) is missing"))
    }

    private func files() throws -> Set<String> {
        let walk = try #require(FileManager.default.enumerator(atPath: folder))
        var files: Set<String> = []
        for case let name as String in walk {
            var isDirectory = ObjCBool(false)
            _ = unsafe FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isDirectory)
            if !isDirectory.boolValue { files.insert(name) }
        }
        return files
    }

    private static func entries(_ bundle: [UInt8]) throws -> [[UInt8]] {
        var rest = bundle[...]
        var entries: [[UInt8]] = []
        while let high = rest.popFirst() {
            let low = rest.popFirst()
            let count = Int(high) << 8 | Int(try #require(low))
            try #require(rest.count >= count)
            entries.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return entries
    }

    /// All steps of a reader: the head by its key, the tiles by the head, the entries by the tiles.
    private func expectWhole(_ size: UInt64, withoutEntries: Set<String> = []) throws {
        let note = try SignedNote(bytes("checkpoint"))
        let head = try note.checkpoint(signedBy: VerifierKey(community.auditKey()))
        #expect(head.size == size)
        var frontier = TreeFrontier()
        var nodes: [TreeNode: TreeHash] = [:]
        for tile in Tile.all(from: 0, to: size) where tile.level == 0 {
            let hashes = try bytes(tile.path)
            #expect(hashes.count == Int(tile.width) * 32)
            let leaves = stride(from: 0, to: hashes.count, by: 32).compactMap {
                TreeHash(bytes: Array(hashes[$0..<$0 + 32]))
            }
            for leaf in leaves { frontier.append(leaf) { nodes[$0] = $1 } }
            guard !withoutEntries.contains(tile.entriesPath) else { continue }
            let entries = try Self.entries(bytes(tile.entriesPath))
            #expect(entries.map { TreeHash.leaf($0) } == leaves, "\(tile.entriesPath)")
        }
        #expect(frontier.root == head.root)
        for tile in Tile.all(from: 0, to: size) where tile.level > 0 {
            #expect(try bytes(tile.path) == tile.nodes.flatMap { nodes[$0]?.bytes ?? [] }, "\(tile.path)")
        }
    }

    @Test("every tile export is complete and never rewrites a tile") func everySizeIsWholeAndOldTilesStay() throws {
        var before: [String: Date] = [:]
        for count in [1, 250, 1, 1, 300, 1, 4] {
            try grow(by: count)
            let size = try kitchen.head()
            let report = try community.exportTiles(to: folder)
            #expect(report.size == size)
            #expect(report.withoutEntries.isEmpty)
            try expectWhole(size)
            let expected = Tile.all(from: 0, to: size).flatMap {
                $0.level == 0 ? [$0.path, $0.entriesPath] : [$0.path]
            }
            let files = try files()
            #expect(files.isSuperset(of: expected + ["checkpoint"]))
            // The other files are narrower tiles of earlier heads, where no full tile exists yet.
            for extra in files.subtracting(expected + ["checkpoint"]) {
                let full = extra.split(separator: ".p/").first.map(String.init) ?? ""
                #expect(extra.contains(".p/") && !files.contains(full), "\(extra)")
            }
            for file in files where file != "checkpoint" {
                let date =
                    try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[.modificationDate] as? Date
                if let known = before[file] { #expect(known == date, "\(file) was written again") }
                before[file] = date
            }
            let again = try community.exportTiles(to: folder)
            #expect(again.written == 0)
        }
    }

    /// An export that was interrupted anywhere is continued, and its head does not precede its tiles.
    @Test("an interrupted tile export is continued with the missing files")
    func anInterruptedExportIsGoneOnFrom() throws {
        try grow(by: 600)
        _ = try community.exportTiles(to: folder)
        let all = try files()
        for lost in all.subtracting(["checkpoint"]) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(lost)")
            try? FileManager.default.removeItem(atPath: "\(folder)/checkpoint")
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(folder)/\(lost).new"))
            #expect(try community.exportTiles(to: folder).written == 1)
            #expect(try files() == all)
        }
        try expectWhole(kitchen.head())
    }

    @Test("a folder with tiles of another log is left unchanged") func theTilesOfAnotherLogAreLeftAlone() throws {
        try grow(by: 300)
        _ = try community.exportTiles(to: folder)
        let other = try Kitchen()
        #expect(throws: Refusal.self) { try other.community.exportTiles(to: self.folder) }
        try FileManager.default.removeItem(atPath: "\(folder)/checkpoint")
        #expect(throws: Refusal.self) { try other.community.exportTiles(to: self.folder) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/checkpoint"))
        _ = try community.exportTiles(to: folder)
        try expectWhole(kitchen.head())
        // A changed tile is never signed.
        try FileManager.default.removeItem(atPath: "\(folder)/checkpoint")
        var tile = try bytes("tile/1/000.p/1")
        tile[0] ^= 1
        try Data(tile).write(to: URL(fileURLWithPath: "\(folder)/tile/1/000.p/1"))
        #expect(throws: Refusal.self) { try community.exportTiles(to: self.folder) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/checkpoint"))
    }

    /// An event that no bundle can hold costs that bundle, and nothing else.
    @Test("an event that fits no bundle omits that bundle only") func aBundleWithALongEventIsLeftOut() throws {
        try grow(by: 300)
        let words = String(repeating: "Stir, and wait until it is done, which takes a while. ", count: 90)
        var message = ProtoRecipeContent()
        message.title = "Novel"
        message.steps = (0..<20).map { _ in
            var step = ProtoStep()
            step.text = words
            return step
        }
        try kitchen.submit(Command(.recipePosted, actor: .username("ada"), payload: .recipe(message)))
        try #require(try community.log.read { try $0.canonicalBytes(at: $0.head)?.count ?? 0 } > 65_535)
        try grow(by: 300)
        let report = try community.exportTiles(to: folder)
        #expect(report.withoutEntries == ["tile/entries/001"])
        try expectWhole(kitchen.head(), withoutEntries: ["tile/entries/001"])
        #expect(try !files().contains("tile/entries/001"))
        #expect(try community.exportTiles(to: folder).withoutEntries == ["tile/entries/001"])
    }
}
