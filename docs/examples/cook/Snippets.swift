import Foundation
import LarderAPI
import LarderClient

/// The code of the guides: a test finds each line of theirs here, so that all of it compiles.
enum Snippets {
    static func begin() async throws {
        let client = try LarderClient(url: "https://kitchen.example", tokens: FileTokenStore(path: "token.json"))
        if try await client.session == nil {
            try await client.logIn(username: "ada", password: "correct horse", label: "Ada's phone")
        }
        for try await item in client.items(of: API.feed, FeedInput(mode: .following)) {
            print(item.recipe.title, item.recipe.author.name)
        }
    }

    static func call(_ client: LarderClient) async throws {
        let profile = try await client.call(API.profile, MemberInput(member: "@bo"))
        try await client.call(API.cookRecipe, RecipeActionInput(recipe: "r12"))
        let reason = try JSONText(encoding: ["reason": "spam"])
        try await client.call(API.reportRecipe, RecipeActionInput(recipe: "r12", content: reason))
        print(profile.name)
    }

    static func pages(_ client: LarderClient) async throws {
        var found: [RecipeDocument] = []
        for try await page in client.pages(of: API.search, SearchInput(text: "leek soup")) {
            found += page.recipes
            if found.count >= 50 { break }
        }
    }

    @MainActor static func listen(
        _ client: LarderClient, show: (FeedAnswer) -> Void, reload: (String) async -> Void
    ) async throws {
        let feed = try await client.call(API.feed, FeedInput())
        show(feed)
        for try await event in client.events(about: [.everything, .notifications], after: feed.position) {
            if let recipe = event.recipe { await reload(recipe) }
        }
    }

    static func refusals(_ client: LarderClient, showLogIn: () -> Void, showMessage: (String) -> Void) async throws {
        do {
            try await client.like("r12")
        } catch let refusal as LarderRefusal where refusal.code == .unauthenticated {
            showLogIn()
        } catch let refusal as LarderRefusal {
            showMessage(refusal.message)
        } catch let failure as LarderFailure {
            showMessage(failure.message)
        }
    }

    static func pictures(_ client: LarderClient, _ jpeg: Data) async throws {
        let photo = try await client.upload(image: Array(jpeg))
        try await client.post(RecipeDraft(title: "Leek soup", steps: ["Boil."], images: [photo.id]))
        let small = try await client.image(photo.id, size: .small)
        print(small.mediaType, small.bytes.count)
    }

    static func once(_ client: LarderClient, _ draft: RecipeDraft) async throws {
        let key = UUID().uuidString
        let content = CommunityActionInput(content: try JSONText(encoding: draft))
        try await client.call(API.postRecipe, content, CallOptions(idempotencyKey: key))
    }

    static func versions(_ client: LarderClient) async throws {
        let recipe = try await client.call(API.recipe, RecipeInput(recipe: "r12")).recipe
        let draft = RecipeDraft(title: "Leek soup", steps: ["Boil.", "Salt."], note: "salted")
        try await client.edit(recipe.id, to: draft, version: recipe.version)
    }

    static func settings() throws {
        var settings = ClientSettings()
        settings.retries.delayMax = .seconds(10)
        settings.answerBytesMax = 4 << 20
        let client = try LarderClient(url: "https://kitchen.example", settings: settings)
        print(client.url)
    }

