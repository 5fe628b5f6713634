import Community
import EventLog
import Foundation
import LarderAPI
import Layout
import TestSupport
import Testing

/// What each viewer learns about the private acts of other members, by any operation of the catalogue.
///
/// Each fact can happen in two ways that differ in nothing else. Every operation is asked in both worlds, as every
/// viewer. Where a viewer gets the same answers, no operation tells the viewer the fact.
@Suite(.serialized) struct DisclosureTests {
    /// Facts × viewers: who learns what.
    private static let learners: [World.Fact: Set<World.Viewer>] = [
        .bookmark: [.member, .admin],
        .vote: [.member, .admin],
        .plan: [.member, .admin],
        .shopping: [.member, .admin],
        .report: [.member, .moderator, .admin],
        .email: [.member, .moderator, .admin],
        .cookbook: [.member, .admin],
        // Also the member does not learn which moderator it was.
        .moderator: [.moderator, .admin],
    ]

    /// The operations from which other viewers than the member learn it. Admins read the log.
    private static let sources: [World.Fact: Set<String>] = [
        .bookmark: ["awards"],
        .report: ["reports", "report", "stream", "dossier"],
        .email: ["profile", "members"],
        .moderator: ["moderationLog", "awards", "stream", "dossier"],
    ]
    private static let sourcesOfAdmins: Set<String> = [
        "log", "event", "effects", "history", "why", "exportPerson", "views",
    ]

    @Test("every operation of the catalogue has an entry in the table of requests") func complete() async throws {
        #expect(Set(API.all.map(\.name)) == Set(Exchange.all.keys))
        #expect(Set(World.Fact.allCases) == Set(Self.learners.keys))
        try await withCounter { counter in
            let world = try await World(counter)
            for operation in API.all {
                guard let exchange = Exchange.all[operation.name] else { continue }
                let targets = world.targets(of: operation, exchange)
                #expect(targets?.isEmpty == false, "\(operation.name): a place of its path has no thing")
            }
        }
    }

    @Test("each viewer learns of bookmarks, plans, reports, moderators and the rest what the table says")
    func learned() async throws {
        let first = try await answers()
        // Whatever differs between two equal worlds would prove nothing.
        #expect(differences(first, try await answers()) == [])
        for fact in Tier.share(of: World.Fact.allCases, oneIn: 8) {
            let learned = differences(first, try await answers(changing: fact))
            #expect(Set(learned.map(\.viewer)) == Self.learners[fact] ?? [], "\(fact): \(texts(learned))")
            let sources = Self.sources[fact] ?? []
            for asked in learned where asked.viewer != .member {
                let allowed = asked.viewer == .admin ? sources.union(Self.sourcesOfAdmins) : sources
                #expect(allowed.contains(asked.operation), "\(fact): \(texts([asked]))")
            }
        }
    }

    @Test("no answer to a blocked viewer names the blocker, or what the blocker has made") func blocked() async throws {
        try await withCounter { counter in
            let world = try await World(counter)
            for (asked, answer) in try await questions(to: world, as: [.blocked]) {
                let named = answer.text.lowercased().ranges(of: /zebulon|zebra/).count
                // A refusal repeats the name that was asked for.
                let isEcho = asked.target.contains("zebulon") && answer.status >= 400
                #expect(named <= (isEcho ? 1 : 0), "\(asked.target): \(answer.text)")
            }
        }
    }

