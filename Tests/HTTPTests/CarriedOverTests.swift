import Community
import EventLog
import Events
import Foundation
import Layout
import Testing
import Views

@testable import HTTP

/// Numbers from the time before Larder, over HTTP: only a key that may import carries them over.
@Suite(.serialized) struct CarriedOverTests {
    private static let type = ["Content-Type": "application/cloudevents+json"]

    private static func event(_ kind: String, _ id: String, on subject: String, _ data: String, _ more: String = "")
        -> String
    {
        #"{"specversion":"1.0","type":"larder.\#(kind)","source":"app","id":"\#(id)","subject":"\#(subject)","data":\#(data)\#(more)}"#
    }

    private static let points = event("member.pointsCarriedOver", "p", on: "@bo", #"{"points":420}"#)

    @Test("no session carries over numbers, neither a member's nor an admin's, alone or in a batch")
    func sessions() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo)
            let counts = Self.event("recipe.countsCarriedOver", "c", on: soup, #"{"likes":12}"#)
            let head = try counter.community.log.head()
            for session in [ada, bo] {
                for event in [Self.points, counts] {
                    let answer = try await counter.post("/events", event, as: session, headers: Self.type)
                    #expect(answer.status == 403 && answer.code == "forbidden", "\(answer.text)")
                }
                let both = try await counter.post(
                    "/events", "[\(Self.points),\(counts)]", as: session,
                    headers: ["Content-Type": "application/cloudevents-batch+json"])
                #expect(both.json["refused"] as? [String: Int] == ["forbidden": 2], "\(both.text)")
            }
            #expect(try counter.community.log.head() == head)
        }
    }

    @Test("a key that may import carries them over in no member's name, and the answers show them apart")
    func importKeys() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo)
            let made = try await counter.post("/keys", #"{"label":"move","scopes":["import"]}"#, as: ada)
            let key = try #require(made.json["key"] as? String)
            let counts = Self.event("recipe.countsCarriedOver", "c", on: soup, #"{"likes":12,"comments":3}"#)
            for event in [Self.points, counts] {
                let answer = try await counter.post("/events", event, as: key, headers: Self.type)
                #expect(answer.status == 200 && answer.json["changed"] as? Bool == true, "\(answer.text)")
                let position = try #require(answer.json["position"] as? Int)
                let header = try counter.community.log.read { try $0.header(at: Position(UInt64(position))) }
                #expect(header?.actor == .operator)
            }
            let again = try await counter.post("/events", Self.points, as: key, headers: Self.type)
            #expect(again.json["changed"] as? Bool == false, "\(again.text)")
            // Another number is another command: it replaces the first, and the same id is a conflict.
            let id = try #require(try JSONSerialization.jsonObject(with: Data(Self.points.utf8)) as? [String: Any])[
                "id"]
            for (id, code) in [(id as? String ?? "", "conflict"), ("q", nil)] {
                let other = Self.event("member.pointsCarriedOver", id, on: "@bo", #"{"points":421}"#)
                #expect(try await counter.post("/events", other, as: key, headers: Self.type).code == code)
            }
            let back = Self.event("member.pointsCarriedOver", "s", on: "@bo", #"{"points":420}"#)
            #expect(try await counter.post("/events", back, as: key, headers: Self.type).status == 200)
            let named = Self.event("member.pointsCarriedOver", "r", on: "@ada", #"{"points":1}"#, #","actor":"@ada""#)
            #expect(try await counter.post("/events", named, as: key, headers: Self.type).status == 403)
            let profile = try await counter.ask("GET", "/members/@bo")
            #expect(profile.json["xp"] as? Int == 430 && profile.json["pointsCarriedOver"] as? Int == 420)
            let recipe = try await counter.ask("GET", "/recipes/\(soup)")
            #expect(recipe.json["beforeLarder"] as? [String: Int] == ["likes": 12, "comments": 3], "\(recipe.text)")
            #expect(recipe.json["likes"] as? Int == 0 && recipe.json["comments"] as? Int == 0)
            let awards = try await counter.ask("GET", "/members/@bo/awards")
            let list = try #require(awards.json["awards"] as? [[String: Any]], "\(awards.text)")
            let carried = list.filter { $0["kind"] as? String == "member.pointsCarriedOver" }
            // Each correction stands with its difference, so the list adds up.
            #expect(carried.map { $0["points"] as? Int } == [420, 1, -1] && carried.allSatisfy { $0["week"] == nil })
            #expect(list.count == 4)
        }
    }
}
