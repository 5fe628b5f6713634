import Events
import HTTPTypes
import NIOHTTP1

/// Why a request is no request that the service can read. Where it ends is unknown: the connection ends with its answer.
struct Malformation: Error, Equatable {
    var status: HTTPResponse.Status = .badRequest
    var detail: String
    var field: String?

    var code: Refusal.Code {
        switch status {
        case .uriTooLong, .requestHeaderFieldsTooLarge: .tooLarge
        case .notImplemented: .unsupported
        default: .usage
        }
    }
}

// MARK: What the parser refuses

extension Malformation {
    /// `line` is what is known of the request line.
    init(_ error: HTTPParserError, _ line: RequestLine) {
        switch error {
        case .headerOverflow where line.isTooLong:
            self.init(status: .uriTooLong, detail: "the address is too long: send at most 16 KiB")
        case .headerOverflow:
            self = .manyHeaders
        case .invalidMethod where line.method != nil:
            self.init(
                status: .notImplemented, detail: "there is no method \(line.method ?? ""): use GET, HEAD or POST")
        case .invalidMethod, .invalidConstant: self.init(detail: "the request line is malformed: METHOD /path HTTP/1.1")
        case .invalidURL: self = .noAddress
        case .invalidVersion: self.init(detail: "the version is malformed or unknown: use HTTP/1.1")
        case .invalidHeaderToken: self.init(detail: "a header is malformed: Name: value")
        case .invalidContentLength, .unexpectedContentLength: self = .contentLength
        case .invalidChunkSize: self.init(detail: "a chunk of the body is malformed", field: "transfer-encoding")
        case .invalidEOFState: self.init(detail: "the request ends too early")
        default: self.init(detail: "the request is malformed")
        }
    }

    /// The most header fields of a request.
    static let fieldsMax = 100

    private static let manyHeaders = Malformation(
        status: .requestHeaderFieldsTooLarge,
        detail: "the headers are too large: send at most \(fieldsMax), each at most 16 KiB, together at most 32 KiB")

    static let contentLength = Malformation(
        detail: "Content-Length must be one whole number, and not beside Transfer-Encoding", field: "content-length")
}

// MARK: What the parser reads, and HTTP forbids

extension Malformation {
    /// The first violation in a request's head; `nil`: there is none.
    static func found(in head: HTTPRequestHead) -> Malformation? {
        host(head) ?? transferEncoding(head) ?? contentLength(head.headers["content-length"])
            ?? (head.method == .CONNECT ? tunnel : nil)
    }

    /// The first violation in the head of a request over HTTP/2. Its codec and its parser have checked the rest.
    static func found(in head: HTTPRequest) -> Malformation? {
        if head.method == .connect { return tunnel }
        guard head.headerFields.count <= fieldsMax else { return manyHeaders }
        guard let host = head.authority, isHost(host) else { return noHost }
        // RFC 9113, 8.3.1.
        guard head.headerFields[values: .hostHeader].allSatisfy({ $0 == host }) else {
            return Malformation(detail: "send one Host header", field: "host")
        }
        guard let path = head.path, path.hasPrefix("/") || path == "*",
            path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return noAddress }
        return contentLength(head.headerFields[values: .contentLength])
    }

    /// RFC 9112, 3.2: one valid Host, which only HTTP/1.0 may leave out.
    private static func host(_ head: HTTPRequestHead) -> Malformation? {
        let said = head.headers["host"]
        guard said.count <= 1 else { return Malformation(detail: "send one Host header", field: "host") }
        guard let host = said.first else {
            return head.version.minor == 0 ? nil : Malformation(detail: "send a Host header", field: "host")
        }
        return isHost(host) ? nil : noHost
    }

    private static let noHost = Malformation(
        detail: "Host must be a name or an address, with or without a port", field: "host")
    private static let noAddress = Malformation(detail: "the address is malformed: percent-encode it")

    /// RFC 9112, 6.1: `chunked` is the only coding that the service decodes.
    private static func transferEncoding(_ head: HTTPRequestHead) -> Malformation? {
        let said = head.headers["transfer-encoding"]
        guard !said.isEmpty else { return nil }
        let codings = said.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.trimmingPrefix { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }.lowercased() }
        guard head.version.minor > 0 else {
            return Malformation(
                detail: "HTTP/1.0 has no Transfer-Encoding: send Content-Length", field: "transfer-encoding")
        }
        guard !head.headers.contains(name: "content-length") else { return .contentLength }
        if codings == ["chunked"] { return nil }
        guard !codings.contains(""), !codings.dropLast().contains("chunked") else {
            return Malformation(detail: "Transfer-Encoding must end with chunked, once", field: "transfer-encoding")
        }
        return Malformation(
            status: .notImplemented, detail: "Transfer-Encoding must be chunked alone", field: "transfer-encoding")
    }

    private static func contentLength(_ said: [String]) -> Malformation? {
        guard said.count <= 1 else { return .contentLength }
        guard let length = said.first else { return nil }
        return length.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int(length) != nil ? nil : .contentLength
    }

    private static let tunnel = Malformation(
        status: .notImplemented, detail: "the service is not a proxy: use GET, HEAD or POST")

    /// A name, an IPv4 address or an IPv6 address in brackets, and a port: RFC 3986, 3.2.2. Commas and the other delimiters that it
    /// allows in names are refused: no name of a host has them, and two joined Host headers would.
    static func isHost(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (1...261).contains(bytes.count) else { return false }
        let rest: ArraySlice<UInt8>
        if bytes[0] == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), end > 2,
                bytes[1..<end].allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return false }
            rest = bytes[(end + 1)...]
        } else {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, isName(name) else { return false }
            rest = bytes[name.endIndex...]
        }
        guard let colon = rest.first else { return true }
        guard colon == UInt8(ascii: ":") else { return false }
        let port = rest.dropFirst()
        return port.isEmpty
            || (port.allSatisfy { (0x30...0x39).contains($0) }
                && UInt16(String(decoding: port, as: UTF8.self)) != nil)
    }

    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                index += 1
            case UInt8(ascii: "%"):
                guard bytes.endIndex - index > 2, isHexDigit(bytes[index + 1]), isHexDigit(bytes[index + 2]) else {
                    return false
                }
                index += 3
            default: return false
            }
        }
        return true
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}

extension HTTPField.Name {
    /// HTTPTypes names it only to say that requests have an authority instead.
    fileprivate static let hostHeader = HTTPField.Name("Host")!
}
