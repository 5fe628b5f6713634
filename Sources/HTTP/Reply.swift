import Foundation
import HTTPTypes
import Operations

/// What is answered: a status, headers, and all bytes at once or a stream.
struct Reply: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers = HTTPFields()
    var body: [UInt8] = []
    /// In place of a body: what goes on for as long as the client listens.
    var stream: EventStream?

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Reply {
        json(try JSONDocument.bytes(value), status: status)
    }

    /// A document that is written already.
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

    /// The same, or that the client has it already: then with the headers that caches go by, and the tag of the form that it
    /// has. RFC 9110, 15.4.5.
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
