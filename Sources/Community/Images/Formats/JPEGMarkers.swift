/// What a JPEG file says beside its pixels, read off its markers.
struct JPEGMarkers {
    private(set) var orientation = Orientation.upright
    private(set) var scanCount = 0
    private var profileParts: [UInt8: ArraySlice<UInt8>] = [:]

    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA
    private static let app1: UInt8 = 0xE1
    private static let app2: UInt8 = 0xE2
    private static let profilePrefix: [UInt8] = Array("ICC_PROFILE\0".utf8)

    /// Refuses a file without an end: it is cut short, though much of it may be decodable.
    init(_ bytes: [UInt8]) throws(ImageFailure) {
        var hasExif = false
        var at = 2
        while true {
            // Between markers lie the scans, in which 0xFF is followed by 0, and what cameras leave.
            guard let mark = bytes[at...].firstIndex(of: 0xFF) else { throw .cutShort }
            guard let code = bytes[mark...].firstIndex(where: { $0 != 0xFF }) else { throw .cutShort }
            at = code + 1
            switch bytes[code] {
            case Self.endOfImage: return
            case 0, 1, 0xD0...0xD8: continue
            case Self.startOfScan: scanCount += 1
            default: break
            }
            guard at + 2 <= bytes.count else { throw .cutShort }
            let length = bytes.bigEndian(2, at: at)
            guard length >= 2, at + length <= bytes.count else { throw .cutShort }
            let content = bytes[at + 2..<at + length]
            switch bytes[code] {
            case Self.app1 where !hasExif && content.starts(with: Orientation.prefix):
                hasExif = true
                orientation = Orientation(exif: content)
            case Self.app2 where content.starts(with: Self.profilePrefix):
                // Which part it is, of how many, and the part.
                let part = content.dropFirst(Self.profilePrefix.count)
                if let number = part.first { profileParts[number] = part.dropFirst(2) }
            default: break
            }
            at += length
        }
    }

    /// Put together of its parts, of which there are at most 255.
    var profile: [UInt8] { profileParts.sorted { $0.key < $1.key }.flatMap(\.value) }
}
