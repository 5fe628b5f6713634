import Foundation
import LarderAPI
import LarderClient
import TestSupport
import Testing

/// Measures how long streams last.
private actor MeasuringTransport: LarderTransport {
    private let session = URLSessionTransport()
    /// From the opening of a stream to the last piece that it has brought.
    private(set) var longest = Duration.zero

    func open(_ request: TransportRequest) async throws -> TransportAnswer {
        var answer = try await session.open(request)
        guard request.headers["Accept"] == "text/event-stream" else { return answer }
        let (begin, body) = (ContinuousClock.now, answer.body)
        answer.body = TransportBody { [weak self] in
            let piece = try await body.next()
            if piece != nil { await self?.reached(begin.duration(to: .now)) }
            return piece
        }
        return answer
    }

    private func reached(_ duration: Duration) { longest = max(longest, duration) }
}

/// The client against a running service.
@Suite struct ServiceTests {
    @Test("a member signs up, posts with a photo, acts and reads") func story() async throws {
        let kitchen = try await ServedKitchen.open()
        let store = FileTokenStore(path: kitchen.folder.path("token"))
        let ada = try LarderClient(url: kitchen.url, tokens: store, settings: .patient)
        let session = try await ada.signUp(username: "ada", password: "correct horse", link: kitchen.link)
        let photo = try await ada.upload(image: ServedKitchen.picture)
        #expect((photo.width, photo.height) == (4, 3))
        let recipe = try await ada.post(RecipeDraft(title: "Soup", ingredients: ["2 leeks"], images: [photo.id])).id
        #expect(try await ada.image(photo.id, size: .original).bytes.count > 10)
        let edited = try await ada.edit(recipe, to: RecipeDraft(title: "Leek soup", steps: ["Boil."]), version: 1)
        #expect(edited.changed)
        await #expect("an edit of an earlier version") {
            try await ada.edit(recipe, to: RecipeDraft(title: "Pea soup", steps: ["Boil."]), version: 1)
        } throws: {
            ($0 as? LarderRefusal)?.code == .stale
        }

