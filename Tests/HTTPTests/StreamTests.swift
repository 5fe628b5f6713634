import Community
import EventLog
import Events
import Foundation
import Layout
import NIOHTTP1
import TestSupport
import Testing

@testable import HTTP

/// Server-sent events: none is missed, none comes twice, and none that the listener may not see.
@Suite(.serialized) struct StreamTests {
    @Test("a stream reports events, with their actors where lists show them") func events() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let start = try counter.community.log.head()
            let soup = try await counter.postSoup(as: ada)
            for (path, body) in [
                ("/recipes/\(soup)/like", nil), ("/recipes/\(soup)/upvote", nil), ("/recipes/\(soup)/bookmark", nil),
                ("/shopping/items", #"{"text":"2 lemons"}"#), ("/members/@ada/block", nil),
                ("/members/@ada/unblock", nil),
                ("/recipes/\(soup)/comments", #"{"text":"A secret ingredient"}"#),
                ("/recipes/\(soup)/report", #"{"reason":"spam"}"#),
            ] as [(String, String?)] {
                let answer = try await counter.post(path, body, as: bo)
                #expect([200, 201].contains(answer.status), "\(path): \(answer.text)")
            }
            let listener = try Listener(counter, after: "\(start)")
            try await listener.listen { $0.events.count >= 5 }
            #expect(listener.status == 200)
            let told = listener.events
            #expect(
                told.map(\.type) == [
                    "recipe.posted", "recipe.liked", "recipe.upvoted", "recipe.bookmarked", "comment.posted",
                ])
            let names = told.map { ($0.json["actor"] as? [String: Any])?["username"] as? String }
            #expect(names == ["ada", "bo", nil, nil, "bo"])
            #expect(told.allSatisfy { $0.json["recipe"] as? String == soup })
            #expect(told.map { $0.json["position"] as? Int } == told.map { Int($0.lastID) })
            #expect(!told.contains { $0.data.contains("secret") })
        }
    }

    /// The connection ends anywhere, while other members act.
    @Test("a listener that reconnects again and again gets every event once", .seeded)
    func reconnections() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let start = try counter.community.log.head()
            let writing = Task {
                for round in 0..<150 {
                    _ = try await counter.post(
                        "/recipes/\(soup)/\(round % 2 == 0 ? "like" : "unlike")", as: bo)
                    _ = try await counter.post("/shopping/items", #"{"text":"\#(round) lemons"}"#, as: bo)
                    _ = try await counter.post("/recipes/\(soup)/comments", #"{"text":"\#(round)"}"#, as: bo)
                }
            }
            let listener = try Listener(counter, after: "\(start)")
            var dice = SeededGenerator.ofTest()
            for _ in 0..<Tier.rounds(200, long: 1_000) {
                try await listener.listen(upTo: Int.random(in: 1...600, using: &dice), seconds: 0.05)
            }
            try await writing.value
            // What is left is heard in one go.
            let last = try counter.community.log.head()
            let end = try await counter.post("/recipes/\(soup)/cook", as: bo)
            let mark = try #require(end.json["position"] as? Int)
            #expect(mark == Int(last.value) + 1)
            try await listener.listen { $0.lastID == "\(mark)" }
            var expected: [String] = []
            try counter.community.log.read { snapshot in
                try snapshot.forEachHeader(from: start.next) { header in
                    if header.kind != .listItemAdded { expected.append("\(header.position)") }
                    return true
                }
            }
            #expect(expected.count == 301)
            #expect(listener.events.map(\.lastID) == expected)
        }
    }

