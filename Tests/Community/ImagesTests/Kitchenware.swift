import TestSupport
import Testing

@testable import Images

extension Pixels {
    init(_ raster: Pictures.Raster) { self.init(width: raster.width, height: raster.height, argb: raster.argb) }

    /// The displayed pixels of a stored file.
    init(stored bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws {
        self = try ImageFormat(of: bytes).open(bytes, limits).decoded(noSmallerThan: ImageLimits.sideMax)
    }

    subscript(x: Int, y: Int) -> UInt32 { argb[y * width + x] }

    /// The mean distance of two images' colours, of 255.
    func distance(to other: Pixels) -> Double {
        guard width == other.width, height == other.height else { return 255 }
        var sum = 0
        for (a, b) in zip(argb, other.argb) {
            for shift in [0, 8, 16, 24] as [UInt32] { sum += abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) }
        }
        return Double(sum) / Double(4 * argb.count)
    }
}

/// An upload, and its name in tests.
struct Upload: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

    var testDescription: String { name }
}

/// The refusal of an upload; `nil`: an image.
func failure(_ upload: [UInt8], _ limits: ImageLimits = ImageLimits()) -> ImageFailure? {
    do throws(ImageFailure) {
        _ = try ImageRenditions(of: upload, limits: limits)
        return nil
    } catch {
        return error
    }
}

extension [UInt8] {
    func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
