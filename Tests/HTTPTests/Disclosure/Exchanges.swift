import Foundation
import LarderAPI

/// How an operation is asked.
struct Exchange: Sendable {
    /// What stands behind `?`; one request for each.
    var queries: [String] = [""]
    /// The names of things in the world that take the places of the path; one request for each. By default those that
    /// `Exchange.places` has.
    var places: [String: [String]] = [:]
    var body: String?
    var contentType = "application/json"
    /// Why only the status is compared: the answer is random or measured.
    var isOnlyStatus = false
}

extension Exchange {
    /// All operations of the catalogue. A test fails for an operation without an entry.
    static let all: [String: Exchange] = questions.merging(actions) { one, _ in one }

    private static let random = Exchange(isOnlyStatus: true)

    private static let questions: [String: Exchange] = [
        "recipe": Exchange(queries: ["", "version=1"]), "recipeContent": Exchange(),
        "exportRecipe": Exchange(queries: ["", "format=markdown"]), "recipeVersions": Exchange(),
        "recipeDifference": Exchange(queries: ["from=1&to=1"]), "comments": Exchange(), "forks": Exchange(),
        "comment": Exchange(), "repost": Exchange(), "likers": Exchange(), "cookNotes": Exchange(),
        "ratings": Exchange(),
        "recipesByID": Exchange(queries: ["id=r12&id=external:a:b"]), "blocks": Exchange(), "ownReports": Exchange(),
        "report": Exchange(), "usernameAvailability": Exchange(),
        "recipesOf": Exchange(), "likesOf": Exchange(), "repostsOf": Exchange(), "bookmarks": Exchange(),
        "feed": Exchange(queries: [
            "", "bookmarked=true", "mode=following", "mode=for-you", "sort=hot", "author=@zebulon",
            "likedBy=@zebulon",
        ]),
        "feedCount": Exchange(queries: ["", "bookmarked=true", "mode=following", "likedBy=@zebulon"]),
        "search": Exchange(queries: ["q=soup", "q=zebra", "q=zebulon", "q=lemons", "q=secret", "q=one@example.org"]),
        "tags": Exchange(), "cuisines": Exchange(), "collections": Exchange(), "collection": Exchange(),
        "trending": Exchange(), "becauseYouCooked": Exchange(),
        "members": Exchange(queries: ["", "suggested=true", "search=one@example.org", "role=moderator"]),
        "profile": Exchange(),
        "followers": Exchange(), "following": Exchange(), "exportPerson": Exchange(), "experience": Exchange(),
        "awards": Exchange(queries: ["", "limit=2", "week=2026-W02&kind=bookmarks"]), "streak": Exchange(),
        "notifications": Exchange(),
        "leaderboard": Exchange(queries: ["", "around=@zebulon"]), "leaderboardWeeks": Exchange(), "rules": Exchange(),
        "reports": Exchange(), "moderationLog": Exchange(), "dashboard": Exchange(), "cookbooksOf": Exchange(),
        "cookbook": Exchange(), "plan": Exchange(queries: ["from=2030-01-05"]),
        "shopping": Exchange(queries: ["from=2030-01-05"]), "entity": Exchange(),
        // The topics depend on the viewer.
        "stream": Exchange(), "why": Exchange(queries: ["question=/members/@zebulon&field=bookmarks"]),
        "log": Exchange(queries: ["limit=50", "from=2&to=2099-01-01"]), "event": Exchange(), "history": Exchange(),
        "image": Exchange(),
        "about": Exchange(), "health": Exchange(), "contract": random, "readiness": random, "metrics": random,
        "auditKey": random,
        "auditHead": random, "auditConsistency": Exchange(queries: ["from=3"], isOnlyStatus: true),
        "auditInclusion": random,
        // A leaf that no event has. QuestionTests and ConsoleTests ask with those of events.
        "auditLeaf": Exchange(queries: ["leaf=44gYJsXK5p0M1wLQyR2RBuO7EoDTStlSygBOBhDzi6w%3D"], isOnlyStatus: true),
        // No source is set up there. ExternalTests asks those that are.
        "externalRecipes": Exchange(queries: ["source=themealdb&q=soup"]), "externalRecipe": Exchange(),
        "externalPicture": Exchange(),
        "sessions": random, "keys": random, "memberAccess": random,
        // Rows and fingerprints hold times.
        "views": random, "effects": random, "logHistogram": Exchange(queries: ["buckets=10"], isOnlyStatus: true),
        "backups": Exchange(), "configuration": Exchange(),
        "dossier": Exchange(),
        // JobTests starts some.
        "jobs": random, "job": random,
    ]

