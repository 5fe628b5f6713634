import CloudEvents
import Events
import Recipes

/// One object of a Parse export: its fields under the names that its app knew, without Parse's wrappings.
///
/// Two forms of the same are read: as Parse's own exports and REST answers have it (`objectId`, pointers as objects), and as
/// the database below has it (`_id`, `_p_author: "_User$x"`).
struct ParseRow {
    /// What a pointer names: the object, and its class where that is said.
    struct Pointer: Hashable {
        var className: String?
        var id: String
    }

    let place: String
    var fields: JSONFields
    let id: String
    /// Whether it has one of its own.
    let hasID: Bool
    let createdAt: Timestamp?
    private(set) var notes: [String] = []
    private let asWritten: JSONValue

    init(_ members: [String: JSONValue], place: String) {
        self.place = place
        asWritten = .object(members)
        var plain: [String: JSONValue] = [:]
        for (name, value) in members where name != "__type" {
            if name.hasPrefix("_p_"), case .string(let text) = value, let pointer = Self.stored(text) {
                plain[String(name.dropFirst(3))] = pointer
            } else {
                plain[name] = value
            }
        }
        fields = JSONFields(plain)
        if let id = fields.take("objectid", "id")?.words {
            self.id = id
            hasID = true
        } else {
            hasID = false
            id = Origin.digest(Array(asWritten.text(isIndented: false).utf8))
            notes.append("objectId: there is none: told from others by what it says")
        }
        createdAt = fields.take("createdat")?.instant(called: "createdAt", notes: &notes)
        // What it was last changed by, whose session it was and how they logged in is not imported.
        _ = fields.take(
            "updatedat", "classname", "authdata", "sessiontoken", "password", "bcryptpassword",
            "hashedpassword", "emailverified", "emailverifytoken", "perishabletoken", "rperm", "wperm")
    }

    /// `_User$x`, as the database keeps pointers.
    private static func stored(_ text: String) -> JSONValue? {
        let parts = text.split(separator: "$", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return .object(["className": .string(String(parts[0])), "objectId": .string(String(parts[1]))])
    }

    /// Whether everybody may read it: without an access list, or with one that says so.
    mutating func isPublic() -> Bool {
        if let readers = asWritten.members?["_rperm"]?.items { return readers.contains(.string("*")) }
        guard let members = asWritten.members, let list = members["ACL"] ?? members["_acl"] else { return true }
        _ = fields.take("acl")
        guard let access = list.members else { return true }
        let everybody = access["*"]?.members ?? [:]
        return everybody["read"] == .bool(true) || everybody["r"] == .bool(true)
    }

    /// The first of these that names an object.
    mutating func pointer(_ names: String...) -> Pointer? {
        for name in names {
            if let value = fields.take(name), let pointer = Self.pointer(value) { return pointer }
        }
        return nil
    }

    /// All that a list names.
    mutating func pointers(_ name: String) -> [Pointer] {
        fields.take(name).map { ($0.items ?? [$0]).compactMap(Self.pointer) } ?? []
    }

    /// A pointer, an object that was sent along in its place, or a bare id.
    static func pointer(_ value: JSONValue) -> Pointer? {
        if let words = value.words { return Pointer(className: nil, id: words) }
        guard let members = value.members, members["__type"] != .string("Relation"),
            let id = (members["objectId"] ?? members["_id"] ?? members["id"])?.words
        else { return nil }
        return Pointer(className: members["className"]?.words, id: id)
    }

    mutating func words(_ names: String...) -> String? { fields.take(names)?.words }

    /// The address of a file, or what stands in its place.
    mutating func file(_ names: String...) -> String? {
        for name in names {
            guard let value = fields.take(name) else { continue }
            if let words = value.words { return words }
            if let url = value.members?["url"]?.words { return url }
            notes.append("\(name): dropped, for it is a file without an address")
        }
        return nil
    }

    mutating func note(_ text: String) { notes.append(text) }
}

/// What a class of a Parse app holds, by its name: apps call the same thing by many.
enum ParseClass: Hashable {
    case users, recipes, comments
    /// Bookmarks, likes, votes: each row one member's of one recipe.
    case marks(Mark)
    case ratings, follows
    /// A relation: rows of an owner's and a related object's id.
    case join(key: String, owner: String)

    enum Mark: String {
        case bookmark, like, upvote, downvote
    }

    /// Nil for what nothing is made of.
    init?(_ name: String) {
        if name.hasPrefix("_Join:") {
            let parts = name.split(separator: ":")
            guard parts.count == 3 else { return nil }
            self = .join(key: JSONFields.folded(String(parts[1])), owner: String(parts[2]))
            return
        }
        switch JSONFields.folded(name) {
        case "user", "users", "member", "members": self = .users
        case "recipe", "recipes", "post", "posts", "streampost", "streamposts", "collaborecipe", "collaborecipes":
            self = .recipes
        case "comment", "comments", "streamcomment", "streamcomments": self = .comments
        case "rating", "ratings", "review", "reviews": self = .ratings
        case "follow", "follows", "follower", "followers", "following", "followings": self = .follows
        case let other:
            guard let mark = Mark(other) else { return nil }
            self = .marks(mark)
        }
    }
}

extension ParseClass.Mark {
    /// By what a class or a list of members or recipes is called. Favourites are bookmarks here: what one keeps for oneself.
    init?(_ folded: String) {
        switch folded {
        case "favorite", "favorites", "favourite", "favourites", "bookmark", "bookmarks", "saved", "savedrecipe",
            "savedrecipes", "saves", "favoriterecipes", "favouriterecipes", "favoritedby", "favouritedby", "savedby":
            self = .bookmark
        case "like", "likes", "likedby", "likedrecipe", "likedrecipes", "likedposts", "userswholiked": self = .like
        case "upvote", "upvotes", "upvotedby", "upvoters", "upvotedposts", "upvotedrecipes": self = .upvote
        case "downvote", "downvotes", "downvotedby", "downvoters", "downvotedposts", "downvotedrecipes":
            self = .downvote
        default: return nil
        }
    }

    var kind: EventKind {
        switch self {
        case .bookmark: .recipeBookmarked
        case .like: .recipeLiked
        case .upvote: .recipeUpvoted
        case .downvote: .recipeDownvoted
        }
    }
}
