import TestSupport
import Testing

@testable import Recipes

@Suite struct ZipArchiveTests {
    private func files(
        _ bytes: [UInt8], upTo most: Int = 1_000, endingIn ending: String = ""
    ) throws -> [String: Result<[UInt8], ArchiveFailure>] {
        var found: [String: Result<[UInt8], ArchiveFailure>] = [:]
        try ZipArchive.forEachFile(of: bytes, upTo: most, endingIn: ending) { found[$0.path] = $0.contents }
        return found
    }

    private func kind(_ result: Result<[UInt8], ArchiveFailure>?) -> ArchiveFailure.Kind? {
        if case .failure(let failure)? = result { failure.kind } else { nil }
    }

    @Test("files of a zip archive are unpacked in order, without system files")
    func filesAreUnpackedInTheirOrder() throws {
        let archive = Packing.zip([
            Packing.File("a/", []), Packing.File("a/one.txt", Array("one".utf8)),
            Packing.File("zwei é.txt", Array("zwei".utf8), isDeflated: false), Packing.File("empty", []),
            Packing.File("__MACOSX/a/._one.txt", [1]), Packing.File("a/.DS_Store", [1]), Packing.File("OTHER.TXT", [2]),
        ])
        var paths: [String] = []
        try ZipArchive.forEachFile(of: archive, upTo: 10) { paths.append($0.path) }
        #expect(paths == ["a/one.txt", "zwei é.txt", "empty", "OTHER.TXT"])
        #expect(try files(archive, endingIn: ".txt").keys.sorted() == ["OTHER.TXT", "a/one.txt", "zwei é.txt"])
        let found = try files(archive)
        #expect(try found["a/one.txt"]?.get() == Array("one".utf8))
        #expect(try found["zwei é.txt"]?.get() == Array("zwei".utf8))
        #expect(try found["empty"]?.get() == [])
        #expect(ZipArchive.isArchive(archive) && ZipArchive.isArchive(Packing.zip([])))
        #expect(try files(Packing.zip([])).isEmpty)
    }

    /// What cannot be had costs nothing of what the rest may unpack to.
    @Test("files that cannot be unpacked do not count towards the total size") func onlyWhatIsUnpackedCounts() throws {
        let text = [UInt8](repeating: 7, count: 100)
        let secrets = (0..<50).map { Packing.File("secret\($0)", text, isEncrypted: true) }
        var found: [String] = []
        let archive = Packing.zip(secrets + [Packing.File("good", text), Packing.File("better", text)])
        try ZipArchive.forEachFile(of: archive, upTo: 100, inAll: 200) { file in
            if case .success = file.contents { found.append(file.path) }
        }
        #expect(found == ["good", "better"])
    }

    @Test("a bad file in a zip archive fails alone and with its reason") func whatIsWrongWithOneFileIsTold() throws {
        let text = Array("a text that is long enough to be packed, packed, packed".utf8)
        let found = try files(
            Packing.zip([
                Packing.File("../up", text), Packing.File("/root", text), Packing.File("a/../../b", text),
                Packing.File("c:\\windows", text), Packing.File("long", [UInt8](repeating: 7, count: 1_001)),
                Packing.File("bomb", [UInt8](repeating: 0, count: 5 << 20), declaredByteCount: 10),
                Packing.File("checksum", text, checksum: 1), Packing.File("secret", text, isEncrypted: true),
                Packing.File("good", text),
            ]))
        for path in ["../up", "/root", "a/../../b", "c:\\windows"] {
            #expect(kind(found[path]) == .forbidden, "\(path)")
        }
        #expect(kind(found["long"]) == .tooLong)
        #expect(kind(found["bomb"]) != nil)
        #expect(kind(found["checksum"]) == .unreadable && kind(found["secret"]) == .unreadable)
        #expect(try found["good"]?.get() == text)
    }

    @Test("bytes that are no zip archive are refused, and damage invents no contents")
    func whatIsNoArchiveIsRefused() throws {
        let whole = Packing.zip([Packing.File("a", Array("a".utf8)), Packing.File("b", Array("bb".utf8))])
        for bytes in [[], Array("PK".utf8), Array("hello".utf8), Array(whole.dropLast(10)), Array(whole.prefix(40))] {
            let failure = #expect(throws: ArchiveFailure.self) { try files(bytes) }
            #expect(failure?.kind == .unreadable)
        }
        // Whatever is broken, it ends, and what it says it has read was in it.
        var isTrue = true
        for index in whole.indices {
            for value in [0, 0xFF] as [UInt8] {
                var broken = whole
                broken[index] = value
                for contents in ((try? files(broken)) ?? [:]).values {
                    let bytes = (try? contents.get()) ?? []
                    isTrue = isTrue && [[], Array("a".utf8), Array("bb".utf8)].contains(bytes)
                }
            }
        }
        #expect(isTrue)
    }

    @Test("unpacking stops at the maximum total size, and too large an archive is refused")
    func howMuchIsUnpackedInAllIsBounded() throws {
        let archive = Packing.zip(["a", "b", "c"].map { Packing.File($0, [UInt8](repeating: 1, count: 1_000)) })
        var found: [String: ArchiveFailure.Kind?] = [:]
        let failure = #expect(throws: ArchiveFailure.self) {
            try ZipArchive.forEachFile(of: archive, upTo: 1_000, inAll: 1_500) {
                found[$0.path] = kind($0.contents)
            }
        }
        #expect(failure?.kind == .tooLong && found == ["a": nil, "b": .tooLong])
        let long = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: ZipArchive.bytesMax)
        #expect(throws: ArchiveFailure.self) { try files(long) }
    }
}

@Suite struct GzipTests {
    @Test("gzip unpacks what was packed, and refuses damage and excess size") func whatWasPackedIsUnpacked() throws {
        for count in [0, 1, 1 << 16, 300_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
            let packed = Packing.gzip(bytes)
            #expect(Gzip.isPacked(packed))
            #expect(try Gzip.unpacked(packed, upTo: count) == bytes)
            guard count > 0 else { continue }
            #expect(throws: ArchiveFailure.self) { try Gzip.unpacked(packed, upTo: count - 1) }
            #expect(throws: ArchiveFailure.self) { try Gzip.unpacked(Array(packed.dropLast()), upTo: count) }
            var broken = packed
            broken[packed.count - 6] ^= 1
            #expect(throws: ArchiveFailure.self) { try Gzip.unpacked(broken, upTo: count) }
        }
    }

    @Test("a gzip bomb is refused at the limit, and truncated gzip is refused") func aBombIsNotUnpacked() throws {
        let bomb = Packing.gzip([UInt8](repeating: 0, count: 64 << 20))
        #expect(bomb.count < 100_000)
        let failure = #expect(throws: ArchiveFailure.self) { try Gzip.unpacked(bomb, upTo: 1 << 20) }
        #expect(failure?.kind == .tooLong)
        for bytes in [[], [0x1F, 0x8B], [0x1F, 0x8B, 8, 0]] as [[UInt8]] {
            #expect(throws: ArchiveFailure.self) { try Gzip.unpacked(bytes, upTo: 10) }
        }
    }
}
