import Events
import LarderAPI
import Layout
import Operations
import TestSupport
import Views

extension Comparison {
    func askFeeds(_ queries: Queries, _ viewer: UInt64?) throws {
        for mode in FeedMode.allCases {
            for sort in FeedSort.open.map(Optional.some) + [nil] where mode != .forYou || sort == nil {
                var request = FeedRequest()
                request.mode = mode
                request.sort = sort
                if trial.dice.chance(25) { try askFeed(queries, request, viewer) }
                if trial.dice.chance(25) { try askFeed(queries, trial.dice.filtered(request, model), viewer) }
            }
        }
        // For one of them the documents, too.
        let answer = try queries.feed(FeedRequest(), page: Page(limit: 0), viewer: viewer.map { MemberID($0) })
        for item in answer.items where trial.dice.chance(30) {
            guard let id = UInt64((item.repost?.id ?? item.recipe.id).dropFirst()) else { continue }
            try same("item of the feed for \(viewer ?? 0)", try model.feedLine(id, viewer: viewer), item)
        }
    }

    private func askFeed(_ queries: Queries, _ request: FeedRequest, _ viewer: UInt64?) throws {
        try same(
            "\(request) for \(viewer ?? 0)", try model.feed(request, viewer: viewer, now: now),
            try pages { page in
                let answer = try queries.feed(request, page: page, viewer: viewer.map { MemberID($0) })
                return (answer.items.map { $0.repost?.id ?? $0.recipe.id }, answer.next)
            })
    }

    /// Collections, tags and cuisines.
    func askDiscover(_ queries: Queries, _ viewer: UInt64?) throws {
        let reader = viewer.map { MemberID($0) }
        let count = trial.dice.number(0...3)
        try same(
            "collections for \(viewer ?? 0)", try model.discover(showing: count, viewer: viewer, now: now),
            try queries.discover(showing: count, viewer: reader).collections)
        for collection in model.rules.collections where trial.dice.chance(40) {
            let name = trial.dice.chance(50) ? collection.name : collection.name.uppercased()
            try same(
                "\(name) for \(viewer ?? 0)",
                model.recipes(in: collection, viewer: viewer, now: now).map { "r\($0)" },
                try pages { page in
                    let answer = try queries.collection(name, page: page, viewer: reader)
                    return (answer.recipes.map(\.id), answer.next)
                })
        }
        if let viewer, let reader {
            try same(
                "what goes with what \(viewer) cooked", try model.cooked(by: viewer, showing: count + 1, now: now),
                try pages { page in
                    let answer = try queries.cooked(by: reader, showing: count + 1, page: page)
                    return (answer.items, answer.next)
                })
        }
        try same(
            "tags for \(viewer ?? 0)", model.tags(viewer: viewer, now: now),
            try pages { page in
                let answer = try queries.counts(of: .tags, page: page, viewer: reader)
                return (answer.tags ?? [], answer.next)
            })
        try same(
            "cuisines for \(viewer ?? 0)", model.cuisines(viewer: viewer, now: now),
            try pages { page in
                let answer = try queries.counts(of: .cuisines, page: page, viewer: reader)
                return (answer.cuisines ?? [], answer.next)
            })
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
