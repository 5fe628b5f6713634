package import Fetching
package import Recipes

extension WebRecipes {
    /// The recipes of a fetched page, which may be a JSON-LD document itself. `place`: its name in reports.
    package static func items(of page: FetchedPage, place: String) -> [FoundItem] {
        let isDocument = page.mediaType.map { $0 == "application/json" || $0.hasSuffix("+json") } ?? false
        if isDocument { return document(page.bytes, place: place, address: page.address) }
        return self.page(page.bytes, place: place, address: page.address, charset: page.charset)
    }
}

extension FetchFailure {
    /// The failure in words for clients, which do not learn where a host is inside the operator's network.
    package var wordedForClients: String {
        kind == .privateAddress ? "its host has an address outside the public internet" : message
    }
}
