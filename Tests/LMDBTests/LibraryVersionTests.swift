import Testing

@testable import LMDB

@Suite struct LibraryVersionTests {
    @Test("the loaded liblmdb is of the version that was tested")
    func loaded() throws {
        #expect(LibraryVersion.loaded.isTested)
        try LibraryVersion.loaded.check(for: "log")
    }

    @Test("another patch is accepted", arguments: [0, 24, 33] as [Int32])
    func patch(_ patch: Int32) throws {
        try LibraryVersion(major: 0, minor: 9, patch: patch).check(for: "log")
    }

    @Test("another major or minor version is refused with one sentence", arguments: [(1, 0), (0, 10), (1, 9), (0, 8)])
    func otherVersion(_ major: Int32, _ minor: Int32) {
        let version = LibraryVersion(major: major, minor: minor, patch: 0)
        let error = #expect(throws: LMDBError.self) { try version.check(for: "log") }
        #expect(error?.code == .libraryVersion)
        #expect(
            error?.description
                == "The loaded liblmdb is not of version 0.9, the only one that larder is tested with: install liblmdb 0.9. (mdb_version \(version), code 100006, log)"
        )
    }
}
