import Events

extension SyntheticCommunity {
    /// An action, with its share of 10,000 events. Registrations are the other 100.
    enum Act: CaseIterable {
        case like, likeComment, upvote, downvote, comment, reply, follow, post, repost, bookmark
        case rate, unlike, retractVote, unbookmark, unfollow, editRecipe, editComment, deleteComment, cook
        case report, resolve, ban, unban

        var share: Int {
            switch self {
            case .like: 4_700
            case .likeComment: 100
            case .upvote: 1_170
            case .downvote: 210
            case .comment: 1_140
            case .reply: 760
            case .follow: 700
            case .post: 450
            case .repost: 350
            case .bookmark: 250
            case .rate: 22
            case .unlike: 8
            case .retractVote: 4
            case .unbookmark: 3
            case .unfollow: 4
            case .editRecipe: 6
            case .editComment: 3
            case .deleteComment: 3
            case .cook: 5
            case .report: 6
            case .resolve: 5
            case .ban: 1
            case .unban: 1
            }
        }

        /// Every action as often as its share.
        static let lots: [Act] = allCases.flatMap { Array(repeating: $0, count: $0.share) }
    }

    /// `nil` if no member, recipe or comment suits the action.
    mutating func command(for act: Act) -> Command? {
        switch act {
        case .like: mark(.like, .recipeLiked, isTakenBack: true)
        case .upvote: mark(.vote, .recipeUpvoted, isTakenBack: true)
        case .downvote: mark(.vote, .recipeDownvoted, isTakenBack: true)
        case .bookmark: mark(.bookmark, .recipeBookmarked, isTakenBack: true)
        case .rate: mark(.rating, .recipeRated, value: UInt8(2 + random.below(4)))
        case .repost: repost()
        case .likeComment: likeComment()
        case .comment: comment()
        case .reply: reply()
        case .follow: follow()
        case .post: post()
        case .unlike: takeBack(.recipeLiked, by: .recipeUnliked)
        case .retractVote: takeBack(.recipeUpvoted, by: .recipeVoteRetracted)
        case .unbookmark: takeBack(.recipeBookmarked, by: .recipeUnbookmarked)
        case .unfollow: takeBack(.memberFollowed, by: .memberUnfollowed)
        case .editRecipe: editRecipe()
        case .editComment: editComment()
        case .deleteComment: deleteComment()
        case .cook: cook()
        case .report: report()
        case .resolve: resolve()
        case .ban: ban()
        case .unban: unban()
        }
    }

    // MARK: Recipes

    mutating func post() -> Command {
        let author = author()
        let content = RecipeVariant(number: recipes.count, seed: size.seed).content
        add(Recipe(author: Int32(author), audience: Int32(members.count)))
        return command(.recipePosted, by: author, id: "r\(recipes.count - 1)", payload: .recipe(content))
    }

    private mutating func mark(
        _ mark: Mark, _ kind: EventKind, value: UInt8 = 0, isTakenBack: Bool = false
    ) -> Command? {
        guard let (member, recipe) = newcomer(to: mark) else { return nil }
        if isTakenBack { taken.append(Taken(kind: kind, member: member, subject: recipe)) }
        return command(kind, by: member, on: reference("r\(recipe)"), value: value)
    }

    private mutating func repost() -> Command? {
        guard let (member, recipe) = newcomer(to: .repost) else { return nil }
        var payload = Payload.none
        if random.chance(0.3) {
            var quote = ProtoQuote()
            quote.quote = filled(random.pick(Sentences.quotes), about: recipe)
            payload = .quote(quote)
        }
        return command(.recipeReposted, by: member, on: reference("r\(recipe)"), payload: payload)
    }

    private mutating func cook() -> Command? {
        guard let recipe = anyRecipe() else { return nil }
        return command(.recipeCooked, by: anyMember(), on: reference("r\(recipe)"))
    }

    private mutating func editRecipe() -> Command? {
        guard let recipe = anyRecipe(), members[Int(recipes[recipe].author)].isActive else { return nil }
        var content = RecipeVariant(number: recipe, seed: size.seed).content
        content.description_p += " The last time was better than the \(number) before."
        return command(
            .recipeEdited, by: Int(recipes[recipe].author), on: reference("r\(recipe)"), payload: .recipe(content))
    }

    // MARK: Comments

    mutating func comment() -> Command? {
        guard let recipe = anyRecipe() else { return nil }
        let voices: [Temperament.Voice] = [.warm, .warm, .precise, .curious, .critical, .brief]
        let sentence = random.pick(Sentences.remarks(random.pick(voices)))
        return say(sentence, by: anyMember(), on: recipe)
    }

    private mutating func reply() -> Command? {
        guard let comment = comments.draw(&random)?.element, isLiving(comment) else { return nil }
        let author = Int(recipes[comment.recipe].author)
        let answers = members[author].isActive && comment.author != author && random.chance(0.5)
        return say(
            random.pick(answers ? Sentences.answers : Sentences.asides), by: answers ? author : anyMember(),
            on: comment.recipe, to: comment)
    }

