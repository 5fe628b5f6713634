public import LarderAPI

/// What apps do most, in one line each. Every other operation of `API` goes through ``LarderClient/call(_:_:_:)``.
extension LarderClient {
    // MARK: Pictures

    /// Uploads a JPEG, PNG, WebP or GIF of at most 10 MiB. The answer's id goes into recipes and profiles.
    ///
    /// The service keeps the pixels and drops all metadata. It removes pictures that nothing names for a day.
    public func upload(image bytes: [UInt8]) async throws -> ImageAnswer {
        try await call(API.uploadImage, UploadInput(content: JSONText(bytes)))
    }

    /// A picture in a size. It never changes, so it can be kept for ever.
    public func image(_ id: String, size: ImageInput.Size = .medium) async throws -> Download {
        try await call(API.image, ImageInput(image: id, size: size))
    }

    // MARK: Recipes

    @discardableResult public func post(_ recipe: RecipeDraft) async throws -> SubmitAnswer {
        try await call(API.postRecipe, CommunityActionInput(content: try JSONText(encoding: recipe)))
    }

    /// Replaces the content of a recipe of the member. With `version`, an edit of an earlier version is refused as `stale`.
    @discardableResult public func edit(
        _ recipe: String, to draft: RecipeDraft, version: UInt64? = nil
    ) async throws -> SubmitAnswer {
        try await call(
            API.editRecipe, RecipeActionInput(recipe: recipe, content: try JSONText(encoding: draft)),
            CallOptions(expectedVersion: version))
    }

    /// Sends a recipe's page back with changes in its content. Its other fields must stay as they were read. An edit of a
    /// version that is no longer the newest is refused as `conflict`.
    @discardableResult public func edit(_ page: RecipeAnswer) async throws -> SubmitAnswer {
        try await call(
            API.editRecipe, RecipeActionInput(recipe: page.recipe.id, content: try JSONText(encoding: page)))
    }

    /// Posts a version of a recipe as the member's own.
    @discardableResult public func fork(_ recipe: String, as draft: RecipeDraft) async throws -> SubmitAnswer {
        try await call(API.forkRecipe, ForkInput(recipe: recipe, content: try JSONText(encoding: draft)))
    }

    @discardableResult public func delete(recipe: String) async throws -> SubmitAnswer {
        try await act(API.deleteRecipe, recipe)
    }

    // MARK: Opinions. Each is idempotent: `changed` of the answer is false where nothing was to be done.

    @discardableResult public func like(_ recipe: String) async throws -> SubmitAnswer {
        try await act(API.likeRecipe, recipe)
    }

    @discardableResult public func unlike(_ recipe: String) async throws -> SubmitAnswer {
        try await act(API.unlikeRecipe, recipe)
    }

    public enum Vote: Hashable, Sendable { case up, down, none }

    @discardableResult public func vote(_ vote: Vote, on recipe: String) async throws -> SubmitAnswer {
        switch vote {
        case .up: try await act(API.upvoteRecipe, recipe)
        case .down: try await act(API.downvoteRecipe, recipe)
        case .none: try await act(API.unvoteRecipe, recipe)
        }
    }

    /// Rates with 1 to 5 stars; `nil` takes the rating back.
    @discardableResult public func rate(_ recipe: String, stars: Int?) async throws -> SubmitAnswer {
        guard let stars else { return try await act(API.unrateRecipe, recipe) }
        return try await act(API.rateRecipe, recipe, ["stars": stars])
    }

    @discardableResult public func bookmark(_ recipe: String) async throws -> SubmitAnswer {
        try await act(API.bookmarkRecipe, recipe)
    }

    @discardableResult public func unbookmark(_ recipe: String) async throws -> SubmitAnswer {
        try await act(API.unbookmarkRecipe, recipe)
    }

    @discardableResult public func repost(_ recipe: String, quote: String? = nil) async throws -> SubmitAnswer {
        guard let quote else { return try await act(API.repostRecipe, recipe) }
        return try await act(API.repostRecipe, recipe, ["quote": quote])
    }

    /// `cooking`: the event of cooking, as ``CookNoteDocument/event`` names it.
    @discardableResult public func deleteCookNote(cooking: UInt64) async throws -> SubmitAnswer {
        try await call(API.deleteCookNote, CookNoteActionInput(cooking: "\(cooking)"))
    }

    // MARK: Comments

    @discardableResult public func comment(_ text: String, on recipe: String) async throws -> SubmitAnswer {
        try await act(API.postComment, recipe, ["text": text])
    }

    @discardableResult public func reply(_ text: String, to comment: String) async throws -> SubmitAnswer {
        try await call(
            API.replyToComment, ReplyInput(comment: comment, content: try JSONText(encoding: ["text": text])))
    }

    @discardableResult public func delete(comment: String) async throws -> SubmitAnswer {
        try await call(API.deleteComment, CommentActionInput(comment: comment))
    }

    // MARK: Members

    /// `@name` or `m17`.
    @discardableResult public func follow(_ member: String) async throws -> SubmitAnswer {
        try await call(API.followMember, MemberActionInput(member: member))
    }

    @discardableResult public func unfollow(_ member: String) async throws -> SubmitAnswer {
        try await call(API.unfollowMember, MemberActionInput(member: member))
    }

    /// Changes the member's own profile.
    @discardableResult public func editProfile(_ profile: ProfileDraft) async throws -> SubmitAnswer {
        try await call(API.editProfile, MemberActionInput(member: "me", content: try JSONText(encoding: profile)))
    }

    /// Marks notifications as read: all, or those up to a position.
    @discardableResult public func readNotifications(upTo position: UInt64? = nil) async throws -> SubmitAnswer {
        let content = try position.map { try JSONText(encoding: ["upTo": $0]) }
        return try await call(API.readNotifications, CommunityActionInput(content: content))
    }

    private func act(
        _ operation: LarderAPI.Operation<RecipeActionInput, SubmitAnswer>, _ recipe: String
    ) async throws -> SubmitAnswer {
        try await call(operation, RecipeActionInput(recipe: recipe))
    }

    private func act(
        _ operation: LarderAPI.Operation<RecipeActionInput, SubmitAnswer>, _ recipe: String, _ data: some Encodable
    ) async throws -> SubmitAnswer {
        try await call(operation, RecipeActionInput(recipe: recipe, content: try JSONText(encoding: data)))
    }
}
