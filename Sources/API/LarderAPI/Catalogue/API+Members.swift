/// Members, what is only the caller's own, and the moderators' desk.
extension API {
    public static let members: Operation<MembersInput, MemberDirectoryAnswer> = question(
        "members", "/members", "Who is here, in the order in which they joined.", load: .heavy)
    public static let profile: Operation<MemberInput, ProfileAnswer> = question(
        "profile", "/members/{member}", "A member's page; me is whoever asks.")
    public static let recipesOf: Operation<MemberListInput, RecipesAnswer> = question(
        "recipesOf", "/members/{member}/recipes", "What a member posted.")
    public static let likesOf: Operation<MemberListInput, RecipesAnswer> = question(
        "likesOf", "/members/{member}/likes", "What a member likes.")
    public static let repostsOf: Operation<MemberListInput, RepostsAnswer> = question(
        "repostsOf", "/members/{member}/reposts", "What a member passed on.")
    public static let followers: Operation<MemberListInput, MemberListAnswer> = question(
        "followers", "/members/{member}/followers", "Who follows a member.")
    public static let following: Operation<MemberListInput, MemberListAnswer> = question(
        "following", "/members/{member}/following", "Whom a member follows.")
    public static let experience: Operation<MemberListInput, ExperienceAnswer> = question(
        "experience", "/members/{member}/xp", "What a member's points are made of, week by week.")
    public static let awards: Operation<MemberListInput, AwardHistoryAnswer> = question(
        "awards", "/members/{member}/awards", "Every award with its event.", load: .heavy)
    public static let streak: Operation<MemberInput, StreakAnswer> = question(
        "streak", "/members/{member}/streak",
        "Consecutive weeks with points, up to the latest week with a board; up to the week before it for a member without points in the latest one yet."
    )
    public static let cookbooksOf: Operation<MemberListInput, CookbooksAnswer> = question(
        "cookbooksOf", "/members/{member}/cookbooks", "A member's cookbooks.")
    public static let notifications: Operation<NotificationsInput, NotificationsAnswer> = question(
        "notifications", "/notifications", "What you are told, the newest first.", access: .member)
    public static let bookmarks: Operation<ListInput, RecipesAnswer> = question(
        "bookmarks", "/bookmarks", "What you have bookmarked.", access: .member)
    public static let plan: Operation<PlanInput, PlanAnswer> = question(
        "plan", "/plan", "What you plan to cook.", access: .member)
    public static let shopping: Operation<ShoppingInput, ShoppingAnswer> = question(
        "shopping", "/shopping", "What you have to buy.", access: .member)
    public static let becauseYouCooked: Operation<ListInput, CookedAnswer> = question(
        "becauseYouCooked", "/cooked", "What goes with what you cooked.", access: .member, load: .heavy)
    public static let reports: Operation<ReportsInput, ReportsAnswer> = question(
        "reports", "/reports", "The moderators' queue.", access: .moderator)
    public static let moderationLog: Operation<ListInput, ModerationLogAnswer> = question(
        "moderationLog", "/moderation", "What moderators did, to whom and why.", access: .moderator)
    public static let dashboard: Operation<NoInput, DashboardAnswer> = question(
        "dashboard", "/dashboard", "The place in figures.", access: .moderator, load: .heavy)
    public static let exportPerson: Operation<MemberInput, JSON> = Operation(
        "exportPerson", .get, "/members/{member}/export",
        "Everything that is held about you; about anybody, for admins. Takes a session: no key does.", access: .member,
        OperationTraits(scope: .account, rate: .uploads))

    static let membersOperations: [any AnyOperation] = [
        members, profile, recipesOf, likesOf, repostsOf, followers, following, experience, awards, streak, cookbooksOf,
        notifications, bookmarks, plan, shopping, becauseYouCooked, reports, moderationLog, dashboard, exportPerson,
    ]
}

/// How many weeks in a row a member has had points.
public struct StreakAnswer: Codable, Hashable, Sendable {
    public var position: UInt64
    /// Weeks of the streak that goes on; 0: the member has none now.
    public var weeks: Int
    /// Weeks of the member's longest streak.
    public var longest: Int
    /// The first week of the streak that goes on, such as 2026-W30.
    public var since: String?

    public init(position: UInt64, weeks: Int, longest: Int, since: String? = nil) {
        self.position = position
        self.weeks = weeks
        self.longest = longest
        self.since = since
    }
}
