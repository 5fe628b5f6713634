import Accounts
import Answers
import Community
import EventLog
import Events
import HTTPTypes
import LarderAPI
import Layout
import Operations
import Views

/// The log itself, with all that it says about members: for admins.
extension Handlers {
    static let log = [
        handle(API.log) { input, request in
            let part = try request.part(from: input.from, to: input.to)
            let page = input.page.page
            let after = try page.after.map { text throws(Refusal) in
                guard let number = UInt64(text), number > 0 else {
                    throw Refusal(.invalid, "«\(text.excerpt())» is a cursor of another list", field: "after")
                }
                return Position(number)
            }
            let context = request.context
            return try await context.apart {
                let log = context.community.log
                let selection = try context.community.query { try EventSelection(input.selection, $0) }
                let head = try log.head()
                // One more than the page shows whether another page follows.
                var found: [Position]
                if input.newestFirst ?? true {
                    let end = after.map { min(head, Position($0.value - 1)) } ?? head
                    found = try selection.newest(page.limit + 1, of: part, through: end, in: log).reversed()
                } else {
                    found = try selection.oldest(page.limit + 1, of: part, after: after ?? .none, in: log)
                }
                let hasMore = found.count > page.limit
                if hasMore { found.removeLast() }
                let next = hasMore ? found.last.map { "\($0)" } : nil
                return .json(try log.document(of: found, position: head, next: next))
            }
        },
        handle(API.logHistogram) { input, request in
            let part = try request.part(from: input.from, to: input.to)
            let count = input.buckets ?? 200
            guard (1...1_000).contains(count) else {
                throw Refusal(.usage, "buckets is 1 to 1000", field: "buckets")
            }
            let context = request.context
            return try .json(
                try await context.apart {
                    let selection = try context.community.query { try EventSelection(input.selection, $0) }
                    return try selection.histogram(of: part, count: Int(count), in: context.community.log)
                })
        },
        handle(API.event) { input, request in
            let log = request.context.community.log
            return .json(try log.line(try log.event(at: try position(ofEvent: input.event))))
        },
        handle(API.effects) { input, request in
            let (community, event) = (request.context.community, try position(ofEvent: input.event))
            return try await request.reply(orStart: Jobs.Work(effectsOf: event)) { progress in
                try JSONDocument.bytes(try community.effects(of: event, progress: progress))
            }
        },
        handle(API.history) { input, request in
            let thing = try EventSelection.thing(input.thing)
            let context = request.context
            return try await context.ask(request, heavy: true) { queries in
                let found = try queries.history(
                    of: try queries.creation(of: thing), newestFirst: input.newestFirst, page: input.page.page)
                return .json(
                    try context.community.log.document(
                        of: found.events, position: Position(found.position), next: found.next))
            }
        },
        handle(API.why) { input, request in
            let context = request.context
            let moment = try input.asOf.map { text throws(Refusal) in try Times.moment(text, field: "asOf") }
            let viewer = try input.viewer.map { text throws(Refusal) in
                try MemberName.reference(text, field: "as")
            }
            return try await request.reply(orStart: try Jobs.Work(input, as: viewer)) { progress in
                // A name may change its member: the viewer is the member who had the name at that moment.
                let member = try viewer.map { viewer in
                    guard let moment else { return try context.community.query { try $0.member(viewer) } }
                    return try context.community.query(asOf: moment) { try $0.member(viewer) }
                }
                let question = try request.explained(input, as: member, named: viewer?.description)
                return try JSONDocument.bytes(
                    try context.community.why(
                        question, moment: moment, page: input.page.page, newestFirst: input.newestFirst,
                        proof: input.proof, progress: progress))
            }
        },
        handle(API.dossier) { input, request in
            let reference = try request.member(input.member)
            return try await request.context.ask(request, heavy: true) { queries in
                request.record.subject = try queries.member(reference)
                return try .json(try queries.dossier(of: reference))
            }
        },
        handle(API.exportPerson) { input, request in
            let (context, reference) = (request.context, try request.member(input.member))
            let viewer = try request.requiredViewer
            return try await context.apart {
                try context.community.requireLiving(reference)
                return try context.community.query { queries in
                    let isAdmin = queries.role(viewer) == .admin
                    let member = try queries.member(reference, for: isAdmin ? nil : viewer)
                    request.record.subject = member
                    guard member == viewer || isAdmin else {
                        throw Refusal(
                            .forbidden, "what is held about \(reference) is for them and for admins alone",
                            field: "member")
                    }
                    var document: [UInt8] = []
                    try PersonExport(member: member, log: context.community.log, queries: queries).write {
                        document += $0
                    }
                    return .json(document)
                }
            }
        },
    ]

