package import Fetching
package import Recipes

/// Sends requests to a service of recipes.
package struct ServiceClient: Sendable {
    package let service: any RecipeService
    private let allowsPrivate: Bool

    /// `allowsPrivate`: whether the service may have an address outside the public internet.
    package init(_ service: any RecipeService, allowsPrivate: Bool) {
        self.service = service
        self.allowsPrivate = allowsPrivate
    }

    package var name: String { type(of: service).name }

    /// The service's answer. It is at most `PageFetcher.bytesMax` bytes long, and comes within `seconds`.
    package func answer(
        to request: ServiceRequest, seconds: Double = PageFetcher.secondsMax
    ) async throws(ServiceFailure) -> [UInt8] {
        do throws(FetchFailure) {
            let fetcher = PageFetcher(allowsPrivate: allowsPrivate, seconds: seconds)
            return try await fetcher.page(FetchRequest(confidential: request.url, headers: request.headers)).bytes
        } catch {
            throw ServiceFailure(error)
        }
    }
}

/// Why a service gave no answer. Each edge words it; no message shows a URL, because URLs hold the key.
package struct ServiceFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case keyRefused
        /// 404: there is no such recipe, or the base URL is wrong.
        case nothingThere
        case askedTooOften
        case other
    }

    package let kind: Kind
    package let fetch: FetchFailure

    init(_ fetch: FetchFailure) {
        self.fetch = fetch
        kind =
            switch fetch.status {
            case 401?, 403?: .keyRefused
            case 404?: .nothingThere
            case 429?: .askedTooOften
            default: .other
            }
    }
}
