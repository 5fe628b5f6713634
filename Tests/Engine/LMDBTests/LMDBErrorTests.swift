import Testing

@testable import LMDB

@Suite struct LMDBErrorTests {
    @Test func saysWhatIsWrongAndWhatToDo() {
        let error = LMDBError(code: .mapFull, operation: "mdb_put", path: "/data/log")
        #expect(
            error.description
                == "The data file has reached the size of its map: allow more in LARDER_MAP_SIZE; nothing was lost. "
                + "(mdb_put, code -30792, /data/log)")
    }

    @Test func unknownCodesPassThrough() {
        let error = LMDBError(code: .init(rawValue: 4), operation: "mdb_put", path: "p")
        #expect(error.description.hasPrefix("Interrupted system call"))
    }
}
