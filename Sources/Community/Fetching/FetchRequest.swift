/// What is to be fetched, and how it is asked for.
package struct FetchRequest: Hashable, Sendable {
    package var url: String
    /// Media types, as HTTP's `Accept` has them.
    package var accepts: String
    /// Names and values that go along with it.
    package var headers: [String: String]
    /// It holds a secret, such as a key: no refusal shows its address, and no other server is asked for it,
    /// whatever it redirects to.
    package var isConfidential: Bool

    /// A page for people.
    package init(page url: String) {
        self.init(
            url: url, accepts: "text/html, application/xhtml+xml, application/ld+json;q=0.9, */*;q=0.1", headers: [:],
            isConfidential: false)
    }

    /// What a service answers to programs that have its key.
    package init(confidential url: String, headers: [String: String]) {
        self.init(url: url, accepts: "application/json", headers: headers, isConfidential: true)
    }

    private init(url: String, accepts: String, headers: [String: String], isConfidential: Bool) {
        self.url = url
        self.accepts = accepts
        self.headers = headers
        self.isConfidential = isConfidential
    }
}
