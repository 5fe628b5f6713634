import Accounts
import Answers
import CloudEvents
import Community
import Decisions
import EventLog
import Events
import HTTPTypes
import LarderAPI
import Layout
import Operations
import Recipes
import Views

/// The input of an action: what the command that it asks for is about.
protocol ActionInput: OperationInput {
    /// The request's names for the parts of the command.
    static var names: CommandNames { get }
    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal)
}

extension CommunityActionInput: ActionInput {
    static let names = CommandNames(cause: "upTo")

    func aim(_ command: inout Command, _ request: APIRequest) {}
}

extension RecipeActionInput: ActionInput {
    static let names = CommandNames(subject: "recipe")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try EntityName.reference(recipe, "r", field: "recipe")
    }
}

extension ForkInput: ActionInput {
    static let names = CommandNames(cause: "recipe")

    /// The recipe is the cause of the new one, and does not change.
    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.cause = try EntityName.reference(recipe, "r", field: "recipe")
    }
}

extension CookNoteActionInput: ActionInput {
    static let names = CommandNames(cause: "cooking")

    /// The decision finds the recipe.
    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.cause = try EntityName.event(cooking, field: "cooking")
    }
}

extension RepostActionInput: ActionInput {
    static let names = CommandNames(subject: "repost")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try EntityName.reference(repost, "p", field: "repost")
    }
}

extension CommentActionInput: ActionInput {
    static let names = CommandNames(subject: "comment")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try EntityName.reference(comment, "c", field: "comment")
    }
}

extension ReplyInput: ActionInput {
    static let names = CommandNames(subject: "comment", cause: "comment")

    /// A reply is a comment on the recipe that the other comment is on.
    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        let comment = try EntityName.reference(comment, "c", field: "comment")
        command.cause = comment
        command.subject = try request.recipe(below: comment)
    }
}

extension ItemActionInput: ActionInput {
    static let names = CommandNames(subject: "item")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try EntityName.reference(item, "i", field: "item")
    }
}

extension CookbookActionInput: ActionInput {
    static let names = CommandNames(subject: "cookbook")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try EntityName.reference(cookbook, "b", field: "cookbook")
    }
}

extension PlacedRecipeInput: ActionInput {
    static let names = CommandNames(subject: "cookbook", cause: "recipe")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try EntityName.reference(cookbook, "b", field: "cookbook")
        command.cause = try EntityName.reference(recipe, "r", field: "recipe")
    }
}

extension ReportActionInput: ActionInput {
    static let names = CommandNames(subject: "report")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try EntityName.reference(report, "f", field: "report")
    }
}

extension MemberActionInput: ActionInput {
    static let names = CommandNames(subject: "member")

    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        command.subject = try request.member(member)
    }
}

extension OtherMemberActionInput: ActionInput {
    static let names = CommandNames(subject: "member")

    /// The caller's own account takes a password to delete, at another path.
    func aim(_ command: inout Command, _ request: APIRequest) throws(Refusal) {
        let reference = try request.member(member)
        let viewer = try request.requiredViewer
        // An admin may delete a member who has blocked the admin.
        let id = try request.context.community.query { queries in
            try queries.member(reference, for: queries.role(viewer) == .admin ? nil : viewer)
        }
        guard id != viewer else {
            throw Refusal(
                .forbidden, "delete your own account by POST \(API.deleteAccount.path)", field: "member")
        }
        command.subject = .member(id)
    }
}

/// Answers actions. Each becomes a command, with the request's body as the event's data.
enum Actions {
    static func handler(of operation: any AnyOperation, _ event: String) -> Route.Handler {
        guard let kind = EventKind(name: event) else { preconditionFailure("\(event) is not a kind of event") }
        guard let type = operation.inputType as? any ActionInput.Type else {
            preconditionFailure("\(operation.name) does not say what it is done to")
        }
        return { request in
            var command = Command(kind, actor: try request.actor)
            let object = request.body.isEmpty ? nil : try request.jsonObject()
            try aim(type, &command, request)
            if let object {
                if kind == .recipeEdited, let returned = try ReturnedRecipe(object) {
                    try request.read(returned, into: &command)
                } else {
                    try CloudEventReader.read(object: request.body, into: &command)
                }
                try await request.holdImages(of: command.payload)
            }
            return try await request.submit(command, type.names)
        }
    }

    private static func aim<Input: ActionInput>(
        _ type: Input.Type, _ command: inout Command, _ request: APIRequest
    ) throws(Refusal) {
        let input: Input = try request.input()
        try input.aim(&command, request)
    }
}

extension APIRequest {
    /// The recipe that a comment belongs to.
    fileprivate func recipe(below comment: Reference) throws(Refusal) -> Reference {
        let parent = try context.community.log.read { snapshot in
            try snapshot.position(of: comment).flatMap { try snapshot.entity($0) }
        }
        guard let parent, parent.type == .comment else {
            throw Refusal(.notFound, "there is no comment \(comment)", field: "comment")
        }
        return .position(parent.parent, letter: "r")
    }

