import Answers
import ArgumentParser
import Events
import Fetching
import LarderClient
import Operations
import Recipes

/// What the command line asks of a service, and how it words that there was no answer.
extension ServiceClient {
    /// The next recipes of a search, and the refused items among them. `nil`: no more exist, or the caller wants no more.
    func next(of search: inout ServiceSearch) throws(RefusedItem) -> [FoundItem]? {
        guard let request = search.request else { return nil }
        let bytes = try bytes(request) { nothingThere(request) }
        return try search.take(bytes, place: request.place)
    }

    /// Refuses an unknown recipe with `not-found`.
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
        do throws(ServiceFailure) {
            return try Waiting.run { () throws(ServiceFailure) in try await self.answer(to: request) }
        } catch {
            func refused(_ reason: ImportRefusal, _ message: String) -> RefusedItem {
                RefusedItem(place: request.place, reason: reason, message: message)
            }
            switch error.kind {
            case .keyRefused:
                throw refused(
                    .forbidden, "\(name) refuses the key: check \(type(of: service).keyVariables)")
            case .nothingThere: throw absent()
            case .askedTooOften: throw refused(.unreachable, "\(name) was asked too often: try again later")
            case .other: throw refused(error.fetch.kind.reason, error.fetch.worded)
            }
        }
    }
}

extension RefusedItem {
    /// The refusal of a command that asked for this recipe only.
    var refusal: Refusal { Refusal(reason.code, "\(place): \(message)") }
}

/// The options for requests to a service.
struct ServiceFlags: ParsableArguments {
    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "Where the service is, up to its version (else \(TheMealDBService.standardBase) or \(EdamamService.standardBase)).",
            valueName: "url"))
    var baseURL: String?

    @Flag(help: "Also ask this machine and its network.") var allowPrivate = false

    /// Refuses these options if the command asks no service.
    func checkUnused(without option: String) throws(Refusal) {
        guard baseURL == nil, !allowPrivate else {
            throw Refusal(
                .usage, "--base-url and --allow-private say how a service is asked: they go with \(option)",
                field: "base-url")
        }
    }

    /// Refuses these options if a Larder service asks the other one: it knows where that one is.
    func checkUnused(by service: ServiceBackend) throws(Refusal) {
        guard baseURL == nil, !allowPrivate else {
            throw Refusal(
                .usage,
                "\(service.address.text) asks the other service itself: leave out --base-url and --allow-private",
                field: "base-url")
        }
    }

    /// Refuses a service whose key is missing.
    func client(of service: any RecipeService.Type) throws(Refusal) -> ServiceClient {
        let base = try ServiceBase(baseURL ?? service.standardBase)
        return ServiceClient(
            try service.init(base: base, environment: Invocation.environment), allowsPrivate: allowPrivate)
    }

    /// The service of that name.
    static func service(_ name: String) throws(Refusal) -> any RecipeService.Type {
        try Word.choose(name, RecipeServices.all.map { ($0.source, $0) }, field: "external", noun: "service")
    }
}

extension FetchFailure.Kind {
    /// The reason as reports name it.
    var reason: ImportRefusal {
        switch self {
        case .unreachable: .unreachable
        case .forbidden, .privateAddress: .forbidden
        case .tooLong: .tooLong
        case .noText: .unreadable
        }
    }
}

extension FetchFailure {
    /// The message, with the option that helps, if there is one.
    var worded: String {
        kind == .privateAddress ? "\(message): --allow-private asks it all the same" : message
    }
}
