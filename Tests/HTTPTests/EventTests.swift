import Community
import EventLog
import Events
import Foundation
import Layout
import Testing
import Views

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
            #expect(spliced.status == 422 && spliced.json["field"] as? String == "data", "\(spliced.text)")
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
}
