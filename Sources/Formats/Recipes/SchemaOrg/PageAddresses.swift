import CloudEvents

/// Where a page stands, as far as that is known.
struct PageAddresses: Hashable, Sendable {
    /// Where it came from.
    var own: WebAddress?
    /// What it says of itself.
    var canonical: WebAddress?
    /// What its addresses are relative to.
    var base: WebAddress?

    init(own: WebAddress? = nil) {
        self.own = own
        base = own
    }

    /// The address that `text` names, if it is of a page: a bare word, or the front page of a site, is none.
    func pageAddress(_ text: String) -> WebAddress? {
        let text = HTMLEntities.decoded(text).trimmed
        guard text.contains("/"), let address = WebAddress(text, relativeTo: base ?? canonical), address.hasPath else {
            return nil
        }
        return address
    }
}