    @Test("each topic reports its own events") func topics() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let (soup, stew) = (try await counter.postSoup(as: ada), try await counter.postSoup(as: cy, title: "Stew"))
            _ = try await counter.post("/members/@cy/follow", as: bo)
            let start = try counter.community.log.head()
            _ = try await counter.post("/recipes/\(soup)/like", as: bo)
            _ = try await counter.post("/recipes/\(stew)/comments", #"{"text":"Mine"}"#, as: cy)
            _ = try await counter.post("/shopping/items", #"{"text":"2 lemons"}"#, as: bo)
            _ = try await counter.post("/recipes/\(stew)/report", #"{"reason":"spam"}"#, as: bo)
            _ = try await counter.post("/recipes/\(stew)/cook", as: ada)
            func heard(_ topics: String, as token: String?, _ count: Int) async throws -> [String?] {
                let listener = try Listener(counter, "/stream?\(topics)", as: token, after: "\(start)")
                try await listener.listen { $0.events.count >= count }
                return listener.events.map(\.type)
            }
            #expect(try await heard("about=following", as: bo, 1) == ["comment.posted"])
            #expect(
                try await heard("about=me", as: bo, 3) == ["recipe.liked", "list.itemAdded", "report.filed"])
            #expect(try await heard("about=me", as: ada, 2) == ["recipe.liked", "recipe.cooked"])
            #expect(try await heard("about=\(stew)", as: nil, 2) == ["comment.posted", "recipe.cooked"])
            #expect(try await heard("about=moderation", as: ada, 1) == ["report.filed"])
            #expect(
                try await heard("about=leaderboard", as: nil, 3) == ["recipe.liked", "comment.posted", "recipe.cooked"])
            let told = try Listener(counter, "/stream?about=notifications", as: ada, after: "\(start)")
            try await told.listen { !$0.events.isEmpty }
            let kinds = told.events.compactMap { ($0.json["notification"] as? [String: Any])?["kind"] as? String }
            #expect(kinds.contains("like"), "\(kinds)")
            for (topics, token, status) in [
                ("about=moderation", bo, 403), ("about=me", nil, 401), ("about=nonsense", nil, 400),
                ("about=r9999", nil, 404), ("after=99999", nil, 422),
            ] as [(String, String?, Int)] {
                #expect(try await counter.ask("GET", "/stream?\(topics)", as: token).status == status, "\(topics)")
            }
        }
    }

    @Test("a stream names moderators to moderators alone, and hides what is done to a blocker") func moderators()
        async throws
    {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let (soup, stew) = (try await counter.postSoup(as: bo), try await counter.postSoup(as: ada, title: "Stew"))
            _ = try await counter.post("/members/@cy/block", as: bo)
            let start = try counter.community.log.head()
            _ = try await counter.post("/recipes/\(soup)/delete", as: ada)
            _ = try await counter.post("/members/@bo/follow", as: ada)
            _ = try await counter.post("/recipes/\(stew)/cook", as: ada)
            func heard(as token: String?) async throws -> [String] {
                let listener = try Listener(counter, as: token, after: "\(start)")
                try await listener.listen { $0.events.last?.type == "recipe.cooked" }
                return listener.events.map { event in
                    "\(event.type) \((event.json["actor"] as? [String: Any])?["username"] as? String ?? "-")"
                }
            }
            #expect(try await heard(as: ada) == ["recipe.deleted ada", "member.followed ada", "recipe.cooked ada"])
            for token in [bo, nil] {
                #expect(try await heard(as: token) == ["recipe.deleted -", "member.followed ada", "recipe.cooked ada"])
            }
            #expect(try await heard(as: cy) == ["recipe.cooked ada"])
        }
    }

    /// The code with which a stream ends after an action.
    private func lastFrame(
        of counter: Counter, as token: String?, doing act: () async throws -> Void
    ) async throws -> EventSourceReader.Event {
        let (answers, answered) = AsyncStream<Void>.makeStream()
        let listening = Task {
            defer { answered.finish() }
            let listener = try Listener(counter, as: token)
            try await listener.listen(
                until: { $0.events.contains { $0.type == "ended" } }, begun: { answered.yield() })
            return listener.events.last
        }
        for await _ in answers { break }
        try await act()
        return try #require(try await listening.value)
    }

    @Test("a ban and a log-out end streams at once") func endings() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let bo = try await counter.join("bo")
            let other = try await counter.logIn("bo")
            for (token, path, code) in [(bo, "/log-out", "unauthenticated"), (other, "/members/@bo/ban", "banned")] {
                let last = try await lastFrame(of: counter, as: token) {
                    let done = try await counter.post(path, as: path == "/log-out" ? token : ada)
                    #expect(done.status == 200, "\(done.text)")
                }
                #expect(last.type == "ended" && last.json["code"] as? String == code, "\(last)")
            }
        }
    }

    /// No event of the log records that a key was revoked.
    @Test("a revoked key ends its streams") func revokedKeys() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let made = try await counter.post("/keys", #"{"label":"app","scopes":["read"]}"#, as: ada)
            let (id, key) = (made.json["id"] as? String ?? "", made.json["key"] as? String)
            let last = try await lastFrame(of: counter, as: key) {
                let done = try await counter.post("/keys/\(id)/revoke", as: ada)
                #expect(done.status == 204, "\(done.text)")
            }
            #expect(last.json["code"] as? String == "unauthenticated", "\(last)")
        }
    }

    /// All bytes: the beginning, an event, a heartbeat, and the end.
    @Test("the bytes of a stream are those that browsers read") func bytes() async throws {
        try await withCounter {
            $0.heartbeatSeconds = 1
        } _: { counter in
            let ada = try await counter.join("ada")
            let soup = try await counter.postSoup(as: ada)
            let start = try counter.community.log.head().value
            let cooked = try await counter.post("/recipes/\(soup)/cook", as: ada)
            let listener = try Listener(counter, "/stream?about=\(soup)", as: ada, after: "\(start)")
            try await listener.listen { $0.text.hasSuffix(":\n\n") }
            #expect(listener.events.count == 1 && listener.lastID == "\(start + 1)")
            let event = try #require(listener.events.first)
            #expect(event.json["position"] as? Int == cooked.json["position"] as? Int)
            let frame = "id: \(start + 1)\nevent: recipe.cooked\ndata: \(event.data)\n\n"
            #expect(listener.text == "retry: 2000\nid: \(start)\n\n\(frame)id: \(start + 1)\n:\n\n")
            #expect(listener.headers["content-type"] == ["text/event-stream"])
            let ended = try Listener(counter, "/stream?about=\(soup)", as: ada)
            _ = try await ended.listen(until: { $0.text.contains("event: ended") }) {
                Task { _ = try await counter.post("/log-out", as: ada) }
            }
            #expect(ended.text.hasPrefix("retry: 2000\nid: \(start + 1)\n\n"))
            #expect(ended.text.hasSuffix("event: ended\ndata: \(ended.events.last?.data ?? "")\n\n"))
        }
    }

    @Test("a listener without events still moves on") func idleListeners() async throws {
        try await withCounter {
            $0.heartbeatSeconds = 1
        } _: { counter in
            let ada = try await counter.join("ada")
            let start = try counter.community.log.head()
            for index in 0..<20 {
                _ = try await counter.post("/shopping/items", #"{"text":"\#(index) lemons"}"#, as: ada)
            }
            let end = try counter.community.log.head()
            let listener = try Listener(counter, "/stream?about=notifications", as: ada, after: "\(start)")
            try await listener.listen { $0.lastID == "\(end)" }
            #expect(listener.events.isEmpty && listener.lastID == "\(end)")
        }
    }

    /// The idle listeners get only the last event.
    @Test("many idle listeners and a tenth of busy ones all get the event") func manyListeners() async throws {
        let count = Tier.rounds(165, long: 2_200)
        try #require(FileLimit.room(forConnections: 5_000) == 5_000, "this needs a limit of 5,256 open files")
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let (soup, stew) = (try await counter.postSoup(as: ada), try await counter.postSoup(as: ada, title: "Stew"))
            let start = try counter.community.log.head()
            let heard = try await withThrowingTaskGroup(of: (isBusy: Bool, ids: [String?]).self) { group in
                for number in 0..<count {
                    let isBusy = number % 11 == 0
                    group.addTask {
                        let listener = try Listener(counter, "/stream?about=\(isBusy ? soup : stew)", after: "\(start)")
                        try await listener.listen(seconds: 3_600) { $0.events.count >= (isBusy ? 20 : 1) }
                        return (isBusy, listener.events.map(\.lastID))
                    }
                }
                // One that could not connect says so only when its group is asked, and the others would wait in vain.
                let patience = ContinuousClock.now + .seconds(1_800)
                while try await !counter.ask("GET", "/metrics", as: ada).text.contains("\nlarder_streams \(count)\n") {
                    try #require(
                        ContinuousClock.now < patience, "some of the listeners did not connect in half an hour")
                    try await Task.sleep(for: .milliseconds(100))
                }
                for _ in 0..<20 { _ = try await counter.post("/recipes/\(soup)/cook", as: ada) }
                _ = try await counter.post("/recipes/\(stew)/cook", as: ada)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let busy = (1...20).map { Optional("\(start.value + UInt64($0))") }
            #expect(heard.count { $0.isBusy } == count / 11)
            #expect(heard.allSatisfy { $0.ids == ($0.isBusy ? busy : ["\(start.value + 21)"]) })
        }
    }
}
