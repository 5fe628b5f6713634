import Accounts
import Answers
import Community
import EventLog
import Events
import HTTP
import LarderAPI
import Layout
import Operations
import Views

extension CommunityBackend {
    private var log: EventLog { community.log }

    func event(at position: Position) throws -> LoggedEvent { LoggedEvent(try log.event(at: position), log) }

    func history(of thing: Reference, newestFirst: Bool, page: Page) throws -> LoggedEvents {
        let found = try invocation.query(community) { queries in
            try queries.history(of: try queries.creation(of: thing), newestFirst: newestFirst, page: page)
        }
        return LoggedEvents(
            position: found.position, events: try events(found.events, namesAsOf: Position(found.position)),
            next: found.next)
    }

    func newest(_ count: Int, _ choice: EventChoice, _ body: (LoggedEvent) throws -> Void) throws -> Position {
        let (selection, head) = (try selection(choice), try log.head())
        for position in try selection.newest(count, of: choice.part, through: head, in: log) {
            guard let record = try log.read({ try $0.record(at: position) }) else { continue }
            try body(LoggedEvent(record, log))
        }
        return head
    }

    func follow(
        _ choice: EventChoice, after position: Position, warn: @escaping @Sendable (String) -> Void,
        _ body: (LoggedEvent) throws -> Void
    ) throws {
        let selection = try selection(choice)
        var follower = Follower(log, after: position)
        while true {
            var records: [Record] = []
            _ = try follower.poll(kinds: choice.kindSet) { record in
                let header = record.header
                if selection.contains(header),
                    choice.part.hasBegun(by: header.position, recordedAt: header.recordedAt)
                {
                    records.append(record)
                }
            }
            for record in records { try body(LoggedEvent(record, log)) }
            community.releaseReaders()
            Follower.pause()
        }
    }

    private func selection(_ choice: EventChoice) throws -> EventSelection {
        try community.query { queries in
            EventSelection(
                kinds: choice.kindSet, actor: try choice.actor.map(queries.member),
                thing: try choice.thing.map(queries.creation))
        }
    }

    private func events(_ positions: [Position], namesAsOf end: Position? = nil) throws -> [LoggedEvent] {
        try positions.compactMap { position in
            try log.read { try $0.record(at: position) }.map { LoggedEvent($0, log, namesAsOf: end) }
        }
    }

    func creation(at position: Position, by kind: EventKind) throws -> Creation? {
        guard let header = try log.read({ try $0.header(at: position) }), header.kind == kind else { return nil }
        return Creation(
            actor: header.actor.description,
            subject: header.subject.isNone ? nil : .position(header.subject, letter: nil))
    }

    func why(_ request: WhyRequest, page: Page, progress: (Int, Int) -> Void) throws -> WhyAnswer {
        // A name may change its member: the viewer is the member who had the name at the moment of the question.
        let viewer = try request.viewer.map { name in try invocation.query(community) { try $0.member(name) } }
        let question = ExplainedQuestion(request.text, path: request.path) { queries in
            try request.call.answer(of: asking(queries, as: viewer))
        }
        return try community.why(
            question, moment: invocation.moment, page: page, newestFirst: request.newestFirst, proof: request.proof,
            progress: progress)
    }

    func writeHoldings(about member: Reference, _ write: ([UInt8]) -> Void) throws {
        try community.requireLiving(member)
        try invocation.query(community) { queries in
            let id = try queries.member(member)
            guard try invocation.viewer(queries).map({ $0 == id }) ?? true else {
                throw Refusal(
                    .forbidden, "only \(member) and the operator may see what is held about \(member)", field: "as")
            }
            try PersonExport(member: id, log: log, queries: queries).write(write)
        }
    }

    /// Answers for an admin what concerns the account of a member.
    private func withAccount<R>(
        of name: String, _ body: (_ accounts: Accounts, _ member: MemberID, _ admin: MemberID) throws -> R
    ) throws -> R {
        let reference = try MemberName.reference(name, field: "member")
        let (member, admin) = try invocation.query(community) { queries in
            (try queries.member(reference), try ResetPassword.admin(invocation, queries))
        }
        let accounts = try Accounts(of: community)
        defer { accounts.close() }
        return try body(accounts, member, admin)
    }

    /// Answers what the views do not: proofs of the log, and what cleans up.
    func answerOfCommunity<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input
    ) throws -> Answer {
        let answer: (any Codable & Sendable)?
        switch input {
        case _ where operation.name == API.cleanBookmarks.name:
            let actor = try invocation.requiredActor(to: "remove their bookmarks")
            let member = try community.query { queries in try queries.member(actor) }
            let done = try community.cleanBookmarks(of: member, countMax: CleanBookmarksAnswer.removedMax)
            answer = CleanBookmarksAnswer(position: done.position.value, removed: done.removed, left: done.left)
        case _ where operation.name == API.about.name:
            let said = try ServeConfiguration.introduction(of: invocation.dataDirectory)
            answer = try community.query { $0.about(called: said.name, contact: said.contact) }
        case let input as MemberInput where operation.name == API.dossier.name:
            let reference = try MemberName.reference(input.member, field: "member")
            answer = try invocation.query(community) { queries in
                if let viewer = try invocation.viewer(queries), !queries.mayModerate(viewer) {
                    throw Refusal(
                        .forbidden, "only moderators can do this: leave --as out to act as the operator", field: "as")
                }
                return try queries.dossier(of: reference)
            }
        case let input as MemberInput where operation.name == API.makeResetLink.name:
            answer = try withAccount(of: input.member) { accounts, member, admin in
                ResetLinkAnswer(
                    try Waiting.run { () async throws(Refusal) in
                        try await accounts.makeResetLink(for: member, by: admin)
                    }, for: member)
            }
        case let input as MemberInput where operation.name == API.memberAccess.name:
            answer = try withAccount(of: input.member) { accounts, member, _ in
                try MemberAccessAnswer(of: member, accounts)
            }
        case let input as RevokeAccessInput:
            answer = try withAccount(of: input.member) { accounts, member, admin in
                let (position, revoked) = try Waiting.run { () async throws(Refusal) in
                    try await accounts.revokeAccess(
                        of: member, only: input.session, by: admin, reason: input.reason)
                }
                return RevokedAccessAnswer(
                    position: position.value, id: member.description, revoked: UInt64(revoked))
            }
        case _ where operation.name == API.views.name: answer = ViewsAnswer(try community.viewsStatus())
        case _ where operation.name == API.auditKey.name: answer = AuditKeyAnswer(key: try community.auditKey())
        case let input as EventInput where operation.name == API.effects.name:
            answer = try UInt64(input.event).map { try community.effects(of: Position($0)) }
        case let input as AuditHeadInput:
            answer = AuditHeadAnswer(try community.auditHead(size: input.size))
        case let input as AuditConsistencyInput:
            answer = AuditProofAnswer(try community.auditProof(from: input.from, to: input.to))
        case let input as AuditInclusionInput:
            answer = try UInt64(input.event).map { event in
                AuditProofAnswer(try community.auditProof(of: Position(event), size: input.size))
            }
        case let input as AuditLeafInput:
            answer = AuditProofAnswer(try community.auditProof(ofLeaf: input.leaf, size: input.size))
        default: answer = nil
        }
        guard let answer = answer as? Answer else { preconditionFailure("no directory answers \(operation.name)") }
        return answer
    }
}
