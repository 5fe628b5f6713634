import Decisions
import Events
import Layout
import TestSupport
import Testing

/// Laws of all decisions, in communities made by random commands.
@Suite struct DecisionLaws {
    private static func reference(_ dice: inout SeededGenerator, head: Position) -> Reference? {
        let position = Position(UInt64.random(in: 0...head.value + 2, using: &dice))
        return switch Int.random(in: 0..<12, using: &dice) {
        case 0: nil
        case 1: .username("u\(Int.random(in: 0..<12, using: &dice))")
        case 2: .external(source: "app", id: "\(Int.random(in: 0..<40, using: &dice))")
        case 3: .position(position, letter: "mrcpfib".randomElement(using: &dice))
        default: .position(position, letter: nil)
        }
    }

    /// Mostly an existing subject of the right type, if there is one.
    private static func subject(of kind: EventKind, _ dice: inout SeededGenerator, in community: MemoryCommunity)
        -> Reference?
    {
        guard Int.random(in: 0..<5, using: &dice) > 0 else { return reference(&dice, head: community.head) }
        let creation: EventKind? =
            switch kind {
            case .memberRegistered, .recipePosted, .memberProfileChanged, .notificationsRead, .feedSeen: nil
            case .repostDeleted: .recipeReposted
            case .listItemAdded, .cookbookCreated: nil
            case _ where kind.name.hasPrefix("cookbook."): .cookbookCreated
            case .listItemChecked, .listItemUnchecked, .listItemRemoved: .listItemAdded
            case .reportResolved: .reportFiled
            case _ where kind.name.hasPrefix("member."): .memberRegistered
            case _ where kind.name.hasPrefix("comment.") && kind != .commentPosted: .commentPosted
            default: .recipePosted
            }
        guard let creation else { return nil }
        return community.records.filter { $0.kind == creation }.randomElement(using: &dice)
            .map { .position($0.position, letter: nil) }
    }

    private static func payload(for kind: EventKind, _ dice: inout SeededGenerator) -> Payload {
        let texts = ["", " ", "a", "b\u{0}", "Fine.", "\u{301}", String(repeating: "é", count: 6_000)]
        let text = texts[Int.random(in: 0..<texts.count, using: &dice) % (Bool.random(using: &dice) ? 3 : texts.count)]
        guard Int.random(in: 0..<20, using: &dice) > 0 else { return .said(text) }
        switch PayloadShape(kind) {
        case .registration: return .registering("u\(Int.random(in: 0..<12, using: &dice))")
        case .profileChange:
            let name = "U\(Int.random(in: 0..<12, using: &dice))"
            let isRename = Bool.random(using: &dice)
            return .changing {
                if isRename { $0.username = name } else { $0.bio = text }
            }
        case .ban: return .ban(until: Int64.random(in: 1_699_999_900...1_700_002_000, using: &dice))
        case .reason: return Bool.random(using: &dice) ? .none : .because(text)
        case .recipe:
            return .soup {
                $0.title += text
                $0.tags = [text]
            }
        case .quote: return Bool.random(using: &dice) ? .none : .quoting(text)
        case .text: return .said(text)
        case .rules:
            var rules = Rules.standard.message
            rules.badges.lovedLikes = UInt32.random(in: 0...4, using: &dice)
            rules.collections[0].name = text
            return .rules(rules)
        case .plan:
            return .planning(
                "2026-11-2\(Int.random(in: 0...3, using: &dice))", UInt8.random(in: 0...4, using: &dice),
                for: kind == .planSet ? UInt32.random(in: 0...3, using: &dice) : 0)
        case .listItem: return Bool.random(using: &dice) ? .none : .listing(text)
        case .cookbook: return .collecting(text, isPublic: Bool.random(using: &dice))
        case .points: return .carrying(points: UInt32.random(in: 0...2, using: &dice))
        case .counts: return .carrying(likes: UInt32.random(in: 0...2, using: &dice))
        case .note, .report, .resolution, .logCreated, nil: return .none
        }
    }

