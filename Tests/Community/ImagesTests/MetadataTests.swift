import TestSupport
import Testing

@testable import Images

/// No metadata of a camera or a program is in a stored image.
@Suite struct MetadataTests {
    private static let secret = "52.5163N 13.3777E"
    private static let traces = [
        secret, "Exif", "EXIF", "eXIf", "GPS", "http://ns.adobe.com", "XMP ", "Photoshop", "8BIM", "ICC", "iCCP",
        "ICCP",
        "acsp", "tEXt", "iTXt", "zTXt",
    ]

    private static func uploads(_ scene: Pictures.Raster) -> [[UInt8]] {
        let exif = Pictures.exif(orientation: 1, text: "GPS \(secret)")
        let xmp = Array("<x:xmpmeta>\(secret)</x:xmpmeta>".utf8)
        let profile = Pictures.wideProfile()
        return [
            Pictures.jpeg(
                scene,
                segments: [
                    (0xE1, Orientation.prefix + exif), (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp),
                    (0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile),
                    (0xED, Array("Photoshop 3.0\08BIM\(secret)".utf8)), (0xFE, Array(secret.utf8)),
                ]) + Array("behind its end: \(secret)".utf8),
            Pictures.png(
                scene,
                chunks: [
                    ("iCCP", Pictures.packedProfile(profile)), ("eXIf", exif), ("tEXt", Array("Place\0\(secret)".utf8)),
                    ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp),
                ]) + Array(secret.utf8),
            Pictures.webP(scene, chunks: [("ICCP", profile), ("EXIF", exif), ("XMP ", xmp)]),
        ]
    }

    @Test("no metadata of an upload is kept", arguments: [false, true])
    func nothingIsKept(isTransparent: Bool) throws {
        let scene = Pictures.scene(width: 200, height: 300, isTransparent: isTransparent)
        for upload in Self.uploads(scene) {
            #expect(upload.contains(Self.secret), "otherwise this tests nothing")
            let image = try ImageRenditions(of: upload)
            #expect(image.files.keys.sorted { $0.sideMax < $1.sideMax } == [.small, .original])
            for (size, file) in image.files {
                for trace in Self.traces { #expect(!file.contains(trace), "\(trace) in \(size)") }
                let parts = image.mediaType == .jpeg ? Self.segments(of: file) : Self.chunks(of: file)
                #expect(parts.isSubset(of: ["E0", "DB", "C0", "C4", "DA", "VP8X", "ALPH", "VP8 "]), "\(parts)")
            }
        }
    }

    /// The codes of the segments before the pixels.
    private static func segments(of file: [UInt8]) -> Set<String> {
        var (codes, at): (Set<String>, Int) = ([], 2)
        while at + 4 <= file.count, file[at] == 0xFF {
            codes.insert(String(file[at + 1], radix: 16, uppercase: true))
            if file[at + 1] == 0xDA { break }
            at += 2 + file.bigEndian(2, at: at + 2)
        }
        return codes
    }

    private static func chunks(of file: [UInt8]) -> Set<String> {
        var (types, at): (Set<String>, Int) = ([], 12)
        while at + 8 <= file.count {
            types.insert(String(decoding: file[at..<at + 4], as: UTF8.self))
            let count = Array(file[at + 4..<at + 8].reversed()).bigEndian(4, at: 0)
            at += 8 + count + count % 2
        }
        return types
    }
}
