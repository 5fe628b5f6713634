import Foundation
import TestSupport
import Testing

/// Whole apps move: exports shaped as the apps kept their data, with what the apps showed.
@Suite struct MoveAnAppTests {
    private let scratch = TemporaryDirectory()
    private var directory: DataDirectory { DataDirectory(scratch.path("data")) }
    private let picture = Data(Pictures.png(Pictures.scene(width: 40, height: 30))).base64EncodedString()

    init() throws { #expect(try directory.run("init").status == 0) }

    private func isStored(_ id: String?) -> Bool {
        guard let id, id.count == 64 else { return false }
        return FileManager.default.fileExists(atPath: "\(directory.path)/media/\(id.prefix(2))/\(id)/original.jpg")
    }

    private func pointer(_ name: String, _ id: String) -> String {
        #"{"__type":"Pointer","className":"\#(name)","objectId":"\#(id)"}"#
    }

    private func row(_ id: String, _ fields: String, day: Int) -> String {
        #"{"objectId":"\#(id)",\#(fields),"createdAt":"2021-10-0\#(day)T08:00:00.000Z","updatedAt":"2021-12-01T08:00:00.000Z"}"#
    }

    /// `User`, `Post` and `Comment` of Spice, and what Collabo-Recipe adds: favorites, and recipes without a title.
    private func writeParse() throws -> String {
        let folder = scratch.path("export")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func write(_ name: String, _ rows: [String]) throws {
            _ = try scratch.write(#"{"results":[\#(rows.joined(separator: ","))]}"#, to: "export/\(name).json")
        }
        try write(
            "_User",
            [
                row(
                    "u1",
                    #""username":"ada","email":"ada@example.org","phoneNumber":"555 1","numberOfPosts":2,"profileImage":{"__type":"File","name":"a.png","base64":"\#(picture)"}"#,
                    day: 1),
                row("u2", #""username":"bo","favorites":[\#(pointer("Post", "p1"))]"#, day: 1),
            ])
        try write(
            "Post",
            [
                row(
                    "p1",
                    #""author":\#(pointer("_User", "u1")),"recipeName":"Pancakes","ingredientList":"200 g flour, 2 eggs, beaten, salt","recipeSteps":"1. Mix. 2. Bake for 1.5 minutes. 3. Eat.","recipeImage":{"__type":"File","name":"p.png","url":"https://files.example/p.png"},"profileImage":\#(pointer("_User", "u1")),"commentsCount":9,"comments":[\#(pointer("Comment", "c1"))],"upvoteCount":1,"downvoteCount":0"#,
                    day: 2),
                #"{"author":\#(pointer("_User", "u2")),"directions":"Toast the bread. Eat it.","image":"data:image/png;base64,\#(picture)","createdAt":"2021-10-03T08:00:00.000Z"}"#,
            ])
        try write(
            "Comment",
            [
                row(
                    "c1",
                    #""author":\#(pointer("_User", "u2")),"post":\#(pointer("Post", "p1")),"text":"Lovely!""#, day: 4)
            ])
        try write("_Join:upvotedPosts:_User", [#"{"owningId":"u2","relatedId":"p1"}"#])
        try write("Follow", [row("f1", #""from":\#(pointer("_User", "u2")),"to":\#(pointer("_User", "u1"))"#, day: 5)])
        return folder
    }

    @Test("an app on Parse moves with its recipes, comments, votes, follows and pictures") func parse() throws {
        let folder = try writeParse()
        let answer = try directory.json("import", "parse", folder)
        #expect((answer["refused"] as? [String: Int])?.isEmpty == true, "\(answer)")
        let ada = try directory.json("profile", "@ada")
        #expect(isStored(ada["avatar"] as? String) && ada["followers"] as? Int == 1)
        let pancakes = try directory.json("recipe", "external:parse:p1")
        #expect(
            pancakes["title"] as? String == "Pancakes"
                && pancakes["images"] as? [String] == ["https://files.example/p.png"])
        #expect(pancakes["upvotes"] as? Int == 1 && pancakes["comments"] as? Int == 1)
        #expect(pancakes["bookmarks"] as? Int == 1 && pancakes["postedAt"] as? String == "2021-10-02T08:00:00Z")
        let ingredients = try #require(pancakes["ingredients"] as? [[String: Any]])
        #expect(ingredients.compactMap { $0["original"] as? String } == ["200 g flour", "2 eggs, beaten", "salt"])
        let steps = try #require(pancakes["steps"] as? [[String: Any]])
        #expect(steps.compactMap { $0["text"] as? String } == ["Mix.", "Bake for 1.5 minutes.", "Eat."])
        let recipes = try #require(answer["recipes"] as? [[String: Any]])
        let toast = try directory.json("recipe", try #require(recipes.last?["id"] as? String))
        #expect(
            toast["title"] as? String == "Toast the bread"
                && (toast["author"] as? [String: Any])?["username"] as? String == "bo")
        #expect(isStored((toast["images"] as? [String])?.first))
        #expect(try directory.text("comments", "external:parse:p1").contains("Lovely!"))
        let again = try directory.json("import", "parse", folder)
        #expect(again["appended"] as? Int == 0)
        try directory.expectVerified()
    }

    /// CookLoop's collections, with a user whose id is empty and counters that have drifted.
    private var firestore: String {
        #"""
        {"__collections__":{
        "users":{
        "u1":{"id":"","name":"Ada King","email":"ada@example.org","bio":"Hi","profileImage":"data:image/png;base64,\#(picture)","isBanned":false,"xp":120,
        "level":"Home Chef","badges":["Recipe Creator"],"totalRecipesPosted":7,"totalLikesReceived":9,"totalComments":3,"totalBookmarks":2,
        "__collections__":{"followers":{"u2":{"createdAt":"2026-01-05T00:00:00Z"}},"notifications":{"n1":{"type":"like"}},"gamificationEvents":{"g1":{}}}},
        "u2":{"id":"u2","name":"Bo","__collections__":{"following":{"u1":{"createdAt":"2026-01-05T00:00:00Z"}},"savedRecipes":{"r1":{"savedAt":"2026-01-06T00:00:00Z"}}}}},
        "recipes":{"r1":{"id":"r1","userId":"u1","title":"Leek soup","imageUrl":"","legacyImageData":"\#(picture)","ingredients":["1 leek"],
        "steps":["1. Boil.","2. Eat."],"likes":1,"cookingTimeMinutes":30,"difficulty":"Easy","tags":["Healthy"],"createdAt":"2026-01-02T00:00:00Z",
        "__collections__":{"likes":{"u2":{"createdAt":"2026-01-03T00:00:00Z"}},
        "comments":{"c1":{"id":"c1","userId":"u2","username":"Bo","text":"Salt?","createdAt":"2026-01-03T01:00:00Z",
        "__collections__":{"replies":{"p1":{"userId":"u1","text":"A pinch.","parentCommentId":"c1","createdAt":"2026-01-03T02:00:00Z"}}}}}}}},
        "reposts":{"x1":{"userId":"u2","originalRecipeId":"r1","comment":"My winter","createdAt":"2026-01-04T00:00:00Z"}},
        "weeklyStats":{"2026-W01":{"__collections__":{"users":{"u1":{"score":3}}}}}}}
        """#
    }

    @Test("an app on Firestore moves with its recipes, replies, likes, follows and pictures") func firestoreApp() throws
    {
        let file = try scratch.write(firestore, to: "backup.json")
        let answer = try directory.json("import", "firestore", file)
        #expect((answer["refused"] as? [String: Int])?.isEmpty == true, "\(answer)")
        let ada = try directory.json("profile", "@Ada_King")
        #expect(ada["name"] as? String == "Ada King" && ada["followers"] as? Int == 1)
        #expect(isStored(ada["avatar"] as? String))
        let soup = try directory.json("recipe", "external:firestore:r1")
        #expect(soup["likes"] as? Int == 1 && soup["comments"] as? Int == 2 && soup["bookmarks"] as? Int == 1)
        #expect(soup["totalMinutes"] as? Int == 30 && soup["difficulty"] as? String == "easy")
        let images = try #require(soup["images"] as? [String])
        #expect(images.count == 1 && isStored(images[0]))
        let steps = try #require(soup["steps"] as? [[String: Any]])
        #expect(steps.compactMap { $0["text"] as? String } == ["Boil.", "Eat."])
        let thread = try directory.text("comments", "external:firestore:r1")
        #expect(thread.contains("Salt?") && thread.contains("A pinch."))
        let again = try directory.json("import", "firestore", file)
        #expect(again["appended"] as? Int == 0)
        try directory.expectVerified()
    }
}
