import CImages
import CZlib

/// Pictures as tests need them, in all formats, with anything that a camera, a program or a villain writes into them.
package enum Pictures {
    /// Pixels from the top left: alpha, red, green and blue from the highest byte down.
    package struct Raster: Equatable {
        package var width: Int
        package var height: Int
        package var argb: [UInt32]

        package init(width: Int, height: Int, _ colour: (_ x: Int, _ y: Int) -> UInt32) {
            (self.width, self.height) = (width, height)
            argb = (0..<width * height).map { colour($0 % width, $0 / width) }
        }

        package subscript(x: Int, y: Int) -> UInt32 { argb[y * width + x] }
    }

    /// Smooth, and another one however it is turned or mirrored.
    package static func scene(width: Int = 48, height: Int = 32, isTransparent: Bool = false) -> Raster {
        Raster(width: width, height: height) { x, y in
            let (right, down) = (UInt32(x * 255 / max(1, width - 1)), UInt32(y * 255 / max(1, height - 1)))
            let alpha: UInt32 = isTransparent && x < width / 2 ? 0x80 : 0xFF
            return alpha << 24 | right << 16 | down << 8 | (right &* down) >> 8
        }
    }

    // MARK: Formats

    package static func png(_ raster: Raster, chunks: [(type: String, content: [UInt8])] = []) -> [UInt8] {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        unsafe (image.width, image.height) = (UInt32(raster.width), UInt32(raster.height))
        unsafe image.format = png_format_bgra
        var file = [UInt8](repeating: 0, count: raster.argb.count * 5 + 10_000)
        var count = file.count
        let isWritten = unsafe png_image_write_to_memory(&image, &file, &count, 0, raster.argb, 0, nil)
        precondition(isWritten != 0)
        file.removeLast(file.count - count)
        file.insert(contentsOf: chunks.flatMap { chunk($0.type, $0.content) }, at: 8 + 25)
        return file
    }

    /// A PNG file of eight bits a channel with transparency, whose data unpack to the block, so many times over. Each row
    /// begins with the number of its filter.
    package static func png(
        width: Int, height: Int, isInterlaced: Bool = false, unpackingTo block: [UInt8], times: Int = 1
    ) -> [UInt8] {
        let header = big(width, 4) + big(height, 4) + [8, 6, 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", Packing.zlib(block, times: times)) + chunk("IEND", [])
    }

    /// A part of a PNG file.
    package static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let summed = Array(type.utf8) + content
        return big(content.count, 4) + summed + big(unsafe Int(crc32(0, summed, UInt32(summed.count))), 4)
    }

    package static func jpeg(
        _ raster: Raster, segments: [(code: UInt8, content: [UInt8])] = [], isProgressive: Bool = false,
        isInInks: Bool = false
    ) -> [UInt8] {
        guard let codec = unsafe tjInitCompress() else { preconditionFailure() }
        defer { unsafe _ = tjDestroy(codec) }
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { unsafe tjFree(file) }
        let status = unsafe raster.argb.withUnsafeBytes { buffer in
            unsafe tjCompress2(
                codec, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(raster.width), 0,
                Int32(raster.height), Int32((isInInks ? TJPF_CMYK : TJPF_BGRX).rawValue), &file, &count,
                Int32(TJSAMP_444.rawValue), 95, isProgressive ? TJFLAG_PROGRESSIVE : 0)
        }
        precondition(status == 0)
        var bytes = unsafe Array(UnsafeBufferPointer(start: file, count: Int(count)))
        var added: [UInt8] = []
        for segment in segments { added += [0xFF, segment.code] + big(segment.content.count + 2, 2) + segment.content }
        bytes.insert(contentsOf: added, at: 2)
        return bytes
    }

    package static func webP(
        _ raster: Raster, isLossless: Bool = true, chunks: [(type: String, content: [UInt8])] = []
    ) -> [UInt8] {
        guard !chunks.isEmpty else { return webPFile(raster, isLossless) }
        let picture = webPPicture(raster, isLossless)
        var flags = raster.argb.contains { $0 < 0xFF00_0000 } ? 0x10 : 0
        for (type, flag) in [("ICCP", 0x20), ("EXIF", 8), ("XMP ", 4)] where chunks.contains(where: { $0.type == type })
        {
            flags |= flag
        }
        func parts(_ types: Set<String>) -> [UInt8] {
            chunks.filter { types.contains($0.type) }.flatMap { part($0.type, $0.content) }
        }
        return riff(
            part("VP8X", little(flags, 4) + little(raster.width - 1, 3) + little(raster.height - 1, 3))
                + parts(["ICCP"]) + picture + parts(["EXIF", "XMP "]))
    }

    /// Frames at their places, which are even.
    package static func animatedWebP(
        width: Int, height: Int, _ frames: [(raster: Raster, left: Int, top: Int)]
    ) -> [UInt8] {
        let head =
            part("VP8X", little(0x12, 4) + little(width - 1, 3) + little(height - 1, 3))
            + part("ANIM", little(0, 6))
        return riff(
            frames.reduce(into: head) { file, frame in
                let place = little(frame.left / 2, 3) + little(frame.top / 2, 3)
                let size = little(frame.raster.width - 1, 3) + little(frame.raster.height - 1, 3)
                file += part("ANMF", place + size + little(100, 3) + [0] + webPPicture(frame.raster, true))
            })
    }

    private static func webPFile(_ raster: Raster, _ isLossless: Bool) -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        let count = unsafe raster.argb.withUnsafeBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let (width, height, stride) = (Int32(raster.width), Int32(raster.height), Int32(raster.width * 4))
            return unsafe isLossless
                ? WebPEncodeLosslessBGRA(start, width, height, stride, &file)
                : WebPEncodeBGRA(start, width, height, stride, 90, &file)
        }
        defer { unsafe WebPFree(file) }
        return unsafe Array(UnsafeBufferPointer(start: file, count: count))
    }

    /// Without the header of the file, and that of an extended one.
    private static func webPPicture(_ raster: Raster, _ isLossless: Bool) -> [UInt8] {
        let parts = Array(webPFile(raster, isLossless).dropFirst(12))
        return parts.starts(with: "VP8X".utf8) ? Array(parts.dropFirst(18)) : parts
    }

    private static func riff(_ parts: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(parts.count + 4, 4) + Array("WEBP".utf8) + parts
    }

    private static func part(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
    }

    /// A frame of a GIF file. Colours are taken to five steps each; a pixel with an alpha below one half is transparent.
    package struct GIFFrame {
        package var raster: Raster
        package var left = 0
        package var top = 0
        package var isInterlaced = false

        package init(_ raster: Raster, left: Int = 0, top: Int = 0, isInterlaced: Bool = false) {
            (self.raster, self.left, self.top, self.isInterlaced) = (raster, left, top, isInterlaced)
        }
    }

    private static let transparentNumber = 127

    package static func gif(width: Int, height: Int, _ frames: [GIFFrame]) -> [UInt8] {
        var file = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF6, 0, 0]
        for number in 0..<128 {
            for step in [number / 25, number / 5 % 5, number % 5] { file.append(UInt8(step > 4 ? 0 : step * 255 / 4)) }
        }
        for frame in frames {
            file += [0x21, 0xF9, 4, 1, 0, 0, UInt8(transparentNumber), 0]
            file += [0x2C] + little(frame.left, 2) + little(frame.top, 2)
            file += little(frame.raster.width, 2) + little(frame.raster.height, 2)
            file += [frame.isInterlaced ? 0x40 : 0, 7]
            let packed = packedPixels(frame)
            for start in stride(from: 0, to: packed.count, by: 255) {
                let block = packed[start..<min(start + 255, packed.count)]
                file += [UInt8(block.count)] + block
            }
            file += [0]
        }
        return file + [0x3B]
    }

    /// Never more codes between two that clear the table than leave all of them eight bits wide.
    private static func packedPixels(_ frame: GIFFrame) -> [UInt8] {
        let height = frame.raster.height
        let rows =
            frame.isInterlaced
            ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
            : Array(0..<height)
        var (codes, count): ([UInt8], Int) = ([], 0)
        for y in rows {
            for x in 0..<frame.raster.width {
                if count % 100 == 0 { codes.append(128) }
                count += 1
                let pixel = frame.raster[x, y]
                func step(_ shift: UInt32) -> Int { (Int(pixel >> shift & 0xFF) * 4 + 127) / 255 }
                codes.append(
                    UInt8(pixel >> 24 < 0x80 ? transparentNumber : step(16) * 25 + step(8) * 5 + step(0)))
            }
        }
        return codes + [129]
    }

    // MARK: What goes with pictures

    /// An Exif block without its prefix: the orientation, and a text where cameras write their name.
    package static func exif(orientation: Int, isBigEndian: Bool = false, text: String = "Kitchen") -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { isBigEndian ? big(value, count) : little(value, count) }
        let words = Array(text.utf8) + [0]
        let entries = [
            number(0x010F, 2) + number(2, 2) + number(words.count, 4) + number(8 + 2 + 24 + 4, 4),
            number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0],
        ]
        return (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4) + number(entries.count, 2)
            + entries.joined() + number(0, 4) + words
    }

    /// Colours of Apple's screens and cameras (Display P3), as a profile of a matrix and a curve of 2.2.
    package static func wideProfile() -> [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
            Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
        guard let curve = unsafe cmsBuildGamma(nil, 2.2) else { preconditionFailure() }
        defer { unsafe cmsFreeToneCurve(curve) }
        var curves: [OpaquePointer?] = unsafe [curve, curve, curve]
        guard let profile = unsafe cmsCreateRGBProfile(&white, &primaries, &curves) else { preconditionFailure() }
        defer { unsafe cmsCloseProfile(profile) }
        var count: UInt32 = 0
        unsafe cmsSaveProfileToMem(profile, nil, &count)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        unsafe cmsSaveProfileToMem(profile, &bytes, &count)
        return bytes
    }

    /// What PNG files hold of a profile.
    package static func packedProfile(_ profile: [UInt8]) -> [UInt8] {
        var count = UInt(profile.count + 1_000)
        var packed = [UInt8](repeating: 0, count: Int(count))
        let status = unsafe compress(&packed, &count, profile, UInt(profile.count))
        precondition(status == Z_OK)
        return Array("Screen\0\0".utf8) + packed.prefix(Int(count))
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