    /// Reads an edit from the answer of the recipe's page.
    fileprivate func read(_ returned: ReturnedRecipe, into command: inout Command) throws(Refusal) {
        guard let recipe = command.subject else { return }
        let viewer = try requiredViewer
        let base = try context.community.query { queries in
            try queries.base(of: recipe, version: returned.version, viewer: viewer)
        }
        command.payload = .recipe(try returned.content(on: base))
        command.expectedVersion = returned.version
    }

    func requireJSON() throws(Refusal) {
        guard let type = headers[.contentType] else { return }
        let media = type.prefix { $0 != ";" }.lowercased()
        guard media == "application/json" || media.hasSuffix("+json") else {
            throw Refusal(.unsupported, "send application/json, not \(media.excerpt())")
        }
    }

    /// Submits a command and answers what became of it. With an `Idempotency-Key`, a second request with the key is the same command.
    /// With an `If-Match`, the command is based on the version that it names. It must not contradict the body.
    fileprivate func submit(_ command: Command, _ names: CommandNames) async throws -> Reply {
        var command = command
        if let key = headers[.idempotencyKey] {
            guard (1...200).contains(key.utf8.count), key.isVisibleASCII else {
                throw Refusal(
                    .usage, "an Idempotency-Key is 1 to 200 visible characters of ASCII", field: "idempotency-key")
            }
            // Two members may use the same key.
            command.origin = Origin(source: Origin.source(ofRequestsBy: try requiredPrincipal.member), id: key)
        }
        if let match = headers[.ifMatch], match != "*" {
            let versions = EntityTag.versions(match)
            // The header may name several versions. One that fits is enough.
            let current = versions.count > 1 ? try version(of: command.subject) : nil
            guard let version = versions.first(where: { $0 == current }) ?? versions.first else {
                throw Refusal(
                    .stale,
                    "If-Match must be the ETag that the recipe came with, and «\(match.excerpt())» is not an ETag",
                    field: "if-match")
            }
            guard command.expectedVersion ?? version == version else {
                throw Refusal(
                    .invalid, "the body and If-Match name two versions: send one of them", field: "version")
            }
            command.expectedVersion = version
        }
        let outcome: Outcome
        do throws(Refusal) { outcome = try await context.submit(command) } catch {
            throw names.renamed(translated(error, command))
        }
        return try Self.reply(outcome)
    }

    /// The current version of something; `nil`: it does not exist.
    private func version(of subject: Reference?) throws(Refusal) -> UInt32? {
        guard let subject else { return nil }
        return try context.community.log.read { snapshot in
            try snapshot.position(of: subject).flatMap { try snapshot.entity($0)?.version }
        }
    }

    private func translated(_ refusal: Refusal, _ command: Command) -> Refusal {
        if command.origin != nil, refusal.field == "id" { return refusal.ofAnotherCommand }
        guard refusal.code == .conflict, refusal.field == "version", let match = headers[.ifMatch], match != "*" else {
            return refusal
        }
        return Refusal(.stale, refusal.message, field: "if-match")
    }

    static func reply(_ outcome: Outcome) throws -> Reply {
        let answer = SubmitAnswer(outcome)
        let path = outcome.kind.page.map { page in
            page.path(with: Dictionary(uniqueKeysWithValues: page.names.map { ($0, answer.id) }))
        }
        var reply = try Reply.json(answer, status: path != nil && outcome.changed ? .created : .ok)
        if let path { reply.headers[.location] = path }
        return reply
    }
}

extension Refusal {
    /// The refusal of a key that named another command before.
    var ofAnotherCommand: Refusal {
        code == .conflict && field == "id" ? Refusal(.invalid, message, field: "idempotency-key") : self
    }
}

extension EventKind {
    /// The limit that a command of this kind draws on.
    var rateKind: RateKind { RateKind(RateClass(ofEvent: name)) ?? .actions }

    /// The page of what an event of this kind creates; `nil`: it has none.
    fileprivate var page: PathTemplate? {
        switch self {
        case .memberRegistered: API.profile.path
        case .recipePosted: API.recipe.path
        case .commentPosted: API.comment.path
        case .recipeReposted: API.repost.path
        // A report's own page is for moderators.
        case .reportFiled, .listItemAdded: API.entity.path
        case .cookbookCreated: API.cookbook.path
        default: nil
        }
    }
}

extension RequestContext {
    /// Hands a command to the community. After a deletion, the member's texts are out of views and index when this returns.
    func submit(_ command: Command) async throws(Refusal) -> Outcome {
        let outcome = try await community.submit(command)
        if command.kind == .memberDeleted, outcome.changed { await forget() }
        return outcome
    }
}
