import Events
import Recipes

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
