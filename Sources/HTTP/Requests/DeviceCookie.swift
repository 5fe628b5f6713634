import Foundation
import HTTPTypes

/// The token of a device on which a member has logged in, as browsers keep it beyond log-outs. It opens nothing: it only
/// keeps strangers who guess passwords from locking the device out. No script reads the cookie.
enum DeviceCookie {
    private static let maxAgeSeconds = 400 * 86_400

    /// Behind TLS no other host of the domain can set a cookie of that name.
    private static func name(_ settings: ServiceSettings) -> String {
        settings.isBehindTLS ? "__Host-larder_device" : "larder_device"
    }

    static func kept(_ token: String, _ settings: ServiceSettings) -> String {
        let secure = settings.isBehindTLS ? "; Secure" : ""
        return "\(name(settings))=\(token); Path=/; Max-Age=\(maxAgeSeconds); HttpOnly; SameSite=Lax\(secure)"
    }

    /// `nil`: the request has no such cookie.
    static func token(in headers: HTTPFields, _ settings: ServiceSettings) -> String? {
        Cookies(headers)[name(settings)]
    }
}

/// The cookies of a request. If a name is there twice, its first value counts.
struct Cookies {
    private var values: [String: String] = [:]

    init(_ headers: HTTPFields) {
        for header in headers[values: .cookie] {
            for pair in header.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                if parts.count == 2, values[parts[0]] == nil { values[parts[0]] = parts[1] }
            }
        }
    }

    subscript(_ name: String) -> String? { values[name] }
}
