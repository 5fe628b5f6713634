import CPQ

/// What PostgreSQL said instead of inserting.
struct Refusal: Error {
    let text: String
}

/// One connection to PostgreSQL, for one thread at a time.
@safe struct Connection: ~Copyable {
    private let handle: OpaquePointer

    init(to address: String) {
        guard let handle = unsafe PQconnectdb(address), unsafe PQstatus(handle) == CONNECTION_OK else {
            fatalError("PostgreSQL is not reached at \(address)")
        }
        unsafe self.handle = handle
        let prepared = unsafe PQprepare(
            handle, "insert",
            "INSERT INTO messages (stream, position, type, data) VALUES ($1, $2, $3, $4) RETURNING global", 4, nil)
        defer { unsafe PQclear(prepared) }
        guard unsafe PQresultStatus(prepared) == PGRES_COMMAND_OK else { fatalError(said) }
    }

    deinit { unsafe PQfinish(handle) }

    private var said: String { unsafe String(cString: PQerrorMessage(handle)) }

    /// Inserts a message in a transaction of its own. Returns its number among all once that is committed.
    func insert(_ message: Message) throws(Refusal) -> String {
        var text: [CChar] = []
        var starts: [Int] = []
        for word in [message.stream, String(message.position), message.type, message.data] {
            starts.append(text.count)
            text.append(contentsOf: word.utf8CString)
        }
        let result = unsafe text.withUnsafeBufferPointer { text in
            let values = unsafe starts.map { start in unsafe text.baseAddress.map { unsafe $0 + start } }
            return unsafe PQexecPrepared(handle, "insert", Int32(values.count), values, nil, nil, 0)
        }
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_TUPLES_OK else { throw Refusal(text: said) }
        return unsafe String(cString: PQgetvalue(result, 0, 0))
    }

    /// The next position of each stream that has messages.
    func nextPositions() -> [String: Int64] {
        let result = unsafe PQexec(handle, "SELECT stream, max(position) + 1 FROM messages GROUP BY stream")
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_TUPLES_OK else { fatalError(said) }
        var next: [String: Int64] = [:]
        for row in 0..<(unsafe PQntuples(result)) {
            let stream = unsafe String(cString: PQgetvalue(result, row, 0))
            next[stream] = unsafe Int64(String(cString: PQgetvalue(result, row, 1)))
        }
        return next
    }
}