    /// What other parties need to verify the log. A signature costs a sync of the log, so that it is charged as an action.
    static let audit = [
        handle(API.auditKey) { _, request in
            let community = request.context.community
            return try .json(try await request.context.apart { AuditKeyAnswer(key: try community.auditKey()) })
        },
        handle(API.auditHead) { input, request in
            let community = request.context.community
            return try .json(
                try await request.context.apart { AuditHeadAnswer(try community.auditHead(size: input.size)) })
        },
        handle(API.auditConsistency) { input, request in
            let community = request.context.community
            return try .json(
                try await request.context.apart {
                    AuditProofAnswer(try community.auditProof(from: input.from, to: input.to))
                })
        },
        handle(API.auditInclusion) { input, request in
            let (community, event) = (request.context.community, try position(ofEvent: input.event))
            let viewer = try request.requiredViewer
            return try .json(
                try await request.context.apart {
                    let isTold = try community.query { queries in queries.role(viewer) == .admin }
                    // The event's bytes name its actor, also for a vote, which no other member sees.
                    if !isTold, let header = try community.log.read({ try $0.header(at: event) }),
                        header.actor != viewer
                    {
                        throw Refusal(
                            .forbidden, "only the event's actor and admins get its proof", field: "event")
                    }
                    return AuditProofAnswer(try community.auditProof(of: event, size: input.size))
                })
        },
        handle(API.auditLeaf) { input, request in
            let community = request.context.community
            return try .json(
                try await request.context.apart {
                    AuditProofAnswer(try community.auditProof(ofLeaf: input.leaf, size: input.size))
                })
        },
    ]

    /// The event that a text names by its position, or by the id of what it created.
    private static func position(ofEvent text: String) throws(Refusal) -> Position {
        guard case .position(let position, _)? = Reference(text) else {
            throw Refusal(.usage, "«\(text.prefix(80))» is not a position: 1024 is one, and r1024", field: "event")
        }
        return position
    }
}

extension APIRequest {
    /// A part of the log between two moments.
    fileprivate func part(from: String?, to: String?) throws(Refusal) -> LogSpan {
        try LogSpan(
            from: try from.map { text throws(Refusal) in try Times.moment(text, field: "from") },
            to: try to.map { text throws(Refusal) in try Times.moment(text, field: "to") })
    }

    /// The question that is explained, as that member would ask it.
    fileprivate func explained(
        _ input: WhyInput, as member: MemberID?, named name: String?
    ) throws -> ExplainedQuestion {
        let address = try QuestionAddress(input.question)
        let operation = address.operation
        guard let route = Route.of(operation) else { preconditionFailure("\(operation.name) has no route") }
        let asked = try APIRequest(
            self, route, target: input.question, path: address.path, query: address.query, viewer: member
        ).prepared()
        let wording = input.wording ?? input.question + (name.map { " as \($0)" } ?? "")
        return ExplainedQuestion(wording, path: input.fields) { queries in
            // Before the viewer became a moderator, the answer was a refusal.
            if operation.access == .moderator, let member, !queries.mayModerate(member) {
                throw Refusal(.forbidden, "only moderators can do this")
            }
            return try AnswerTree(of: try asked.answer(Viewer(member: member), queries))
        }
    }
}
