import TestSupport
import Testing

@testable import Images

@Suite struct ScalingTests {
    @Test("an image gets only the sizes that are smaller than it") func sizesAreThoseThatAreSmaller() throws {
        let cases: [(Int, Int, [ImageSize: (Int, Int)])] = [
            (160, 100, [.original: (160, 100)]), (161, 10, [.original: (161, 10), .small: (160, 10)]),
            (600, 1_500, [.original: (600, 1_500), .large: (480, 1_200), .medium: (192, 480), .small: (64, 160)]),
            (5_000, 4, [.original: (4_096, 3), .large: (1_200, 1), .medium: (480, 1), .small: (160, 1)]),
            (1, 4_097, [.original: (1, 4_096), .large: (1, 1_200), .medium: (1, 480), .small: (1, 160)]),
        ]
        for (width, height, expected) in cases {
            let image = try ImageRenditions(of: Pictures.png(Pictures.scene(width: width, height: height)))
            #expect(image.files.keys.count == expected.count)
            for (size, sides) in expected {
                let pixels = try Pixels(stored: try #require(image.files[size]))
                #expect(pixels.width == sides.0 && pixels.height == sides.1, "\(size) of \(width) × \(height)")
            }
            let sides = try #require(expected[.original])
            #expect(image.width == sides.0 && image.height == sides.1)
        }
    }

    @Test("the first bytes of a stored file say its width and height") func headers() throws {
        for (width, height) in [(1, 1), (161, 10), (600, 1_500)] {
            for isOpaque in [true, false] {
                let raster = Pictures.Raster(width: width, height: height) { x, _ in
                    isOpaque || x > 0 ? 0xFF40_8020 : 0x0040_8020
                }
                let image = try ImageRenditions(of: Pictures.png(raster))
                #expect(image.mediaType == (isOpaque ? .jpeg : .webP))
                let start = Array(image.original.prefix(ImageHeader.bytesMax))
                let header = try #require(ImageHeader(start, image.mediaType))
                #expect(header.width == width && header.height == height)
                for count in [0, 1, 2, 3, 20] {
                    _ = ImageHeader(Array(start.prefix(count)), image.mediaType)
                }
            }
        }
        for type in ImageMediaType.allCases {
            #expect(ImageHeader([], type) == nil)
            #expect(ImageHeader([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xD9, 0, 0, 0, 0], type) == nil)
            #expect(ImageHeader(Array("no picture at all".utf8), type) == nil)
        }
    }

    @Test("a scaled pixel is the mean of those it covers") func aPixelIsTheMeanOfWhatItCovers() throws {
        let board = Pictures.Raster(width: 64, height: 64) { x, y in (x + y) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
        let grey = try Pixels(board).scaled(toSide: 16)
        #expect(grey.width == 16 && grey.argb.allSatisfy { (126...129).contains($0 & 0xFF) && $0 >> 24 == 0xFF })
        // Transparent pixels contribute no colour.
        let halves = Pictures.Raster(width: 64, height: 64) { x, _ in x % 2 == 0 ? 0x00FF_FFFF : 0xFF00_8000 }
        for pixel in try Pixels(halves).scaled(toSide: 16).argb {
            #expect(
                (126...129).contains(pixel >> 24) && pixel >> 16 & 0xFF < 4 && (124...132).contains(pixel >> 8 & 0xFF))
        }
    }

    @Test("a scaled image looks like the picture") func whatIsScaledIsWhatIsThere() throws {
        let scene = Pixels(Pictures.scene(width: 400, height: 300))
        #expect(try scene.scaled(toSide: 400) == scene)
        #expect(try scene.scaled(toSide: 100).distance(to: Pixels(Pictures.scene(width: 100, height: 75))) < 4)
        // Libjpeg-turbo shrinks while it decodes.
        let file = Pictures.jpeg(Pictures.scene(width: 800, height: 600))
        let shrunk = try JPEGFile(file, ImageLimits()).decoded(noSmallerThan: 150)
        #expect(shrunk.width == 200 && shrunk.height == 150)
        #expect(shrunk.distance(to: Pixels(Pictures.scene(width: 200, height: 150))) < 4)
    }
}
