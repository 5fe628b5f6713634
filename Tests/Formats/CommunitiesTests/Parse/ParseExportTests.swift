import CloudEvents
import Events
import FormatsSupport
import Layout
import Testing

@testable import Communities

/// Exports of apps on Parse, as their classes and habits are.
@Suite struct ParseExportTests {
    private func community(_ files: KeyValuePairs<String, String>) throws -> FoundCommunity {
        var export = ParseExport(source: "parse")
        for (name, text) in files { try export.add(Array(text.utf8), name: name, place: "\(name).json") }
        return export.community()
    }

    private static let users = #"""
        {"results":[
        {"objectId":"u1","username":"ada","email":"ada@example.org","phoneNumber":"555 1","numberOfPosts":1,"createdAt":"2021-10-01T08:00:00.000Z",
        "updatedAt":"2021-12-01T08:00:00.000Z","ACL":{"u1":{"read":true,"write":true}},"_hashed_password":"$2b$10$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e",
        "profileImage":{"__type":"File","name":"a.png","url":"https://files.example/a.png"},
        "favorites":[{"__type":"Pointer","className":"Recipes","objectId":"r2"}]},
        {"objectId":"u2","username":"Bo Larsson!","createdAt":"2021-10-02T08:00:00.000Z"}]}
        """#
    private static let posts = #"""
        {"results":[
        {"objectId":"r2","recipeName":"Soup","ingredientList":"1 l water\n2 leeks","recipeSteps":"Boil.\nServe.","upvoteCount":7,
        "author":{"__type":"Pointer","className":"_User","objectId":"u2"},"recipeImage":{"__type":"File","name":"s.png","url":"https://files.example/s.png"},
        "createdAt":"2021-10-05T08:00:00.000Z","comments":[{"__type":"Pointer","className":"Comment","objectId":"c2"}]},
        {"objectId":"r1","directions":"Toast the bread. Eat it.","author":{"__type":"Pointer","className":"_User","objectId":"u1"},
        "image":"data:image/png;base64,iVBORw0KGgo=","createdAt":"2021-10-03T08:00:00.000Z"}]}
        """#
    private static let comments = #"""
        [{"objectId":"c1","text":"Lovely","post":{"__type":"Pointer","className":"Post","objectId":"r2"},
        "author":{"__type":"Pointer","className":"_User","objectId":"u1"},"createdAt":"2021-10-06T08:00:00.000Z"},
        {"objectId":"c2","text":"Thanks","author":{"__type":"Pointer","className":"_User","objectId":"u2"},
        "parent":{"__type":"Pointer","className":"Comment","objectId":"c1"},"createdAt":"2021-10-06T09:00:00.000Z"}]
        """#

    private var files: KeyValuePairs<String, String> {
        [
            "_User": Self.users, "Post": Self.posts, "Comment": Self.comments,
            "Favorites":
                #"{"results":[{"objectId":"f1","user":{"__type":"Pointer","className":"_User","objectId":"u2"},"recipe":{"__type":"Pointer","className":"Recipes","objectId":"r1"},"createdAt":"2021-10-07T08:00:00.000Z"}]}"#,
            "_Join:likes:Post": #"{"results":[{"owningId":"r2","relatedId":"u1"}]}"#,
            "_Session": #"{"results":[{"objectId":"s1","sessionToken":"r:secret"}]}"#,
        ]
    }

    @Test("a Parse export becomes members, recipes and acts") func aCommunityComesInAsItWas() throws {
        let kitchen = try Kitchen()
        let head = try kitchen.events
        let (report, lines) = try kitchen.run(community(files))
        #expect(report.read == 10 && report.appended == 10 && report.refused.isEmpty)
        #expect(
            try kitchen.told(after: head) == [
                "3 2021-10-01T08:00:00Z member.registered: m3 on 3",
                "4 2021-10-02T08:00:00Z member.registered: m4 on 4",
                "5 2021-10-03T08:00:00Z recipe.posted: m3 on 5",
                "6 2021-10-05T08:00:00Z recipe.posted: m4 on 6",
                "7 2021-10-05T08:00:00Z recipe.countsCarriedOver: m0 on 6",
                "8 2021-10-05T08:00:00Z recipe.bookmarked: m3 on 6",
                "9 2021-10-05T08:00:00Z recipe.liked: m3 on 6",
                "10 2021-10-06T08:00:00Z comment.posted: m3 on 6",
                "11 2021-10-06T09:00:00Z comment.posted: m4 on 6 of 10",
                "12 2021-10-07T08:00:00Z recipe.bookmarked: m4 on 5",
            ])
        // ada is another member here already.
        #expect(
            report.members?.map(\.username) == ["ada-2", "Bo_Larsson"] && report.members?.map(\.id) == ["m3", "m4"])
        let ada = try #require(try kitchen.registration("m3"))
        #expect(ada.email == "ada@example.org" && ada.phone == "555 1" && ada.avatar == "https://files.example/a.png")
        let soup = try #require(try kitchen.recipe("r6"))
        #expect(
            soup.ingredients.map(\.original) == ["1 l water", "2 leeks"]
                && soup.steps.map(\.text) == ["Boil.", "Serve."])
        #expect(soup.images == ["https://files.example/s.png"])
        let toast = try #require(try kitchen.recipe("r5"))
        #expect(toast.title == "Toast the bread" && toast.images.isEmpty)
        #expect(
            lines == [
                "_Session.json: left-out: «_Session» is not a class that members, recipes or what is done with them are kept in: 1 objects",
                "_User.json: row 1: changed: username: @ada is taken: @ada-2 instead",
                "_User.json: row 1: changed: numberOfPosts: dropped, because a member has no such field",
                "_User.json: row 2: changed: username: «Bo Larsson!» is not a valid username here: @Bo_Larsson instead",
                "Post.json: row 2: changed: image: dropped, because it is a picture itself, in base64, and no address of one",
                "Post.json: row 2: changed: title: missing: «Toast the bread», from its first words",
                "Post.json: row 1: changed: upvotes: 7 kept as those before Larder, because the export does not say whose they are",
            ])
    }

    @Test("a rehearsal reports what the run does, and a second run appends nothing")
    func aSecondRunAppendsNothing() throws {
        let kitchen = try Kitchen()
        let rehearsed = try kitchen.run(community(files), isRehearsal: true)
        #expect(try kitchen.events == 2)
        let first = try kitchen.run(community(files))
        #expect(rehearsed.lines == first.lines && rehearsed.report.appendedByKind == first.report.appendedByKind)
        let head = try kitchen.events
        let second = try kitchen.run(community(files))
        #expect(second.report.appended == 0 && second.report.unchanged == 10 && second.report.refused.isEmpty)
        #expect(second.report.members?.map(\.username) == ["ada-2", "Bo_Larsson"])
        #expect(try kitchen.events == head)
        // More than before is taken; what was changed there is refused, and stops nothing.
        let more = try kitchen.run(
            community([
                "User": Self.users, "Recipe": Self.posts.replacing("Soup", with: "Stew"),
                "Like":
                    #"[{"objectId":"l1","user":{"__type":"Pointer","className":"_User","objectId":"u2"},"post":{"__type":"Pointer","className":"Post","objectId":"r1"}}]"#,
            ]))
        #expect(more.report.refused == ["conflict": 1] && more.report.appendedByKind == ["recipe.liked": 1])
    }

    /// An object that was sent along has others sent along with it.
    @Test("an object embedded in an embedded object is imported too")
    func whatIsEmbeddedInWhatIsEmbeddedIsTakenToo() throws {
        let kitchen = try Kitchen()
        let files: KeyValuePairs = [
            "Comment": #"""
            [{"objectId":"c1","text":"Fine","author":{"__type":"Object","className":"_User","objectId":"u1","username":"eve"},
            "post":{"__type":"Object","className":"Post","objectId":"r1","title":"Pie","directions":"Bake.",
            "author":{"__type":"Object","className":"_User","objectId":"u2","username":"bob"}}}]
            """#
        ]
        let (report, lines) = try kitchen.run(community(files))
        #expect(
            report.appendedByKind == ["member.registered": 2, "recipe.posted": 1, "comment.posted": 1], "\(lines)")
    }

    @Test("rows that are not public are refused, but for a member's own bookmarks")
    func whatNotEverybodyMayReadIsRefusedButForWhatIsOnesOwn() throws {
        let kitchen = try Kitchen()
        let ends = #""user":"u1","recipe":"r1","ACL":{"u1":{"read":true}}"#
        let files: KeyValuePairs = [
            "_User": #"""
            [{"objectId":"u1","username":"eve","isAdmin":false,"role":"user"},{"objectId":"u2","username":"bob"}]
            """#,
            "Recipes": #"[{"objectId":"r1","title":"Cake","directions":"Bake.","author":"u2"}]"#,
            "Like": "[{\"objectId\":\"l1\",\(ends)}]", "Favorite": "[{\"objectId\":\"f1\",\(ends)}]",
            "Follow": #"[{"objectId":"w1","from":"u1","to":"u2","ACL":{"u1":{"read":true}}}]"#,
            "Nothing": #"{"error":"unauthorized"}"#,
        ]
        let (report, lines) = try kitchen.run(community(files))
        #expect(
            report.appendedByKind == ["member.registered": 2, "recipe.posted": 1, "recipe.bookmarked": 1], "\(lines)")
        #expect(report.refused == ["not-public": 2, "unreadable": 1], "\(lines)")
        #expect(!lines.contains { $0.contains("role") }, "\(lines)")
    }

    @Test("rows with missing targets or broken values are refused, and others are imported")
    func whatHangsOnNothingIsRefusedAndStopsNothing() throws {
        let kitchen = try Kitchen()
        let files: KeyValuePairs = [
            "_User": #"[{"objectId":"u1","username":"eve"},7]"#,
            "Recipes": #"""
            [{"objectId":"r1","title":"Pie","directions":"Bake.","author":{"__type":"Pointer","className":"_User","objectId":"gone"}},
            {"objectId":"r2","title":"Secret","directions":"Hush.","author":"eve","ACL":{"u1":{"read":true}}},
            {"objectId":"r3","title":"Cake","directions":"Bake.","author":"Eve","ACL":{"*":{"read":true}}},
            {"objectId":"r4","author":"u1","image":{"__type":"File","name":"x.png"}},
            {"title":"No id","directions":"Fry.","author":"u1"}]
            """#,
            "Comment": #"""
            [{"objectId":"c1","text":"?","post":"r1","author":"u1"},{"objectId":"c2","text":" ","post":"r3","author":"u1"},
            {"objectId":"c3","text":"!","post":"r3"},{"objectId":"c4","text":"Fine","post":"r3","author":"u1","createdAt":"soon"}]
            """#,
            "Follow": #"[{"objectId":"w1","from":"u1","to":"u1"},{"objectId":"w2","from":"u1"}]"#,
            "Rating":
                #"[{"objectId":"x1","user":"u1","recipe":"r3","rating":5,"text":"Best"},{"objectId":"x2","user":"u1","recipe":"r3","rating":9}]"#,
            "Broken": #"[{"objectId":"#,
        ]
        let (report, lines) = try kitchen.run(community(files))
        #expect(
            report.appendedByKind == [
                "member.registered": 1, "recipe.posted": 2, "comment.posted": 2, "recipe.rated": 1,
            ])
        #expect(
            report.refused == [
                "unreadable": 2, "unknown-member": 3, "not-public": 1, "recipe-without-title": 1, "unknown-recipe": 1,
                "invalid": 3,
            ])
        for line in [
            "_User.json: row 2: unreadable: it is not a JSON object",
            "Recipes.json: row 1: unknown-member: author «gone» is not among the members",
            "Recipes.json: row 2: not-public: its access list does not let everybody read it",
            "Recipes.json: row 4: recipe-without-title: it has no title",
            "Recipes.json: row 5: changed: objectId: missing: identified by its content",
            "Comment.json: row 1: unknown-recipe: its recipe «r1» is not imported",
            "Comment.json: row 2: invalid: it says nothing", "Comment.json: row 3: unknown-member: it has no author",
            #"Comment.json: row 4: changed: createdAt: «"soon"» dropped, because it is not a time"#,
            "Follow.json: row 1: invalid: you cannot follow yourself",
            "Follow.json: row 2: unknown-member: it does not say who follows whom",
            "Rating.json: row 2: invalid: rating «9» is not a whole number from 1 to 5",
        ] { #expect(lines.contains(line), "\(line)\n\(lines.joined(separator: "\n"))") }
        let again = try kitchen.run(community(files))
        #expect(again.report.appended == 0 && again.report.refused == report.refused)
        // The importing member may stand in for unknown authors.
        let adopted = try kitchen.run(community(files), stranger: "ada")
        #expect(adopted.report.appendedByKind == ["recipe.posted": 1, "comment.posted": 1])
        #expect(
            adopted.lines.contains(
                "Recipes.json: row 1: changed: author: «gone» is not among the members: posted as @ada"))
    }

    @Test("rows of mongoexport and of the REST API are understood") func otherFormsOfTheSame() throws {
        let kitchen = try Kitchen()
        // As mongoexport writes them, and as includes of a REST answer.
        let stored = #"""
            {"_id":"r1","_p_author":"_User$u1","title":"Pie","instructions":["Bake."],"_created_at":{"$date":"2020-01-02T03:04:05.678Z"},"_rperm":["*"]}
            {"_id":"r2","_p_author":"_User$u1","title":"Mine","instructions":["Hush."],"_created_at":{"$date":1577934245678},"_rperm":["u1"]}
            {"_id":"r3","_p_author":
            """#
        let included = #"""
            {"Post":[{"objectId":"r4","title":"Bun","instructions":"Bake.","createdAt":"2020-01-03T00:00:00.000Z",
            "author":{"__type":"Object","className":"_User","objectId":"u1","username":"cy@example.org","createdAt":"2020-01-01T00:00:00.000Z"}}]}
            """#
        let (report, lines) = try kitchen.run(community(["Recipe": stored, "all": included]))
        #expect(report.appendedByKind == ["member.registered": 1, "recipe.posted": 2])
        #expect(report.refused == ["not-public": 1, "unreadable": 1])
        #expect(report.members?.map(\.username) == ["cy"])
        #expect(try kitchen.told(after: 3).first == "4 2020-01-02T03:04:05.678Z recipe.posted: m3 on 4")
        #expect(lines.contains { $0.hasSuffix("username: «cy@…» is not a valid username here: @cy instead") })
        #expect(!lines.contains { $0.contains("example.org") })
    }

    @Test(
        "a file that is no export imports nothing",
        arguments: ["", "{", "7", "[]", "{}", #"{"results":null}"#, #"[[[]],null,{"objectId":{"a":1}}]"#])
    func whatIsNoExportHurtsNobody(_ text: String) throws {
        let kitchen = try Kitchen()
        let (report, _) = try kitchen.run(community(["Recipe": text, "_User": text, "Comment": text]))
        #expect(report.appended == 0)
        #expect(try kitchen.events == 2)
    }
}
