import Events
import Fetching
import Recipes

/// Asks a service. What is said of it shows no URL, for that holds the key.
struct ServiceClient {
    let service: any RecipeService
    let fetcher: PageFetcher

    private var name: String { type(of: service).name }

    /// The next recipes of a search, and what is none among them. Nil: there are no more, or no more are wanted.
    func next(of search: inout ServiceSearch) throws(RefusedItem) -> [FoundItem]? {
        guard let request = search.request else { return nil }
        let bytes = try bytes(request) { nothingThere(request) }
        return try search.take(bytes, place: request.place)
    }

    /// Refuses with `not-found` where there is none.
    func recipe(_ id: String) throws(RefusedItem) -> FoundRecipe {
        let request = service.lookup(id)
        let bytes = try bytes(request) {
            let kind = type(of: service)
            return kind.saysAbsentByStatus ? kind.unknown(id, place: request.place) : nothingThere(request)
        }
        return try service.recipe(id, in: bytes, place: request.place)
    }

    private func nothingThere(_ request: ServiceRequest) -> RefusedItem {
        RefusedItem(
            place: request.place, reason: .unreachable,
            message: "\(name) answered 404, not with recipes: check --base-url")
    }

    /// `absent` is what 404 means.
    private func bytes(_ request: ServiceRequest, absent: () -> RefusedItem) throws(RefusedItem) -> [UInt8] {
        do throws(FetchFailure) {
            let (fetcher, wanted) = (fetcher, FetchRequest(confidential: request.url, headers: request.headers))
            return try Waiting.run { () throws(FetchFailure) in try await fetcher.page(wanted) }.bytes
        } catch {
            func refused(_ reason: ImportRefusal, _ message: String) -> RefusedItem {
                RefusedItem(place: request.place, reason: reason, message: message)
            }
            switch error.status {
            case 401?, 403?:
                throw refused(
                    .forbidden, "\(name) does not take the key: check \(type(of: service).keyVariables)")
            case 404?: throw absent()
            case 429?: throw refused(.unreachable, "\(name) was asked too often: try again later")
            default: throw refused(error.kind.reason, error.worded)
            }
        }
    }
}

extension RefusedItem {
    /// Of a command that wanted this and nothing else.
    var refusal: Refusal { Refusal(reason.code, "\(place): \(message)") }
}