    private mutating func say(
        _ sentence: String, by member: Int, on recipe: Int, to parent: Comment? = nil
    ) -> Command {
        var text = ProtoText()
        text.text = filled(sentence, about: recipe, someone: parent?.author)
        commentCount += 1
        comments.append(Comment(number: commentCount, recipe: recipe, author: member))
        return command(
            .commentPosted, by: member, on: reference("r\(recipe)"),
            cause: parent.map { reference("c\($0.number)") }, id: "c\(commentCount)", payload: .text(text))
    }

    private mutating func likeComment() -> Command? {
        guard let comment = comments.draw(&random)?.element, isLiving(comment) else { return nil }
        let member = anyMember()
        guard member != comment.author else { return nil }
        return command(.commentLiked, by: member, on: reference("c\(comment.number)"))
    }

    private mutating func editComment() -> Command? {
        guard let comment = comments.draw(&random)?.element, isLiving(comment), members[comment.author].isActive else {
            return nil
        }
        var text = ProtoText()
        text.text = "\(filled(random.pick(Sentences.asides), about: comment.recipe)) (I have slept on it, \(number).)"
        return command(.commentEdited, by: comment.author, on: reference("c\(comment.number)"), payload: .text(text))
    }

    private mutating func deleteComment() -> Command? {
        guard let (place, comment) = comments.draw(&random), isLiving(comment), members[comment.author].isActive else {
            return nil
        }
        comments.remove(at: place)
        return command(.commentDeleted, by: comment.author, on: reference("c\(comment.number)"))
    }

    /// `comments` holds no deleted ones, so that only the recipe decides.
    private func isLiving(_ comment: Comment) -> Bool { recipes[comment.recipe].isLiving }

    /// Only the recipe's number is kept: its facts are computed for each sentence.
    private mutating func filled(_ sentence: String, about recipe: Int, someone: Int? = nil) -> String {
        let author = SyntheticNames.username(Int(recipes[recipe].author))
        return Sentences.filled(
            sentence, about: RecipeVariant(number: recipe, seed: size.seed).facts, by: author,
            someone: someone.map(SyntheticNames.username) ?? author, &random)
    }

    // MARK: Members

    private mutating func follow() -> Command? {
        for _ in 0..<Self.triesMax {
            let (member, other) = (anyMember(), anyoneKnown())
            guard member != other, followings.insert(Self.pair(member, other)).inserted else { continue }
            taken.append(Taken(kind: .memberFollowed, member: member, subject: other))
            return command(.memberFollowed, by: member, on: reference("m\(other)"))
        }
        return nil
    }

    private static func pair(_ member: Int, _ other: Int) -> UInt64 { UInt64(member) << 32 | UInt64(other) }

    /// The member who liked, voted, bookmarked or followed takes it back, once.
    private mutating func takeBack(_ kind: EventKind, by opposite: EventKind) -> Command? {
        for _ in 0..<Self.takenTriesMax {
            guard let (place, act) = taken.draw(&random) else { return nil }
            guard act.kind == kind, members[act.member].isActive else { continue }
            taken.remove(at: place)
            if kind == .memberFollowed {
                followings.remove(Self.pair(act.member, act.subject))
                return command(opposite, by: act.member, on: reference("m\(act.subject)"))
            }
            guard recipes[act.subject].isLiving else { return nil }
            return command(opposite, by: act.member, on: reference("r\(act.subject)"))
        }
        return nil
    }

    // MARK: Moderation

    private mutating func report() -> Command? {
        let member = anyMember()
        let id = "f\(number + 1)"
        let value = UInt8(1 + random.below(5))
        if random.chance(0.7) {
            guard let comment = comments.draw(&random)?.element, isLiving(comment), comment.author != member else {
                return nil
            }
            reports.append((number + 1, .comment(comment)))
            return command(
                .reportFiled, by: member, on: reference("c\(comment.number)"), id: id, value: value)
        }
        guard let recipe = anyRecipe(), Int(recipes[recipe].author) != member else { return nil }
        reports.append((number + 1, .recipe(recipe)))
        return command(.reportFiled, by: member, on: reference("r\(recipe)"), id: id, value: value)
    }

    private mutating func resolve() -> Command? {
        guard let (place, report) = reports.draw(&random) else { return nil }
        reports.remove(at: place)
        var outcome = ProtoReportOutcome.Value.dismissed
        if random.chance(0.4) {
            outcome = .removed
            switch report.subject {
            case .recipe(let recipe): recipes[recipe].isLiving = false
            case .comment(let comment): comments.remove { $0.number == comment.number }
            }
        }
        return command(
            .reportResolved, by: random.pick(Self.moderators), on: reference("f\(report.number)"),
            value: UInt8(outcome.rawValue))
    }

    private mutating func ban() -> Command? {
        let member = random.below(members.count)
        guard members[member].isActive, member % Self.prolificEvery != 0, !Self.moderators.contains(member) else {
            return nil
        }
        members[member].isActive = false
        banned.append(member)
        return command(.memberBanned, by: random.pick(Self.moderators), on: reference("m\(member)"))
    }

    private mutating func unban() -> Command? {
        guard banned.count > 2 else { return nil }
        let member = banned.removeFirst()
        members[member].isActive = true
        return command(.memberUnbanned, by: random.pick(Self.moderators), on: reference("m\(member)"))
    }
}