    @Test("what is closed to a blocked viewer is refused in the words for what never was")
    func indistinguishable() async throws {
        try await withCounter { counter in
            let world = try await World(counter)
            let token = world.token(of: .blocked)
            let profile = try await counter.ask("GET", "/members/@zebulon", as: world.token(of: .other))
            let member = try #require(profile.json["id"] as? String)
            for operation in API.all where operation.method == .get && operation.path.names.count == 1 {
                guard let exchange = Exchange.all[operation.name], [.anyone, .member].contains(operation.access) else {
                    continue
                }
                let (closed, absent): ([String], String)
                switch operation.path.names[0] {
                case "recipe": (closed, absent) = ([world["rye"], world["fork"]], "r99999")
                case "member": (closed, absent) = ([member], "m99999")
                case "cookbook": (closed, absent) = ([world["zebulon's book"]], "b99999")
                case "comment": (closed, absent) = ([world["comment"]], "c99999")
                case "repost": (closed, absent) = ([world["repost"]], "p99999")
                case "entity": (closed, absent) = ([world["rye"], world["comment"]], "r99999")
                default: continue
                }
                func refusal(_ thing: String) async throws -> String {
                    let path = operation.path.path(with: [operation.path.names[0]: thing])
                    let query = exchange.queries[0].isEmpty ? "" : "?\(exchange.queries[0])"
                    let answer = try await counter.ask("GET", path + query, as: token)
                    #expect(answer.status == 404, "\(path): \(answer.text)")
                    return answer.text.replacing(thing, with: "")
                }
                let expected = try await refusal(absent)
                for thing in closed { #expect(try await refusal(thing) == expected, "\(operation.name)") }
            }
            for query in ["/feed?author=", "/feed?likedBy=", "/search?q=soup&author=", "/leaderboard?around="] {
                let answer = try await counter.ask("GET", "\(query)@zebulon", as: token)
                #expect(answer.status == 404, "\(query): \(answer.text)")
            }
            #expect(try await counter.ask("GET", "/stream?about=\(world["rye"])", as: token).status == 404)
            // A name that is nearly the blocker's is answered without the blocker's.
            let near = try await counter.ask("GET", "/members/@zebulom", as: token)
            #expect(near.status == 404 && !near.text.contains("zebulon"), "\(near.text)")
        }
    }

    // MARK: Asking

    private struct Asked: Hashable {
        var operation: String
        var target: String
        var viewer: World.Viewer
    }

    private struct Said: Hashable {
        var status: Int
        var text: String
    }

    private func differences(_ one: [Asked: Said], _ other: [Asked: Said]) -> Set<Asked> {
        Set(one.keys.filter { one[$0] != other[$0] })
    }

    private func texts(_ asked: Set<Asked>) -> [String] {
        asked.map { "\($0.viewer): \($0.operation): \($0.target)" }.sorted()
    }

    /// The answers to all operations, in a world of its own.
    private func answers(changing fact: World.Fact? = nil) async throws -> [Asked: Said] {
        var answers: [Asked: Said] = [:]
        try await withCounter { counter in
            let world = try await World(counter, changing: fact)
            answers = try await questions(to: world, as: World.Viewer.allCases)
            let actions = API.all.filter { $0.method == .post }
            let last = actions.filter { $0.name == API.logOut.name }
            for operation in actions.filter({ $0.name != API.logOut.name }) + last {
                for viewer in World.Viewer.allCases {
                    for (asked, said) in try await act(operation, as: viewer, in: world) { answers[asked] = said }
                }
            }
        }
        return answers
    }

    private func questions(to world: World, as viewers: [World.Viewer]) async throws -> [Asked: Said] {
        var answers: [Asked: Said] = [:]
        for operation in API.all where operation.method == .get {
            guard let exchange = Exchange.all[operation.name] else { continue }
            for viewer in viewers {
                if operation.name == API.stream.name {
                    for topics in topics(of: viewer, in: world) {
                        let (asked, said) = try await listen(to: topics, as: viewer, in: world)
                        answers[asked] = said
                    }
                    continue
                }
                for target in world.targets(of: operation, exchange) ?? [] {
                    let answer = try await world.counter.ask("GET", target, as: world.token(of: viewer))
                    let text = exchange.isOnlyStatus ? "" : plain(answer.text, world)
                    answers[Asked(operation: operation.name, target: target, viewer: viewer)] =
                        Said(status: answer.status, text: text)
                }
            }
        }
        return answers
    }

    /// Topics for one stream each. The viewer hears the last event of the world in all of them.
    private func topics(of viewer: World.Viewer, in world: World) -> [[String]] {
        var topics = ["everything", "leaderboard", world["fig"]]
        if viewer != .guest { topics += ["me", "following", "notifications"] }
        if [.moderator, .admin].contains(viewer) { topics.append("moderation") }
        // This viewer follows one of the two moderators.
        return viewer == .other ? [topics, ["following"]] : [topics]
    }

    /// All events of the log that the topics select.
    private func listen(
        to topics: [String], as viewer: World.Viewer, in world: World
    ) async throws -> (Asked, Said) {
        let path = "/stream?" + topics.map { "about=\($0)" }.joined(separator: "&")
        let listener = try Listener(world.counter, path, as: world.token(of: viewer), after: "1")
        try await listener.listen { $0.lastID == "\(world.end)" }
        #expect(listener.lastID == "\(world.end)", "\(viewer)")
        let text = listener.events.map { "\($0.lastID) \($0.type) \($0.data)" }.joined(separator: "\n")
        return (
            Asked(operation: API.stream.name, target: path, viewer: viewer),
            Said(status: listener.status ?? 0, text: plain(text, world))
        )
    }

    private func act(
        _ operation: any AnyOperation, as viewer: World.Viewer, in world: World
    ) async throws -> [Asked: Said] {
        guard let exchange = Exchange.all[operation.name] else { return [:] }
        var answers: [Asked: Said] = [:]
        for target in world.targets(of: operation, exchange) ?? [] {
            let answer = try await world.counter.ask(
                "POST", target, exchange.body, as: world.token(of: viewer),
                headers: exchange.body == nil ? [:] : ["Content-Type": exchange.contentType])
            // What one viewer has done may move the positions of the next.
            let text = plain(answer.text, world).replacing(/\d+/, with: "#")
            answers[Asked(operation: operation.name, target: target, viewer: viewer)] =
                Said(status: answer.status, text: exchange.isOnlyStatus ? "" : text)
        }
        return answers
    }

    /// The text without what differs between two equal worlds: the log's id, times, codes of registrations under the log's
    /// secret, and a rank that depends on times.
    private func plain(_ text: String, _ world: World) -> String {
        text.replacing(world.counter.community.log.lineage.text(at: Position(1)), with: "LOG")
            .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "TIME")
            .replacing(/"source":"larder\/accounts","id":"[^"]*"/, with: "ACCOUNT")
            .replacing(/"rank":[-\d.]+/, with: #""rank":0"#)
    }
}
