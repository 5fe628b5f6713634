import Foundation
import HTTPTypes
import Recipes

/// Packs answers by gzip for clients that take it. What holds a secret is never packed: its length would tell of it.
enum Compression {
    /// Below that nothing is gained.
    private static let bytesMin = 1_024

    /// The reply, packed where that is worth while. Each form of it has a tag of its own.
    static func pack(_ reply: inout Reply, for request: HTTPFields) {
        guard reply.stream == nil, isText(reply.headers[.contentType]), reply.headers[.cacheControl] != "no-store",
            reply.headers[.setCookie] == nil
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
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("yaml")
    }

    /// RFC 9110, 12.5.3: gzip is named, or everything, and not with a weight of nothing.
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