    /// They come after all questions, in the order of the catalogue. Most of them are about things that have nothing to
    /// do with the facts, because an act of one viewer changes what the next one finds.
    private static let actions: [String: Exchange] = [
        "postRecipe": Exchange(body: Counter.soup("New soup")), "forkRecipe": Exchange(body: Counter.soup("New figs")),
        "editRecipe": Exchange(places: ["recipe": ["tofu"]], body: Counter.soup("New tofu")),
        "deleteRecipe": Exchange(places: ["recipe": ["tofu"]]), "restoreRecipe": Exchange(places: ["recipe": ["tofu"]]),
        "likeRecipe": Exchange(), "unlikeRecipe": Exchange(), "upvoteRecipe": Exchange(), "downvoteRecipe": Exchange(),
        "unvoteRecipe": Exchange(), "rateRecipe": Exchange(body: #"{"stars":4}"#), "unrateRecipe": Exchange(),
        "cleanBookmarks": Exchange(), "bookmarkRecipe": Exchange(), "unbookmarkRecipe": Exchange(),
        "repostRecipe": Exchange(),
        "cookRecipe": Exchange(), "deleteCookNote": Exchange(), "reportRecipe": Exchange(body: #"{"reason":"other"}"#),
        "deleteRepost": Exchange(),
        "postComment": Exchange(body: #"{"text":"New"}"#), "replyToComment": Exchange(body: #"{"text":"New"}"#),
        "editComment": Exchange(body: #"{"text":"Edited"}"#), "deleteComment": Exchange(), "restoreComment": Exchange(),
        "likeComment": Exchange(), "unlikeComment": Exchange(), "reportComment": Exchange(body: #"{"reason":"other"}"#),
        "readNotifications": Exchange(), "seeFeed": Exchange(),
        "planRecipe": Exchange(body: #"{"day":"2031-01-05","meal":"lunch"}"#),
        "unplanRecipe": Exchange(body: #"{"day":"2031-01-05","meal":"lunch"}"#),
        "addItem": Exchange(body: #"{"text":"1 onion"}"#), "shopForRecipe": Exchange(), "checkItem": Exchange(),
        "uncheckItem": Exchange(), "removeItem": Exchange(), "createCookbook": Exchange(body: #"{"name":"New"}"#),
        "changeCookbook": Exchange(body: #"{"name":"Changed"}"#), "addToCookbook": Exchange(),
        "moveInCookbook": Exchange(body: #"{"place":1}"#), "removeFromCookbook": Exchange(),
        "deleteCookbook": Exchange(), "postExternalRecipe": Exchange(),
        "editProfile": Exchange(places: ["member": ["me"]], body: #"{"bio":"New"}"#),
        "followMember": Exchange(), "unfollowMember": Exchange(), "blockMember": Exchange(),
        "unblockMember": Exchange(), "reportMember": Exchange(body: #"{"reason":"other"}"#),
        "banMember": Exchange(), "unbanMember": Exchange(), "changeRole": Exchange(body: #"{"role":"member"}"#),
        "deleteMember": Exchange(), "resolveReport": Exchange(body: #"{"outcome":"dismissed"}"#),
        "setRules": Exchange(body: "[]"), "verifyViews": random, "rebuildViews": random, "cancelJob": random,
        "whatIf": Exchange(body: "{}"), "doctor": Exchange(isOnlyStatus: true), "backUp": Exchange(),
        "register": Exchange(body: #"{"password":"correct horse","profile":{"username":"newcomer","name":"New"}}"#),
        "logIn": Exchange(body: #"{"username":"dee","password":"correct horse"}"#, isOnlyStatus: true),
        "makeKey": Exchange(body: #"{"label":"app","scopes":["read"]}"#, isOnlyStatus: true),
        "makeResetLink": Exchange(isOnlyStatus: true), "revokeAccess": Exchange(body: #"{"session":"none"}"#),
        "revokeKey": Exchange(), "revokeSession": Exchange(),
        "changePassword": Exchange(body: #"{"password":"wrong horse","newPassword":"correct battery"}"#),
        "resetPassword": Exchange(body: #"{"link":"none","newPassword":"correct battery"}"#),
        "deleteAccount": Exchange(body: #"{"confirm":"@zebulon","password":"wrong horse"}"#),
        "submitEvents": Exchange(
            body: #"{"specversion":"1.0","id":"1","source":"s","type":"larder.feed.seen"}"#,
            contentType: "application/cloudevents+json"),
        "uploadImage": Exchange(body: "no picture", contentType: "image/png"),
        // No page is asked for there. ImportTests asks for some.
        "readRecipe": Exchange(body: #"{"url":"ftp://kitchen.example"}"#), "logOut": Exchange(),
    ]
}

extension World {
    /// What stands at a place of a question's path.
    private func asked(at place: String) -> [String]? {
        switch place {
        case "recipe": [self["fig"], self["plum"], self["rye"]]
        case "member": ["@zebulon", "@fay", "@cy", "@dee"]
        case "cookbook": [self["zebulon's book"], self["dee's book"], self["private book"]]
        case "entity": [self["report"], self["item"], self["private book"], self["rye"], self["comment"]]
        case "username": ["newcomer2"]
        case "source": ["themealdb"]
        case "id": ["52001"]
        case "comment": [self["comment"], self["comment2"]]
        case "repost": [self["repost"], self["repost2"]]
        case "report": [self["report"]]
        case "event": [self["bookmark of fig"], self["upvote of fig"], self["report"], self["item"]]
        case "thing": ["@zebulon", self["fig"]]
        case "collection": ["Quick Fixes"]
        case "image": ["none"]
        case "job": ["j9999"]
        default: nil
        }
    }

    /// What stands at a place of an action's path.
    private func acted(at place: String) -> [String]? {
        switch place {
        case "recipe": [self["fig"]]
        case "member": ["@zed"]
        case "cookbook": [self["private book"]]
        case "comment": [self["comment2"]]
        case "cooking": [self["note2"]]
        case "repost": [self["repost2"]]
        case "report": [self["report"]]
        case "item": [self["item"]]
        case "session", "key": ["none"]
        case "job": ["j9999"]
        case "source": ["themealdb"]
        case "id": ["52001"]
        default: nil
        }
    }

    /// The requests that ask the operation; `nil`: nothing is known for a place of its path.
    func targets(of operation: any AnyOperation, _ exchange: Exchange) -> [String]? {
        var values: [[String: String]] = [[:]]
        for name in operation.path.names {
            let things = exchange.places[name].map { $0.map { ids[$0] ?? $0 } }
            let found = things ?? (operation.method == .get ? asked(at: name) : acted(at: name))
            guard let found else { return nil }
            values = values.flatMap { known in found.map { known.merging([name: $0]) { $1 } } }
        }
        return values.flatMap { values in
            exchange.queries.map { operation.path.path(with: values) + ($0.isEmpty ? "" : "?\($0)") }
        }
    }
}
