import Accounts
import CloudEvents
import Community
import Decisions
import EventLog
import Events
import HTTPTypes
import Layout
import Notation
import Recipes
import Views

extension Endpoint {
    /// What an action is done to, as the path names it.
    enum Target: Sendable {
        /// The community, or whoever acts.
        case nothing
        /// `{recipe}` and the like, with the letters of its type.
        case entity(String, Character)
        case member
        /// Not whoever acts: an account of one's own takes more than that to be deleted.
        case otherMember
        /// A recipe within a cookbook: `{cookbook}` and `{recipe}`.
        case placedRecipe
        /// The recipe is not changed, but what comes of it is by it: `{recipe}`.
        case origin
        /// Another comment below that one's recipe: `{comment}`.
        case reply
    }

    /// An action of one kind. What is sent along is the event's `data`, as in a submission.
    static func action(
        _ path: String, _ operation: String, _ kind: EventKind, on target: Target = .nothing, scope: Scopes = .act
    ) -> Endpoint {
        Endpoint(
            method: .post, path: path, operation: operation, access: .member, scope: scope, rate: kind.rateKind,
            bodyMax: actionBytesMax
        ) { exchange in
            var command = Command(kind, actor: try exchange.actor)
            try exchange.aim(&command, at: target)
            if !exchange.body.isEmpty {
                try exchange.requireJSON()
                try CloudEventReader.read(data: exchange.body, into: &command)
                try await exchange.holdImages(of: command.payload)
            }
            return try await exchange.submit(command)
        }
    }

    /// A payload has 256 KiB; JSON may write it at greater length.
    static let actionBytesMax = 1 << 20
}

extension Exchange {
    fileprivate func aim(_ command: inout Command, at target: Endpoint.Target) throws(Refusal) {
        switch target {
        case .nothing: break
        case .entity(let name, let letter): command.subject = try entity(name, String(letter))
        case .member: command.subject = try member()
        case .otherMember:
            let member = try member()
            let id = try desk.community.query { try $0.member(member) }
            guard id != viewer else {
                throw Refusal(.forbidden, "delete your own account by POST /account/delete", field: "member")
            }
            command.subject = .member(id)
        case .placedRecipe:
            command.subject = try entity("cookbook", "b")
            command.cause = try entity("recipe", "r")
        case .origin: command.cause = try entity("recipe", "r")
        case .reply:
            let comment = try entity("comment", "c")
            command.cause = comment
            command.subject = try recipe(below: comment)
        }
    }

    /// The recipe that a comment belongs to.
    private func recipe(below comment: Reference) throws(Refusal) -> Reference {
        let parent = try desk.community.log.read { snapshot in
            try snapshot.position(of: comment).flatMap { try snapshot.entity($0) }
        }
        guard let parent, parent.type == .comment else {
            throw Refusal(.notFound, "there is no comment \(comment)", field: "comment")
        }
        return .position(parent.parent, letter: "r")
    }

    func requireJSON() throws(Refusal) {
        guard let type = headers[.contentType] else { return }
        let media = type.prefix { $0 != ";" }.lowercased()
        guard media == "application/json" || media.hasSuffix("+json") else {
            throw Refusal(.unsupported, "send application/json, not \(media.prefix(80))")
        }
    }

    /// Submits what somebody asks for, as the same command again where the client says so by an `Idempotency-Key`, and on the
    /// version that an `If-Match` names.
    func submit(_ command: Command) async throws -> Reply {
        var command = command
        if let key = headers[.idempotencyKey] {
            guard (1...200).contains(key.utf8.count), key.isVisibleASCII else {
                throw Refusal(
                    .usage, "an Idempotency-Key is 1 to 200 visible characters of ASCII", field: "idempotency-key")
            }
            // Everybody's keys are their own.
            command.origin = Origin(source: Origin.source(ofRequestsBy: try requiredPrincipal.member), id: key)
        }
        if let match = headers[.ifMatch], match != "*" {
            let versions = EntityTag.versions(match)
            // Of several any will do.
            let current = versions.count > 1 ? try version(of: command.subject) : nil
            guard let version = versions.first(where: { $0 == current }) ?? versions.first else {
                throw Refusal(
                    .stale, "If-Match takes the ETag that the recipe came with, and «\(match.prefix(80))» is none",
                    field: "if-match")
            }
            command.expectedVersion = version
        }
        let outcome: Outcome
        do throws(Refusal) { outcome = try await desk.submit(command) } catch { throw translated(error, command) }
        return try Self.reply(outcome)
    }

    /// Of what is there now; nil: nothing.
    private func version(of subject: Reference?) throws(Refusal) -> UInt32? {
        guard let subject else { return nil }
        return try desk.community.log.read { snapshot in
            try snapshot.position(of: subject).flatMap { try snapshot.entity($0)?.version }
        }
    }

    private func translated(_ refusal: Refusal, _ command: Command) -> Refusal {
        if command.origin != nil, refusal.field == "id" { return refusal.ofAnotherCommand }
        guard refusal.code == .conflict, command.expectedVersion != nil, refusal.field == "version" else {
            return refusal
        }
        return Refusal(.stale, refusal.message, field: "if-match")
    }

    static func reply(_ outcome: Outcome) throws -> Reply {
        let answer = SubmitAnswer(outcome)
        let path = outcome.kind.collection.map { "/\($0)/\(answer.id)" }
        var reply = try Reply.json(answer, status: path != nil && outcome.changed ? .created : .ok)
        if let path { reply.headers[.location] = path }
        return reply
    }
}

extension Refusal {
    /// Where a key was another command before: the content does not fit it.
    var ofAnotherCommand: Refusal {
        code == .conflict && field == "id" ? Refusal(.invalid, message, field: "idempotency-key") : self
    }
}

extension EventKind {
    /// As what doing it is counted.
    var rateKind: RateKind {
        switch self {
        case .recipePosted, .commentPosted, .recipeReposted, .reportFiled, .cookbookCreated: .posts
        default: .actions
        }
    }

    /// Where what it creates can be asked for.
    fileprivate var collection: String? {
        switch self {
        case .memberRegistered: "members"
        case .recipePosted: "recipes"
        case .cookbookCreated: "cookbooks"
        default: nil
        }
    }
}
