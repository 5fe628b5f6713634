import Events
import LarderAPI
import Layout
import Operations
import Views

// What is asked of members, of what is only theirs, and at the moderators' desk.

extension Inquiry where Answer == ProfileAnswer {
    static func profile(of member: MeantMember) -> Self {
        Self(["members", member.segment]) {
            try $0.queries.profile(
                try $0.reference(member), viewer: try $0.viewer, viewerIsOperator: $0.isOperator)
        }
    }
}

extension Inquiry where Answer == MemberDirectoryAnswer {
    static func members(_ request: MemberDirectoryRequest, page: Page) -> Self {
        let parameters: [ServiceParameter?] = [
            request.search.map { ("search", $0) }, request.role.map { ("role", $0.name) },
            request.banned.map { ("banned", "\($0)") },
        ]
        return Self(["members"], parameters.compactMap(\.self), page: page) {
            try $0.queries.members(
                request, page: page, viewer: try $0.viewer, viewerIsOperator: $0.isOperator)
        }
    }
}

extension Inquiry where Answer == MemberListAnswer {
    static func followers(of member: MeantMember, page: Page) -> Self {
        Self(["members", member.segment, "followers"], page: page) {
            try $0.queries.followers(of: try $0.reference(member), viewer: try $0.viewer, page: page)
        }
    }

    static func following(of member: MeantMember, page: Page) -> Self {
        Self(["members", member.segment, "following"], page: page) {
            try $0.queries.following(of: try $0.reference(member), viewer: try $0.viewer, page: page)
        }
    }
}

extension Inquiry where Answer == RecipesAnswer {
    static func posted(by member: MeantMember, page: Page) -> Self {
        list(.posted, "recipes", of: member, page: page)
    }

    static func liked(by member: MeantMember, page: Page) -> Self { list(.liked, "likes", of: member, page: page) }

    private static func list(_ list: RecipeList, _ name: String, of member: MeantMember, page: Page) -> Self {
        Self(["members", member.segment, name], page: page) {
            try $0.queries.recipes(list, of: try $0.member(member), page: page, viewer: try $0.viewer)
        }
    }

    static func bookmarks(page: Page) -> Self {
        Self(["bookmarks"], page: page) {
            let member = try $0.member
            return try $0.queries.recipes(.bookmarked, of: member, page: page, viewer: member)
        }
    }
}

