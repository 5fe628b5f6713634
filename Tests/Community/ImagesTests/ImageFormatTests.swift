import TestSupport
import Testing

@testable import Images

/// The accepted formats, recognized by their content, and the refusals of the others.
@Suite struct ImageFormatTests {
    private static let scene = Pictures.scene()
    static let samples = [
        Upload("JPEG", Pictures.jpeg(scene)), Upload("progressive JPEG", Pictures.jpeg(scene, isProgressive: true)),
        Upload("PNG", Pictures.png(scene)), Upload("WebP", Pictures.webP(scene)),
        Upload("lossy WebP", Pictures.webP(scene, isLossless: false)),
        Upload("GIF", Pictures.gif(width: 48, height: 32, [Pictures.GIFFrame(scene)])),
    ]

    @Test("a picture of every format becomes a JPEG that looks the same", arguments: samples)
    func becomesAnImage(_ upload: Upload) throws {
        let image = try ImageRenditions(of: upload.bytes)
        #expect(image.mediaType == .jpeg && image.width == 48 && image.height == 32)
        #expect(image.files == [.original: image.original])
        // GIF has few colours.
        let far: Double = upload.name == "GIF" ? 20 : 4
        #expect(try Pixels(stored: image.original).distance(to: Pixels(Self.scene)) < far)
        #expect(try ImageRenditions(of: upload.bytes).files == image.files, "the same bytes give the same files")
    }

    @Test("a transparent picture becomes a WebP with its transparency") func whatIsTransparentStaysSo() throws {
        let scene = Pictures.scene(isTransparent: true)
        for upload in [Pictures.png(scene), Pictures.webP(scene), Pictures.webP(scene, isLossless: false)] {
            let image = try ImageRenditions(of: upload)
            #expect(image.mediaType == .webP)
            let pixels = try Pixels(stored: image.original)
            #expect(!pixels.isOpaque)
            #expect(pixels.distance(to: Pixels(scene)) < 4)
        }
        let hole = Pictures.Raster(width: 8, height: 8) { x, _ in x < 4 ? 0 : 0xFFFF_0000 }
        let image = try ImageRenditions(of: Pictures.gif(width: 8, height: 8, [Pictures.GIFFrame(hole)]))
        let pixels = try Pixels(stored: image.original)
        #expect(image.mediaType == .webP && pixels[0, 0] >> 24 == 0 && pixels[7, 0] >> 24 == 0xFF)
    }

    @Test(
        "a file of another type is refused by its name",
        arguments: [
            ("", "it is empty"), ("GIF", "it is not a picture"),
            ("<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG drawing"),
            ("<?xml version='1.0'?><svg/>", "an XML document"), ("%PDF-1.7", "a PDF document"),
            ("BM123456", "a BMP picture"),
            ("MM\0*\0\0\0\u{8}", "a TIFF picture"), ("\0\0\0\u{18}ftypheic\0\0\0\0", "a HEIC picture"),
            ("\0\0\0\u{18}ftypavif\0\0\0\0", "an AVIF picture"), ("\0\0\0\u{18}ftypmp42\0\0\0\0", "a film"),
            ("RIFF\u{10}\0\0\0WAVE", "it is not a picture"), ("soup.jpg", "it is not a picture"),
        ])
    func othersAreToldWhatTheyAre(_ text: String, _ told: String) {
        let failure = failure(Array(text.utf8))
        #expect(failure?.kind == .unsupportedType)
        #expect(failure?.message.contains(told) == true, "\(failure?.message ?? "")")
    }

    @Test("a CMYK picture is refused") func printersInksAreRefused() {
        let failure = failure(Pictures.jpeg(Pictures.scene(), isInInks: true))
        #expect(failure?.kind == .unsupportedType)
        #expect(failure?.message.contains("CMYK") == true)
    }

    @Test("the first frame of an animation is taken") func ofAnAnimationTheFirstFrameIsTaken() throws {
        func plain(_ colour: UInt32) -> Pictures.Raster { Pictures.Raster(width: 16, height: 8) { _, _ in colour } }
        let (red, blue) = (plain(0xFFFF_0000), plain(0xFF00_00FF))
        let gif = Pictures.gif(
            width: 32, height: 16, [Pictures.GIFFrame(red, left: 4, top: 2), Pictures.GIFFrame(blue)])
        let webP = Pictures.animatedWebP(width: 32, height: 16, [(red, 4, 2), (blue, 0, 0)])
        for upload in [gif, webP] {
            let pixels = try Pixels(stored: upload)
            let expected = Pictures.Raster(width: 32, height: 16) { x, y in
                (4..<20).contains(x) && (2..<10).contains(y) ? 0xFFFF_0000 : 0
            }
            #expect(pixels == Pixels(expected))
            #expect(try ImageRenditions(of: upload).mediaType == .webP)
        }
        let still = Pictures.png(
            red, chunks: [("acTL", [0, 0, 0, 0, 0, 0, 0, 0]), ("tEXt", Array("Comment\0secret".utf8))])
        #expect(try Pixels(stored: still) == Pixels(red))
    }

    @Test("interlaced and shifted GIF frames have their rows in place") func rowsOfGIFAreInTheirOrder() throws {
        let scene = Pictures.scene(width: 21, height: 19)
        func pixels(_ frame: Pictures.GIFFrame) throws -> Pixels {
            try Pixels(stored: Pictures.gif(width: 21, height: 19, [frame]))
        }
        let plain = try pixels(Pictures.GIFFrame(scene))
        #expect(try pixels(Pictures.GIFFrame(scene, isInterlaced: true)) == plain)
        #expect(plain.distance(to: Pixels(scene)) < 20)
        // Pixels beyond the canvas are not shown.
        let moved = try pixels(Pictures.GIFFrame(scene, left: 20, top: 18))
        #expect(moved.argb.dropLast().allSatisfy { $0 == 0 } && moved[20, 18] == plain[0, 0])
        #expect(try pixels(Pictures.GIFFrame(scene, left: 300, top: 300)).argb.allSatisfy { $0 == 0 })
    }
}
