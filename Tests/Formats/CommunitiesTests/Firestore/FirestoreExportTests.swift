import CloudEvents
import Events
import FormatsSupport
import Layout
import Testing

@testable import Communities

/// Exports of databases laid out as CookLoop's is, as the REST API and exporters write them.
@Suite struct FirestoreExportTests {
    private func community(_ files: KeyValuePairs<String, String>) throws -> FoundCommunity {
        var export = FirestoreExport(source: "firestore")
        for (name, text) in files { try export.add(Array(text.utf8), name: name, place: "\(name).json") }
        return export.community()
    }

    private static func at(_ seconds: Int) -> String {
        #"{"__datatype__":"timestamp","value":{"_seconds":\#(seconds),"_nanoseconds":5000}}"#
    }

    private static let tree = #"""
        {"__collections__":{
        "users":{
        "u1":{"id":"","name":"Ada King","email":"ada@example.org","bio":"Hi","isAdmin":true,"xp":120,"level":"Home Chef","badges":[],
        "__collections__":{"following":{"u2":{"userId":"u2","createdAt":\#(at(200))}},"notifications":{"n1":{"type":"like"},"n2":{}},
        "savedRecipes":{"r1":{"recipeId":"r1","savedAt":\#(at(400))}}}},
        "u2":{"name":"Bo","isBanned":true,"__collections__":{"followers":{"u1":{"userId":"u1","createdAt":\#(at(250))}}}}},
        "recipes":{
        "r1":{"id":"r1","userId":"u2","title":"Soup","imageUrl":"","imageData":"\#(String(repeating: "iVBORw0KGgo", count: 30))","ingredients":["1 leek"],
        "steps":["Boil.","Eat."],"likes":1,"cookingTimeMinutes":30,"difficulty":"Intermediate","tags":["Healthy"],"createdAt":\#(at(100)),
        "__collections__":{"likes":{"u1":{"createdAt":\#(at(300))}},
        "comments":{"c1":{"id":"c1","userId":"u1","username":"Ada King","text":"Salt?","createdAt":\#(at(310)),
        "__collections__":{"replies":{"p1":{"userId":"u2","text":"A pinch.","createdAt":\#(at(320)),"parentCommentId":"c1"}}}}}}},
        "r2":{"userId":"u1","ingredients":["2 eggs"],"steps":[],"timestamp":\#(at(150))}},
        "reposts":{"x1":{"userId":"u1","originalRecipeId":"r1","comment":"My winter","createdAt":\#(at(330))}},
        "reports":{
        "f1":{"type":"comment","targetId":"r1/c1","reason":"This is spam","reportedBy":"u2","status":"pending","createdAt":\#(at(340))},
        "f2":{"type":"user","targetId":"u2","reason":"","reportedBy":"u1","createdAt":\#(at(350))},
        "f3":{"type":"recipe","targetId":"r1","reason":"bad","reportedBy":"u1","status":"resolved"}},
        "weeklyStats":{"2026-W01":{"__collections__":{"users":{"u1":{"score":3}}}}}}}
        """#

    @Test("a Firestore export becomes members, recipes and acts, and a second run adds nothing")
    func aCommunityComesInAsItWas() throws {
        let kitchen = try Kitchen()
        let head = try kitchen.events
        let found = try community(["backup": Self.tree])
        let (report, lines) = try kitchen.run(found)
        #expect(report.refused == ["invalid": 1])
        #expect(
            try kitchen.told(after: head) == [
                "3 1970-01-01T00:01:40.000005Z member.registered: m3 on 3",
                "4 1970-01-01T00:01:40.000005Z recipe.posted: m3 on 4",
                "5 1970-01-01T00:02:30.000005Z member.registered: m5 on 5",
                "6 1970-01-01T00:02:30.000005Z member.pointsCarriedOver: m0 on 5",
                "7 1970-01-01T00:02:30.000005Z recipe.posted: m5 on 7",
                "8 1970-01-01T00:03:20.000005Z member.followed: m5 on 3",
                "9 1970-01-01T00:05:00.000005Z recipe.liked: m5 on 4",
                "10 1970-01-01T00:05:10.000005Z comment.posted: m5 on 4",
                "11 1970-01-01T00:05:20.000005Z comment.posted: m3 on 4 of 10",
                "12 1970-01-01T00:05:30.000005Z recipe.reposted: m5 on 4",
                "13 1970-01-01T00:05:40.000005Z report.filed: m3 on 10",
                "14 1970-01-01T00:05:50.000005Z report.filed: m5 on 3",
                "15 1970-01-01T00:06:40.000005Z recipe.bookmarked: m5 on 4",
            ] + [try #require(try kitchen.told(after: 15).first)])
        #expect(report.appendedByKind["member.banned"] == 1)
        let soup = try #require(try kitchen.recipe("r4"))
        #expect(soup.title == "Soup" && soup.totalMinutes == 30 && soup.difficulty == .intermediate)
        #expect(soup.images.isEmpty && soup.tags == ["healthy"])
        #expect(try kitchen.recipe("r7")?.title == "2 eggs")
        let ada = try #require(try kitchen.registration("m5"))
        #expect(ada.username == "Ada_King" && ada.name == "Ada King" && ada.email == "ada@example.org")
        for line in [
            "users/*/notifications: left-out: 2 documents, because Larder computes this itself or has no such field",
            "weeklyStats/*/users: left-out: 1 documents, because Larder computes this itself or has no such field",
            "backup.json: reports/f3: invalid: it is «resolved», and the export does not say how it was resolved",
            "backup.json: users/u1: changed: username: missing: @Ada_King instead",
            "backup.json: users/u1: changed: isAdmin: dropped, because only members whom the import names become admins",
            "backup.json: users/u1: changed: xp: 108 of 120 carried over, because what is imported earns the others",
            "backup.json: recipes/r1: changed: image: dropped, because it is a picture itself, in base64, and no address of one",
            "backup.json: recipes/r2: changed: title: missing: «2 eggs», from its first words",
        ] { #expect(lines.contains(line), "\(line)\n\(lines.joined(separator: "\n"))") }
        let head2 = try kitchen.events
        let again = try kitchen.run(found)
        #expect(again.report.appended == 0 && again.report.unchanged == report.appended)
        #expect(try kitchen.events == head2)
    }

    @Test("answers of the Firestore REST API import like an export") func answersOfTheAPIAreTheSame() throws {
        let base = "projects/p/databases/(default)/documents"
        let files: KeyValuePairs = [
            "users": #"""
            {"documents":[{"name":"\#(base)/users/u1","fields":{"name":{"stringValue":"Cy"},"isBanned":{"booleanValue":false}},
            "createTime":"2026-01-01T00:00:00.123456789Z","updateTime":"2026-02-01T00:00:00Z"}]}
            """#,
            "recipes": #"""
            [{"document":{"name":"\#(base)/recipes/r1","fields":{"title":{"stringValue":"Soup"},"userId":{"stringValue":"u1"},
            "cookingTimeMinutes":{"integerValue":"45"},"likes":{"integerValue":"3"},
            "steps":{"arrayValue":{"values":[{"stringValue":"Boil."}]}},"ingredients":{"arrayValue":{}},
            "createdAt":{"timestampValue":"2026-01-02T00:00:00Z"}}},"readTime":"2026-03-01T00:00:00Z"}]
            """#,
            "likes":
                #"{"documents":[{"name":"\#(base)/recipes/r1/likes/u1","fields":{"createdAt":{"timestampValue":"2026-01-03T00:00:00Z"}}}]}"#,
            "lines": #"""
            {"path":"recipes/r1/comments/c1","data":{"userId":"u1","text":"Good","createdAt":"2026-01-04T00:00:00.000Z"}}
            {"path":"recipes/r1","data":
            {"nothing":1}
            """#,
            "comments": #"[{"id":"x","text":"a document of a collection of that name"}]"#,
        ]
        let kitchen = try Kitchen()
        let (report, lines) = try kitchen.run(community(files))
        #expect(
            try kitchen.told(after: 2) == [
                "3 2026-01-01T00:00:00.123456Z member.registered: m3 on 3",
                "4 2026-01-02T00:00:00Z recipe.posted: m3 on 4",
                "5 2026-01-02T00:00:00Z recipe.countsCarriedOver: m0 on 4",
                "6 2026-01-03T00:00:00Z recipe.liked: m3 on 4", "7 2026-01-04T00:00:00Z comment.posted: m3 on 4",
            ])
        #expect(try kitchen.recipe("r4")?.totalMinutes == 45)
        #expect(report.refused == ["unreadable": 1])
        #expect(
            lines.contains(
                "recipes.json: recipes/r1: changed: likes: 2 kept as those before Larder, because the export does not say whose they are"
            ))
        #expect(lines.contains("lines.json: unreadable: 2 of its entries have no path in the database"))
    }

    @Test("dates that are no time are dropped, and the report says so") func timesThatAreNoneAreTold() throws {
        let kitchen = try Kitchen()
        let text = #"""
            {"users":{"u1":{"name":"Cy","createdAt":"once","__collections__":{"savedRecipes":{"r1":{"savedAt":"then"}}}}},
            "recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":"u1","createdAt":"noon",
            "__collections__":{"comments":{"c1":{"userId":"u1","text":"Mm","createdAt":{"_seconds":"x"}}}}}}}
            """#
        let (report, lines) = try kitchen.run(community(["all": "\u{FEFF}" + text]))
        #expect(
            report.appendedByKind == [
                "member.registered": 1, "recipe.posted": 1, "recipe.bookmarked": 1, "comment.posted": 1,
            ])
        for what in ["once", "then", "noon"] {
            #expect(
                lines.contains { $0.hasSuffix(#"createdAt: «"\#(what)"» dropped, because it is not a time"#) },
                "\(lines)")
        }
        #expect(lines.count { $0.hasSuffix("dropped, because it is not a time") } == 4)
    }

    @Test("likes may be a list of ids, and an unknown member in it is reported") func likesMayBeListed() throws {
        let kitchen = try Kitchen()
        let text = #"""
            {"users":{"u1":{"name":"Cy"},"u2":{"name":"Di"}},
            "recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":"u1","likes":["u2","u2","users/u1","zz",7],
            "__collections__":{"likes":{"u2":{}}}}}}
            """#
        let (report, lines) = try kitchen.run(community(["all": text]))
        #expect(report.appendedByKind["recipe.liked"] == 2, "\(lines)")
        #expect(lines.contains { $0.contains("unknown-member") && $0.contains("zz") }, "\(lines)")
    }

    @Test("the lines of an export may begin with a byte order mark") func linesMayBeginWithAMark() throws {
        let lines =
            "\u{FEFF}" + #"{"path":"users/u1","data":{"name":"Cy"}}"# + "\n"
            + #"{"path":"users/u2","data":{"name":"Di"}}"#
        #expect(try Kitchen().run(community(["lines": lines])).report.appendedByKind == ["member.registered": 2])
    }

    @Test("trees of other Firestore exporters are understood") func treesOfOtherExporters() throws {
        let text = #"""
            {"users":{"u1":{"name":"Cy","subCollection":{"users/u1/savedRecipes":{"r1":{"savedAt":{"_seconds":5,"_nanoseconds":0}}}}}},
            "recipes":{"r1":{"title":"Soup","steps":["Boil."],"userId":{"__datatype__":"documentReference","value":"users/u1"}}}}
            """#
        let kitchen = try Kitchen()
        let (report, _) = try kitchen.run(community(["all": text]))
        #expect(report.appendedByKind == ["member.registered": 1, "recipe.posted": 1, "recipe.bookmarked": 1])
    }

    @Test(
        "a file that is no export is reported and imports at most one member",
        arguments: [
            "", "{", "7", "[]", "{}", #"{"__collections__":{"users":7}}"#, #"{"documents":[{"name":"x","fields":{}}]}"#,
            #"{"__collections__":{"users":{"":{}},"recipes":{"r":null}}}"#,
            String(repeating: #"{"__collections__":{"a":{"b":"#, count: 30) + "{}"
                + String(repeating: "}}}", count: 30),
        ])
    func whatIsNoExportHurtsNobody(_ text: String) throws {
        let kitchen = try Kitchen()
        let (report, lines) = try kitchen.run(community(["users": text]))
        #expect(report.appendedByKind.keys.allSatisfy { $0 == "member.registered" } && report.appended <= 1)
        #expect(!lines.isEmpty)
    }
}
