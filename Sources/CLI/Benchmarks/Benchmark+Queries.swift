import Community
import EventLog
import Events
import LarderAPI
import Layout
import Operations
import Views

/// The members and recipes of the measured queries, spread over the whole community.
private struct QuerySubjects {
    var members: [MemberID]
    var recipes: [RecipeID]
    /// The week with the most participants, and the members on its board.
    var week: Week
    var ranked: [MemberID]
    /// The member who follows as many members as the plan says.
    var reader: MemberID
}

extension Benchmark {
    /// Measures each query as callers run it: catch up with the log, open a snapshot, answer.
    func measureQueries() throws {
        let synthetic = try synthetic()
        let subjects = try subjects(of: synthetic.community)
        func member(_ call: Int) -> MemberID { subjects.members[call % subjects.members.count] }
        func recipe(_ call: Int) -> RecipeID { subjects.recipes[call % subjects.recipes.count] }
        try ask(synthetic, "profile") { queries, call in
            _ = try queries.profile(.member(member(call)), viewer: nil)
        }
        try ask(synthetic, "recipe") { queries, call in
            _ = try queries.recipe(Reference.recipe(recipe(call)), viewer: nil)
        }
        try ask(synthetic, "comments") { queries, call in
            _ = try queries.comments(of: .recipe(recipe(call)), page: Page(), viewer: nil)
        }
        for (name, sort) in [("feed", FeedSort.newest), ("feed-hot", .hot)] {
            var request = FeedRequest()
            request.sort = sort
            try ask(synthetic, name) { queries, _ in _ = try queries.feed(request, page: Page(), viewer: nil) }
        }
        var following = FeedRequest()
        following.mode = .following
        try ask(synthetic, "following") { queries, _ in
            _ = try queries.feed(following, page: Page(), viewer: subjects.reader)
        }
        let words = try searches(synthetic.community, subjects.recipes)
        // The first search builds the index.
        _ = try synthetic.community.query { try $0.search(SearchRequest("a"), page: Page(), viewer: nil) }
        try ask(synthetic, "search") { queries, call in
            _ = try queries.search(SearchRequest(words[call % words.count]), page: Page(), viewer: nil)
        }
        try ask(synthetic, "board") { queries, _ in _ = try queries.leaderboard(week: subjects.week, page: Page()) }
        try ask(synthetic, "around") { queries, call in
            let member = subjects.ranked[call % subjects.ranked.count]
            _ = try queries.leaderboard(week: subjects.week, page: Page(), around: member)
        }
        try ask(synthetic, "notifications") { queries, call in _ = try queries.notifications(.member(member(call))) }
    }

    /// Search texts of members who remember a title: two neighbouring words of it, the second one incomplete.
    private func searches(_ community: Community, _ recipes: [RecipeID]) throws -> [String] {
        let searches = try community.query { queries in
            recipes.enumerated().compactMap { index, recipe -> String? in
                guard let title = queries.recipe(recipe, .listed, viewer: nil)?.title else { return nil }
                let words = title.split { !$0.isLetter }
                guard words.count > 1 else { return nil }
                let first = index % (words.count - 1)
                return "\(words[first]) \(words[first + 1].prefix(4))"
            }
        }
        guard !searches.isEmpty else { throw Refusal.notMeasured("no recipe has a title of two words") }
        return searches
    }

    /// A query about a deleted entity is refused, and its time is not counted.
    private func ask(_ synthetic: MeasuredCommunity, _ name: String, _ question: (Queries, Int) throws -> Void) throws {
        var all = Latencies()
        var next = 0
        let medians = try runs {
            var latencies = Latencies()
            let start = Stopwatch.now()
            for _ in 0..<BenchmarkPlan.callsMax
            where latencies.count == 0 || Stopwatch.seconds(since: start) < BenchmarkPlan.callsSecondsMax {
                let begin = Stopwatch.now()
                do {
                    try synthetic.community.query { try question($0, next) }
                    latencies.add(Stopwatch.now() - begin)
                } catch let refusal as Refusal where Self.leftOut.contains(refusal.code) {}
                next += 1
            }
            all.add(latencies)
            return latencies.milliseconds(atShare: 0.5)
        }
        guard all.count > 0 else { throw Refusal.notMeasured("\(name) was never answered") }
        add(Figure("query.\(name)", "ms", runs: medians, latencies: all))
    }

    private static let leftOut: Set<Refusal.Code> = [.gone, .notFound]

    private func subjects(of community: Community) throws -> QuerySubjects {
        var members: [MemberID] = []
        var recipes: [RecipeID] = []
        try community.log.read { snapshot in
            try snapshot.forEachHeader(from: Position(1)) { header in
                if header.kind == .memberRegistered { members.append(MemberID(header.position)) }
                if header.kind == .recipePosted { recipes.append(RecipeID(header.position)) }
                return true
            }
        }
        let reader = try reader(in: community, following: members.spread(BenchmarkPlan.followeesMax))
        return try community.query { queries in
            let weeks = queries.leaderboardWeeks().weeks
            guard let busiest = weeks.max(by: { $0.participants < $1.participants }), let week = Week(busiest.week)
            else { throw Refusal.notMeasured("no member is on a board") }
            let ranked = queries.board(of: week).map(\.member)
            return QuerySubjects(
                members: members.spread(BenchmarkPlan.callsMax), recipes: recipes.spread(BenchmarkPlan.callsMax),
                week: week, ranked: ranked.spread(BenchmarkPlan.callsMax), reader: reader)
        }
    }

    /// A new member who follows all given members that can be followed.
    private func reader(in community: Community, following followed: [MemberID]) throws -> MemberID {
        if let reader = try community.query({ $0.member(called: "benchmark_reader") }) { return reader }
        var registration = ProtoMemberRegistered()
        registration.username = "benchmark_reader"
        registration.name = "Reader"
        let outcome = try community.submit(
            Command(.memberRegistered, actor: nil, payload: .registration(registration)))
        let reader = MemberID(outcome.position)
        _ = try community.submit(
            batch: followed.map { Command(.memberFollowed, actor: .member(reader), subject: .member($0)) })
        return reader
    }
}

extension Array {
    /// At most `limit` elements, at equal distances.
    fileprivate func spread(_ limit: Int) -> [Element] {
        guard count > limit else { return self }
        return (0..<limit).map { self[$0 * count / limit] }
    }
}
