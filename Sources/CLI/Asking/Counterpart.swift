import Community
import Decisions
import EventLog
import Events
import Layout
import Operations
import Views

/// Whom commands are given to, and asked what they begin with: the community of a directory, or a service.
protocol Counterpart: LogReader {
    /// Refuses a name that nobody has with the names that are like it.
    func submit(_ command: Command) throws -> Outcome
    /// Decides all in order, each against all before it.
    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>]
    func ask<Answer>(_ inquiry: Inquiry<Answer>) throws -> Answer
    /// What was created under that name; nil: nothing.
    func entityType(_ reference: Reference) throws -> EntityType?
    /// What a recipe says now, and in which version.
    func content(of recipe: Reference) throws -> VersionedContent
    func content(of recipe: Reference, version: UInt64) throws -> ProtoRecipeContent
    /// What a cookbook says now; nil, where there is none: whoever decides says so.
    func cookbook(_ reference: Reference) throws -> VersionedCookbook?
}

struct VersionedContent {
    var content: ProtoRecipeContent
    var version: UInt32
}

struct VersionedCookbook {
    var words: ProtoCookbook
    var version: UInt32
}

extension Counterpart {
    /// Which kind of event an entity's type asks for; refuses where there is none.
    func kind(for reference: Reference, _ kinds: [EntityType: EventKind]) throws -> EventKind {
        let type: EntityType?
        // The letter says what it is; a bare number and an external name do not.
        if case .position(_, let letter?) = reference {
            type = EntityType(letter: letter)
        } else {
            type = try entityType(reference)
        }
        guard let type else {
            throw Refusal(.notFound, "there is nothing called \(reference)", field: "subject")
        }
        guard let kind = kinds[type] else {
            let names = kinds.keys.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" }.joined(separator: " or a ")
            throw Refusal(.invalid, "\(reference) is a \(type.name): this takes a \(names)", field: "subject")
        }
        return kind
    }
}

/// The community of a directory, for one command.
struct CommunityCounterpart: Counterpart {
    let invocation: Invocation
    let community: Community

    func submit(_ command: Command) throws -> Outcome {
        do throws(Refusal) {
            return try community.submit(command)
        } catch {
            if error.code == .notFound { try checkNames([command.actor, command.subject]) }
            throw error
        }
    }

    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>] { try community.submit(batch: batch) }

    /// Refuses a name that nobody has.
    func checkNames(_ references: [Reference?]) throws(Refusal) {
        for case .username(let name)? in references {
            try community.query { queries in _ = try queries.member(.username(name)) }
        }
    }

    func ask<Answer>(_ inquiry: Inquiry<Answer>) throws -> Answer {
        try invocation.query(community) { queries in
            try inquiry.answer(Standpoint(queries: queries, actor: invocation.actor))
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
        try community.query { try $0.content(of: recipe, version: version).content }
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
