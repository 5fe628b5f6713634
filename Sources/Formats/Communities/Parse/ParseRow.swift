import CloudEvents
import Events
import Recipes

/// One object of a Parse export: its fields under the app's names, without Parse's wrappers.
///
/// It reads two forms: that of Parse's own exports and REST answers (`objectId`, pointers as objects), and that of the
/// database below Parse (`_id`, `_p_author: "_User$x"`).
struct ParseRow {
    /// The target of a pointer: the object, and its class if the pointer has one.
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
    /// The hash of a user's password, as it is written; `nil` without one.
    let passwordHash: String?
    /// The services with which a user logs in, such as `apple`, in order.
    let providers: [String]
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
            notes.append("objectId: missing: identified by its content")
        }
        createdAt = fields.take("createdat")?.instant(called: "createdAt", notes: &notes)
        passwordHash = fields.take("hashedpassword", "bcryptpassword", "password")?.words
        var providers = (fields.take("authdata")?.members ?? [:]).filter { !$0.value.isBlank }.map(\.key)
        // The database below Parse has a field for each of them.
        let prefix = "_auth_data_"
        for (_, name, value) in fields.rest where name.hasPrefix(prefix) {
            _ = fields.take(JSONFields.folded(name))
            if !value.isBlank { providers.append(String(name.dropFirst(prefix.count))) }
        }
        self.providers = providers.sorted()
        // Data of sessions, log-ins and the last change is not imported.
        _ = fields.take(
            "updatedat", "classname", "sessiontoken", "emailverified", "emailverifytoken",
            "perishabletoken", "rperm", "wperm")
    }

    /// `_User$x`, as the database keeps pointers.
    private static func stored(_ text: String) -> JSONValue? {
        let parts = text.split(separator: "$", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return .object(["className": .string(String(parts[0])), "objectId": .string(String(parts[1]))])
    }

    /// Whether the object is public: it has no access list, or one with public read access.
    mutating func isPublic() -> Bool {
        if let readers = asWritten.members?["_rperm"]?.items { return readers.contains(.string("*")) }
        guard let members = asWritten.members, let list = members["ACL"] ?? members["_acl"] else { return true }
        _ = fields.take("acl")
        guard let access = list.members else { return true }
        let everybody = access["*"]?.members ?? [:]
        return everybody["read"] == .bool(true) || everybody["r"] == .bool(true)
    }

    /// The first of these fields that holds a pointer.
    mutating func pointer(_ names: String...) -> Pointer? {
        for name in names {
            if let value = fields.take(name), let pointer = Self.pointer(value) { return pointer }
        }
        return nil
    }

    /// All pointers of a list.
    mutating func pointers(_ name: String) -> [Pointer] {
        fields.take(name).map { ($0.items ?? [$0]).compactMap(Self.pointer) } ?? []
    }

    /// Reads a pointer, an object in place of a pointer, or a bare id.
    static func pointer(_ value: JSONValue) -> Pointer? {
        if let words = value.words { return Pointer(className: nil, id: words) }
        guard let members = value.members, members["__type"] != .string("Relation"),
            let id = (members["objectId"] ?? members["_id"] ?? members["id"])?.words
        else { return nil }
        return Pointer(className: members["className"]?.words, id: id)
    }

    mutating func words(_ names: String...) -> String? { fields.take(names)?.words }

    /// The address of a file, its data in base64, or the text in its place.
    mutating func file(_ names: String...) -> String? {
        for name in names {
            guard let value = fields.take(name) else { continue }
            if let text = value.pictureText { return text }
            notes.append("\(name): dropped, because it is a file without an address")
        }
        return nil
    }

    mutating func note(_ text: String) { notes.append(text) }
}

/// The contents of a class of a Parse app, recognised by its name. Apps use different names for one thing.
enum ParseClass: Hashable {
    case users, recipes, comments
    /// Bookmarks, likes or votes: each row is one member's mark on one recipe.
    case marks(Mark)
    case ratings, follows
    /// A relation: each row has the ids of an owner and a related object.
    case join(key: String, owner: String)

    enum Mark: String {
        case bookmark, like, upvote, downvote
    }

    /// `nil` for a class that the import ignores.
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
    /// The kind of mark in a class or a list of that name. Favourites become bookmarks, because both are private.
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
