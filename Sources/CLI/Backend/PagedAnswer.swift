import Answers
import LarderAPI
import Views

/// A list that a service answers in pages: they are put together as the one page that was asked for.
protocol PagedAnswer {
    var next: String? { get }
    /// Entries that count towards a page's limit.
    var count: Int { get }
    /// Takes in the entries of the page that follows, and where that one ends; all else stays as it was first said.
    mutating func append(_ more: Self)
}

/// One whose entries are one list.
protocol ListAnswer: PagedAnswer {
    associatedtype Entry
    static var list: WritableKeyPath<Self, [Entry]> { get }
    var next: String? { get set }
}

extension ListAnswer {
    var count: Int { self[keyPath: Self.list].count }

    mutating func append(_ more: Self) {
        self[keyPath: Self.list] += more[keyPath: Self.list]
        next = more.next
    }
}

extension SearchAnswer: PagedAnswer {
    /// Each of both lists may have as many.
    var count: Int { max(recipes.count, members.count) }

    mutating func append(_ more: Self) {
        recipes += more.recipes
        members += more.members
        next = more.next
    }
}

extension TagsAnswer: PagedAnswer {
    var count: Int { (tags ?? cuisines ?? []).count }

    mutating func append(_ more: Self) {
        tags = tags.map { $0 + (more.tags ?? []) }
        cuisines = cuisines.map { $0 + (more.cuisines ?? []) }
        next = more.next
    }
}

extension WhyAnswer: ListAnswer { static var list: WritableKeyPath<Self, [Event]> { \.reasons } }
extension FeedAnswer: ListAnswer { static var list: WritableKeyPath<Self, [FeedItem]> { \.items } }
extension CommentsAnswer: ListAnswer { static var list: WritableKeyPath<Self, [CommentDocument]> { \.comments } }
extension DescentAnswer: ListAnswer { static var list: WritableKeyPath<Self, [DescentDocument]> { \.forks } }
extension RecipeVersionsAnswer: ListAnswer { static var list: WritableKeyPath<Self, [RecipeVersion]> { \.versions } }
extension RecipesAnswer: ListAnswer { static var list: WritableKeyPath<Self, [RecipeDocument]> { \.recipes } }
extension RepostsAnswer: ListAnswer { static var list: WritableKeyPath<Self, [FeedItem]> { \.items } }
extension CollectionAnswer: ListAnswer { static var list: WritableKeyPath<Self, [RecipeDocument]> { \.recipes } }
extension TrendingAnswer: ListAnswer { static var list: WritableKeyPath<Self, [Item]> { \.items } }
extension CookedAnswer: ListAnswer { static var list: WritableKeyPath<Self, [Item]> { \.items } }
extension LeaderboardAnswer: ListAnswer { static var list: WritableKeyPath<Self, [LeaderboardEntry]> { \.entries } }
extension ExperienceAnswer: ListAnswer { static var list: WritableKeyPath<Self, [Week]> { \.weeks } }
extension AwardHistoryAnswer: ListAnswer { static var list: WritableKeyPath<Self, [AwardEntry]> { \.awards } }
extension MemberListAnswer: ListAnswer { static var list: WritableKeyPath<Self, [MemberCard]> { \.members } }
extension MemberDirectoryAnswer: ListAnswer { static var list: WritableKeyPath<Self, [MemberSummary]> { \.members } }
extension CookbooksAnswer: ListAnswer { static var list: WritableKeyPath<Self, [CookbookCard]> { \.cookbooks } }
extension CookbookAnswer: ListAnswer { static var list: WritableKeyPath<Self, [CookbookEntry]> { \.recipes } }
extension PlanAnswer: ListAnswer { static var list: WritableKeyPath<Self, [PlannedRecipe]> { \.entries } }
extension NotificationsAnswer: ListAnswer {
    static var list: WritableKeyPath<Self, [NotificationCard]> { \.notifications }
}
extension ReportsAnswer: ListAnswer { static var list: WritableKeyPath<Self, [ReportDocument]> { \.reports } }
extension ModerationLogAnswer: ListAnswer { static var list: WritableKeyPath<Self, [ModerationEntry]> { \.entries } }
