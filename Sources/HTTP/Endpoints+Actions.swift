import Events

/// What members do, one path for each kind of event.
extension Endpoint {
    static let actions: [Endpoint] = recipeActions + conversation + kitchenActions + memberActions

    private static let recipe = Target.entity("recipe", "r")
    private static let comment = Target.entity("comment", "c")
    private static let item = Target.entity("item", "i")
    private static let cookbook = Target.entity("cookbook", "b")

    private static let recipeActions: [Endpoint] = [
        action("/recipes", "postRecipe", .recipePosted),
        action("/recipes/{recipe}/fork", "forkRecipe", .recipePosted, on: .origin),
        action("/recipes/{recipe}/edit", "editRecipe", .recipeEdited, on: recipe),
        action("/recipes/{recipe}/delete", "deleteRecipe", .recipeDeleted, on: recipe),
        action("/recipes/{recipe}/restore", "restoreRecipe", .recipeRestored, on: recipe),
        action("/recipes/{recipe}/like", "likeRecipe", .recipeLiked, on: recipe),
        action("/recipes/{recipe}/unlike", "unlikeRecipe", .recipeUnliked, on: recipe),
        action("/recipes/{recipe}/upvote", "upvoteRecipe", .recipeUpvoted, on: recipe),
        action("/recipes/{recipe}/downvote", "downvoteRecipe", .recipeDownvoted, on: recipe),
        action("/recipes/{recipe}/unvote", "unvoteRecipe", .recipeVoteRetracted, on: recipe),
        action("/recipes/{recipe}/rate", "rateRecipe", .recipeRated, on: recipe),
        action("/recipes/{recipe}/unrate", "unrateRecipe", .recipeRatingRetracted, on: recipe),
        action("/recipes/{recipe}/bookmark", "bookmarkRecipe", .recipeBookmarked, on: recipe),
        action("/recipes/{recipe}/unbookmark", "unbookmarkRecipe", .recipeUnbookmarked, on: recipe),
        action("/recipes/{recipe}/repost", "repostRecipe", .recipeReposted, on: recipe),
        action("/recipes/{recipe}/cook", "cookRecipe", .recipeCooked, on: recipe),
        action("/recipes/{recipe}/report", "reportRecipe", .reportFiled, on: recipe),
        action("/reposts/{repost}/delete", "deleteRepost", .repostDeleted, on: .entity("repost", "p")),
    ]

    private static let conversation: [Endpoint] = [
        action("/recipes/{recipe}/comments", "postComment", .commentPosted, on: recipe),
        action("/comments/{comment}/reply", "replyToComment", .commentPosted, on: .reply),
        action("/comments/{comment}/edit", "editComment", .commentEdited, on: comment),
        action("/comments/{comment}/delete", "deleteComment", .commentDeleted, on: comment),
        action("/comments/{comment}/restore", "restoreComment", .commentRestored, on: comment),
        action("/comments/{comment}/like", "likeComment", .commentLiked, on: comment),
        action("/comments/{comment}/unlike", "unlikeComment", .commentUnliked, on: comment),
        action("/comments/{comment}/report", "reportComment", .reportFiled, on: comment),
        action("/notifications/read", "readNotifications", .notificationsRead),
        action("/feed/seen", "seeFeed", .feedSeen),
    ]

    private static let kitchenActions: [Endpoint] = [
        action("/recipes/{recipe}/plan", "planRecipe", .planSet, on: recipe),
        action("/recipes/{recipe}/unplan", "unplanRecipe", .planCleared, on: recipe),
        action("/shopping/items", "addItem", .listItemAdded),
        action("/recipes/{recipe}/shop", "shopForRecipe", .listItemAdded, on: .origin),
        action("/shopping/items/{item}/check", "checkItem", .listItemChecked, on: item),
        action("/shopping/items/{item}/uncheck", "uncheckItem", .listItemUnchecked, on: item),
        action("/shopping/items/{item}/remove", "removeItem", .listItemRemoved, on: item),
        action("/cookbooks", "createCookbook", .cookbookCreated),
        action("/cookbooks/{cookbook}/change", "changeCookbook", .cookbookChanged, on: cookbook),
        action("/cookbooks/{cookbook}/delete", "deleteCookbook", .cookbookDeleted, on: cookbook),
        action(
            "/cookbooks/{cookbook}/recipes/{recipe}/add", "addToCookbook", .cookbookRecipeAdded, on: .placedRecipe),
        action(
            "/cookbooks/{cookbook}/recipes/{recipe}/remove", "removeFromCookbook", .cookbookRecipeRemoved,
            on: .placedRecipe),
        action(
            "/cookbooks/{cookbook}/recipes/{recipe}/move", "moveInCookbook", .cookbookRecipeMoved, on: .placedRecipe),
    ]

    private static let memberActions: [Endpoint] = [
        action("/members/{member}/edit", "editProfile", .memberProfileChanged, on: .member),
        action("/members/{member}/follow", "followMember", .memberFollowed, on: .member),
        action("/members/{member}/unfollow", "unfollowMember", .memberUnfollowed, on: .member),
        action("/members/{member}/block", "blockMember", .memberBlocked, on: .member),
        action("/members/{member}/unblock", "unblockMember", .memberUnblocked, on: .member),
        action("/members/{member}/report", "reportMember", .reportFiled, on: .member),
        action("/members/{member}/ban", "banMember", .memberBanned, on: .member),
        action("/members/{member}/unban", "unbanMember", .memberUnbanned, on: .member),
        action("/members/{member}/role", "changeRole", .memberRoleChanged, on: .member),
        action("/members/{member}/delete", "deleteMember", .memberDeleted, on: .otherMember),
        action("/reports/{report}/resolve", "resolveReport", .reportResolved, on: .entity("report", "f")),
        action("/rules", "setRules", .rulesChanged),
    ]
}
