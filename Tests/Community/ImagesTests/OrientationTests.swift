import TestSupport
import Testing

@testable import Images

/// Pictures stand upright, whatever the orientation of the camera.
@Suite struct OrientationTests {
    private enum Side { case top, bottom, left, right }

    /// The place of the first stored row and column, by the Exif standard.
    private static let sides: [Int: (row: Side, column: Side)] = [
        1: (.top, .left), 2: (.top, .right), 3: (.bottom, .right), 4: (.bottom, .left), 5: (.left, .top),
        6: (.right, .top), 7: (.right, .bottom), 8: (.left, .bottom),
    ]

    /// The pixels that a camera stores of a scene.
    private static func stored(_ scene: Pictures.Raster, _ orientation: Int) throws -> Pictures.Raster {
        let (row, column) = try #require(sides[orientation])
        let isTurned = row == .left || row == .right
        return Pictures.Raster(
            width: isTurned ? scene.height : scene.width, height: isTurned ? scene.width : scene.height
        ) { x, y in
            var (sceneX, sceneY) = (0, 0)
            for (side, distance) in [(row, y), (column, x)] {
                switch side {
                case .top: sceneY = distance
                case .bottom: sceneY = scene.height - 1 - distance
                case .left: sceneX = distance
                case .right: sceneX = scene.width - 1 - distance
                }
            }
            return scene[sceneX, sceneY]
        }
    }

    @Test("a picture in any orientation stands upright in every format", arguments: 1...8)
    func everyFormatStandsUpright(_ number: Int) throws {
        let scene = Pictures.scene()
        let stored = try Self.stored(scene, number)
        let orientation = try #require(Orientation(rawValue: UInt16(number)))
        #expect(Pixels(stored).upright(from: orientation) == Pixels(scene))
        for isBigEndian in [false, true] {
            let exif = Pictures.exif(orientation: number, isBigEndian: isBigEndian)
            let prefixed = Orientation.prefix + exif
            let uploads = [
                Pictures.jpeg(stored, segments: [(0xE1, prefixed)]),
                // The first one counts, wherever it lies.
                Pictures.jpeg(
                    stored,
                    segments: [
                        (0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)), (0xE1, prefixed),
                        (0xE1, Orientation.prefix + Pictures.exif(orientation: 1)),
                    ]),
                Pictures.png(stored, chunks: [("eXIf", exif)]), Pictures.webP(stored, chunks: [("EXIF", exif)]),
                Pictures.webP(stored, chunks: [("EXIF", prefixed)]),
            ]
            for upload in uploads {
                let image = try ImageRenditions(of: upload)
                #expect(image.width == 48 && image.height == 32)
                #expect(try Pixels(stored: image.original).distance(to: Pixels(scene)) < 4)
            }
        }
    }

    /// Damaged metadata is no reason to refuse a picture.
    @Test("damaged EXIF data counts as upright") func damagedExifIsNone() throws {
        let exif = Pictures.exif(orientation: 6)
        for count in 0..<exif.count {
            let read = Orientation(exif: exif.prefix(count))
            #expect(read == .upright || (count > 30 && read == .onItsLeft))
        }
        for value in [0, 9, 65_535] { #expect(Orientation(exif: Pictures.exif(orientation: value)) == .upright) }
        var far = exif
        far.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(Orientation(exif: far) == .upright)
        #expect(failure(Pictures.jpeg(Pictures.scene(), segments: [(0xE1, Orientation.prefix + far)])) == nil)
    }
}
