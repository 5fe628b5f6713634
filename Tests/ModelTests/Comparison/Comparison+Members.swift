import Events
import LarderAPI
import Layout
import Operations
import Views

extension Comparison {
    func askMember(_ queries: Queries, _ id: UInt64, _ viewer: UInt64?) throws {
        let member = MemberID(id)
        let reader = viewer.map { MemberID($0) }
        let reference = Reference.member(member)
        let what = "of m\(id) for \(viewer ?? 0)"
        // Without a viewer it may be the operator who asks.
        let isOperator = viewer == nil && trial.dice.chance(50)
        try same(
            "profile \(what)", try model.profile(id, viewer: viewer, isOperator: isOperator, standings),
            try queries.profile(reference, viewer: reader, viewerIsOperator: isOperator))
        let notifications = Result { try model.notifications(of: id) }
        try same(
            "notifications \(what)", try notifications.get(),
            try pages { page in
                let answer = try queries.notifications(reference, page: page)
                return (answer.notifications, answer.next)
            })
        try same(
            "unread \(what)", try notifications.get().count { !$0.read },
            try queries.notifications(reference, page: Page(limit: 1)).unread)
        try same(
            "xp \(what)", try standings.experience(id, viewer: viewer),
            try queries.experience(reference, page: Page(limit: 0), viewer: reader))
        if trial.dice.chance(50) {
            try same(
                "weeks \(what)", try standings.experience(id, viewer: viewer).weeks,
                try pages { page in
                    let answer = try queries.experience(reference, page: page, viewer: reader)
                    return (answer.weeks, answer.next)
                })
            try same(
                "awards \(what)", try standings.history(of: id, viewer: viewer, isOperator: isOperator),
                try pages { page in
                    let answer = try queries.awardHistory(
                        of: reference, page: page, viewer: reader, viewerIsOperator: isOperator)
                    return (answer.awards, answer.next)
                })
        }
        if model.isHere(id) {
            try askLists(queries, id, viewer)
            try askKitchen(queries, id)
            try askCookbooks(queries, id, viewer)
        }
    }

    private func askLists(_ queries: Queries, _ id: UInt64, _ viewer: UInt64?) throws {
        let (member, reader) = (MemberID(id), viewer.map { MemberID($0) })
        let reference = Reference.member(member)
        let what = "of m\(id) for \(viewer ?? 0)"
        try same(
            "followers \(what)", try model.followers(of: id, viewer: viewer),
            try pages { page in
                let answer = try queries.followers(of: reference, viewer: reader, page: page)
                return (answer.members, answer.next)
            })
        try same(
            "following \(what)", try model.following(of: id, viewer: viewer),
            try pages { page in
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
                try pages { page in
                    let answer = try queries.recipes(list, of: member, page: page, viewer: reader)
                    return (answer.recipes.map(\.id), answer.next)
                })
        }
        try same(
            "deleted bookmarks \(what)", model.deletedBookmarks(of: id),
            queries.deletedBookmarks(of: member).count)
        try same(
            "reposts \(what)", try model.reposts(by: id, viewer: viewer),
            try pages { page in
                let answer = try queries.reposts(of: member, page: page, viewer: reader)
                return (answer.items, answer.next)
            })
    }

    private func askKitchen(_ queries: Queries, _ id: UInt64) throws {
        let member = MemberID(id)
        let first = Day(number: 19_675 + Int32(trial.dice.number(-1...3)))
        let days = trial.dice.number(1...4)
        let last = Day(number: first.number + Int32(days) - 1)
        try same(
            "plan of m\(id) from \(first) through \(last)",
            model.plan(of: id, from: "\(first)", through: "\(last)"),
            try pages { page in
                let answer = try queries.plan(of: member, from: first, days: days, page: page)
                let entries = answer.entries.map {
                    "\($0.id) \($0.day) \($0.meal) \($0.recipe) \($0.servings ?? 0) \($0.title ?? "gone")"
                }
                return (entries, answer.next)
            })
        try same(
            "list of m\(id)", model.list(of: id, from: "\(first)", through: "\(last)"),
            try queries.shopping(of: member, from: first, days: days).items.map {
                "\($0.id) \($0.text ?? $0.title ?? "gone") \($0.servings ?? 0) \($0.checked)"
            })
    }

    private func askCookbooks(_ queries: Queries, _ id: UInt64, _ viewer: UInt64?) throws {
        let reader = viewer.map { MemberID($0) }
        try same(
            "cookbooks of m\(id) for \(viewer ?? 0)", model.cookbooks(of: id, viewer: viewer, now: now),
            try pages { page in
                let answer = try queries.cookbooks(of: MemberID(id), page: page, viewer: reader)
                return (answer.cookbooks.map { "\($0.id) \($0.name) \($0.visibility) \($0.recipes)" }, answer.next)
            })
        for book in model.cookbooks.keys.sorted() where model.cookbooks[book]?.member == id {
            try same(
                "b\(book) for \(viewer ?? 0)", try model.cookbook(book, viewer: viewer, now: now),
                try pages { page in
                    let answer = try queries.cookbook(
                        .position(Position(book), letter: "b"), page: page, viewer: reader)
                    return (answer.recipes.map { "\($0.place) \($0.id) \($0.title ?? "gone")" }, answer.next)
                })
        }
    }

    func askDirectory(_ queries: Queries, _ viewer: UInt64?) throws {
        for _ in 0..<3 {
            let wishes = trial.dice.directoryWishes(isOperator: viewer == nil && trial.dice.chance(50))
            try same(
                "\(wishes) for \(viewer ?? 0)", model.directory(wishes, viewer: viewer, standings),
                try pages { page in
                    let answer = try queries.members(
                        .init(search: wishes.search, role: wishes.role, banned: wishes.banned), page: page,
                        viewer: viewer.map { MemberID($0) }, viewerIsOperator: wishes.isOperator)
                    return (answer.members, answer.next)
                })
        }
    }
}

extension CommandDice {
    /// Whom to look for in the directory of members.
    fileprivate mutating func directoryWishes(isOperator: Bool) -> DirectoryWishes {
        var wishes = DirectoryWishes(isOperator: isOperator)
        if chance(60) { wishes.search = word(["name1", "NAME 2", "chief", "example.org", "MAIL", "zz"]) }
        if chance(30) { wishes.role = Role(rawValue: UInt8(number(0...2))) }
        if chance(30) { wishes.banned = chance(50) }
        return wishes
    }
}
