import ArgumentParser
import Events
import Fetching
import Operations
import Recipes

/// How a service is asked.
struct ServiceFlags: ParsableArguments {
    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "Where the service is, up to its version (else \(TheMealDBService.standardBase) or \(EdamamService.standardBase)).",
            valueName: "url"))
    var baseURL: String?

    @Flag(help: "Also ask this machine and its network.") var allowPrivate = false

    /// Refuses them where no service is asked.
    func checkUnused(without option: String) throws(Refusal) {
        guard baseURL == nil, !allowPrivate else {
            throw Refusal(
                .usage, "--base-url and --allow-private say how a service is asked: they go with \(option)",
                field: "base-url")
        }
    }

    /// Refuses where a key is missing.
    func client(of service: any RecipeService.Type) throws(Refusal) -> ServiceClient {
        let base = try ServiceBase(baseURL ?? service.standardBase)
        return ServiceClient(
            service: try service.init(base: base, environment: Invocation.environment),
            fetcher: PageFetcher(allowsPrivate: allowPrivate))
    }

    private static let services: [any RecipeService.Type] = [TheMealDBService.self, EdamamService.self]

    /// The service of that name.
    static func service(_ name: String) throws(Refusal) -> any RecipeService.Type {
        try Word.choose(name, services.map { ($0.source, $0) }, field: "external", noun: "service")
    }
}
