import Events
import Recipes

@testable import Communities

/// Whole communities, as strangers export them.
enum AppBytes {
    static var samples: [[UInt8]] {
        [
            #"""
            {"_User":[{"objectId":"u1","username":"a b","favorites":["r1"],"following":[{"objectId":"u2"}],"isBanned":true},{"objectId":"u2"}],
            "Post":{"results":[{"objectId":"r1","recipeName":"Soup","ingredientList":"a\nb","author":{"__type":"Pointer","className":"_User","objectId":"u1"},
            "createdAt":"2021-10-05T08:00:00.000Z","comments":[{"text":"x","author":"u2"}],"likes":["u2"],"ACL":{"*":{"read":true}}}]},
            "Comment":[{"objectId":"c1","post":"r1","author":"u1","text":"Hm","parent":"c2"}],"Rating":[{"user":"u1","recipe":"r1","rating":4}],
            "_Join:likes:Post":[{"owningId":"r1","relatedId":"u1"}],"Follow":[{"from":"u1","to":"u2"}]}
            """#,
            #"{"_id":"r1","_p_author":"_User$u1","title":"Pie","_created_at":{"$date":1577934245678},"_rperm":["*"]}"#
                + "\n{}",
            #"""
            {"__collections__":{"users":{"u1":{"name":"Ada","__collections__":{"savedRecipes":{"r1":{}},"followers":{"u2":{}}}},"u2":{"isBanned":true}},
            "recipes":{"r1":{"userId":"u1","steps":["a"],"createdAt":{"__datatype__":"timestamp","value":{"_seconds":5,"_nanoseconds":1}},
            "__collections__":{"likes":{"u2":{}},"comments":{"c1":{"userId":"u1","text":"a","__collections__":{"replies":{"p":{"userId":"u2","text":"b"}}}}}}}},
            "reports":{"f":{"type":"comment","targetId":"c1","reportedBy":"u2","reason":"spam"}},"reposts":{"x":{"userId":"u2","originalRecipeId":"r1"}}}}
            """#,
            #"[{"document":{"name":"projects/p/databases/d/documents/recipes/r1","fields":{"steps":{"arrayValue":{"values":[{"stringValue":"a"}]}}}}}]"#,
            #"{"users":[{"localId":"r1","email":"a@b","passwordHash":"AQ==","salt":"Ag"},{"localId":"r2","disabled":true}]}"#,
            "hash_config {\n  base64_signer_key: AQ==,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}",
        ].map { Array($0.utf8) }
    }

    private static let parameters = try? FirebaseHashParameters(
        Array(#"{"signerKey":"AQ==","saltSeparator":"","rounds":8,"memoryCost":14}"#.utf8), place: "h")

    /// What is found must have an order in which it can have happened, under names that can be had.
    static func run(_ bytes: [UInt8]) throws(Finding) {
        var parse = ParseExport(source: "p")
        var firestore = FirestoreExport(source: "f")
        do throws(Refusal) {
            try parse.add(bytes, name: "Recipe", place: "p")
            try firestore.add(bytes, name: "recipes", place: "f")
        } catch {
            throw Finding("a small file is too much: \(error.message)")
        }
        // What is not a file of users, or of parameters, is refused.
        if let parameters = (try? FirebaseHashParameters(bytes, place: "h")) ?? parameters {
            firestore.users = try? FirebaseUsers(bytes, place: "u", parameters: parameters)
        }
        for found in [parse.community(), firestore.community()] {
            let names = CommunityNames(isTaken: { $0 == "ada" }, registered: { _ in nil })
            guard let plan = try? CommunityPlan(found, names: names, stranger: .username("ada"), now: .latest) else {
                throw Finding("a community cannot be put in order")
            }
            var now = Timestamp.earliest
            var usernames: Set<String> = []
            for command in plan.items.compactMap(\.command) {
                let time = command.occurredAt ?? .latest
                try expect(time >= now, "\(command.kind.name) happens before what stands before it")
                now = time
                try expect(command.origin?.id.isEmpty == false, "\(command.kind.name) comes from nowhere")
                guard case .registration(let registration) = command.payload else { continue }
                try expect(
                    Username.isWellFormed(registration.username)
                        && usernames.insert(Username.folded(registration.username)).inserted,
                    "«\(registration.username)» cannot be a username")
            }
        }
    }
}