    private static func command(_ dice: inout SeededGenerator, in community: MemoryCommunity, _ number: Int) -> Command
    {
        let kind = EventKind.allCases.randomElement(using: &dice) ?? .recipeLiked
        // Mostly existing members; otherwise hardly any command would be accepted.
        let actor: Reference? =
            switch Int.random(in: 0..<10, using: &dice) {
            case 0: nil
            case 1: reference(&dice, head: community.head)
            default: .username("u\(Int.random(in: 0..<8, using: &dice))")
            }
        return Command(
            kind, actor: kind == .memberRegistered ? nil : actor, subject: subject(of: kind, &dice, in: community),
            cause: Int.random(in: 0..<3, using: &dice) == 0 ? reference(&dice, head: community.head) : nil,
            origin: Int.random(in: 0..<4, using: &dice) == 0 ? Origin(source: "app", id: "\(number)") : nil,
            payload: payload(for: kind, &dice), value: UInt8.random(in: 0...6, using: &dice))
    }

    @Test("random commands keep the laws of decisions", arguments: UInt64(1)...12)
    func decisionsKeepTheirLaws(_ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var community = MemoryCommunity()
        for name in 0..<8 {
            try community.submit(.registering("u\(name)", role: name == 0 ? .admin : .member))
        }
        try community.submit(Command(.recipePosted, actor: .username("u1"), payload: .recipe(.soup)))
        var accepted: Set<EventKind> = []
        for number in 0..<1_500 {
            community.now.microseconds += 1_000_000
            var command = Self.command(&dice, in: community, number)
            if command.kind == .memberRegistered || command.kind == .recipePosted { command.subject = nil }
            // Only imports carry over what was before, in no member's name.
            if command.kind.isCarriedOver, number % 5 > 0 { (command.actor, command.authority) = (nil, .operator) }
            // A member who is always deleted, banned or blocked does nothing.
            let isParting = [.memberDeleted, .memberBanned, .memberBlocked].contains(command.kind)
            if isParting, number % 7 > 0 { continue }
            do throws(Refusal) {
                let decision = try Decider.decide(command, in: community)
                check(decision, of: command, in: community)
                var after = community
                if let first = try? after.submit(command) {
                    checkRepetition(of: command, first: first, decision, in: after)
                } else {
                    Issue.record("\(command) was accepted, and then not")
                }
                if case .append = decision { accepted.insert(command.kind) }
                community = after
                #expect(community.adminCount >= 1)
            } catch {
                #expect(!error.message.isEmpty && !error.message.contains("\n"))
            }
        }
        #expect(accepted.count >= 25, "the commands are too random to say much: \(accepted)")
    }

    /// Causes are existing events, and the command's own event is the first.
    private func check(_ decision: Decision, of command: Command, in community: MemoryCommunity) {
        switch decision {
        case .unchanged(let position):
            #expect(!position.isNone && position <= community.head)
        case .append(let drafts):
            #expect(drafts.first?.kind == command.kind)
            #expect(drafts.first?.isCausedByFirst == false)
            for draft in drafts {
                let hasNoSubject = draft.isOwnSubject || draft.kind == .rulesChanged
                #expect(draft.subject.isNone == hasNoSubject)
                for position in [draft.subject, draft.cause, draft.actor.position, draft.owner.position] {
                    #expect(position <= community.head)
                }
            }
        }
    }

    /// A repetition is unchanged where only the last act counts, and unchanged commands stay unchanged.
    private func checkRepetition(
        of command: Command, first: Position, _ decision: Decision, in community: MemoryCommunity
    ) {
        var command = command
        if case .append(let drafts) = decision {
            let everyTime: Set<EventKind> = [
                .recipePosted, .recipeReposted, .recipeCooked, .commentPosted, .listItemAdded, .cookbookCreated,
            ]
            let onlyOnce: Set<EventKind> = [.memberRegistered, .memberDeleted]
            if everyTime.contains(command.kind) || onlyOnce.contains(command.kind) { return }
            // Content may stay hidden by the mark of the other one, which the same actor does not clear.
            let isHidden = community.entity(drafts.first?.subject ?? .none)?.lifecycle != .living
            if command.kind.isRestoration, isHidden { return }
            // A former admin may not repeat it, and a renamed member must be named by id.
            guard let own = drafts.first, command.kind != .memberRoleChanged || own.actor.position != own.subject else {
                return
            }
            if command.actor != nil { command.actor = .member(own.actor) }
            if command.kind == .memberProfileChanged { command.subject = nil }
        }
        guard case .unchanged(let again)? = try? Decider.decide(command, in: community) else {
            Issue.record("\(command) is not unchanged when repeated")
            return
        }
        #expect(again == first)
    }
}
