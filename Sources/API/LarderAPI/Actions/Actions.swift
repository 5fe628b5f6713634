/// What members do: each operation appends one event.
extension API {
    public static let postRecipe: Operation<CommunityActionInput, SubmitAnswer> = action(
        "postRecipe", "/recipes", "recipe.posted", "Post a recipe.")
    public static let forkRecipe: Operation<ForkInput, SubmitAnswer> = action(
        "forkRecipe", "/recipes/{recipe}/fork", "recipe.posted", "Post a version of a recipe as your own.")
    public static let editRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "editRecipe", "/recipes/{recipe}/edit", "recipe.edited",
        "Edit one of your recipes; If-Match names the version that you have read.")
    public static let deleteRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "deleteRecipe", "/recipes/{recipe}/delete", "recipe.deleted", "Delete a recipe.")
    public static let restoreRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "restoreRecipe", "/recipes/{recipe}/restore", "recipe.restored", "Restore a recipe.")
    public static let likeRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "likeRecipe", "/recipes/{recipe}/like", "recipe.liked", "Like a recipe.")
    public static let unlikeRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "unlikeRecipe", "/recipes/{recipe}/unlike", "recipe.unliked", "Unlike a recipe.")
    public static let upvoteRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "upvoteRecipe", "/recipes/{recipe}/upvote", "recipe.upvoted", "Upvote a recipe.")
    public static let downvoteRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "downvoteRecipe", "/recipes/{recipe}/downvote", "recipe.downvoted", "Downvote a recipe.")
    public static let unvoteRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "unvoteRecipe", "/recipes/{recipe}/unvote", "recipe.voteRetracted", "Take back the vote on a recipe.")
    public static let rateRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "rateRecipe", "/recipes/{recipe}/rate", "recipe.rated", "Rate a recipe.")
    public static let unrateRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "unrateRecipe", "/recipes/{recipe}/unrate", "recipe.ratingRetracted", "Take back the rating of a recipe.")
    public static let bookmarkRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "bookmarkRecipe", "/recipes/{recipe}/bookmark", "recipe.bookmarked", "Bookmark a recipe.")
    public static let unbookmarkRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "unbookmarkRecipe", "/recipes/{recipe}/unbookmark", "recipe.unbookmarked", "Remove a bookmark.")
    public static let repostRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "repostRecipe", "/recipes/{recipe}/repost", "recipe.reposted", "Repost a recipe.")
    public static let cookRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "cookRecipe", "/recipes/{recipe}/cook", "recipe.cooked", "Record that you cooked a recipe.")
    public static let deleteCookNote: Operation<CookNoteActionInput, SubmitAnswer> = action(
        "deleteCookNote", "/cooked/{cooking}/delete", "recipe.cookNoteDeleted",
        "Delete the note of a member who cooked a recipe.")
    public static let reportRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "reportRecipe", "/recipes/{recipe}/report", "report.filed", "Report a recipe.")
    public static let deleteRepost: Operation<RepostActionInput, SubmitAnswer> = action(
        "deleteRepost", "/reposts/{repost}/delete", "repost.deleted", "Delete a repost.")
    public static let postComment: Operation<RecipeActionInput, SubmitAnswer> = action(
        "postComment", comments.path, "comment.posted", "Post a comment.")
    public static let replyToComment: Operation<ReplyInput, SubmitAnswer> = action(
        "replyToComment", "/comments/{comment}/reply", "comment.posted", "Reply to a comment.")
    public static let editComment: Operation<CommentActionInput, SubmitAnswer> = action(
        "editComment", "/comments/{comment}/edit", "comment.edited", "Edit a comment.")
    public static let deleteComment: Operation<CommentActionInput, SubmitAnswer> = action(
        "deleteComment", "/comments/{comment}/delete", "comment.deleted", "Delete a comment.")
    public static let restoreComment: Operation<CommentActionInput, SubmitAnswer> = action(
        "restoreComment", "/comments/{comment}/restore", "comment.restored", "Restore a comment.")
    public static let likeComment: Operation<CommentActionInput, SubmitAnswer> = action(
        "likeComment", "/comments/{comment}/like", "comment.liked", "Like a comment.")
    public static let unlikeComment: Operation<CommentActionInput, SubmitAnswer> = action(
        "unlikeComment", "/comments/{comment}/unlike", "comment.unliked", "Unlike a comment.")
    public static let reportComment: Operation<CommentActionInput, SubmitAnswer> = action(
        "reportComment", "/comments/{comment}/report", "report.filed", "Report a comment.")
    public static let readNotifications: Operation<CommunityActionInput, SubmitAnswer> = action(
        "readNotifications", "/notifications/read", "notifications.read", "Mark notifications as read.")
    public static let seeFeed: Operation<CommunityActionInput, SubmitAnswer> = action(
        "seeFeed", "/feed/seen", "feed.seen", "Mark the feed as seen.")
    public static let planRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "planRecipe", "/recipes/{recipe}/plan", "plan.set", "Plan a recipe for a day and meal.")
    public static let unplanRecipe: Operation<RecipeActionInput, SubmitAnswer> = action(
        "unplanRecipe", "/recipes/{recipe}/unplan", "plan.cleared", "Remove a recipe from the plan.")
    public static let addItem: Operation<CommunityActionInput, SubmitAnswer> = action(
        "addItem", "/shopping/items", "list.itemAdded", "Add an item to the shopping list.")
    public static let shopForRecipe: Operation<ForkInput, SubmitAnswer> = action(
        "shopForRecipe", "/recipes/{recipe}/shop", "list.itemAdded", "Add a recipe to the shopping list.")
    public static let checkItem: Operation<ItemActionInput, SubmitAnswer> = action(
        "checkItem", "/shopping/items/{item}/check", "list.itemChecked", "Check an item of the shopping list.")
    public static let uncheckItem: Operation<ItemActionInput, SubmitAnswer> = action(
        "uncheckItem", "/shopping/items/{item}/uncheck", "list.itemUnchecked", "Uncheck an item of the shopping list.")
    public static let removeItem: Operation<ItemActionInput, SubmitAnswer> = action(
        "removeItem", "/shopping/items/{item}/remove", "list.itemRemoved", "Remove an item from the shopping list.")
    public static let createCookbook: Operation<CommunityActionInput, SubmitAnswer> = action(
        "createCookbook", "/cookbooks", "cookbook.created", "Create a cookbook.")
    public static let changeCookbook: Operation<CookbookActionInput, SubmitAnswer> = action(
        "changeCookbook", "/cookbooks/{cookbook}/change", "cookbook.changed", "Change a cookbook's name or visibility.")
    public static let deleteCookbook: Operation<CookbookActionInput, SubmitAnswer> = action(
        "deleteCookbook", "/cookbooks/{cookbook}/delete", "cookbook.deleted", "Delete a cookbook.")
    public static let addToCookbook: Operation<PlacedRecipeInput, SubmitAnswer> = action(
        "addToCookbook", "/cookbooks/{cookbook}/recipes/{recipe}/add", "cookbook.recipeAdded",
        "Add a recipe to a cookbook.")
    public static let removeFromCookbook: Operation<PlacedRecipeInput, SubmitAnswer> = action(
        "removeFromCookbook", "/cookbooks/{cookbook}/recipes/{recipe}/remove", "cookbook.recipeRemoved",
        "Remove a recipe from a cookbook.")
    public static let moveInCookbook: Operation<PlacedRecipeInput, SubmitAnswer> = action(
        "moveInCookbook", "/cookbooks/{cookbook}/recipes/{recipe}/move", "cookbook.recipeMoved",
        "Move a recipe within a cookbook.")
    public static let editProfile: Operation<MemberActionInput, SubmitAnswer> = action(
        "editProfile", "/members/{member}/edit", "member.profileChanged", "Edit a profile.")
    public static let followMember: Operation<MemberActionInput, SubmitAnswer> = action(
        "followMember", "/members/{member}/follow", "member.followed", "Follow a member.")
    public static let unfollowMember: Operation<MemberActionInput, SubmitAnswer> = action(
        "unfollowMember", "/members/{member}/unfollow", "member.unfollowed", "Unfollow a member.")
    public static let blockMember: Operation<MemberActionInput, SubmitAnswer> = action(
        "blockMember", "/members/{member}/block", "member.blocked", "Block a member.")
    public static let unblockMember: Operation<MemberActionInput, SubmitAnswer> = action(
        "unblockMember", "/members/{member}/unblock", "member.unblocked", "Unblock a member.")
    public static let reportMember: Operation<MemberActionInput, SubmitAnswer> = action(
        "reportMember", "/members/{member}/report", "report.filed", "Report a member.")
    public static let banMember: Operation<MemberActionInput, SubmitAnswer> = action(
        "banMember", "/members/{member}/ban", "member.banned", "Ban a member.", access: .moderator)
    public static let unbanMember: Operation<MemberActionInput, SubmitAnswer> = action(
        "unbanMember", "/members/{member}/unban", "member.unbanned", "Unban a member.", access: .moderator)
    public static let changeRole: Operation<MemberActionInput, SubmitAnswer> = action(
        "changeRole", "/members/{member}/role", "member.roleChanged", "Change a member's role.", access: .admin)
    public static let deleteMember: Operation<OtherMemberActionInput, SubmitAnswer> = action(
        "deleteMember", "/members/{member}/delete", "member.deleted", "Delete a member's account.")
    public static let resolveReport: Operation<ReportActionInput, SubmitAnswer> = action(
        "resolveReport", "/reports/{report}/resolve", "report.resolved", "Resolve a report.", access: .moderator)
    public static let setRules: Operation<CommunityActionInput, SubmitAnswer> = action(
        "setRules", rules.path, "rules.changed", "Set the rules.", access: .admin)

    static let actionOperations: [any AnyOperation] = [
        postRecipe, forkRecipe, editRecipe, deleteRecipe, restoreRecipe, likeRecipe, unlikeRecipe, upvoteRecipe,
        downvoteRecipe, unvoteRecipe, rateRecipe, unrateRecipe, bookmarkRecipe, unbookmarkRecipe, repostRecipe,
        cookRecipe, deleteCookNote, reportRecipe, deleteRepost, postComment, replyToComment, editComment, deleteComment,
        restoreComment, likeComment, unlikeComment, reportComment, readNotifications, seeFeed, planRecipe, unplanRecipe,
        addItem,
        shopForRecipe, checkItem, uncheckItem, removeItem, createCookbook, changeCookbook, deleteCookbook,
        addToCookbook, removeFromCookbook, moveInCookbook, editProfile, followMember, unfollowMember, blockMember,
        unblockMember, reportMember, banMember, unbanMember, changeRole, deleteMember, resolveReport, setRules,
    ]
}
