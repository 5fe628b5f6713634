internal import Glibc

/// The default size of an environment's map: the most bytes that its data file may hold.
///
/// The file is sparse and the map costs address space only, so one large fixed map is simpler and safer than one that
/// grows across processes. Where address space is scarce (`ulimit -v`, a sanitizer), or a file must not grow past a
/// limit, `LARDER_MAP_SIZE` says another.
package enum MapSize {
    package static let variable = "LARDER_MAP_SIZE"
    /// One tebibyte.
    package static let bytesStandard = 1 << 40
    /// From one mebibyte, below which a new community has no room, to eight tebibytes: a process has up to `mapsMax` of them, and
    /// x86-64 addresses 128 TiB.
    package static let bytesAllowed = 1 << 20...1 << 43
    /// The log, its state, the views, those that are rebuilt, five of earlier positions, and room for what else is mapped.
    private static let mapsMax = 16

    /// The size that is given, else the one in `LARDER_MAP_SIZE`, else the standard. Throws `.mapSizeUnknown` if the variable holds no
    /// size.
    package static func bytes(given: Int? = nil, for path: String) throws(LMDBError) -> Int {
        guard let chosen = given ?? chosen else {
            throw LMDBError(code: .mapSizeUnknown, operation: variable, path: path)
        }
        return chosen
    }

    /// The largest size for which the address space of this process has room (`ulimit -v`), in MiB; `nil` if none is too large.
    static var mebibytesThatFit: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 1 << 47 else {
            return nil
        }
        return (Int(limit.rlim_cur) / mapsMax) >> 20
    }

    private static let chosen: Int? = {
        guard let value = unsafe getenv(variable), unsafe value.pointee != 0 else { return bytesStandard }
        return unsafe bytes(String(cString: value))
    }()

    /// Bytes, or a number with K, M, G or T, for powers of 1,024: `64G`, `64GiB`.
    static func bytes(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let shift: Int
        switch text.dropFirst(digits.count).uppercased() {
        case "", "B": shift = 0
        case "K", "KB", "KIB": shift = 10
        case "M", "MB", "MIB": shift = 20
        case "G", "GB", "GIB": shift = 30
        case "T", "TB", "TIB": shift = 40
        default: return nil
        }
        guard let count = Int(digits) else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: 1 << shift)
        return !overflow && bytesAllowed.contains(bytes) ? bytes : nil
    }
}
