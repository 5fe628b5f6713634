import Testing

@testable import Transparency

@Suite struct TileTests {
    @Test(
        "tile paths consist of groups of three digits",
        arguments: [
            (0, 0, 256, "tile/0/000"), (0, 67, 1, "tile/0/067.p/1"), (1, 1_234_067, 256, "tile/1/x001/x234/067"),
            (2, 1000, 255, "tile/2/x001/000.p/255"), (0, 999, 256, "tile/0/999"),
        ] as [(Int, UInt64, UInt64, String)])
    func pathsAreInGroupsOfThreeDigits(level: Int, index: UInt64, width: UInt64, path: String) {
        let tile = Tile(level: level, index: index, width: width)
        #expect(tile.path == path)
        #expect(tile.entriesPath == path.replacing("tile/\(level)/", with: "tile/entries/", maxReplacements: 1))
    }

    /// The standard's own example.
    @Test("seventy thousand leaves have the tiles of the standard's example") func tilesOfSeventyThousandLeaves() {
        let tiles = Tile.all(from: 0, to: 70_000)
        func count(_ level: Int, _ isFull: Bool) -> Int { tiles.count { $0.level == level && $0.isFull == isFull } }
        #expect(count(0, true) == 273)
        #expect(tiles.contains(Tile(level: 0, index: 273, width: 112)))
        #expect(count(1, true) == 1)
        #expect(tiles.contains(Tile(level: 1, index: 1, width: 17)))
        #expect(tiles.contains(Tile(level: 2, index: 0, width: 1)))
        #expect(tiles.count == 273 + 1 + 1 + 1 + 1)
        #expect(
            Tile.all(from: 0, to: 256) == [
                Tile(level: 0, index: 0, width: 256), Tile(level: 1, index: 0, width: 1),
            ])
    }

    /// A tile that is left out between two sizes exists at the first size, with as many hashes.
    @Test("growth exports only tiles that are new or wider") func growthNeedsOnlyWhatIsNewOrWider() {
        for (old, new) in [
            (0, 1), (1, 2), (255, 256), (256, 257), (256, 300), (300, 300), (1, 70_000), (65_535, 65_537),
        ] {
            let before = Set(Tile.all(from: 0, to: UInt64(old)))
            let all = Set(Tile.all(from: 0, to: UInt64(new)))
            #expect(Set(Tile.all(from: UInt64(old), to: UInt64(new))) == all.subtracting(before))
        }
    }

    @Test("entry bundles prefix each entry with its length, up to 65,535 bytes")
    func bundlesHoldWhatFitsTheirLengths() {
        #expect(EntryBundle.bytes([[1, 2], []]) == [0, 2, 1, 2, 0, 0])
        let longest = [UInt8](repeating: 7, count: 65_535)
        #expect(EntryBundle.bytes([longest]) == [0xFF, 0xFF] + longest)
        #expect(EntryBundle.bytes([longest + [7]]) == nil)
    }
}
