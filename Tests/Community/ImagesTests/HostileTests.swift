import Foundation
import TestSupport
import Testing

@testable import Images

/// Every upload gives an image or a refusal.
@Suite struct HostileTests {
    private static let samples =
        ImageFormatTests.samples + [
            Upload("animated WebP", Pictures.animatedWebP(width: 48, height: 32, [(Pictures.scene(), 0, 0)])),
            Upload(
                "JPEG with all",
                Pictures.jpeg(
                    Pictures.scene(),
                    segments: [
                        (0xE1, Orientation.prefix + Pictures.exif(orientation: 6)),
                        (0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Pictures.wideProfile()),
                    ])),
            Upload(
                "PNG with all",
                Pictures.png(
                    Pictures.scene(isTransparent: true),
                    chunks: [
                        ("iCCP", Pictures.packedProfile(Pictures.wideProfile())),
                        ("eXIf", Pictures.exif(orientation: 8)),
                    ])),
        ]

    @Test("a truncated picture is refused as damaged", arguments: samples)
    func whatIsCutShortIsRefused(_ upload: Upload) {
        // A GIF is accepted if its first frame is complete.
        let end = upload.name == "GIF" ? upload.bytes.count - 3 : upload.bytes.count
        for count in stride(from: 12, to: end, by: 7) {
            #expect(failure(Array(upload.bytes.prefix(count)))?.kind == .damaged, "\(count) bytes")
        }
        #expect(failure(upload.bytes) == nil)
    }

    @Test("a picture with flipped bits is read or refused in a sentence", arguments: samples)
    func flippedBitsAreAnImageOrASentence(_ upload: Upload) {
        var random = SeededGenerator(seed: 7)
        // The damaged size may exceed the sample.
        let limits = ImageLimits(pixelsMax: 100_000)
        for _ in 0..<150 {
            var bytes = upload.bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            if let failure = failure(bytes, limits) {
                #expect(failure.message.hasPrefix("it ") && failure.kind != .noMemory, "\(failure.message)")
            }
        }
    }

    // MARK: Limits