extension Inquiry where Answer == RepostsAnswer {
    static func reposts(by member: MeantMember, page: Page) -> Self {
        Self(["members", member.segment, "reposts"], page: page) {
            try $0.queries.reposts(of: try $0.member(member), page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == ExperienceAnswer {
    static func experience(of member: MeantMember, page: Page) -> Self {
        Self(["members", member.segment, "xp"], page: page) {
            try $0.queries.experience(try $0.reference(member), page: page)
        }
    }
}

extension Inquiry where Answer == AwardHistoryAnswer {
    static func awards(of member: MeantMember, page: Page) -> Self {
        Self(["members", member.segment, "awards"], page: page) {
            try $0.queries.awardHistory(of: try $0.reference(member), page: page)
        }
    }
}

extension Inquiry where Answer == NotificationsAnswer {
    /// For the member alone, and the operator.
    static func notifications(of member: MeantMember, only event: UInt64?, page: Page) -> Self {
        let parameters: [ServiceParameter] = event.map { [("only", "\($0)")] } ?? []
        return Self { standpoint in
            let (queries, reference) = (standpoint.queries, try standpoint.reference(member))
            let owner = try queries.member(reference)
            if let viewer = try standpoint.viewer, viewer != owner { throw notTheirs(reference) }
            guard let event else { return try queries.notifications(reference, page: page) }
            return try queries.notification(of: Position(event), to: reference)
        } fetch: { server in
            try requireOneself(member, server)
            return try server.get(["notifications"], parameters, page: page)
        } path: { server in
            try requireOneself(member, server)
            return ServicePath("notifications").text(parameters)
        }
    }

    private static func requireOneself(_ member: MeantMember, _ server: Server) throws {
        guard server.token != nil else { throw server.logInFirst }
        if case .named(let reference) = member, try !server.isOneself(reference) { throw notTheirs(reference) }
    }

    private static func notTheirs(_ reference: Reference) -> Refusal {
        Refusal(.forbidden, "notifications are for the member alone: ask as \(reference)", field: "as")
    }
}

extension Inquiry where Answer == PlanAnswer {
    /// From today on, in UTC, unless the first day is said.
    static func plan(from first: Day?, days: Int, page: Page) -> Self {
        Self(["plan"], Self.parameters(first, days), page: page) {
            try $0.queries.plan(of: try $0.member, from: first ?? $0.queries.now.day, days: days, page: page)
        }
    }
}

extension Inquiry where Answer == ShoppingAnswer {
    /// From today on, in UTC, unless the first day is said.
    static func shopping(from first: Day?, days: Int) -> Self {
        Self(["shopping"], Self.parameters(first, days)) {
            try $0.queries.shopping(of: try $0.member, from: first ?? $0.queries.now.day, days: days)
        }
    }
}

extension Inquiry where Answer == [String] {
    /// What is on the list for days that are over. Of a service as far as it looks back: what was checked in the last year.
    static func outdatedNeeds() -> Self {
        Self { standpoint in
            standpoint.queries.outdatedNeeds(of: try standpoint.member, before: standpoint.queries.now.day)
        } fetch: { server in
            let today = server.now.day
            let first = Day(number: today.number - Int32(PlanSlot.daysMax))
            let past = try Inquiry<ShoppingAnswer>.shopping(from: first, days: PlanSlot.daysMax).fetch(server)
            return past.items.filter { item in item.through.flatMap { Day($0) }.map { $0 < today } ?? false }.map(\.id)
        }
    }
}

extension Inquiry {
    fileprivate static func parameters(_ first: Day?, _ days: Int) -> [ServiceParameter] {
        // What is below zero is no number of days, and is refused as such.
        (first.map { [("from", "\($0)")] } ?? []) + [("days", "\(max(0, days))")]
    }
}

extension Inquiry where Answer == CookbooksAnswer {
    static func cookbooks(of member: MeantMember, page: Page) -> Self {
        Self(["members", member.segment, "cookbooks"], page: page) {
            try $0.queries.cookbooks(of: try $0.member(member), page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == CookbookAnswer {
    static func cookbook(_ cookbook: Reference, page: Page) -> Self {
        Self(["cookbooks", cookbook.description], page: page) {
            try $0.queries.cookbook(cookbook, page: page, viewer: try $0.viewer)
        }
    }
}

extension Inquiry where Answer == ReportsAnswer {
    static func reports(_ status: ReportsInput.Status, page: Page) -> Self {
        Self(["reports"], [("status", status.rawValue)], page: page) {
            try $0.requireDesk()
            return try $0.queries.reports(status, page: page)
        }
    }
}

extension Inquiry where Answer == ModerationLogAnswer {
    static func moderationLog(page: Page) -> Self {
        Self(["moderation"], page: page) {
            try $0.requireDesk()
            return try $0.queries.moderationLog(page: page)
        }
    }
}

extension Inquiry where Answer == DashboardAnswer {
    static func dashboard() -> Self {
        Self(["dashboard"]) {
            try $0.requireDesk()
            return $0.queries.dashboard()
        }
    }
}

extension Standpoint {
    /// The moderators' desk is for them and for the operator.
    fileprivate func requireDesk() throws(Refusal) {
        guard let viewer = try viewer, !queries.mayModerate(viewer) else { return }
        throw Refusal(.forbidden, "this takes a moderator: ask as one, or without --as as the operator", field: "as")
    }
}
