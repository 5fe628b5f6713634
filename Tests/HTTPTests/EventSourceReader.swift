/// Reads a stream of server-sent events as a browser's `EventSource` does: the HTML standard's section «Interpreting an event
/// stream», line for line. Pieces may end anywhere, also within a character. It is independent of the client library, to check both.
struct EventSourceReader {
    struct Event: Equatable, Sendable {
        /// `message` if the stream names none.
        var type: String
        var data: String
        /// The last id before the event was dispatched, of this frame or an earlier one.
        var lastID: String
    }

    /// The events dispatched so far.
    private(set) var events: [Event] = []
    /// The `Last-Event-ID` of the next connection.
    private(set) var lastID: String
    /// The delay before the next connection, in milliseconds, if the stream names one.
    private(set) var reconnectionTime: Int?

    private var isBegun = false
    private var isAfterReturn = false
    private var line: [UInt8] = []
    private var (data, type, id): (String, String, String)

    init(lastID: String = "") {
        self.lastID = lastID
        (data, type, id) = ("", "", lastID)
    }

    /// Begins a new connection. A frame that was not whole is lost with the old one.
    mutating func reconnect() {
        (isBegun, isAfterReturn, line) = (false, false, [])
        (data, type, id) = ("", "", lastID)
    }

    mutating func read(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            defer { isAfterReturn = byte == 0x0D }
            switch byte {
            case 0x0A where isAfterReturn: break
            case 0x0A, 0x0D:
                if !isBegun, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
                isBegun = true
                take(line)
                line = []
            default: line.append(byte)
            }
        }
    }

    private mutating func take(_ line: [UInt8]) {
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var bytes = line[colon...].dropFirst()
        if bytes.first == UInt8(ascii: " ") { bytes = bytes.dropFirst() }
        let value = String(decoding: bytes, as: UTF8.self)
        // What begins with a colon has no name: a comment.
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": type = value
        case "data": data += value + "\n"
        case "id": if !bytes.contains(0) { id = value }
        case "retry":
            if !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) { reconnectionTime = Int(value) }
        default: break
        }
    }

    private mutating func dispatch() {
        lastID = id
        defer { (data, type) = ("", "") }
        guard !data.isEmpty else { return }
        events.append(
            Event(type: type.isEmpty ? "message" : type, data: String(data.unicodeScalars.dropLast()), lastID: lastID))
    }
}
