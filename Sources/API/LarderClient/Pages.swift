public import LarderAPI

/// An answer that may continue on a further page.
public protocol PageAnswer: Codable, Sendable {
    /// What the next page is asked for with; `nil`: this is the last one.
    var next: String? { get }
}

/// A page with one list.
public protocol ItemsAnswer: PageAnswer {
    associatedtype Item: Sendable
    /// The list's entries on this page.
    var items: [Item] { get }
}

extension SearchAnswer: PageAnswer {}
extension LogAnswer: ItemsAnswer { public var items: [JSON] { events } }
extension FeedAnswer: ItemsAnswer {}
extension RepostsAnswer: ItemsAnswer {}
extension TrendingAnswer: ItemsAnswer {}
extension CookedAnswer: ItemsAnswer {}
extension CommentsAnswer: ItemsAnswer { public var items: [CommentDocument] { comments } }
extension DescentAnswer: ItemsAnswer { public var items: [DescentDocument] { forks } }
extension RecipesAnswer: ItemsAnswer { public var items: [RecipeDocument] { recipes } }
extension RecipeVersionsAnswer: ItemsAnswer { public var items: [RecipeVersion] { versions } }
extension CollectionAnswer: ItemsAnswer { public var items: [RecipeDocument] { recipes } }
extension TagsAnswer: ItemsAnswer { public var items: [TagCount] { tags ?? cuisines ?? [] } }
extension LeaderboardAnswer: ItemsAnswer { public var items: [LeaderboardEntry] { entries } }
extension ExperienceAnswer: ItemsAnswer { public var items: [Week] { weeks } }
extension AwardHistoryAnswer: ItemsAnswer { public var items: [AwardEntry] { awards } }
extension NotificationsAnswer: ItemsAnswer { public var items: [NotificationCard] { notifications } }
extension MemberListAnswer: ItemsAnswer { public var items: [MemberCard] { members } }
extension MemberDirectoryAnswer: ItemsAnswer { public var items: [MemberSummary] { members } }
extension ReportsAnswer: ItemsAnswer { public var items: [ReportDocument] { reports } }
extension ModerationLogAnswer: ItemsAnswer { public var items: [ModerationEntry] { entries } }
extension CookbooksAnswer: ItemsAnswer { public var items: [CookbookCard] { cookbooks } }
extension CookbookAnswer: ItemsAnswer { public var items: [CookbookEntry] { recipes } }
extension PlanAnswer: ItemsAnswer { public var items: [PlannedRecipe] { entries } }

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
}

/// The pages of a list. Each loop begins at the first page.
public struct Pages<Input: PagedInput, Answer: PageAnswer>: AsyncSequence, Sendable {
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
                throw LarderFailure(.notLarder, "the service answered a page that is followed by itself")
            }
            input.page.after = next
            self.input = input
            return page
        }
    }
}

/// The entries of a list. Each loop begins at the first one.
public struct Items<Input: PagedInput, Answer: ItemsAnswer>: AsyncSequence, Sendable {
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
