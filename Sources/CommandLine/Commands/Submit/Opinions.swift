import ArgumentParser
import Events

struct Like: Verb {
    static let configuration = CommandConfiguration(commandName: "like", abstract: "Like a recipe or a comment.")
    static let examples = [
        Example("like r12 --as @bo", "a recipe"), Example("like c20 --as @bo", "a comment"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "r12 or c20.") var id: String

    func execute(_ invocation: Invocation) throws {
        try invocation.like(id, [.recipe: .recipeLiked, .comment: .commentLiked])
    }
}

struct Unlike: Verb {
    static let configuration = CommandConfiguration(commandName: "unlike", abstract: "Take a like back.")
    static let examples = [Example("unlike r12 --as @bo", "a recipe")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "r12 or c20.") var id: String

    func execute(_ invocation: Invocation) throws {
        try invocation.like(id, [.recipe: .recipeUnliked, .comment: .commentUnliked])
    }
}

extension Invocation {
    fileprivate func like(_ id: String, _ kinds: [EntityType: EventKind]) throws {
        let subject = try EntityName.reference(id, "rc")
        let actor = try requiredActor(to: "like")
        try submit { community in
            Command(try kind(for: subject, in: community, kinds), actor: actor, subject: subject)
        }
    }

    /// A fact about a recipe that its kind says all about.
    fileprivate func act(_ kind: EventKind, on id: String, to doWhat: String, payload: Payload = .none) throws {
        let subject = try EntityName.reference(id, "r")
        try submit(Command(kind, actor: try requiredActor(to: doWhat), subject: subject, payload: payload))
    }
}

struct Vote: Verb {
    static let configuration = CommandConfiguration(
        commandName: "vote", abstract: "Vote a recipe up or down, or take the vote back.")
    static let examples = [
        Example("vote up r12 --as @bo", "up"), Example("vote none r12 --as @bo", "take it back"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "up, down or none.") var direction: String
    @Argument(help: "The recipe, such as r12.") var id: String

    func execute(_ invocation: Invocation) throws {
        let kind: EventKind = try Word.choose(
            direction, ["up": .recipeUpvoted, "down": .recipeDownvoted, "none": .recipeVoteRetracted],
            field: "direction")
        try invocation.act(kind, on: id, to: "vote")
    }
}

struct Rate: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Give a recipe 1 to 5 stars, or take them back.")
    static let examples = [
        Example("rate r12 5 --as @bo", "five stars"), Example("rate r12 none --as @bo", "take them back"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The recipe, such as r12.") var id: String
    @Argument(parsing: .allUnrecognized, help: "1 to 5, or none.") var stars: [String]

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "r")
        let actor = try invocation.requiredActor(to: "rate")
        guard stars.count == 1, let stars = stars.first else {
            throw Refusal(.usage, "rate takes a recipe and 1 to 5 stars, or none", field: "stars")
        }
        if stars == "none" {
            return try invocation.submit(Command(.recipeRatingRetracted, actor: actor, subject: subject))
        }
        guard let number = Int(stars) else {
            throw Refusal(.usage, "«\(stars)» is no number of stars: write 1 to 5, or none", field: "stars")
        }
        guard (1...5).contains(number) else {
            throw Refusal(.invalid, "a rating has 1 to 5 stars, not \(number)", field: "stars")
        }
        try invocation.submit(Command(.recipeRated, actor: actor, subject: subject, value: UInt8(number)))
    }
}

struct Bookmark: Verb {
    static let configuration = CommandConfiguration(commandName: "bookmark", abstract: "Keep a recipe for later.")
    static let examples = [Example("bookmark r12 --as @bo", "keep it")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The recipe, such as r12.") var id: String

    func execute(_ invocation: Invocation) throws {
        try invocation.act(.recipeBookmarked, on: id, to: "bookmark")
    }
}

struct Unbookmark: Verb {
    static let configuration = CommandConfiguration(commandName: "unbookmark", abstract: "Keep it no longer.")
    static let examples = [Example("unbookmark r12 --as @bo", "let it go")]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The recipe, such as r12.") var id: String

    func execute(_ invocation: Invocation) throws {
        try invocation.act(.recipeUnbookmarked, on: id, to: "bookmark")
    }
}

struct Repost: Verb {
    static let configuration = CommandConfiguration(
        commandName: "repost", abstract: "Pass a recipe on to your followers.")
    static let examples = [
        Example("repost r12 --as @bo", "as it is"),
        Example("repost r12 --quote 'Try this one' --as @bo", "with words of your own"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The recipe, such as r12.") var id: String
    @Option(help: "Words of your own.") var quote: String?

    func execute(_ invocation: Invocation) throws {
        var payload = Payload.none
        if let quote {
            var message = ProtoQuote()
            message.quote = quote
            payload = .quote(message)
        }
        try invocation.act(.recipeReposted, on: id, to: "repost", payload: payload)
    }
}

struct Cook: Verb {
    static let configuration = CommandConfiguration(commandName: "cook", abstract: "Say that you cooked a recipe.")
    static let examples = [
        Example("cook r12 --as @bo", "once more"), Example("cook r12 --note 'with leeks' --as @bo", "and how"),
    ]

    @OptionGroup var options: GlobalOptions
    @Argument(help: "The recipe, such as r12.") var id: String
    @Option(help: "How it went.") var note: String?

    func execute(_ invocation: Invocation) throws {
        var payload = Payload.none
        if let note {
            var message = ProtoNote()
            message.note = note
            payload = .note(message)
        }
        try invocation.act(.recipeCooked, on: id, to: "cook", payload: payload)
    }
}