    /// What «Move an app to Larder» calls in its tables.
    static func moved(_ client: LarderClient, _ bytes: [UInt8], _ draft: RecipeDraft) async throws {
        let profile = ProfileDraft(name: "Ada", email: "ada@kitchen.example")
        try await client.signUp(username: "ada", password: "correct horse", profile: profile)
        try await client.logIn(username: "ada", password: "correct horse")
        try await client.logOut()
        _ = try await client.session
        try await client.call(API.changePassword, ChangePasswordInput(password: "old one", newPassword: "new one"))
        try await client.call(API.resetPassword, ResetPasswordInput(link: "ll_…", newPassword: "new one"))
        try await client.call(API.profile, MemberInput(member: "me"))
        try await client.call(API.profile, MemberInput(member: "@bo"))
        try await client.editProfile(ProfileDraft(bio: "Cooks"))
        try await client.editProfile(ProfileDraft(username: "ada2"))
        try await client.editProfile(ProfileDraft(avatar: "…"))
        try await client.deleteAccount(username: "ada", password: "correct horse")

        _ = try await client.upload(image: bytes)
        try await client.post(draft)
        try await client.edit("r12", to: draft, version: 3)
        try await client.delete(recipe: "r12")
        try await client.call(API.recipe, RecipeInput(recipe: "r12"))
        try await client.call(API.recipe, RecipeInput(recipe: "external:firestore:aBc"))

        _ = client.items(of: API.feed, FeedInput())
        _ = client.items(of: API.feed, FeedInput(page: PageRequest(limit: 20)))
        _ = client.items(of: API.feed, FeedInput(mode: .following))
        _ = client.items(of: API.feed, FeedInput(sort: .liked))
        _ = client.items(of: API.feed, FeedInput(sort: .top))
        _ = client.items(of: API.feed, FeedInput(filter: RecipeFilter(difficulty: .easy, maxMinutes: 30)))
        _ = client.items(of: API.feed, FeedInput(filter: RecipeFilter(cuisine: "Italian", course: "dessert")))
        _ = client.items(of: API.feed, FeedInput(filter: RecipeFilter(isBookmarked: true)))
        try await client.call(API.seeFeed, CommunityActionInput())
        _ = client.items(of: API.recipesOf, MemberListInput(member: "@bo"))
        _ = client.items(of: API.bookmarks, ListInput())
        _ = client.items(of: API.trending, ListInput())
        _ = client.pages(of: API.search, SearchInput(text: "leek"))
        try await client.call(API.collections)
        _ = client.items(of: API.collection, CollectionInput(collection: "Quick Fixes"))
        _ = client.events(about: [.everything], after: 120)
        _ = client.events(about: [.recipe("r12")])
        _ = client.events(about: [.notifications])
        _ = client.events(about: [.leaderboard])
        _ = client.events(about: [.moderation])

        try await client.like("r12")
        try await client.unlike("r12")
        try await client.vote(.up, on: "r12")
        try await client.vote(.none, on: "r12")
        try await client.bookmark("r12")
        try await client.unbookmark("r12")
        try await client.repost("r12", quote: "Try this")
        try await client.comment("Lovely!", on: "r12")
        try await client.reply("Thanks", to: "c20")
        try await client.delete(comment: "c20")
        _ = client.items(of: API.comments, RecipeListInput(recipe: "r12"))
        try await client.follow("@bo")
        try await client.unfollow("@bo")
        _ = client.items(of: API.followers, MemberListInput(member: "@bo"))
        _ = client.items(of: API.notifications, NotificationsInput())
        try await client.readNotifications()

        _ = client.items(of: API.awards, AwardsInput(member: "me"))
        _ = client.items(of: API.leaderboard, LeaderboardInput(week: "2026-W47"))
        _ = client.items(of: API.leaderboard, LeaderboardInput(around: "@ada"))
        _ = try await client.call(API.leaderboard, LeaderboardInput(page: PageRequest(limit: 10))).viewer
        _ = client.items(of: API.externalRecipes, ExternalSearchInput(source: "themealdb", text: "pea soup"))
        let reason = try JSONText(encoding: ["reason": "spam"])
        try await client.call(API.reportRecipe, RecipeActionInput(recipe: "r12", content: reason))
        try await client.call(API.banMember, MemberActionInput(member: "@bo", content: reason))
        let outcome = try JSONText(encoding: ["outcome": "removed"])
        try await client.call(API.resolveReport, ReportActionInput(report: "f9", content: outcome))
        _ = client.items(of: API.reports, ReportsInput(status: .pending))
        _ = client.items(of: API.members, MembersInput(search: "bo"))
        try await client.call(API.dashboard)
    }
}

struct Canned: LarderTransport {
    func open(_ request: TransportRequest) async throws -> TransportAnswer {
        let body = TransportBody([Array(#"{"status":"ok"}"#.utf8)])
        return TransportAnswer(status: 200, headers: ["Content-Type": "application/json"], body: body)
    }
}
