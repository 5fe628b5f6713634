import CImages

/// A JPEG file, decoded by libjpeg-turbo.
///
/// Files that decode with warnings are accepted, as other programs do: many cameras write such files.
struct JPEGFile: ImageFile {
    let orientation: Orientation
    let profile: [UInt8]
    private let bytes: [UInt8]
    private let width: Int
    private let height: Int

    init(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageFailure) {
        let markers = try JPEGMarkers(bytes)
        let codec = try Decompressor()
        let header = try codec.header(of: bytes)
        try limits.checkPixels(header.width, header.height)
        guard header.width * header.height * markers.scanCount <= limits.pixelsMax * ImageLimits.scansMax else {
            throw ImageFailure(
                .tooManyPixels, "it goes over its pixels \(markers.scanCount) times: save it as a plain JPEG")
        }
        guard !header.isInInks else {
            throw ImageFailure(.unsupportedType, "it is a JPEG in the inks of a printer (CMYK): save it in RGB")
        }
        self.bytes = bytes
        (width, height, orientation, profile) = (header.width, header.height, markers.orientation, markers.profile)
    }

    func decoded(noSmallerThan sideMin: Int) throws(ImageFailure) -> Pixels {
        // Scales of n/8 are available, and cost proportionally less.
        let longest = max(width, height)
        func eighths(_ side: Int, _ parts: Int) -> Int { (side * parts + 7) / 8 }
        let parts = (1..<8).first { eighths(longest, $0) >= sideMin } ?? 8
        let codec = try Decompressor()
        let (width, height) = (eighths(width, parts), eighths(height, parts))
        return try unsafe .decoded(width: width, height: height) { (buffer) throws(ImageFailure) in
            try unsafe codec.decode(bytes, width, height, into: buffer)
        }
    }

    /// Memory of the library.
    @safe private final class Decompressor {
        private let handle: tjhandle

        init() throws(ImageFailure) {
            guard let handle = unsafe tjInitDecompress() else { throw .noMemory }
            unsafe self.handle = unsafe handle
        }

        deinit { unsafe tjDestroy(handle) }

        func header(of bytes: [UInt8]) throws(ImageFailure) -> (width: Int, height: Int, isInInks: Bool) {
            var (width, height, subsampling, colours) = (Int32(0), Int32(0), Int32(0), Int32(-1))
            _ = unsafe tjDecompressHeader3(
                handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colours)
            // It also fails for chroma subsampling that has no name, although that decodes.
            guard width > 0, height > 0, colours >= 0 else { throw .damaged(reason) }
            let isInInks = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)].contains(colours)
            return (Int(width), Int(height), isInInks)
        }

        func decode(
            _ bytes: [UInt8], _ width: Int, _ height: Int, into buffer: UnsafeMutableBufferPointer<UInt32>
        ) throws(ImageFailure) {
            let status = unsafe buffer.withMemoryRebound(to: UInt8.self) { target in
                unsafe tjDecompress2(
                    handle, bytes, UInt(bytes.count), target.baseAddress, Int32(width), 0, Int32(height),
                    Int32(TJPF_BGRA.rawValue), TJFLAG_ACCURATEDCT)
            }
            guard status == 0 || !isFatal else { throw .damaged(reason) }
        }

        private var isFatal: Bool { unsafe tjGetErrorCode(handle) == Int32(TJERR_FATAL.rawValue) }
        private var reason: String { unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "unreadable" }
    }
}

/// Metadata of a JPEG file, read from its markers.
struct JPEGMarkers {
    private(set) var orientation = Orientation.upright
    private(set) var scanCount = 0
    private var profileParts: [UInt8: ArraySlice<UInt8>] = [:]

    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA
    private static let app1: UInt8 = 0xE1
    private static let app2: UInt8 = 0xE2
    private static let profilePrefix: [UInt8] = Array("ICC_PROFILE\0".utf8)

    /// Refuses a file without an end marker: it is truncated, though much of it may be decodable.
    init(_ bytes: [UInt8]) throws(ImageFailure) {
        var hasExif = false
        var at = 2
        while true {
            // Between markers lie scans, in which 0xFF is followed by 0, and padding by cameras.
            guard let mark = bytes[at...].firstIndex(of: 0xFF) else { throw .truncated }
            guard let code = bytes[mark...].firstIndex(where: { $0 != 0xFF }) else { throw .truncated }
            at = code + 1
            switch bytes[code] {
            case Self.endOfImage: return
            case 0, 1, 0xD0...0xD8: continue
            case Self.startOfScan: scanCount += 1
            default: break
            }
            guard at + 2 <= bytes.count else { throw .truncated }
            let length = bytes.bigEndian(2, at: at)
            guard length >= 2, at + length <= bytes.count else { throw .truncated }
            let content = bytes[at + 2..<at + length]
            switch bytes[code] {
            case Self.app1 where !hasExif && content.starts(with: Orientation.prefix):
                hasExif = true
                orientation = Orientation(exif: content)
            case Self.app2 where content.starts(with: Self.profilePrefix):
                // Part number, number of parts, and the part.
                let part = content.dropFirst(Self.profilePrefix.count)
                if let number = part.first { profileParts[number] = part.dropFirst(2) }
            default: break
            }
            at += length
        }
    }

    /// Joined from its parts, at most 255.
    var profile: [UInt8] { profileParts.sorted { $0.key < $1.key }.flatMap(\.value) }
}
