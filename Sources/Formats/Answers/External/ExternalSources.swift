import Events
package import Layout
package import Recipes

/// The services whose recipes this program offers to its clients, and their kept answers.
package struct ExternalSources: Sendable {
    private let clients: [ServiceClient]
    private let answers: ServiceAnswers

    package init(_ clients: [ServiceClient], _ answers: ServiceAnswers) {
        (self.clients, self.answers) = (clients, answers)
    }

    /// The services, in the order of preference: the name in origins, and the name for people.
    package var offered: [(source: String, name: String)] {
        clients.map { (type(of: $0.service).source, $0.name) }
    }

    /// The service of that name. Refuses one that is not offered with `not-found`.
    package func client(of source: String) throws(Refusal) -> ServiceClient {
        let known = source.lowercased()
        if let client = clients.first(where: { type(of: $0.service).source == known }) { return client }
        guard !clients.isEmpty else {
            throw Refusal(.notFound, "this service offers no recipes of other services", field: "source")
        }
        let names = clients.map { type(of: $0.service).source }.joined(separator: ", ")
        throw Refusal(
            .notFound, "there is no source «\(source.excerpt())» here: there are \(names)", field: "source")
    }

    /// One page of a search, with one request to the service at most. `charge` runs if the service is asked.
    package func page(
        of search: ServiceSearch, at client: ServiceClient, charge: @Sendable () throws -> Void
    ) async throws -> ExternalPage {
        var search = search
        guard let request = search.request else { return ExternalPage(search) }
        guard let bytes = try await answers.answer(to: request, isLookup: false, of: client, charge: charge) else {
            throw ServiceRefusal.unreadable(client)
        }
        let items: [FoundItem]
        do throws(RefusedItem) { items = try search.take(bytes, place: request.place) } catch {
            await answers.forget(request)
            throw ServiceRefusal.unreadable(client)
        }
        return ExternalPage(search, items)
    }

    /// One recipe, by an id in the form of origins. Refuses an unknown one with `not-found`.
    package func recipe(
        _ id: String, at client: ServiceClient, charge: @Sendable () throws -> Void
    ) async throws -> NamedRecipe {
        let request = client.service.lookup(id)
        let absent = Refusal(.notFound, "\(client.name) has no recipe \(id)", field: "id")
        guard let bytes = try await answers.answer(to: request, isLookup: true, of: client, charge: charge) else {
            throw absent
        }
        do throws(RefusedItem) {
            return try NamedRecipe(try client.service.recipe(id, in: bytes, place: request.place))
        } catch {
            switch error.reason {
            case .notFound: throw absent
            case .unreadable, .noRecipe:
                await answers.forget(request)
                throw ServiceRefusal.unreadable(client)
            // The domain's limits, or a recipe that holds the key.
            default:
                throw Refusal(.invalid, "\(client.name)'s recipe \(id) cannot be shown or posted here", field: "id")
            }
        }
    }
}

/// What one page of a search has found.
package struct ExternalPage: Sendable {
    private let search: ServiceSearch
    private var found = FoundRecipes()
    /// The number of items that cannot be shown or posted.
    package private(set) var dropped = 0

    fileprivate init(_ search: ServiceSearch, _ items: [FoundItem] = []) {
        self.search = search
        for item in items {
            do throws(RefusedItem) { try found.add(item) } catch { dropped += 1 }
        }
    }

    package var recipes: [NamedRecipe] { found.recipes }
    /// The cursor of the rest; `nil`: nothing is left.
    package var next: String? { search.next }
}
