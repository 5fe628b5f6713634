import Community
import Crypto
import EventLog
import Foundation
import HTTPTypes
import Images
import Layout
import Operations
import Recipes

/// An answer: a status, headers, and either a whole body or a stream.
struct Reply: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers = HTTPFields()
    var body: [UInt8] = []
    /// Instead of a body: the stream that the client listens to.
    var stream: EventStream?

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Reply {
        json(try JSONDocument.bytes(value), status: status)
    }

    /// A JSON document as it was written before.
    static func json(_ document: [UInt8], status: HTTPResponse.Status = .ok) -> Reply {
        var reply = Reply(status: status)
        reply.headers[.contentType] = "application/json"
        reply.body = document
        return reply
    }

    static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Reply {
        var reply = Reply()
        reply.headers[.contentType] = type
        reply.body = Array(text.utf8)
        return reply
    }

    static func bytes(_ bytes: [UInt8], type: String) -> Reply {
        var reply = Reply()
        reply.headers[.contentType] = type
        reply.body = bytes
        return reply
    }

    static let nothing = Reply(status: .noContent)

    /// Adds the headers of an answer that clients and caches may keep, and must check before they use it.
    mutating func mark(_ tag: EntityTag, isForMember: Bool) {
        headers[.eTag] = tag.text
        headers[.cacheControl] = isForMember ? "private, no-cache" : "no-cache"
        headers[.vary] = "Authorization, Cookie"
    }

    /// This reply, or 304 if the client has it already. 304 carries the headers that caches read, and the tag of the form that the client
    /// has: RFC 9110, 15.4.5.
    func unless(_ tag: EntityTag, isKnownBy request: HTTPFields) -> Reply {
        let known = request[.ifNoneMatch]
        guard tag.matches(known) else { return self }
        var reply = Reply(status: .notModified)
        reply.headers[.eTag] = tag.form(namedBy: known)
        reply.headers[.cacheControl] = headers[.cacheControl]
        reply.headers[.vary] = headers[.vary].map { "\($0), Accept-Encoding" }
        return reply
    }
}

/// The strong tag of an answer: the log's position, the viewer, and the version of the program.
///
/// The answer at a position never changes, unless it depends on the time: then the tag has a hash of the bytes. The tag of a recipe begins
/// with the version of its content, which is all that an edit depends on.
struct EntityTag: Equatable {
    /// Raise it with every release that answers differently.
    private static let program = 1

    let text: String

    init(_ position: Position, viewer: MemberID?, version: UInt64? = nil, timely body: [UInt8]? = nil) {
        var parts = version.map { ["v\($0)"] } ?? []
        parts.append("p\(position)")
        parts.append("m\(viewer?.value ?? 0)")
        parts.append("a\(Self.program)")
        if let body { parts.append(hex(SHA256.hash(data: body).prefix(8))) }
        text = "\"\(parts.joined(separator: "-"))\""
    }

    /// The tag of a picture, which never changes.
    init(_ image: ImageID, _ size: ImageSize) { text = "\"\(image.text)-\(size.rawValue)\"" }

    /// The tag of a picture that another service may replace.
    init(pictureBytes bytes: [UInt8]) { text = "\"\(hex(SHA256.hash(data: bytes).prefix(16)))\"" }

    /// Whether an `If-None-Match` names this tag, or `*`.
    func matches(_ header: String?) -> Bool {
        header?.trimmingCharacters(in: .whitespaces) == "*" || isNamed(by: header)
    }

    /// The tag of the answer in gzip: other bytes need another tag.
    static func packed(_ tag: String) -> String { "\(tag.dropLast())\(packedEnd)" }

    private static let packedEnd = "-gzip\""

    /// Whether an `If-None-Match` names this tag, in gzip or not. RFC 9110 asks for the weak comparison here.
    func isNamed(by header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { item in
            let tag = item.trimmingCharacters(in: .whitespaces)
            let strong = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
            return strong == text || strong == Self.packed(text)
        }
    }

    /// The tag, in gzip or not, that an `If-None-Match` names.
    func form(namedBy header: String?) -> String {
        let packed = Self.packed(text)
        return header?.contains(packed) == true ? packed : text
    }

    /// The versions of a recipe that an `If-Match` accepts.
    static func versions(_ header: String) -> [UInt32] {
        header.split(separator: ",").compactMap { item in
            let parts = item.trimmingCharacters(in: .whitespaces).split(separator: "-")
            guard let first = parts.first, first.hasPrefix("\"v") else { return nil }
            return UInt32(first.dropFirst(2).prefix { $0 != "\"" })
        }
    }
}

/// Compresses answers by gzip for clients that accept it. An answer with a secret is never compressed: its length would reveal some of
/// the secret.
enum Compression {
    /// Smaller bodies gain nothing.
    private static let bytesMin = 1_024

    /// Compresses the body if that makes it smaller. Both forms have a tag of their own.
    static func pack(_ reply: inout Reply, for request: HTTPFields) {
        guard reply.stream == nil, isText(reply.headers[.contentType]), reply.headers[.cacheControl] != "no-store",
            reply.headers[values: .setCookie].allSatisfy(PageCookie.isCleared)
        else { return }
        reply.headers[.vary] = reply.headers[.vary].map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
        guard reply.body.count >= bytesMin, accepts(request[values: .acceptEncoding]),
            let packed = Gzip.packed(reply.body), packed.count < reply.body.count
        else { return }
        reply.body = packed
        reply.headers[.contentEncoding] = "gzip"
        reply.headers[.eTag] = reply.headers[.eTag].map(EntityTag.packed)
    }

    private static func isText(_ type: String?) -> Bool {
        guard let type = type?.prefix(while: { $0 != ";" }) else { return false }
        return type.hasPrefix("text/") || ["json", "yaml", "xml"].contains { type.hasSuffix($0) }
    }

    /// RFC 9110, 12.5.3: the client names gzip or `*`, with a weight above 0.
    static func accepts(_ headers: [String]) -> Bool {
        var (named, other): (Bool?, Bool?)
        for item in headers.flatMap({ $0.split(separator: ",") }) {
            let parts = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            switch coding {
            case "gzip", "x-gzip": named = weight > 0
            case "*": other = weight > 0
            default: break
            }
        }
        return named ?? other ?? false
    }
}
