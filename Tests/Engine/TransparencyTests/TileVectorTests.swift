import Foundation
import TestSupport
import Testing

@testable import Transparency

/// A log that another implementation wrote, with a signed head for each of its sizes.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct TileVectorTests {
    private static let folder = "vectors/tlog-tiles-tessera/testdata/log"
    private static let key = "example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx"
    private static let size = 15

    private func head(_ size: Int) throws -> Checkpoint {
        let note = try SignedNote(SharedData.bytes("\(Self.folder)/checkpoint.\(size)"))
        try note.verify(by: VerifierKey(Self.key))
        return try Checkpoint(note)
    }

    /// The entries of the widest bundle.
    private func entries() throws -> [[UInt8]] {
        var rest = try SharedData.bytes("\(Self.folder)/tile/entries/000.p/\(Self.size)")[...]
        var entries: [[UInt8]] = []
        while rest.count >= 2 {
            let count = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            entries.append(Array(rest.dropFirst(2).prefix(count)))
            rest = rest.dropFirst(2 + count)
        }
        return entries
    }

    @Test("published signed heads have the roots of their entries") func signedHeadsAreThoseOfTheEntries() throws {
        let (entries, newest) = (try entries(), try SharedData.bytes("\(Self.folder)/checkpoint"))
        #expect(entries.count == Self.size)
        #expect(newest == (try SharedData.bytes("\(Self.folder)/checkpoint.\(Self.size)")))
        let plain = PlainTree(entries.map { TreeHash.leaf($0) })
        for size in 0...Self.size {
            let head = try head(size)
            #expect(head.origin == "example.com/log/testdata")
            #expect(head.size == UInt64(size))
            #expect(head.root == plain.root(size: size))
        }
    }

    @Test("tiles and entry bundles equal the published bytes") func tilesAreTheSameBytes() throws {
        let entries = try entries()
        let nodes = NodeTable(entries.map { TreeHash.leaf($0) })
        for size in 1...Self.size {
            let tiles = Tile.all(from: UInt64(size - 1), to: UInt64(size))
            #expect(tiles.count == 1)
            let tile = try #require(tiles.first)
            #expect(tile.path == "tile/0/000.p/\(size)")
            let hashes = try tile.nodes.flatMap { try #require(nodes.nodes[$0]).bytes }
            #expect(hashes == (try SharedData.bytes("\(Self.folder)/\(tile.path)")))
            let bundle = EntryBundle.bytes(Array(entries.prefix(size)))
            #expect(bundle == (try SharedData.bytes("\(Self.folder)/\(tile.entriesPath)")))
        }
    }

    @Test("every published head extends every earlier one") func everyHeadExtendsEveryEarlierOne() throws {
        let plain = PlainTree(try entries().map { TreeHash.leaf($0) })
        let tree = plain.tree(nodes: NodeTable(plain.leaves))
        for size in 1...Self.size {
            let new = try head(size)
            for oldSize in 1...size {
                let old = try head(oldSize)
                let proof = try tree.consistencyProof(from: old.size, to: new.size)
                try #require(Subtree(size: old.size)).verifyConsistency(
                    root: old.root, withTreeOf: new.size, treeRoot: new.root, proof: proof)
            }
        }
    }

    @Test("a published head with any altered byte is refused") func anAlteredHeadIsRefused() throws {
        let bytes = try SharedData.bytes("\(Self.folder)/checkpoint")
        let key = try VerifierKey(Self.key)
        for index in bytes.indices {
            var altered = bytes
            altered[index] ^= 1
            #expect(throws: ProofError.self, "byte \(index)") {
                let note = try SignedNote(altered)
                try note.verify(by: key)
                _ = try Checkpoint(note)
            }
        }
    }
}
