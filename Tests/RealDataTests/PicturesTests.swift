import Foundation
import TestSupport
import Testing

@testable import Images

/// Photos, and files that have broken other programs.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct PicturesTests {
    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: SharedData.url("images/\(name)")))
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: SharedData.url("images/\(folder)").path).sorted()
    }

    private func pixels(_ file: [UInt8]) throws -> Pixels {
        try ImageFormat(of: file).open(file, ImageLimits()).decoded(noSmallerThan: ImageLimits.sideMax)
    }

    /// How far colours are from each other, in the mean, of 255.
    private func distance(_ a: Pixels, _ b: Pixels) -> Double {
        guard a.width == b.width, a.height == b.height else { return 255 }
        let sum = zip(a.argb, b.argb).reduce(0) { sum, pair in
            [0, 8, 16].reduce(sum) { $0 + abs(Int(pair.0 >> $1 & 0xFF) - Int(pair.1 >> $1 & 0xFF)) }
        }
        return Double(sum) / Double(3 * a.argb.count)
    }

    @Test("photos of food keep their type, size and colours") func photosOfFood() throws {
        for folder in ["food", "food-cc-by-sa"] {
            for name in try names(folder) where name.hasSuffix(".jpg") {
                let upload = try bytes("\(folder)/\(name)")
                let image = try ImageRenditions(of: upload)
                let before = try pixels(upload)
                #expect(image.mediaType == .jpeg && image.width == before.width && image.height == before.height)
                let small = try pixels(try #require(image.files[.small]))
                #expect(try distance(small, before.scaled(toSide: ImageSize.small.sideMax)) < 12, "\(name)")
                #expect(image.files.count == 1 + [1_200, 480, 160].count { $0 < max(image.width, image.height) })
            }
        }
    }

    /// They differ in the number that is written on them.
    @Test("pictures of every Exif orientation stand upright", arguments: ["Landscape", "Portrait"])
    func allStandUpright(_ name: String) throws {
        var small: [Pixels] = []
        for number in 1...8 {
            let image = try ImageRenditions(of: bytes("exif-orientation/\(name)_\(number).jpg"))
            #expect((image.width > image.height) == (name == "Landscape"))
            small.append(try pixels(try #require(image.files[.small])))
        }
        for other in small.dropFirst() { #expect(distance(small[0], other) < 4) }
        let turned = small[0].upright(from: .upsideDown)
        #expect(distance(small[0], turned) > 20, "otherwise this tests nothing")
    }

    private static let refused: [String: ImageFailure.Kind] = [
        "go-fuzz-images.tar.gz": .unsupportedType, "imagers-Bad_width.bmp": .unsupportedType,
        "imagers-oss-fuzz-36829.jpeg": .damaged, "imagers-zero-loop-count.gif": .damaged,
        "pillow-apng-num-frames-zero.png": .damaged, "pillow-broken.png": .damaged,
        "pillow-broken_data_stream.png": .damaged, "pillow-decompression_bomb.gif": .damaged,
        "pillow-truncated_end_chunk.png": .damaged, "pillow-truncated_image.png": .damaged,
        "pillow-truncated_jpeg.jpg": .damaged,
    ]
    /// Pictures, whatever is wrong beside their pixels.
    private static let taken: Set = [
        "imagers-panic.webp", "pillow-broken_exif_dpi.jpg", "pillow-decompression_bomb_extents.gif",
        "pillow-exif_gps.jpg", "pillow-invalid-exif.jpg", "pillow-multiple_exif.jpg",
    ]

    private func failure(_ upload: [UInt8]) -> ImageFailure? {
        do throws(ImageFailure) {
            let image = try ImageRenditions(of: upload)
            for file in image.files.values {
                for trace in ["Exif", "EXIF", "GPS", "http:"] {
                    #expect(file.firstRange(of: Array(trace.utf8)) == nil, "\(trace) is left")
                }
            }
            return nil
        } catch {
            return error
        }
    }

    @Test("hostile image files are refused or cleaned of metadata") func hostileFiles() throws {
        for name in try names("hostile") {
            let failure = failure(try bytes("hostile/\(name)"))
            try #require(Self.taken.contains(name) != (Self.refused[name] != nil), "\(name) is new")
            #expect(failure?.kind == Self.refused[name], "\(name): \(failure?.message ?? "taken")")
        }
    }

    /// Some are pictures, and those that are not are reported. They claim up to gigabytes.
    @Test("images that fuzzers found are read or refused with a sentence") func inputsThatFuzzersFound() throws {
        let scratch = TemporaryDirectory()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "tar -xzf \"$1\" -C \"$2\"", "sh", SharedData.url("images/hostile/go-fuzz-images.tar.gz").path,
            scratch.path,
        ]
        try process.run()
        process.waitUntilExit()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: scratch.path).filter { $0.contains("/corpus/") }
        #expect(paths.count == 160)
        var taken = 0
        for path in paths {
            let upload = Array(try Data(contentsOf: URL(fileURLWithPath: "\(scratch.path)/\(path)")))
            guard let failure = failure(upload) else {
                taken += 1
                continue
            }
            #expect(failure.kind != .noMemory && failure.message.hasPrefix("it "), "\(path): \(failure.message)")
        }
        #expect((15...40).contains(taken), "most are broken, and some are not")
    }
}
