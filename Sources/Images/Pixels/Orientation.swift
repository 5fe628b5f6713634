/// Exif orientation: the sides to which the first stored row and column belong.
enum Orientation: UInt16, CaseIterable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    case mirroredOnItsLeft = 5
    case onItsLeft = 6
    case mirroredOnItsRight = 7
    case onItsRight = 8

    /// Whether width and height are swapped.
    var isTurned: Bool { rawValue >= 5 }
}

extension Orientation {
    private static let tag: UInt16 = 0x0112
    private static let short: UInt16 = 3
    private static let entryBytes = 12

    /// Read from an Exif block, which is a TIFF file. Upright if it is absent or malformed: the block is dropped in any
    /// case.
    init(exif: some Collection<UInt8>) {
        self =
            Self.read(Array(exif.starts(with: Self.prefix) ? exif.dropFirst(Self.prefix.count) : exif[...])) ?? .upright
    }

    /// Precedes the block in JPEG files, and in files of some encoders.
    static let prefix: [UInt8] = Array("Exif\0\0".utf8)

    private static func read(_ tiff: [UInt8]) -> Orientation? {
        let isLittle = tiff.starts(with: [0x49, 0x49, 0x2A, 0])
        guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
        func number(_ at: Int, _ count: Int) -> Int? {
            guard at + count <= tiff.count else { return nil }
            let bytes = tiff[at..<at + count]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * entryBytes
            guard let found = number(entry, 2) else { return nil }
            guard found == tag else { continue }
            guard number(entry + 2, 2) == Int(short), let value = number(entry + 8, 2) else { return nil }
            return Orientation(rawValue: UInt16(value))
        }
        return nil
    }
}

extension Pixels {
    /// Rotated and mirrored so that the image is upright.
    func upright(from orientation: Orientation) -> Pixels {
        guard orientation != .upright else { return self }
        let (right, down) = (1, width)
        let (endOfRow, lastRow) = (width - 1, (height - 1) * width)
        // Offset of the first source pixel, its distance to the next one in the row, and to the one below.
        let (start, along, across) =
            switch orientation {
            case .upright: (0, right, down)
            case .mirrored: (endOfRow, -right, down)
            case .upsideDown: (lastRow + endOfRow, -right, -down)
            case .mirroredUpsideDown: (lastRow, right, -down)
            case .mirroredOnItsLeft: (0, down, right)
            case .onItsLeft: (lastRow, -down, right)
            case .mirroredOnItsRight: (lastRow + endOfRow, -down, -right)
            case .onItsRight: (endOfRow, down, -right)
            }
        let (newWidth, newHeight) = orientation.isTurned ? (height, width) : (width, height)
        var turned = [UInt32](repeating: 0, count: argb.count)
        for y in 0..<newHeight {
            var from = start + y * across
            for x in 0..<newWidth {
                turned[y * newWidth + x] = argb[from]
                from += along
            }
        }
        return Pixels(width: newWidth, height: newHeight, argb: turned)
    }
}
