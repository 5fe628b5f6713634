package import Events
import Fetching
import Recipes

/// Why a service's recipes cannot be shown now, in words for clients. They name neither the service's address nor what was
/// searched for.
package struct ServiceRefusal: Error, Hashable, Sendable {
    package let refusal: Refusal
    /// When a retry may succeed; `nil`: as with other refusals of that code.
    package var retryAfterSeconds: Int?

    private init(_ message: String, retryAfterSeconds: Int? = nil) {
        refusal = Refusal(.unavailable, message)
        self.retryAfterSeconds = retryAfterSeconds
    }

    init(_ failure: ServiceFailure, _ client: ServiceClient) {
        switch failure.kind {
        case .keyRefused: self.init("\(client.name) refuses the key of this service: tell the operator")
        case .nothingThere:
            self.init("\(client.name) is not where this service looks for it: tell the operator")
        case .askedTooOften:
            self = .paused(client, seconds: failure.fetch.retryAfterSeconds.map { max($0, 1) })
        case .other: self = .silent(client)
        }
    }

    /// The service has been asked too often.
    static func paused(_ client: ServiceClient, seconds: Int?) -> ServiceRefusal {
        ServiceRefusal("\(client.name) was asked too often: try again later", retryAfterSeconds: seconds)
    }

    static func silent(_ client: ServiceClient) -> ServiceRefusal {
        ServiceRefusal("\(client.name) does not answer: try again later")
    }

    /// The service sent an answer of another form.
    static func unreadable(_ client: ServiceClient) -> ServiceRefusal {
        ServiceRefusal("\(client.name) sent an answer that cannot be read: try again later")
    }
}