    private static func claiming(_ width: Int, _ height: Int) -> [(String, [UInt8])] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
        }
        func little(_ value: Int, _ count: Int) -> [UInt8] { number(value, count).reversed() }
        var jpeg = Pictures.jpeg(Pictures.scene())
        let frame = jpeg.firstRange(of: [0xFF, 0xC0])?.lowerBound ?? 0
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: number(height & 0xFFFF, 2) + number(width & 0xFFFF, 2))
        let png =
            PNGFile.signature + Pictures.chunk("IHDR", number(width, 4) + number(height, 4) + [8, 6, 0, 0, 0])
            + Pictures.chunk("IDAT", []) + Pictures.chunk("IEND", [])
        let frames = Pictures.animatedWebP(width: width, height: height, [(Pictures.scene(), 0, 0)])
        let gif = Pictures.gif(
            width: width & 0xFFFF, height: height & 0xFFFF, [Pictures.GIFFrame(Pictures.scene())])
        return [("JPEG", jpeg), ("PNG", png), ("WebP", frames), ("GIF", gif)]
    }

    /// A file of some hundred bytes claims gigabytes: they are never allocated.
    @Test("a small file that claims a huge size is refused without memory for it") func claimsTakeNoMemory() async {
        await #expect(processExitsWith: .success) {
            var failed = false
            for (width, height) in [(65_500, 65_500), (65_500, 1_000), (20_000, 20_000), (7_072, 7_072)] {
                for (name, upload) in Self.claiming(width, height) {
                    let failure = failure(upload)
                    if failure?.kind != .tooManyPixels {
                        print("\(name) \(width) × \(height): \(failure?.message ?? "taken")")
                        failed = true
                    }
                }
            }
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let peak = line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }.flatMap { Int($0) }
            print("peak \(peak ?? -1) KiB")
            if let peak, peak > 150 << 10 { failed = true }
            exit(failed ? 1 : 0)
        }
    }

    @Test("limits of bytes and pixels are kept exactly") func limitsAreHeeded() {
        let upload = Pictures.png(Pictures.scene())
        #expect(failure(upload, ImageLimits(bytesMax: upload.count)) == nil)
        #expect(failure(upload, ImageLimits(bytesMax: upload.count - 1))?.kind == .tooManyBytes)
        #expect(failure(upload, ImageLimits(pixelsMax: 48 * 32)) == nil)
        #expect(failure(upload, ImageLimits(pixelsMax: 48 * 32 - 1))?.kind == .tooManyPixels)
        for (name, upload) in Self.claiming(0, 7) where name != "GIF" {
            // Some writers of GIF leave the size to the frame.
            #expect(failure(upload) != nil, "\(name) without a pixel")
        }
        #expect(failure(Pictures.png(Pictures.scene(width: 65_501, height: 1)))?.kind == .tooManyPixels)
    }

    @Test("a PNG whose data go on after its last row is refused, a few bytes more are not") func dataAfterTheLastRow() {
        let rows = [UInt8](repeating: 0, count: 2 * (1 + 2 * 4))
        for surplus in [0, 1, 60_000] {
            #expect(
                failure(Pictures.png(width: 2, height: 2, unpackingTo: rows + Array(repeating: 0, count: surplus)))
                    == nil)
        }
        let mebibyte = [UInt8](repeating: 0, count: 1 << 20)
        let bomb = Pictures.png(width: 2, height: 2, unpackingTo: mebibyte, times: 64)
        #expect(failure(bomb)?.message == "it is damaged: its data go on after its last row")
        // Its parts may be small, and one may hold nothing.
        var parts = Pictures.png(width: 2, height: 2, unpackingTo: rows)
        let data = Packing.zlib(mebibyte, times: 64)
        parts =
            Array(parts[..<(8 + 25)]) + Pictures.chunk("IDAT", []) + data.map { Pictures.chunk("IDAT", [$0]) }.joined()
            + Pictures.chunk("IEND", [])
        #expect(failure(parts)?.message == "it is damaged: its data go on after its last row")
    }

    /// Its seven passes have 1,875 rows.
    @Test("an interlaced PNG has room for all its rows") func interlacedRows() {
        let row = [UInt8](repeating: 0, count: 4_000_000 + 1_875)
        #expect(failure(Pictures.png(width: 1_000, height: 1_000, isInterlaced: true, unpackingTo: row)) == nil)
    }

    /// Thousands of small ones would each unpack to a mebibyte.
    @Test("of several profiles in a PNG the first counts") func profilesOfAPNG() throws {
        func stored(_ profiles: [[UInt8]]) throws -> Pixels {
            let chunks = profiles.map { ("iCCP", $0) }
            return try Pixels(stored: ImageRenditions(of: Pictures.png(Pictures.scene(), chunks: chunks)).original)
        }
        let wide = Pictures.packedProfile(Pictures.wideProfile())
        let other = Pictures.packedProfile([UInt8](repeating: 0, count: 1 << 20))
        #expect(try stored([wide, other]) == stored([wide]))
        #expect(try stored([wide]) != stored([]), "otherwise this tests nothing")
    }

    /// Each scan covers all pixels, and takes only some bytes.
    @Test("a picture with too many scans is refused") func scansAreCounted() throws {
        let upload = Pictures.jpeg(Pictures.scene(width: 200, height: 200), isProgressive: true)
        let limits = ImageLimits(pixelsMax: 200 * 200)
        #expect(failure(upload, limits) == nil)
        let last = try #require(upload.indices.last { upload[$0...].starts(with: [0xFF, 0xDA]) })
        let scan = upload[last..<upload.count - 2]
        let repeated = upload.dropLast(2) + repeatElement(scan, count: 30).joined() + upload.suffix(2)
        #expect(failure(Array(repeated), limits)?.kind == .tooManyPixels)
    }
}
