import Events
import HTTPTypes
import Hummingbird

/// Requests that a page of another site makes a browser send.
extension RequestContext {
    /// Refuses a request that begins a session, or an account, unless it is JSON and from no other site. Such a request carries no secret,
    /// so that no CSRF token can show where it is from: a page of another site could log its visitor in to an account of the attacker.
    func checkSite(of request: Request) throws(Refusal) {
        guard let type = request.headers[.contentType], type.isJSON else {
            throw Refusal(.unsupported, "send Content-Type: application/json", field: "content-type")
        }
        let origin = request.headers[.origin]
        if let origin, settings.origins.contains(origin) { return }
        // No script can set this header. `none`: the browser's user began the request, and not a page.
        if let site = request.headers[.fetchSite] {
            guard site == "same-origin" || site == "none" else {
                throw Refusal(.forbidden, "pages of other sites may not send this", field: "sec-fetch-site")
            }
            return
        }
        guard let origin else { return }
        guard let authority = request.head.authority, origin.isOrigin(of: authority) else {
            throw Refusal(.forbidden, "pages of other sites may not send this", field: "origin")
        }
    }
}

extension String {
    fileprivate var isJSON: Bool {
        let media = prefix { $0 != ";" && $0 != " " }.lowercased()
        return media == "application/json" || media.hasPrefix("application/") && media.hasSuffix("+json")
    }

    /// Whether this origin has that host and port. A proxy in front of the service may speak another scheme.
    fileprivate func isOrigin(of authority: String) -> Bool {
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where hasPrefix(scheme) {
            func whole(_ host: String) -> String { host.hasSuffix(port) ? String(host.dropLast(port.count)) : host }
            return whole(String(dropFirst(scheme.count))).lowercased() == whole(authority).lowercased()
        }
        return false
    }
}

extension HTTPField.Name {
    fileprivate static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

// MARK: Forms

extension WebRequest {
    /// Refuses a form that no page of this service has sent. Forms carry no token: the browser says where they are from.
    ///
    /// Only browsers use forms, so that a request that says nothing is refused, too.
    func checkOrigin(of request: Request) throws(Refusal) {
        let elsewhere = Refusal(
            .forbidden, "this form was not sent by a page of this site: open the page here. Programs use the API")
        if let site = request.headers[.fetchSite] {
            guard site == "same-origin" else { throw elsewhere }
            return
        }
        guard let origin = request.headers[.origin], let authority = request.head.authority,
            origin.hasPrefix(context.settings.isBehindTLS ? "https:" : "http:"), origin.isOrigin(of: authority)
        else { throw elsewhere }
    }
}
