import Accounts
import Crypto
import Foundation
import HTTPTypes

/// A session as browsers keep it: no script reads it, and no other site's form acts with it.
enum SessionCookie {
    private static let name = "larder_session"
    private static let maxAgeSeconds = 30 * 86_400

    static func begun(_ secret: String, _ settings: ServiceSettings) -> String {
        "\(name)=\(secret); Path=/; Max-Age=\(maxAgeSeconds); HttpOnly; SameSite=Lax\(secure(settings))"
    }

    static func ended(_ settings: ServiceSettings) -> String {
        "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\(secure(settings))"
    }

    private static func secure(_ settings: ServiceSettings) -> String { settings.isBehindTLS ? "; Secure" : "" }

    /// Nil where there is none.
    static func secret(in headers: HTTPFields) -> String? {
        for header in headers[values: .cookie] {
            for pair in header.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                if parts.count == 2, parts[0] == name { return parts[1] }
            }
        }
        return nil
    }

    /// What only somebody who has read an answer to this session knows: another site cannot.
    static func csrfToken(_ secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("larder csrf".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return Data(code).base64URL
    }

    /// In constant time.
    static func isCSRFToken(_ text: String, of secret: String) -> Bool {
        SymmetricKey(data: Data(text.utf8)) == SymmetricKey(data: Data(csrfToken(secret).utf8))
    }
}
