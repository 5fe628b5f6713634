import Testing

@testable import LMDB

@Suite struct LMDBErrorTests {
    @Test("an LMDB error says what is wrong, what to do and where") func saysWhatIsWrongAndWhatToDo() {
        let error = LMDBError(code: .mapFull, operation: "mdb_put", path: "/data/log")
        #expect(
            error.description
                == "The data file has reached the size of its map: allow more in LARDER_MAP_SIZE; nothing was lost. "
                + "(mdb_put, code -30792, /data/log)")
    }

    @Test("an unknown error code is described by the system") func unknownCodesPassThrough() {
        let error = LMDBError(code: .init(rawValue: 4), operation: "mdb_put", path: "p")
        #expect(error.description.hasPrefix("Interrupted system call"))
    }
}
