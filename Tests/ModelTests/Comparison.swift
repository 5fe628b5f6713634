import EventLog
import Events
import Foundation
import Layout
import Service
import TestSupport
import Views

/// All questions of views.md, put to the program and to the model, for nobody in particular and for some members.
struct Comparison {
    private let trial: Trial
    private let model: Model
    private let standings: Standings
    private let now = EventLog.systemClock()
    private let encoder: JSONEncoder

    init(_ trial: Trial) {
        self.trial = trial
        model = trial.model
        standings = Standings(model, now: now)
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func run() throws {
        // A difference is no failure of the query: it is carried out of it, or it would become a refusal.
        try trial.community.query { queries in Result { try ask(queries) } }.get()
        if trial.dice.chance(3) { try askElsewhere() }
    }

    private func ask(_ queries: Queries) throws {
        try same("position", model.head, queries.leaderboardWeeks().position)
        let living = model.members.keys.filter { model.isHere($0) }.sorted()
        var viewers: [UInt64?] = [nil]
        for _ in 0..<2 { viewers.append(trial.dice.pick(living)) }
        for viewer in viewers {
            for id in model.works.keys.sorted() where trial.dice.chance(40) { try askWork(queries, id, viewer) }
            try askFeeds(queries, viewer)
        }
        for member in model.members.keys.sorted() {
            try askMember(queries, member, viewers[trial.dice.number(0...2)])
        }
        try askBoards(queries)
    }

    // MARK: Questions

    private func askWork(_ queries: Queries, _ id: UInt64, _ viewer: UInt64?) throws {
        let reference = Reference.position(Position(id), letter: "r")
        let member = viewer.map { MemberID($0) }
        let what = "r\(id) for \(viewer ?? 0)"
        try same(
            what, try model.recipePage(id, isWhole: true, viewer: viewer),
            try queries.recipe(reference, viewer: member).recipe)
        let limit = trial.dice.number(0...3)
        try same(
            "comments on \(what)", try model.comments(on: id, viewer: viewer),
            try pages(limit) { page in
                let answer = try queries.comments(of: reference, page: page, viewer: member)
                return (answer.comments, answer.next)
            })
    }

    private func askFeeds(_ queries: Queries, _ viewer: UInt64?) throws {
        for mode in FeedMode.allCases {
            for sort in FeedSort.allCases.map(Optional.some) + [nil] where mode != .forYou || sort == nil {
                var request = FeedRequest()
                request.mode = mode
                request.sort = sort
                if trial.dice.chance(60) { try askFeed(queries, request, viewer) }
                if trial.dice.chance(40) { try askFeed(queries, trial.dice.filtered(request, model), viewer) }
            }
        }
        // For one of them the documents, too.
        let answer = try queries.feed(FeedRequest(), page: Page(limit: 0), viewer: viewer.map { MemberID($0) })
        for item in answer.items {
            guard let id = UInt64(item.recipe.id.dropFirst()) else { continue }
            let repost = item.repost.flatMap { UInt64($0.id.dropFirst()) }
            let expected = try FeedLine(
                kind: repost == nil ? "recipe" : "repost",
                recipe: model.recipePage(id, isWhole: false, viewer: viewer),
                repost: repost.flatMap { id in model.works[id].map { RepostLine(id, $0, model) } })
            try same("item of the feed for \(viewer ?? 0)", expected, item)
        }
    }

    private struct FeedLine: Encodable {
        var kind: String
        var recipe: RecipePage
        var repost: RepostLine?
    }
    private struct RepostLine: Encodable {
        var id: String
        var by: Card
        var quote: String?
        var at: String

        init(_ id: UInt64, _ work: Model.Work, _ model: Model) {
            self.id = "p\(id)"
            by = model.card(work.author)
            quote = work.text.isEmpty ? nil : work.text
            at = work.at.rfc3339
        }
    }

    private func askFeed(_ queries: Queries, _ request: FeedRequest, _ viewer: UInt64?) throws {
        let limit = trial.dice.number(0...4)
        try same(
            "\(request) for \(viewer ?? 0)", try model.feed(request, viewer: viewer, now: now),
            try pages(limit) { page in
                let answer = try queries.feed(request, page: page, viewer: viewer.map { MemberID($0) })
                return (answer.items.map { $0.repost?.id ?? $0.recipe.id }, answer.next)
            })
    }

    private func askMember(_ queries: Queries, _ id: UInt64, _ viewer: UInt64?) throws {
        let member = MemberID(id)
        let reader = viewer.map { MemberID($0) }
        let reference = Reference.member(member)
        let what = "of m\(id) for \(viewer ?? 0)"
        let limit = trial.dice.number(0...3)
        try same(
            "profile \(what)", try model.profile(id, viewer: viewer, standings),
            try queries.profile(reference, viewer: reader))
        try same(
            "notifications \(what)", try model.notifications(of: id),
            try pages(limit) { page in
                let answer = try queries.notifications(reference, page: page)
                return (answer.notifications, answer.next)
            })
        try same(
            "unread \(what)", try model.notifications(of: id).count { !$0.read },
            try queries.notifications(reference, page: Page(limit: 1)).unread)
        try same("xp \(what)", try standings.experience(id), try queries.experience(reference, page: Page(limit: 0)))
        guard model.isHere(id) else { return }
        try same(
            "followers \(what)", model.followers(of: id, viewer: viewer),
            try pages(limit) { page in
                let answer = try queries.followers(of: reference, viewer: reader, page: page)
                return (answer.members, answer.next)
            })
        try same(
            "following \(what)", model.following(of: id, viewer: viewer),
            try pages(limit) { page in
                let answer = try queries.following(of: reference, viewer: reader, page: page)
                return (answer.members, answer.next)
            })
        let lists: [(RecipeList, [String])] = [
            (.posted, model.recipes(by: id, viewer: viewer)),
            (.liked, model.recipes(.like, by: id, viewer: viewer)),
            (.bookmarked, model.recipes(.bookmark, by: id, viewer: viewer)),
        ]
        for (list, expected) in lists {
            try same(
                "\(list) \(what)", expected,
                try pages(limit) { page in
                    let answer = try queries.recipes(list, of: member, page: page, viewer: reader)
                    return (answer.recipes.map(\.id), answer.next)
                })
        }
    }

    private func askBoards(_ queries: Queries) throws {
        let weeks = standings.boardWeeks()
        try same("weeks", weeks, queries.leaderboardWeeks().weeks)
        if let latest = weeks.last {
            try same("latest week", latest.week, try queries.leaderboard(week: nil, page: Page()).week)
        }
        for week in standings.weeks {
            let board = standings.boards[week] ?? []
            let limit = trial.dice.number(0...3)
            try same(
                "board of \(week)", board,
                try pages(limit) { page in
                    let answer = try queries.leaderboard(week: week, page: page)
                    return (answer.entries, answer.next)
                })
            let answer = try queries.leaderboard(week: week, page: Page())
            try same("participants of \(week)", board.count, answer.participants)
            try same("\(week) completed", standings.isCompleted(week), answer.completed)
            guard let middle = trial.dice.pick(model.members.keys) else { continue }
            let member = MemberID(middle)
            try same(
                "m\(middle) on the board of \(week)", try around("m\(middle)", board),
                try queries.leaderboard(week: week, page: Page(limit: 3), around: member).entries)
        }
    }

    /// «`--around @bob` shows bob's place with neighbours.»
    private func around(_ member: String, _ board: [Standings.Line]) throws -> [Standings.Line] {
        guard let place = board.firstIndex(where: { $0.member == member }) else { throw Model.No(.notFound) }
        return Array(board[max(0, place - 1)...].prefix(3))
    }

    /// Another process answers as this one does.
    private func askElsewhere() throws {
        guard let id = trial.dice.pick(model.members.keys.filter { model.isHere($0) }) else { return }
        try askElsewhere(["profile", "m\(id)", "--as", "m\(id)"], try model.profile(id, viewer: id, standings))
        try askElsewhere(["xp", "m\(id)"], try standings.experience(id))
        guard
            let recipe = trial.dice.pick(
                model.works.keys.filter { model.works[$0]?.sort == .recipe && model.isLiving($0) })
        else { return }
        try askElsewhere(
            ["recipe", "r\(recipe)", "--as", "m\(id)"], try model.recipePage(recipe, isWhole: true, viewer: id))
    }

    private func askElsewhere(_ words: [String], _ expected: some Encodable) throws {
        var answer = try Larder.run(words + ["--data", trial.path, "--json"])
        let bytes = try encoder.encode(expected)
        var expected = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
        guard answer["position"] as? Int == Int(model.head) else {
            throw trial.failure("larder \(words): position", expected: "\(model.head)", actual: "\(answer)")
        }
        answer["position"] = nil
        expected["position"] = nil
        guard (expected as NSDictionary).isEqual(answer as NSDictionary) else {
            throw trial.failure("larder \(words)", expected: text(bytes), actual: "\(answer)")
        }
    }

    // MARK: Comparing

    /// Whether both come to the same, be it an answer or a refusal.
    private func same(
        _ what: @autoclosure () -> String, _ expected: @autoclosure () throws -> some Encodable,
        _ actual: @autoclosure () throws -> some Encodable
    ) throws {
        let (expected, actual) = (try answer(expected), try answer(actual))
        if expected != actual { throw trial.failure(what(), expected: text(expected), actual: text(actual)) }
    }

    private func answer(_ ask: () throws -> some Encodable) throws -> Data {
        do { return try encoder.encode(try ask()) } catch let no as Model.No {
            return Data("refused: \(no.code.rawValue)".utf8)
        } catch let refusal as Refusal { return Data("refused: \(refusal.code.rawValue)".utf8) }
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    /// All items, page by page. Each page but the last is full, and only the last one has no next.
    private func pages<Item>(_ limit: Int, _ ask: (Page) throws -> ([Item], String?)) throws -> [Item] {
        var items: [Item] = []
        var after: String?
        while true {
            let (page, next) = try ask(Page(limit: limit, after: after))
            items += page
            guard let next else { return items }
            guard limit > 0, page.count == limit else {
                throw trial.failure("a page", expected: "\(limit) items", actual: "\(page.count) and a next one")
            }
            after = next
        }
    }
}

extension CommandDice {
    /// The same feed with some filters.
    mutating func filtered(_ request: FeedRequest, _ model: Model) -> FeedRequest {
        var request = request
        switch number(0...5) {
        case 0: request.difficulty = numbers.pick(Difficulty.allCases)
        case 1: request.maxMinutes = UInt64(number(1...4) * 15)
        case 2: request.minServings = UInt64(number(1...4))
        case 3: request.tags = [word(Self.tags).uppercased()]
        case 4: request.diets = [chance(50) ? .vegetarian : .glutenFree]
        default: request.cuisine = word(Self.cuisines).lowercased()
        }
        switch number(0...7) {
        case 0: request.course = word(Self.courses)
        case 1: request.withIngredients = [chance(50) ? "EGG" : "o"]
        case 2: request.withoutIngredients = [word(Self.foods)]
        case 3: request.author = pick(model.members.keys).map { .member(MemberID($0)) }
        case 4: request.isBookmarked = true
        case 5: request.likedBy = pick(model.members.keys).map { .member(MemberID($0)) }
        case 6: request.since = Timestamp(seconds: 1_766_880_000 + Int64(number(0...20)) * 43_200)
        default: request.until = Timestamp(seconds: 1_766_880_000 + Int64(number(0...20)) * 43_200)
        }
        return request
    }
}
