/// Recipes, feeds, boards and collections: for anyone.
extension API {
    public static let feed: Operation<FeedInput, FeedAnswer> = question(
        "feed", "/feed", "Recipes and reposts, the newest first or in another order.")
    public static let search: Operation<SearchInput, SearchAnswer> = question(
        "search", "/search", "Recipes and members by their words, the best match first.", load: .heavy)
    public static let recipe: Operation<RecipeInput, RecipeAnswer> = question(
        "recipe", "/recipes/{recipe}", "A recipe's page.")
    public static let comments: Operation<RecipeListInput, CommentsAnswer> = question(
        "comments", "/recipes/{recipe}/comments", "The talk below a recipe.")
    public static let forks: Operation<RecipeListInput, DescentAnswer> = question(
        "forks", "/recipes/{recipe}/forks", "What a recipe came from, and what came of it.")
    public static let recipeVersions: Operation<RecipeListInput, RecipeVersionsAnswer> = question(
        "recipeVersions", "/recipes/{recipe}/versions", "When a recipe was changed, and why.")
    public static let recipeDifference: Operation<RecipeDifferenceInput, RecipeDifferenceAnswer> = question(
        "recipeDifference", "/recipes/{recipe}/difference", "What changed between two versions.")
    public static let recipeContent: Operation<RecipeContentInput, RecipeContentAnswer> = question(
        "recipeContent", "/recipes/{recipe}/content",
        "What a recipe says, as actions take it, in its newest version or an earlier one.")
    public static let leaderboard: Operation<LeaderboardInput, LeaderboardAnswer> = question(
        "leaderboard", "/leaderboard", "The board of a week.")
    public static let leaderboardWeeks: Operation<NoInput, LeaderboardWeeksAnswer> = question(
        "leaderboardWeeks", "/leaderboard/weeks", "All weeks that have a board.")
    public static let tags: Operation<ListInput, TagsAnswer> = question(
        "tags", "/tags", "All tags, the most frequent first.", load: .heavy)
    public static let cuisines: Operation<ListInput, TagsAnswer> = question(
        "cuisines", "/cuisines", "All cuisines, the most frequent first.", load: .heavy)
    public static let collections: Operation<NoInput, DiscoverAnswer> = question(
        "collections", "/collections", "Collections of recipes, with what stands first in each.", load: .heavy)
    public static let collection: Operation<CollectionInput, CollectionAnswer> = question(
        "collection", "/collections/{collection}", "All of one collection, the hottest first.", load: .heavy)
    public static let trending: Operation<ListInput, TrendingAnswer> = question(
        "trending", "/trending", "What is rising.", load: .heavy)
    public static let cookbook: Operation<CookbookInput, CookbookAnswer> = question(
        "cookbook", "/cookbooks/{cookbook}", "A cookbook in its order.")
    public static let rules: Operation<NoInput, RulesAnswer> = question(
        "rules", "/rules", "The rules in force: points, levels, badges, collections.")
    public static let entity: Operation<EntityInput, EntityAnswer> = Operation(
        "entity", .get, "/entities/{entity}",
        "What something is that an id or a name from elsewhere names, and in which version. Not of what is somebody else's alone."
    )
    public static let exportRecipe: Operation<ExportRecipeInput, Download> = Operation(
        "exportRecipe", .get, "/recipes/{recipe}/export", "A recipe in a form that others read.",
        OperationTraits(moments: [.atLeast]))

    static let recipesOperations: [any AnyOperation] = [
        feed, search, recipe, comments, forks, recipeVersions, recipeDifference, recipeContent, leaderboard,
        leaderboardWeeks, tags, cuisines, collections, collection, trending, cookbook, rules, entity, exportRecipe,
    ]
}
