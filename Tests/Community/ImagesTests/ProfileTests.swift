import Foundation
import TestSupport
import Testing

@testable import Images

/// Colours of other profiles look the same in sRGB.
@Suite struct ProfileTests {
    private static let colour: UInt32 = 0xFFC8_6432
    private static let plain = Pictures.Raster(width: 24, height: 24) { _, _ in colour }

    /// Display P3 with a curve of 2.2 to sRGB, by the matrices of both (white D65 in both).
    private static func expected(_ argb: UInt32) -> [Int] {
        let wide = [16, 8, 0].map { pow(Double(argb >> UInt32($0) & 0xFF) / 255, 2.2) }
        let matrix = [
            [1.2249401, -0.2249402, 0.0], [-0.0420569, 1.0420571, 0.0], [-0.0196376, -0.0786361, 1.0982735],
        ]
        return matrix.map { row in
            let linear = min(1, max(0, zip(row, wide).map { $0 * $1 }.reduce(0, +)))
            let encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
            return Int((encoded * 255).rounded())
        }
    }

    private func colour(_ upload: [UInt8]) throws -> [Int] {
        let pixel = try Pixels(stored: ImageRenditions(of: upload).original)[12, 12]
        return [16, 8, 0].map { Int(pixel >> UInt32($0) & 0xFF) }
    }

    private func isNear(_ a: [Int], _ b: [Int]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) <= 3 } }

    @Test("colours of a wide profile are converted to sRGB") func wideColoursAreConverted() throws {
        let profile = Pictures.wideProfile()
        let expected = Self.expected(Self.colour)
        let half = profile.count / 2
        let prefix = Array("ICC_PROFILE\0".utf8)
        let uploads = [
            Pictures.jpeg(Self.plain, segments: [(0xE2, prefix + [1, 1] + profile)]),
            // In two parts, the second one first.
            Pictures.jpeg(
                Self.plain,
                segments: [(0xE2, prefix + [2, 2] + profile[half...]), (0xE2, prefix + [1, 2] + profile[..<half])]),
            Pictures.png(Self.plain, chunks: [("iCCP", Pictures.packedProfile(profile))]),
            // The profile contains exactly this.
            Pictures.png(
                Self.plain, chunks: [("gAMA", [0, 0, 0xB1, 0x8F]), ("iCCP", Pictures.packedProfile(profile))]),
            Pictures.webP(Self.plain, chunks: [("ICCP", profile)]),
        ]
        for upload in uploads {
            let found = try colour(upload)
            #expect(isNear(found, expected), "\(found), not \(expected)")
        }
        #expect(!isNear(expected, [0xC8, 0x64, 0x32]), "otherwise this tests nothing")
    }

    @Test("a damaged colour profile is ignored") func damagedProfilesAreNone() throws {
        let profile = Pictures.wideProfile()
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            var damaged = profile
            for _ in 0..<4 {
                damaged[Int.random(in: 0..<profile.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            damaged.removeLast(Int.random(in: 0..<profile.count, using: &random))
            #expect(failure(Pictures.webP(Self.plain, chunks: [("ICCP", damaged)])) == nil)
        }
        let packed = Pictures.packedProfile([UInt8](repeating: 7, count: 20 << 20))
        #expect(isNear(try colour(Pictures.png(Self.plain, chunks: [("iCCP", packed)])), [0xC8, 0x64, 0x32]))
    }

    @Test("converting colours leaves transparency unchanged") func alphaStaysAsItIs() {
        var pixels = Pixels(Pictures.scene(isTransparent: true))
        let before = pixels.argb.map { $0 >> 24 }
        pixels.convertToSRGB(from: Pictures.wideProfile())
        #expect(pixels.argb.map { $0 >> 24 } == before)
    }
}
