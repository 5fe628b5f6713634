public import LarderAPI

/// An answer that may continue on a further page.
public protocol PageAnswer: Sendable {
    /// What the next page is asked for with; `nil`: this is the last one.
    var next: String? { get }
    /// How many entries of this page count towards its limit.
    var count: Int { get }
    /// Adds the entries of the page that follows, and takes over its `next`. All other fields keep the values of the first page.
    mutating func append(_ page: Self)
}

/// A page with one list.
public protocol ItemsAnswer: PageAnswer {
    associatedtype Item: Sendable
    /// Where the page keeps its list.
    static var list: WritableKeyPath<Self, [Item]> { get }
    var next: String? { get set }
}

extension ItemsAnswer {
    /// The list's entries on this page.
    public var items: [Item] { self[keyPath: Self.list] }
    public var count: Int { items.count }

    public mutating func append(_ page: Self) {
        self[keyPath: Self.list] += page.items
        next = page.next
    }
}

extension SearchAnswer: PageAnswer {
    /// The limit holds for each of both lists.
    public var count: Int { max(recipes.count, members.count) }

    public mutating func append(_ page: SearchAnswer) {
        recipes += page.recipes
        members += page.members
        if let more = page.matches { matches = (matches ?? []) + more }
        next = page.next
    }
}

extension TagsAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [TagCount]> { \.names }

    /// An answer has either tags or cuisines.
    private var names: [TagCount] {
        get { tags ?? cuisines ?? [] }
        set { if tags != nil { tags = newValue } else { cuisines = newValue } }
    }
}

extension LogAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [JSON]> { \.events } }
extension FeedAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [FeedItem]> { \.items } }
extension RepostsAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [FeedItem]> { \.items } }
extension TrendingAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [Item]> { \.items } }
extension CookedAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [Item]> { \.items } }
extension CommentsAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [CommentDocument]> { \.comments }
}
extension DescentAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [DescentDocument]> { \.forks } }
extension RecipesAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [RecipeDocument]> { \.recipes } }
extension ExternalRecipesAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [ExternalRecipeDocument]> { \.recipes }
}
extension RecipeVersionsAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [RecipeVersion]> { \.versions }
}
extension CollectionAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [RecipeDocument]> { \.recipes }
}
extension LeaderboardAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [LeaderboardEntry]> { \.entries }
}
extension ExperienceAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [Week]> { \.weeks } }
extension AwardHistoryAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [AwardEntry]> { \.awards } }
extension NotificationsAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [NotificationCard]> { \.notifications }
}
extension MemberListAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [MemberCard]> { \.members } }
extension MemberDirectoryAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [MemberSummary]> { \.members }
}
extension ReportsAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [ReportDocument]> { \.reports } }
extension ModerationLogAnswer: ItemsAnswer {
    public static var list: WritableKeyPath<Self, [ModerationEntry]> { \.entries }
}
extension CookbooksAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [CookbookCard]> { \.cookbooks } }
extension CookbookAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [CookbookEntry]> { \.recipes } }
extension PlanAnswer: ItemsAnswer { public static var list: WritableKeyPath<Self, [PlannedRecipe]> { \.entries } }

extension LarderClient {
    /// The pages of a list, each asked for when the loop needs it.
    ///
    /// Each page shows the list as it is at that time. `input.page.limit` is the length of a page: 1 to 100, else 20.
    public func pages<Input, Answer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions = CallOptions()
    ) -> Pages<Input, Answer> {
        Pages(client: self, operation: operation, input: input, options: options)
    }

    /// The entries of a list, page after page.
    public func items<Input, Answer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions = CallOptions()
    ) -> Items<Input, Answer> {
        Items(pages: pages(of: operation, input, options))
    }

    /// A list as one answer: the first `count` entries after `input.page.after`, or all of them.
    ///
    /// The client asks for as many pages as that takes, and the answer's `next` continues after the last one.
    public func list<Input: PagedInput, Answer: PageAnswer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ input: Input, upTo count: Int? = nil,
        _ options: CallOptions = CallOptions()
    ) async throws -> Answer {
        try await .collecting(count, after: input.page.after) { page in
            var input = input
            input.page = page
            return try await call(operation, input, options)
        }
    }
}

extension PageAnswer {
    /// The largest page that a service gives.
    private static var pageMax: Int { 100 }

    /// One answer of as many pages as hold `count` entries; `nil`: all pages.
    package static func collecting(
        _ count: Int?, after start: String?, _ ask: (PageRequest) async throws -> Self
    ) async throws -> Self {
        var left = count ?? .max
        func page(after: String?) async throws -> Self {
            try await ask(PageRequest(limit: UInt64(min(left, pageMax)), after: after))
        }
        var whole = try await page(after: start)
        left -= whole.count
        var (end, isEmpty) = (start, whole.count == 0)
        while left > 0, !isEmpty, let after = whole.next {
            guard after != end else { throw LarderFailure.repeatedPage }
            let part = try await page(after: after)
            whole.append(part)
            left -= part.count
            (end, isEmpty) = (after, part.count == 0)
        }
        return whole
    }
}

extension LarderFailure {
    fileprivate static let repeatedPage = LarderFailure(
        .notLarder, "the service answered a page that is followed by itself: report it to the operator")
}

/// The pages of a list. Each loop begins at the first page.
public struct Pages<Input: PagedInput, Answer: PageAnswer & Codable>: AsyncSequence, Sendable {
    public typealias Element = Answer

    let client: LarderClient
    let operation: LarderAPI.Operation<Input, Answer>
    let input: Input
    let options: CallOptions

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self, input: input) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let pages: Pages
        /// What asks for the next page; `nil`: there is none.
        var input: Input?

        /// The next page. After an error the same page can be asked for again.
        public mutating func next() async throws -> Answer? {
            guard var input else { return nil }
            let page = try await pages.client.call(pages.operation, input, pages.options)
            guard let next = page.next else {
                self.input = nil
                return page
            }
            guard next != input.page.after else {
                throw LarderFailure.repeatedPage
            }
            input.page.after = next
            self.input = input
            return page
        }
    }
}

/// The entries of a list. Each loop begins at the first one.
public struct Items<Input: PagedInput, Answer: ItemsAnswer & Codable>: AsyncSequence, Sendable {
    public typealias Element = Answer.Item

    let pages: Pages<Input, Answer>

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: pages.makeAsyncIterator()) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        var pages: Pages<Input, Answer>.AsyncIterator
        var items: [Answer.Item] = []
        var index = 0

        public mutating func next() async throws -> Answer.Item? {
            while index == items.count {
                guard let page = try await pages.next() else { return nil }
                (items, index) = (page.items, 0)
            }
            defer { index += 1 }
            return items[index]
        }
    }
}
