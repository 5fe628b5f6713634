import CImages

/// A WebP file, decoded by libwebp. Of an animation the first frame, on its canvas.
struct WebPFile: ImageFile {
    let orientation: Orientation
    let profile: [UInt8]
    private let bytes: [UInt8]
    private let width: Int
    private let height: Int

    init(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageFailure) {
        self.bytes = bytes
        (width, height, orientation, profile) = try unsafe Self.taken(apart: bytes) { (file) throws(ImageFailure) in
            let width = unsafe Int(WebPDemuxGetI(file, WEBP_FF_CANVAS_WIDTH))
            let height = unsafe Int(WebPDemuxGetI(file, WEBP_FF_CANVAS_HEIGHT))
            try limits.checkPixels(width, height)
            let exif = unsafe Self.chunk("EXIF", of: file)
            return unsafe (width, height, Orientation(exif: exif), Self.chunk("ICCP", of: file))
        }
    }

    /// Lends the file's chunks. A truncated file has none.
    private static func taken<R>(
        apart bytes: [UInt8], _ body: (OpaquePointer) throws(ImageFailure) -> R
    ) throws(ImageFailure) -> R {
        let result = unsafe bytes.withUnsafeBufferPointer { buffer -> Result<R, ImageFailure> in
            var data = unsafe WebPData(bytes: buffer.baseAddress, size: buffer.count)
            guard let file = unsafe WebPDemux(&data) else {
                return .failure(.damaged("it is not a whole WebP file"))
            }
            defer { unsafe WebPDemuxDelete(file) }
            do throws(ImageFailure) { return .success(try unsafe body(file)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func chunk(_ name: String, of file: OpaquePointer) -> [UInt8] {
        var chunk = unsafe WebPChunkIterator()
        guard unsafe WebPDemuxGetChunk(file, name, 1, &chunk) != 0 else { return [] }
        defer { unsafe WebPDemuxReleaseChunkIterator(&chunk) }
        return unsafe Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
    }

    func decoded(noSmallerThan sideMin: Int) throws(ImageFailure) -> Pixels {
        try unsafe Self.taken(apart: bytes) { (file) throws(ImageFailure) in
            var frame = unsafe WebPIterator()
            guard unsafe WebPDemuxGetFrame(file, 1, &frame) != 0 else { throw .damaged("it has no picture") }
            defer { unsafe WebPDemuxReleaseIterator(&frame) }
            let (left, top) = unsafe (Int(frame.x_offset), Int(frame.y_offset))
            let (frameWidth, frameHeight) = unsafe (Int(frame.width), Int(frame.height))
            guard left >= 0, top >= 0, frameWidth > 0, frameHeight > 0, left + frameWidth <= width,
                top + frameHeight <= height
            else { throw .damaged("its first frame lies outside of it") }
            return try unsafe .decoded(width: width, height: height) { (buffer) throws(ImageFailure) in
                let part = unsafe UnsafeMutableBufferPointer(rebasing: buffer[(top * width + left)...])
                try unsafe Self.decode(frame.fragment, frameWidth, frameHeight, into: part, rowsOf: width)
            }
        }
    }

    private static func decode(
        _ data: WebPData, _ width: Int, _ height: Int, into buffer: UnsafeMutableBufferPointer<UInt32>,
        rowsOf stride: Int
    ) throws(ImageFailure) {
        var configuration = unsafe WebPDecoderConfig()
        guard unsafe WebPInitDecoderConfig(&configuration) != 0 else { throw .noMemory }
        let status = unsafe buffer.withMemoryRebound(to: UInt8.self) { target in
            unsafe configuration.output.colorspace = MODE_BGRA
            unsafe configuration.output.is_external_memory = 1
            unsafe configuration.output.u.RGBA.rgba = target.baseAddress
            unsafe configuration.output.u.RGBA.stride = Int32(stride * 4)
            unsafe configuration.output.u.RGBA.size = (stride * (height - 1) + width) * 4
            return unsafe WebPDecode(data.bytes, data.size, &configuration)
        }
        unsafe WebPFreeDecBuffer(&configuration.output)
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_OUT_OF_MEMORY: throw .noMemory
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated
        default: throw .damaged("its pixels cannot be decoded")
        }
    }
}
