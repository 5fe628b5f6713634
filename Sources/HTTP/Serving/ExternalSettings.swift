import Answers
import Logging
package import Recipes

/// The services of recipes that a service asks for its clients. Their keys are in none of its answers and log entries.
package struct ExternalSettings: Sendable {
    /// The sources that the operator has named; `nil`: those whose keys are set.
    package var sources: [String]?
    /// Base URLs that differ from the standard ones, by source.
    package var bases: [String: ServiceBase] = [:]
    /// Whether services may have addresses outside the public internet.
    package var allowsPrivate = false
    /// The services, with their keys. Without any, clients find no recipes of other services.
    package var services: [any RecipeService] = []
    /// How long a client waits for a service.
    package var secondsMax = ServiceAnswers.secondsMax

    package init() {}
}

extension ExternalSources {
    init(_ settings: ExternalSettings, _ logger: Logger) {
        self.init(
            settings.services.map { ServiceClient($0, allowsPrivate: settings.allowsPrivate) },
            ServiceAnswers(secondsMax: settings.secondsMax) { service, why in
                logger.warning(
                    "a service of recipes gave no answer", metadata: ["service": "\(service)", "why": "\(why)"])
            })
    }
}
