import Answers
import Community
import Decisions
import EventLog
import Events
import LarderAPI
import Layout
import Operations
import Views

/// The community of a directory, for one command.
struct CommunityBackend: Backend {
    let invocation: Invocation
    let community: Community
    /// The state of the views that answers, and the viewer; `nil`: each question opens the newest state.
    private var state: (queries: Queries, viewer: MemberID?)?

    init(invocation: Invocation, community: Community) {
        (self.invocation, self.community) = (invocation, community)
    }

    /// This backend with a state of the views and a viewer; `nil`: the operator.
    func asking(_ queries: Queries, as viewer: MemberID?) -> CommunityBackend {
        var backend = self
        backend.state = (queries, viewer)
        return backend
    }

    var now: Timestamp { state?.queries.now ?? EventLog.systemClock() }

    func inOneState<R>(_ body: (any Backend) throws -> R) throws -> R {
        if state != nil { return try body(self) }
        return try invocation.query(community) { queries in
            try body(asking(queries, as: try invocation.viewer(queries)))
        }
    }

    func ask<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, of owner: Reference?
    ) throws -> Answer {
        guard operation.isQuestion else { return try answerOfCommunity(operation, input) }
        guard let (queries, member) = state else { return try inOneState { try $0.ask(operation, input, of: owner) } }
        var viewer = Viewer(member: member, isOperator: member == nil)
        if let owner {
            viewer = Viewer(member: try queries.member(owner))
            guard member == nil || member == viewer.member else { throw Refusal.notTheirs(owner) }
        }
        switch operation.access {
        case .member where viewer.member == nil:
            throw Refusal(.usage, "name the member who asks: --as @name", field: "as")
        case .moderator:
            guard viewer.member.map(queries.mayModerate) ?? viewer.isOperator else {
                throw Refusal(
                    .forbidden,
                    "only moderators can do this: pass --as with a moderator, or leave --as out to act as the operator",
                    field: "as")
            }
        default: break
        }
        if let binding = DocumentQuestions.binding(of: operation) as? Binding<Input, Answer> {
            return try binding.answer(input, viewer, queries)
        }
        return try Questions.ask(operation, input, as: viewer, queries)
    }

    func outdatedNeeds() throws -> [String] {
        guard let (queries, viewer) = state else { return try inOneState { try $0.outdatedNeeds() } }
        guard let viewer else { throw Refusal(.usage, "name the member who asks: --as @name", field: "as") }
        return queries.outdatedNeeds(of: viewer, before: queries.now.day)
    }

    // MARK: Acting

    func submit(_ command: Command) throws -> Outcome {
        do throws(Refusal) {
            return try community.submit(command.atTerminal)
        } catch {
            if error.code == .notFound { try checkNames([command.actor, command.subject]) }
            throw error
        }
    }

    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>] {
        try community.submit(batch: batch.map(\.byOperator))
    }

    /// Refuses an unknown name.
    func checkNames(_ references: [Reference?]) throws(Refusal) {
        for case .username(let name)? in references {
            try community.query { queries in _ = try queries.member(.username(name)) }
        }
    }

    func entityType(_ reference: Reference) throws -> EntityType? {
        try community.log.read { snapshot in
            guard let position = try snapshot.position(of: reference) else { return nil }
            return try snapshot.entity(position)?.type
        }
    }

    /// Read from the log itself.
    func content(of recipe: Reference) throws -> VersionedContent {
        let found = try community.log.read { snapshot -> VersionedContent? in
            guard let position = try snapshot.position(of: recipe), let entity = try snapshot.entity(position),
                entity.type == .recipe
            else { return nil }
            guard case .recipe(let content)? = try snapshot.record(at: entity.contentPosition)?.payload else {
                throw EntityLoss.erased.refusal(of: "\(recipe)")
            }
            return VersionedContent(content: content, version: entity.version)
        }
        guard let found else { throw Refusal(.notFound, "there is no recipe \(recipe)", field: "subject") }
        return found
    }

    func content(of recipe: Reference, version: UInt64) throws -> ProtoRecipeContent {
        try community.query { try $0.content(of: recipe, version: version, for: nil).content }
    }

    func cookbook(_ reference: Reference) throws -> VersionedCookbook? {
        try community.log.read { snapshot in
            guard let position = try snapshot.position(of: reference), let entity = try snapshot.entity(position),
                entity.type == .cookbook,
                case .cookbook(let words)? = try snapshot.record(at: entity.contentPosition)?.payload
            else { return nil }
            return VersionedCookbook(words: words, version: entity.version)
        }
    }
}
