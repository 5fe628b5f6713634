import CImages

extension Pixels {
    /// The same picture with no side longer than that, in its proportions; never enlarged. Each new pixel is the mean of the area
    /// that it covers.
    consuming func scaled(toSide sideMax: Int) throws(ImageFailure) -> Pixels {
        let (width, height, longestSide) = (width, height, longestSide)
        guard longestSide > sideMax else { return self }
        func scaled(_ side: Int) -> Int { max(1, (side * sideMax + longestSide / 2) / longestSide) }
        var picture = unsafe WebPPicture()
        guard unsafe WebPPictureInit(&picture) != 0 else { throw .noMemory }
        defer { unsafe WebPPictureFree(&picture) }
        // The library multiplies alpha in where it reads.
        let isScaled = unsafe argb.withUnsafeMutableBufferPointer { buffer in
            unsafe picture.use_argb = 1
            unsafe picture.width = Int32(width)
            unsafe picture.height = Int32(height)
            unsafe picture.argb = buffer.baseAddress
            unsafe picture.argb_stride = Int32(width)
            return unsafe WebPPictureRescale(&picture, Int32(scaled(width)), Int32(scaled(height))) != 0
        }
        guard isScaled, let rows = unsafe picture.argb else { throw .noMemory }
        let (newWidth, newHeight, stride) = unsafe (
            Int(picture.width), Int(picture.height), Int(picture.argb_stride)
        )
        return try unsafe .decoded(width: newWidth, height: newHeight) { buffer in
            for y in 0..<newHeight {
                let row = unsafe UnsafeBufferPointer(start: rows + y * stride, count: newWidth)
                _ = unsafe buffer[(y * newWidth)...].update(fromContentsOf: row)
            }
        }
    }
}
