import Answers
import Assets
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Markup
import Pages
import Recipes

/// What browsers and other programs ask for beside pages: assets, manifest, robots.
enum Files {
    static let routes: [PageRoute] = [
        .direct("asset", "/static/{digest}/{asset}", rate: nil) { request in
            guard request.path["digest"] == Assets.digest.description, let asset = files[request.path["asset"] ?? ""]
            else { throw Refusal(.notFound, "there is no such file") }
            var reply = Reply()
            reply.headers[.contentType] = asset.mediaType
            reply.headers[.cacheControl] = "public, max-age=31536000, immutable"
            reply.headers[.vary] = "Accept-Encoding"
            reply.body = asset.bytes
            // A service worker below the digest's folder works for all pages.
            if request.path["asset"] == "sw.js" { reply.headers[HTTPField.Name("Service-Worker-Allowed")!] = "/" }
            if let packed = asset.packed, Compression.accepts(request.headers[values: .acceptEncoding]) {
                reply.body = packed
                reply.headers[.contentEncoding] = "gzip"
            }
            return reply
        },
        .direct("manifest", "/manifest.webmanifest") { request in
            let icon: (Int) -> JSON = { size in
                .object([
                    "src": .text(Link.asset("icon-\(size).png").text), "sizes": .text("\(size)x\(size)"),
                    "type": .text("image/png"), "purpose": .text("any maskable"),
                ])
            }
            let shortcut: (String, String) -> JSON = { .object(["name": .text($0), "url": .text($1)]) }
            let manifest: JSON = .object([
                "name": .text(request.context.settings.name), "short_name": .text(request.context.settings.name),
                "start_url": .text("/"), "scope": .text("/"), "display": .text("standalone"),
                "background_color": .text("#fbf8f2"), "theme_color": .text("#fbf8f2"),
                "icons": .list([icon(192), icon(512)]),
                "shortcuts": .list([
                    shortcut("New recipe", "/new"), shortcut("Shopping", "/list"), shortcut("Saved", "/saved"),
                ]),
                "share_target": .object([
                    "action": .text("/new/from"), "method": .text("GET"),
                    "params": .object(["url": .text("url"), "text": .text("text"), "title": .text("title")]),
                ]),
            ])
            var reply = try Reply.json(manifest)
            reply.headers[.contentType] = "application/manifest+json"
            return reply
        },
        .direct("robots", "/robots.txt") { request in
            .text(
                """
                User-agent: *
                Disallow: /settings
                Disallow: /sign-in
                Disallow: /sign-up
                Disallow: /find

                Sitemap: \(request.site.whole(Sitemap.link))

                """)
        },
        .direct("opensearch", "/opensearch.xml") { request in
            let base = request.address
            let document: HTML = """
                <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>\(request.context.settings.name)</ShortName>\
                <Description>Recipes and cooks</Description><Url type="text/html" template="\(base)/find?q={searchTerms}"/></OpenSearchDescription>
                """
            return .bytes(
                Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8) + document.bytes,
                type: "application/opensearchdescription+xml")
        },
        .direct("changePassword", "/.well-known/change-password") { _ in .see(Link("/settings/password"), .found) },
    ]

    private struct File {
        var mediaType: String
        var bytes: [UInt8]
        /// In gzip; `nil`: that would be no smaller.
        var packed: [UInt8]?
    }

    /// Compressed once, when the first file is asked for.
    private static let files: [String: File] = Dictionary(
        uniqueKeysWithValues: Assets.all.map { asset in
            let bytes = asset.bytes
            let packed =
                asset.isBase64 ? nil : Gzip.packed(bytes, isBest: true).flatMap { $0.count < bytes.count ? $0 : nil }
            return (asset.name, File(mediaType: asset.mediaType, bytes: bytes, packed: packed))
        })
}

extension WebRequest {
    /// Scheme and host as the client named them, for what needs whole addresses.
    var site: Site { Site(address) }

    var address: String {
        "\(context.settings.isBehindTLS ? "https" : "http")://\(authority ?? "\(context.settings.host):\(context.settings.port)")"
    }
}

extension Asset {
    /// The file as browsers get it.
    fileprivate var bytes: [UInt8] {
        let bytes = Array(text.description.utf8)
        guard isBase64 else { return bytes }
        guard let data = Data(base64Encoded: Data(bytes)) else { preconditionFailure("\(name) is not base64") }
        return Array(data)
    }
}
