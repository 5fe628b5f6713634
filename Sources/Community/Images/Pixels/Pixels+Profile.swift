import CImages

extension Pixels {
    /// Beyond what a camera or a screen writes of itself.
    static let profileBytesMax = 1 << 20

    /// The same colours in sRGB. A profile that cannot be read, is not one of red, green and blue, or brings tables along (with
    /// which it could ask for any amount of memory) is left aside: then the numbers are taken for sRGB, as without one.
    mutating func convertToSRGB(from profile: [UInt8]) {
        guard !profile.isEmpty, profile.count <= Self.profileBytesMax,
            let source = unsafe cmsOpenProfileFromMem(profile, UInt32(profile.count))
        else { return }
        defer { unsafe cmsCloseProfile(source) }
        guard unsafe cmsGetColorSpace(source) == cmsSigRgbData, unsafe cmsIsMatrixShaper(source) != 0,
            !Self.tables.contains(where: { unsafe cmsIsTag(source, $0) != 0 }),
            let target = unsafe cmsCreate_sRGBProfile()
        else { return }
        defer { unsafe cmsCloseProfile(target) }
        guard
            let transform = unsafe cmsCreateTransform(
                source, lcms_format_bgra, target, lcms_format_bgra, UInt32(INTENT_RELATIVE_COLORIMETRIC), 0)
        else { return }
        defer { unsafe cmsDeleteTransform(transform) }
        unsafe argb.withUnsafeMutableBytes { buffer in
            // Alpha is stepped over.
            unsafe cmsDoTransform(transform, buffer.baseAddress, buffer.baseAddress, UInt32(width * height))
        }
    }

    private static var tables: [cmsTagSignature] {
        [
            cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag,
            cmsSigDToB3Tag,
        ]
    }
}
