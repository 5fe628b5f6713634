/// One frame of a stream of server-sent events.
struct EventFrame: Hashable {
    /// Empty where the stream names none.
    var name = ""
    var data = ""
    /// The id that was in force at the frame's end.
    var lastID = ""
    /// Whether that id is the frame's own.
    var hasID = false
}

/// Reads server-sent events as the HTML standard says («Interpreting an event stream»). The pieces may end anywhere.
///
/// A frame without data is given, too: it moves the last id.
struct EventStreamParser {
    private let bytesMax: Int
    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var (name, id) = ("", "")
    private var isFrameBegun = false
    private var hasID = false
    private var isStreamBegun = false
    private var isAfterReturn = false
    /// How long the service asks its clients to wait before they reconnect.
    private(set) var reconnectDelay: Duration?

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// The frames that end in this piece. Throws if a line or an event is too long.
    mutating func read(_ piece: some Sequence<UInt8>) throws(LarderFailure) -> [EventFrame] {
        var frames: [EventFrame] = []
        for byte in piece {
            defer { isAfterReturn = byte == 0x0D }
            switch byte {
            case 0x0A where isAfterReturn: break
            case 0x0A, 0x0D:
                if !isStreamBegun, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
                isStreamBegun = true
                if let frame = try endLine() { frames.append(frame) }
                line.removeAll(keepingCapacity: true)
            default:
                guard line.count < bytesMax else { throw tooLong }
                line.append(byte)
            }
        }
        return frames
    }

    private var tooLong: LarderFailure {
        LarderFailure(.tooLong, "an event of the stream has more than \(bytesMax) bytes")
    }

    private mutating func endLine() throws(LarderFailure) -> EventFrame? {
        guard !line.isEmpty else { return endFrame() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A line that begins with a colon is a comment: its field has no name.
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.count + value.count < bytesMax else { throw tooLong }
            data += value
            data.append(0x0A)
        case "id":
            guard !value.contains(0) else { return nil }
            id = String(decoding: value, as: UTF8.self)
            hasID = true
        case "retry":
            if let milliseconds = Int(String(decoding: value, as: UTF8.self)), milliseconds >= 0 {
                reconnectDelay = .milliseconds(milliseconds)
            }
        default: return nil
        }
        isFrameBegun = true
        return nil
    }

    private mutating func endFrame() -> EventFrame? {
        defer { (name, isFrameBegun, hasID) = ("", false, false) }
        guard isFrameBegun else { return nil }
        let text = String(decoding: data.dropLast(), as: UTF8.self)
        data.removeAll(keepingCapacity: true)
        return EventFrame(name: name, data: text, lastID: id, hasID: hasID)
    }
}