        var returned = try await ada.call(API.recipe, RecipeInput(recipe: recipe))
        returned.recipe.description = "For cold days."
        #expect(try await ada.edit(returned).changed)
        await #expect("a page that was read before another edit") {
            try await ada.edit(returned)
        } throws: {
            ($0 as? LarderRefusal)?.code == .conflict
        }

        // Another client of the member finds the token in the file.
        let again = try LarderClient(url: kitchen.url, tokens: store, settings: .patient)
        let own = try await again.call(API.profile, MemberInput(member: "me"))
        #expect((own.id, own.role, own.recipes) == (session.id, "admin", 1))

        let bo = try LarderClient(url: kitchen.url, settings: .patient)
        try await bo.signUp(username: "bo", password: "battery staple", profile: ProfileDraft(name: "Bo"))
        #expect(try await bo.like(recipe).changed)
        #expect(try await !bo.like(recipe).changed)
        try await bo.vote(.up, on: recipe)
        try await bo.rate(recipe, stars: 4)
        try await bo.bookmark(recipe)
        try await bo.repost(recipe, quote: "Try this")
        try await bo.follow("@ada")
        let comment = try await bo.comment("Lovely!", on: recipe).id
        try await ada.reply("Thanks", to: comment)
        let page = try await bo.call(API.recipe, RecipeInput(recipe: recipe)).recipe
        #expect((page.title, page.likes, page.upvotes, page.bookmarks, page.stars) == ("Leek soup", 1, 1, 1, 4))
        let threads = try await ada.call(API.comments, RecipeListInput(recipe: recipe))
        #expect(threads.comments.first?.replies.first?.text == "Thanks")
        let told = try await ada.call(API.notifications, NotificationsInput())
        #expect(told.unread >= 4)
        try await ada.readNotifications()
        #expect(try await ada.call(API.notifications, NotificationsInput()).unread == 0)
        try await ada.editProfile(ProfileDraft(bio: "Cooks"))
        #expect(try await ada.call(API.profile, MemberInput(member: "me")).bio == "Cooks")

        await #expect("a recipe of another member") { try await bo.delete(recipe: recipe) } throws: {
            ($0 as? LarderRefusal)?.code == .forbidden
        }
        await #expect("a recipe that is not there") {
            try await bo.call(API.recipe, RecipeInput(recipe: "r9999"))
        } throws: {
            ($0 as? LarderRefusal)?.code == .notFound
        }
        let key = try await ada.call(API.makeKey, MakeKeyInput(label: "app", scopes: ["read", "act"]))
        let app = try LarderClient(url: kitchen.url, settings: .patient)
        try await app.use(key: key.key)
        #expect(try await app.like(recipe).changed)

        let listening = Task { for try await _ in bo.events(about: [.me]) {} }
        try await Task.sleep(for: .milliseconds(500))
        try await bo.logOut()
        await #expect("a stream of a session that has ended") { try await listening.value } throws: {
            ($0 as? LarderRefusal)?.code == .unauthenticated
        }
        await #expect("an action without a token") { try await bo.like(recipe) } throws: {
            ($0 as? LarderRefusal)?.code == .unauthenticated
        }
        try await bo.logIn(username: "bo", password: "battery staple")
        try await bo.deleteAccount(username: "bo", password: "battery staple")
        await #expect("a deleted account") {
            try await bo.logIn(username: "bo", password: "battery staple")
        } throws: {
            $0 is LarderRefusal
        }
    }

    @Test("one idempotency key is one recipe, and lists of several pages come whole") func keysAndPages() async throws {
        let kitchen = try await ServedKitchen.open()
        let ada = try LarderClient(url: kitchen.url, settings: .patient)
        try await ada.signUp(username: "ada", password: "correct horse")
        let lines = (0..<45).map { number in
            #"{"specversion":"1.0","type":"larder.recipe.posted","source":"book","id":"\#(number)","data":"#
                + #"{"title":"Soup \#(number)","steps":[{"text":"Boil."}]}}"#
        }
        let answer = try await ada.call(
            API.submitEvents, EventsInput(content: JSONText(Array(lines.joined(separator: "\n").utf8))))
        #expect((answer.appended, answer.refused) == (45, [:]))
        var titles: [String] = []
        for try await item in ada.items(of: API.feed, FeedInput(sort: .oldest)) { titles.append(item.recipe.title) }
        #expect(titles == (0..<45).map { "Soup \($0)" })

        func post(_ title: String) async throws -> SubmitAnswer {
            let content = try JSONText(encoding: RecipeDraft(title: title, steps: ["Boil."]))
            return try await ada.call(
                API.postRecipe, CommunityActionInput(content: content), CallOptions(idempotencyKey: "one"))
        }
        let first = try await post("Soup")
        #expect(try await post("Soup").position == first.position)
        await #expect { try await post("Stew") } throws: { ($0 as? LarderRefusal)?.field == "idempotency-key" }
    }

    @Test("a stream is silent for long, outlives a restart of the service, and misses nothing") func restart()
        async throws
    {
        let kitchen = try await ServedKitchen.open()
        let store = MemoryTokenStore()
        var settings = ClientSettings.patient
        // Heartbeats come each second. Only with them does a stream last longer than this.
        settings.streams.silenceMax = .seconds(3)
        settings.streams.delayMax = .milliseconds(200)
        settings.streams.failuresMax = 500
        let transport = MeasuringTransport()
        let ada = try LarderClient(url: kitchen.url, tokens: store, transport: transport, settings: settings)
        let start = try await ada.signUp(username: "ada", password: "correct horse").position
        let listening = Task {
            var titles: [String] = []
            for try await event in ada.events(after: start) where event.kind == "recipe.posted" {
                titles.append(event.subject ?? "")
                if titles.count == 6 { break }
            }
            return titles
        }
        var posted: [String] = []
        func post() async throws {
            posted.append(try await ada.post(RecipeDraft(title: "Soup \(posted.count)", steps: ["Boil."])).id)
        }
        try await post()
        try await post()
        // Where the machine is busy, the service may be silent for too long, and the next stream is measured.
        let deadline = ContinuousClock.now + .seconds(120)
        while await transport.longest < .seconds(4), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(await transport.longest >= .seconds(4), "heartbeats keep one connection open")
        try await post()
        try await kitchen.stop()
        try await kitchen.restart()
        try await post()
        try await post()
        try await post()
        #expect(try await listening.value == posted)
    }

    @Test("a cancelled stream ends") func cancellation() async throws {
        let kitchen = try await ServedKitchen.open()
        let client = try LarderClient(url: kitchen.url, settings: .patient)
        let listening = Task { for try await _ in client.events() {} }
        try await Task.sleep(for: .milliseconds(300))
        listening.cancel()
        await #expect(throws: CancellationError.self) { try await listening.value }
    }

    @Test("an address without a service is unreachable") func unreachable() async throws {
        let kitchen = try await ServedKitchen.open()
        let client = try LarderClient(url: kitchen.url, settings: .patient)
        try await kitchen.stop()
        await #expect { try await client.call(API.health) } throws: {
            ($0 as? LarderFailure)?.kind == .unreachable
        }
    }

    @Test("the example signs up, posts with a photo, listens, likes and reads the board") func example() async throws {
        let kitchen = try await ServedKitchen.open()
        let picture = kitchen.folder.url.appending(path: "leeks.png")
        try Data(ServedKitchen.picture).write(to: picture)
        let run = try await kitchen.run("example-cook", [kitchen.url, picture.path])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map { $0.replacing(#/r[0-9]+|[0-9]+ points/#, with: "…") }
        #expect(
            lines == [
                "ada posted … with a photo of 4 × 3 pixels", "ada hears of a like by Bo",
                "bo liked it once: true, twice: false", "Leek soup by Ada: 1 like, 2 ingredients",
                "ada is on the board with …", "bo may not delete it: forbidden",
            ])
    }
}

extension ClientSettings {
    /// A machine that runs all tests may take minutes for one write to the disk.
    fileprivate static var patient: ClientSettings {
        var settings = ClientSettings()
        settings.silenceMax = .seconds(1_800)
        return settings
    }
}
