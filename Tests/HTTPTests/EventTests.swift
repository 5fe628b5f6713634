import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Testing
import Views

@testable import HTTP

/// CloudEvents over HTTP, in all modes.
@Suite(.serialized) struct EventTests {
    private static func like(_ id: String, _ recipe: String, _ more: String = "") -> String {
        #"{"specversion":"1.0","type":"larder.recipe.liked","source":"app","id":"\#(id)","subject":"\#(recipe)"\#(more)}"#
    }

    @Test("one event or many are submitted in every mode of CloudEvents") func modes() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let one = try await counter.post(
                "/events", Self.like("1", soup), as: bo, headers: ["Content-Type": "application/cloudevents+json"])
            #expect(one.status == 200 && one.json["changed"] as? Bool == true, "\(one.text)")
            let binary = try await counter.post(
                "/events", #"{"text":"Lovely"}"#, as: bo,
                headers: [
                    "ce-specversion": "1.0", "ce-type": "larder.comment.posted", "ce-source": "app", "ce-id": "2",
                    "ce-subject": soup,
                ])
            #expect((binary.json["id"] as? String)?.hasPrefix("c") == true, "\(binary.text)")
            let unliking = Self.like("3", soup).replacing("liked", with: "unliked")
            let many = try await counter.post(
                "/events", "[\(unliking),\(Self.like("4", "r9999")),\(Self.like("5", soup))]", as: bo,
                headers: ["Content-Type": "application/cloudevents-batch+json"])
            #expect(many.json["read"] as? Int == 3 && many.json["appended"] as? Int == 2, "\(many.text)")
            #expect((many.json["refused"] as? [String: Int]) == ["not-found": 1])
            // The same again appends nothing.
            let head = try counter.community.log.head()
            let lines = "\(unliking)\n\(Self.like("5", soup))\n{nonsense"
            let again = try await counter.post(
                "/events", lines, as: bo, headers: ["Content-Type": "application/x-ndjson"])
            #expect(again.json["unchanged"] as? Int == 2, "\(again.text)")
            #expect((again.json["refused"] as? [String: Int]) == ["invalid": 1])
            // Data is data: it says nothing of the event that it belongs to.
            let spliced = try await counter.post(
                "/events", #"{"stars":5},"subject":"r10""#, as: bo,
                headers: [
                    "Content-Type": "application/json", "ce-specversion": "1.0", "ce-source": "app", "ce-id": "b3",
                    "ce-type": "larder.recipe.rated",
                ])
            #expect(spliced.status == 400 && spliced.code == "invalid", "\(spliced.text)")
            #expect(try counter.community.log.head() == head)
            #expect(try await counter.post("/events", "{}", as: bo).status == 415)
        }
    }

    @Test("only a key that may import acts for other members and at earlier times") func imports() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let type = ["Content-Type": "application/cloudevents+json"]
            for more in [#","actor":"@ada""#, #","time":"2026-01-05T08:00:00Z""#] {
                let answer = try await counter.post("/events", Self.like("1", soup, more), as: bo, headers: type)
                #expect(answer.status == 403, "\(answer.text)")
            }
            let registration =
                #"{"specversion":"1.0","type":"larder.member.registered","source":"app","id":"9","data":{"username":"cy","name":"Cy"}}"#
            #expect(try await counter.post("/events", registration, as: bo, headers: type).status == 403)
            #expect(try await counter.post("/keys", #"{"label":"move","scopes":["import"]}"#, as: bo).status == 403)
            let made = try await counter.post("/keys", #"{"label":"move","scopes":["act","import"]}"#, as: ada)
            let key = try #require(made.json["key"] as? String)
            #expect(try await counter.post("/events", registration, as: key, headers: type).status == 201)
            let past = Self.like("1", soup, #","actor":"@cy","time":"2026-01-05T08:00:00Z""#)
            let imported = try await counter.post("/events", past, as: key, headers: type)
            #expect(imported.status == 200, "\(imported.text)")
            // Without an actor the key's owner acts, whatever the kind.
            let ban =
                #"{"specversion":"1.0","type":"larder.member.banned","source":"app","id":"ban","subject":"@cy","data":{}}"#
            let banned = try await counter.post("/events", ban, as: key, headers: type)
            let position = try #require(banned.json["position"] as? Int, "\(banned.text)")
            let header = try counter.community.log.read { try $0.header(at: Position(UInt64(position))) }
            let admin = try counter.community.query { try $0.member(.username("ada")) }
            #expect(header?.kind == .memberBanned && header?.actor == admin)
            let only = try await counter.post("/keys", #"{"label":"only","scopes":["import"]}"#, as: ada)
            let importKey = try #require(only.json["key"] as? String)
            let again = try await counter.post("/events", past, as: importKey, headers: type)
            #expect(again.status == 200 && again.json["changed"] as? Bool == false, "\(again.text)")
            #expect(try await counter.post("/recipes/\(soup)/like", as: importKey).status == 403)
            // A former admin imports nothing.
            _ = try await counter.post("/members/@bo/role", #"{"role":"admin"}"#, as: ada)
            _ = try await counter.post("/members/@ada/role", #"{"role":"member"}"#, as: bo)
            #expect(try await counter.post("/events", Self.like("7", soup), as: key, headers: type).status == 403)
        }
    }

    // MARK: Many events

    private static let lines = ["Content-Type": "application/x-ndjson"]
    private static let batch = ["Content-Type": "application/cloudevents-batch+json"]

    private static func refused(_ answer: Counter.Answer) -> [String: Int]? { answer.json["refused"] as? [String: Int] }

    @Test("a thousand events are read, and more are refused before one is appended") func thousands() async throws {
        try await withCounter { counter in
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo)
            let head = try counter.community.log.head()
            let like = Self.like("1", soup)
            for (headers, body) in [
                (Self.lines, ([like] + Array(repeating: "{}", count: 1_000)).joined(separator: "\n")),
                (Self.batch, "[\(([like] + Array(repeating: "{}", count: 1_000)).joined(separator: ","))]"),
                (Self.lines, String(repeating: "{}\n", count: 1 << 20)),
                (Self.batch, "[\(String(repeating: "0,", count: 2 << 20))0]"),
            ] {
                let answer = try await counter.post("/events", body, as: bo, headers: headers)
                #expect(answer.status == 413 && answer.code == "too-large", "\(answer.text.prefix(300))")
            }
            #expect(try counter.community.log.head() == head)
            for (headers, body) in [
                (Self.lines, ([like] + Array(repeating: "{}", count: 999)).joined(separator: "\n\n") + "\n"),
                (Self.batch, "[\(([like] + Array(repeating: "{}", count: 999)).joined(separator: " , "))]"),
            ] {
                let answer = try await counter.post("/events", body, as: bo, headers: headers)
                #expect(answer.status == 200 && answer.json["read"] as? Int == 1_000, "\(answer.text.prefix(300))")
                #expect(Self.refused(answer) == ["invalid": 999])
            }
            #expect(try counter.community.log.head() == head.next)
        }
    }

    @Test("an answer lists the first hundred refusals, and counts all") func longAnswers() async throws {
        try await withCounter { counter in
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo)
            // Every third is refused when it is read, every third when it is decided, and every third is accepted.
            let lines = (1...450).map { number in
                switch number % 3 {
                case 0: Self.like("\(number)", soup).replacing("liked", with: number % 2 == 0 ? "liked" : "unliked")
                case 1: "{\(number)"
                default: Self.like("\(number)", "r9999")
                }
            }
            let answer = try await counter.post(
                "/events", lines.joined(separator: "\n"), as: bo, headers: Self.lines)
            #expect(answer.status == 200 && answer.json["read"] as? Int == 450, "\(answer.text.prefix(300))")
            #expect(Self.refused(answer) == ["invalid": 150, "not-found": 150])
            let events = try #require(answer.json["events"] as? [[String: Any]])
            let listed = events.filter { $0["error"] != nil }.compactMap { $0["number"] as? Int }
            #expect(listed == Array((1...450).filter { $0 % 3 != 0 }.prefix(100)))
            let accepted = events.filter { $0["error"] == nil }.compactMap { $0["number"] as? Int }
            #expect(accepted == Array(stride(from: 3, through: 450, by: 3)))
        }
    }

    @Test("refused events are charged as accepted ones are") func chargedRefusals() async throws {
        try await withCounter {
            $0.limits = RateLimits(limits: [.actions: RateLimit(burst: 5, perMinute: 1)])
        } _: { counter in
            let bo = try await counter.join("bo")
            let many = try await counter.post(
                "/events", "nonsense\n{}\n[]\n" + String(repeating: Self.like("1", "r9999") + "\n", count: 6), as: bo,
                headers: Self.lines)
            #expect(many.status == 200, "\(many.text)")
            #expect(Self.refused(many) == ["invalid": 3, "not-found": 2, "limited": 4], "\(many.text)")
            let more = try await counter.post("/events", "{}\n{}", as: bo, headers: Self.lines)
            #expect(
                more.status == 429 && (1...60).contains(Int(more.headers["retry-after"] ?? "") ?? 0), "\(more.text)")
            #expect(more.headers["ratelimit"]?.hasPrefix("\"actions\";r=0") == true, "\(more.headers)")
            #expect(try await counter.post("/feed/seen", "{}", as: bo).status == 429)
            // One event, too many events, and a malformed batch are charged as one.
            let one = ["Content-Type": "application/cloudevents+json"]
            let tooMany = "[\(String(repeating: "{},", count: 1_000)){}]"
            for (number, (headers, body)) in [(one, "{}"), (Self.batch, tooMany), (Self.batch, "[")].enumerated() {
                let member = try await counter.join("member\(number)")
                for count in 1...6 {
                    let answer = try await counter.post("/events", body, as: member, headers: headers)
                    #expect((answer.status == 429) == (count == 6), "\(count): \(answer.text)")
                }
            }
        }
    }

    @Test(
        "a batch that is not a JSON array is refused before an event is appended",
        arguments: [
            "%", "[%,", "[%", "[%] x", "[%,]", "[% %]", "[%,{]", "[%,nonsense]", "[%,\"\u{1}\"]", "\"%\"", "7", " ",
            "[%]]",
            "\(String(repeating: "[", count: 100_000))",
        ])
    func malformedBatches(form: String) async throws {
        try await withCounter { counter in
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo)
            let head = try counter.community.log.head()
            let body = form.replacing("%", with: Self.like("1", soup))
            let answer = try await counter.post("/events", body, as: bo, headers: Self.batch)
            #expect(answer.status == 400 && answer.code == "invalid", "\(answer.text)")
            #expect(try counter.community.log.head() == head)
        }
    }

    @Test("a batch that is not UTF-8 is refused, and lines are never a batch") func forms() async throws {
        try await withCounter { counter in
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo)
            let head = try counter.community.log.head()
            let bytes = Data("[\(Self.like("1", soup)),{\"a\":\"".utf8) + [0xFF] + Data("\"}]".utf8)
            let answer = try await counter.ask("POST", "/events", bytes: bytes, as: bo, headers: Self.batch)
            #expect(answer.status == 400 && answer.code == "invalid", "\(answer.text)")
            let lines = try await counter.post("/events", "[\(Self.like("1", soup))]", as: bo, headers: Self.lines)
            #expect(lines.status == 200 && Self.refused(lines) == ["invalid": 1], "\(lines.text)")
            #expect(try counter.community.log.head() == head)
        }
    }

    // MARK: One event

    @Test("attributes in headers are unquoted and percent-decoded once") func headerValues() async throws {
        try await withCounter { counter in
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo)
            func like(_ source: String, _ id: String) async throws -> Counter.Answer {
                try await counter.post(
                    "/events", as: bo,
                    headers: [
                        "ce-specversion": "\"1.0\"", "ce-type": "larder.recipe.liked", "ce-source": source, "ce-id": id,
                        "ce-subject": "\"\(soup)\"",
                    ])
            }
            let first = try await like(#""Ada \"the\" cook""#, "a%2Db%25")
            #expect(first.status == 200 && first.json["changed"] as? Bool == true, "\(first.text)")
            let second = try await like("Ada%20%22the%22%20cook", #""\a%2Db%25""#)
            #expect(second.status == 200 && second.json["position"] as? Int == first.json["position"] as? Int)
            for malformed in [#""open"#, #""shut" more"#, #""end\"#, "100%", "%C0%A0"] {
                let answer = try await like(malformed, "1")
                #expect(answer.status == 400 && answer.json["field"] as? String == "ce-source", "\(answer.text)")
            }
        }
    }

    @Test("an attribute that occurs in two headers is refused") func doubledHeaders() async throws {
        try await withCounter { counter in
            let bo = try await counter.join("bo")
            let soup = try await counter.postSoup(as: bo)
            let head = try counter.community.log.head()
            for (name, value) in [("Ce-Id", "1"), ("CE-ID", "2"), ("Ce-Data", "{}")] {
                let answer = try await counter.post(
                    "/events", as: bo,
                    headers: [
                        "ce-specversion": "1.0", "ce-type": "larder.recipe.liked", "ce-source": "app", "ce-id": "1",
                        "ce-subject": soup, name: value,
                    ])
                #expect(answer.status == 400 && answer.json["field"] as? String == name.lowercased(), "\(answer.text)")
            }
            #expect(try counter.community.log.head() == head)
        }
    }

    @Test("a member's own time is accepted within five minutes of now") func times() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: ada)
            let type = ["Content-Type": "application/cloudevents+json"]
            func time(_ minutes: Int64) -> Timestamp {
                Timestamp(microseconds: EventLog.systemClock().microseconds + minutes * 60_000_000)
            }
            let near = time(-4)
            let accepted = try await counter.post(
                "/events", Self.like("1", soup, #","time":"\#(near.rfc3339)""#), as: bo, headers: type)
            let position = try #require(accepted.json["position"] as? Int, "\(accepted.text)")
            let header = try counter.community.log.read { try $0.header(at: Position(UInt64(position))) }
            #expect(header?.occurredAt == near)
            for minutes in [-6, 6] as [Int64] {
                let event = Self.like("2", soup, #","time":"\#(time(minutes).rfc3339)""#)
                let refused = try await counter.post("/events", event, as: bo, headers: type)
                #expect(refused.status == 403 && refused.json["field"] as? String == "time", "\(refused.text)")
            }
            // An event that is in the log may be sent again at any time.
            let made = try await counter.post("/keys", #"{"label":"move","scopes":["act","import"]}"#, as: ada)
            let key = try #require(made.json["key"] as? String)
            let member = try counter.community.query { try $0.member(.username("bo")) }
            let old = #","time":"2026-01-05T08:00:00Z""#
            let stored = Self.like("3", soup, #"\#(old),"actor":"@bo""#)
                .replacing(#""source":"app""#, with: #""source":"larder/\#(member)/app""#)
            #expect(try await counter.post("/events", stored, as: key, headers: type).status == 200)
            let late = try await counter.post("/events", Self.like("3", soup, old), as: bo, headers: type)
            #expect(late.status == 200 && late.json["changed"] as? Bool == false, "\(late.text)")
        }
    }

    @Test(
        "malformed JSON is refused with one status and one code by every operation",
        arguments: [
            "nonsense", #"{"a":"#, #"{"a":1} {}"#, #"{"a":1,"a":2}"#, "[]", "{\"a\":\"\u{1}\"}", "{'a':1}", " ",
        ])
    func malformedJSON(body: String) async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let head = try counter.community.log.head()
            // A picture is no JSON, and an external recipe is posted without a body.
            let others = [API.uploadImage.name, API.postExternalRecipe.name]
            for operation in API.all where operation.method == .post && !others.contains(operation.name) {
                let path = operation.path.text.replacing(/\{[a-z]+\}/, with: "x")
                let isEvent = operation.name == API.submitEvents.name
                let headers = isEvent ? ["Content-Type": "application/cloudevents+json"] : [:]
                let answer = try await counter.post(path, body, as: ada, headers: headers)
                #expect(answer.status == 400 && answer.code == "invalid", "\(path): \(answer.text)")
            }
            #expect(try counter.community.log.head() == head)
        }
    }
}
