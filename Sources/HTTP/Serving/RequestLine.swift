import NIOCore

/// What is known of the request line that the parser reads. The parser's errors do not say where in a request they are.
struct RequestLine {
    /// The parser reads no address, and no header, of more bytes.
    static let addressBytesMax = 16 << 10
    /// No method that a service could know is longer.
    private static let startMax = 64

    /// The first bytes of the line.
    private var start: [UInt8] = []
    /// The line's bytes so far.
    private var length = 0
    /// Whether the parser has gone on to the headers.
    private var isComplete = false

    /// Whether the address is longer than the parser reads.
    var isTooLong: Bool { !isComplete || length > Self.addressBytesMax }

    /// Looks at bytes that the parser gets next. O(bytes) until the line ends, then O(1).
    mutating func read(_ bytes: some Collection<UInt8>) {
        guard !isComplete else { return }
        // Empty lines before a request line are skipped: RFC 9112, 2.2.
        let rest = start.isEmpty ? bytes.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") } : bytes[...]
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        let line = rest[..<(end ?? rest.endIndex)]
        start += line.prefix(Self.startMax - start.count)
        length += line.count
        isComplete = end != nil
    }

    /// The next line begins.
    mutating func reset() {
        start.removeAll(keepingCapacity: true)
        (length, isComplete) = (0, false)
    }

    /// The method, if the line begins with a token and a blank; `nil`: it does not.
    var method: String? {
        guard let blank = start.firstIndex(of: UInt8(ascii: " ")), blank > 0, start[..<blank].allSatisfy(Self.isToken)
        else { return nil }
        return String(decoding: start[..<blank], as: UTF8.self)
    }

    /// RFC 9110, 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// Shows a connection's bytes to the `RequestLine` before the parser gets them.
final class RequestLineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var line = RequestLine()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        line.read(unwrapInboundIn(data).readableBytesView)
        context.fireChannelRead(data)
    }

    /// A request has ended. If its last bytes came together with the next request line, that line is not seen: an error in it is then
    /// reported as one in a header.
    func begin() { line.reset() }
}
