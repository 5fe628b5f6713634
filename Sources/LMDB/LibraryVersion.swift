internal import CLMDB

/// A version of LMDB's C library.
///
/// `PageNumbers` reads the layout of LMDB 0.9, and the guarantees were tested with it. Another major or minor number may mean
/// another layout of the data file, so an environment refuses to open with it.
struct LibraryVersion: Equatable, CustomStringConvertible {
    var major: Int32
    var minor: Int32
    var patch: Int32

    /// The version that the guarantees were tested with.
    static let tested = Self(major: 0, minor: 9, patch: 24)

    /// The version that this process has loaded. The corresponding C function is `mdb_version`.
    static var loaded: Self {
        var version = Self(major: 0, minor: 0, patch: 0)
        _ = unsafe mdb_version(&version.major, &version.minor, &version.patch)
        return version
    }

    /// Only a patch may differ from the tested version.
    var isTested: Bool { major == Self.tested.major && minor == Self.tested.minor }

    var description: String { "\(major).\(minor).\(patch)" }

    /// Throws `.libraryVersion` unless the version is a tested one.
    func check(for path: String) throws(LMDBError) {
        guard !isTested else { return }
        throw LMDBError(code: .libraryVersion, operation: "mdb_version \(self)", path: path)
    }
}
