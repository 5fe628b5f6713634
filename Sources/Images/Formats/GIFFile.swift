import CImages

/// A GIF file, decoded by giflib. Of an animation the first frame, on its canvas.
struct GIFFile: ImageFile {
    var orientation: Orientation { .upright }
    var profile: [UInt8] { [] }
    private let bytes: [UInt8]
    private let limits: ImageLimits

    init(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageFailure) {
        (self.bytes, self.limits) = (bytes, limits)
        try unsafe reading { (_, frame) throws(ImageFailure) in try check(frame) }
    }

    /// Position of the first frame, and its colour table.
    private struct Frame {
        var canvas: (width: Int, height: Int)
        var place: (left: Int, top: Int, width: Int, height: Int)
        var isInterlaced: Bool
        /// By colour index; an index beyond the table is transparent.
        var colours: [UInt32]
    }

    private func check(_ frame: Frame) throws(ImageFailure) {
        try limits.checkPixels(frame.canvas.width, frame.canvas.height)
        // The frame may exceed the canvas.
        try limits.checkPixels(frame.place.width, frame.place.height)
    }

    func decoded(noSmallerThan sideMin: Int) throws(ImageFailure) -> Pixels {
        try unsafe reading { (file, frame) throws(ImageFailure) in
            try check(frame)
            let (canvas, place) = (frame.canvas, frame.place)
            var line = [UInt8](repeating: 0, count: place.width)
            return try unsafe .decoded(width: canvas.width, height: canvas.height) { (buffer) throws(ImageFailure) in
                for y in Self.rows(place.height, isInterlaced: frame.isInterlaced) {
                    guard unsafe DGifGetLine(file, &line, Int32(place.width)) != GIF_ERROR else {
                        throw unsafe Self.failure(file.pointee.Error)
                    }
                    guard place.top + y < canvas.height else { continue }
                    for x in 0..<min(place.width, max(0, canvas.width - place.left)) {
                        let number = Int(line[x])
                        guard number < frame.colours.count else { continue }
                        unsafe buffer[(place.top + y) * canvas.width + place.left + x] = frame.colours[number]
                    }
                }
            }
        }
    }

    /// Interlaced row order: every eighth row first, then the rows between.
    private static func rows(_ count: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<count) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: count, by: $0.1)) }
    }

    // MARK: Reading

    /// The upload and the library's read position.
    private struct Source {
        var bytes: [UInt8]
        var at = 0
    }

    /// Reads up to the pixels of the first frame.
    private func reading<R>(
        _ body: (UnsafeMutablePointer<GifFileType>, Frame) throws(ImageFailure) -> R
    ) throws(ImageFailure) -> R {
        var source = Source(bytes: bytes)
        let result = unsafe withUnsafeMutablePointer(to: &source) { source -> Result<R, ImageFailure> in
            var code: Int32 = 0
            let opened = unsafe DGifOpen(
                source,
                { file, target, count in
                    guard let target = unsafe target, count > 0,
                        let source = unsafe file?.pointee.UserData?.assumingMemoryBound(to: Source.self)
                    else { return 0 }
                    let part = unsafe source.pointee.bytes[source.pointee.at...].prefix(Int(count))
                    unsafe source.pointee.at += part.count
                    _ = unsafe UnsafeMutableBufferPointer(start: target, count: Int(count)).update(fromContentsOf: part)
                    return Int32(part.count)
                }, &code)
            guard let file = unsafe opened else { return .failure(Self.failure(code)) }
            defer { unsafe _ = DGifCloseFile(file, &code) }
            do throws(ImageFailure) {
                return .success(try unsafe body(file, Self.firstFrame(file)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static let graphicControl: Int32 = 0xF9

    private static func firstFrame(_ file: UnsafeMutablePointer<GifFileType>) throws(ImageFailure) -> Frame {
        var transparent: Int?
        while true {
            var type = UNDEFINED_RECORD_TYPE
            guard unsafe DGifGetRecordType(file, &type) != GIF_ERROR else {
                throw unsafe failure(file.pointee.Error)
            }
            switch type {
            case IMAGE_DESC_RECORD_TYPE:
                guard unsafe DGifGetImageDesc(file) != GIF_ERROR else { throw unsafe failure(file.pointee.Error) }
                return try unsafe frame(file.pointee, transparent)
            case EXTENSION_RECORD_TYPE:
                try unsafe readExtension(file, &transparent)
            default: throw .damaged("it has no picture")
            }
        }
    }

    private static func readExtension(
        _ file: UnsafeMutablePointer<GifFileType>, _ transparent: inout Int?
    ) throws(ImageFailure) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard unsafe DGifGetExtension(file, &code, &block) != GIF_ERROR else {
            throw unsafe failure(file.pointee.Error)
        }
        while let content = unsafe block {
            // Length, flags, a two-byte delay, and the index of the transparent colour.
            if code == graphicControl, unsafe content[0] >= 4 {
                transparent = unsafe content[1] & 1 != 0 ? Int(content[4]) : nil
            }
            guard unsafe DGifGetExtensionNext(file, &block) != GIF_ERROR else {
                throw unsafe failure(file.pointee.Error)
            }
        }
    }

    private static func frame(_ file: GifFileType, _ transparent: Int?) throws(ImageFailure) -> Frame {
        let image = unsafe file.Image
        guard let map = unsafe (image.ColorMap ?? file.SColorMap), let first = unsafe map.pointee.Colors else {
            throw .damaged("it has no colours")
        }
        var colours = unsafe UnsafeBufferPointer(start: first, count: Int(map.pointee.ColorCount)).map {
            0xFF << 24 | UInt32($0.Red) << 16 | UInt32($0.Green) << 8 | UInt32($0.Blue)
        }
        if let transparent, transparent < colours.count { colours[transparent] = 0 }
        let place = unsafe (Int(image.Left), Int(image.Top), Int(image.Width), Int(image.Height))
        var canvas = unsafe (Int(file.SWidth), Int(file.SHeight))
        // Some encoders set it per frame only.
        if canvas.0 == 0 || canvas.1 == 0 { canvas = (place.0 + place.2, place.1 + place.3) }
        return unsafe Frame(canvas: canvas, place: place, isInterlaced: image.Interlace, colours: colours)
    }

    private static func failure(_ code: Int32) -> ImageFailure {
        if code == D_GIF_ERR_NOT_ENOUGH_MEM { return .noMemory }
        if [D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON].contains(code) { return .truncated }
        return .damaged(
            unsafe GifErrorString(code).map { unsafe String(cString: $0) } ?? "its pixels cannot be decoded")
    }
}
