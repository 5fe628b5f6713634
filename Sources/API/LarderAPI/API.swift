/// Every operation of a Larder service: the only list.
///
/// `Schemas/openapi.yaml` describes the same operations. A test names every difference.
public enum API {
    public static let all: [any AnyOperation] = Array(
        [
            recipeOperations, recipeHistoryOperations, importOperations, feedOperations, discoverOperations,
            externalOperations,
            memberOperations, notificationOperations, boardOperations, moderationOperations, cookbookOperations,
            shoppingOperations,
            actionOperations, accountOperations, logOperations, auditOperations, operatorOperations, jobOperations,
            serviceOperations,
        ].joined())

    /// The question that a path asks, with the encoded texts at its places. If two templates fit, the one with more
    /// literal parts counts.
    public static func question(at path: String) -> (operation: any AnyOperation, values: [String: String])? {
        all.filter(\.isQuestion)
            .compactMap { operation in operation.path.values(in: path).map { (operation, $0) } }
            .min { $0.1.count < $1.1.count }
    }

    /// The version of the program, of the client library and of the contract: the only place that says it in Swift. A test holds
    /// `Schemas/openapi.yaml` and `docs/CHANGELOG.md` to it.
    public static let version = "0.2.0"

    // MARK: Limits

    /// The most events of one request.
    public static let eventsMax = 1_000
    /// The most refusals that the answer to a request with many events lists. It counts the others.
    public static let refusalsListedMax = 100

    /// A payload has at most 256 KiB; its JSON may be longer.
    static let jsonBytesMax = 1 << 20
    static let eventsBytesMax = 8 << 20
    /// A picture of at most 10 MiB, and the form around it.
    static let uploadBytesMax = (10 << 20) + (64 << 10)
    /// A file with a recipe of at most 5 MiB, as long as a fetched page, and the form around it.
    static let importBytesMax = (5 << 20) + (64 << 10)

    // MARK: Declaring

    static func question<Input, Answer>(
        _ name: String, _ path: PathTemplate, _ summary: String, access: Access = .anyone,
        load: OperationTraits.Load = .light
    ) -> Operation<Input, Answer> {
        Operation(
            name, .get, path, summary, access: access,
            OperationTraits(kind: .question, load: load, moments: [.atLeast, .asOf]))
    }

    /// An action: the request's body is the data of the event.
    static func action<Input>(
        _ name: String, _ path: PathTemplate, _ event: String, _ summary: String, access: Access = .member
    ) -> Operation<Input, SubmitAnswer> {
        Operation(
            name, .post, path, summary, access: access,
            OperationTraits(
                kind: .action(event: event), scope: .act, rate: RateClass(ofEvent: event), bodyBytesMax: jsonBytesMax))
    }

    /// An operation on the caller's account. It requires a session; a key is not enough.
    static func account<Input, Answer>(
        _ name: String, _ method: Method, _ path: PathTemplate, _ summary: String, access: Access = .member
    ) -> Operation<Input, Answer> {
        Operation(
            name, method, path, summary, access: access,
            OperationTraits(
                scope: .account, rate: method == .get ? .questions : .actions,
                bodyBytesMax: method == .get ? 0 : jsonBytesMax))
    }
}

extension RateClass {
    /// The limit on events of a kind. Events with texts for other members have the lower limit.
    public init(ofEvent kind: String) {
        self =
            ["recipe.posted", "comment.posted", "recipe.reposted", "report.filed", "cookbook.created"].contains(kind)
            ? .posts : .actions
    }
}
