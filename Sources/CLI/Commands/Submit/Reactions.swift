import ArgumentParser
import Events
import LarderAPI
import Operations

struct Like: Act {
    static let configuration = CommandConfiguration(commandName: "like", abstract: "Like a recipe or a comment.")
    static let examples = [
        Example("like r12 --as @bo", "a recipe"), Example("like c20 --as @bo", "a comment"),
    ]

    @Argument(help: "r12 or c20.", completion: .recipes) var id: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.like(id, [.recipe: .recipeLiked, .comment: .commentLiked])
    }
}

struct Unlike: Act {
    static let configuration = CommandConfiguration(commandName: "unlike", abstract: "Remove a like.")
    static let examples = [
        Example("unlike r12 --as @bo", "a recipe"), Example("unlike c20 --as @bo", "a comment"),
    ]

    @Argument(help: "r12 or c20.", completion: .recipes) var id: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.like(id, [.recipe: .recipeUnliked, .comment: .commentUnliked])
    }
}

extension Invocation {
    /// The entity's type decides the kind of event that its like is.
    fileprivate func like(_ id: String, _ kinds: [EntityType: EventKind]) throws {
        let subject = try EntityName.reference(id, "rc")
        let actor = try actor(to: "like")
        try submit { Command(try $0.kind(for: subject, kinds), actor: actor, subject: subject) }
    }
}

/// A command about one entity, with an event of one kind and perhaps a payload.
protocol EntityVerb: Act {
    /// The type of the entity that the command is about; a recipe unless overridden.
    static var subject: EntityType { get }
    /// The argument with the entity's id; `id` unless overridden.
    static var argument: String { get }
    var id: String { get }
    var kind: EventKind { get throws }
    /// May upload what it names.
    func payload(by actor: Reference?, _ backend: any Backend) throws -> Payload
}

extension EntityVerb {
    static var subject: EntityType { .recipe }
    static var argument: String { "id" }
    func payload(by actor: Reference?, _ backend: any Backend) throws -> Payload { .none }

    func execute(_ invocation: Invocation) throws { try submit(invocation) }

    func submit(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, String(Self.subject.letter), field: Self.argument)
        let kind = try kind
        let actor = try invocation.actor(to: CommandPath.name(of: Self.self))
        try invocation.submit(subject: Self.argument) { backend in
            Command(kind, actor: actor, subject: subject, payload: try payload(by: actor, backend))
        }
    }
}

struct Vote: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "vote", abstract: "Vote a recipe up or down, or take the vote back.")
    static let examples = [
        Example("vote up r12 --as @bo", "up"), Example("vote none r12 --as @bo", "take it back"),
    ]
    static let argument = "recipe"

    @Argument(help: "up, down or none. It may also stand after the recipe.", completion: .votes) var direction: String
    @Argument(help: "The recipe, such as r12.", completion: .votes) var recipe: String
    @OptionGroup var options: GlobalOptions

    private static let directions: KeyValuePairs<String, EventKind> = [
        "up": .recipeUpvoted, "down": .recipeDownvoted, "none": .recipeVoteRetracted,
    ]
    private var isTurned: Bool { Self.directions.contains { $0.key == recipe.lowercased() } }

    var id: String { isTurned ? direction : recipe }

    var kind: EventKind {
        get throws {
            try Word.choose(isTurned ? recipe : direction, Self.directions, field: "direction")
        }
    }
}

struct Rate: Act {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Give a recipe 1 to 5 stars, or take them back.")
    static let examples = [
        Example("rate r12 5 --as @bo", "five stars"), Example("rate r12 none --as @bo", "take them back"),
    ]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @Argument(
        parsing: .allUnrecognized, help: "1 to 5, or none.", completion: .list(["1", "2", "3", "4", "5", "none"]))
    var stars: [String]
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "r")
        let actor = try invocation.actor(to: "rate")
        guard stars.count == 1, let stars = stars.first else {
            throw Refusal(.usage, "rate needs a recipe and 1 to 5 stars, or none", field: "stars")
        }
        if stars == "none" {
            return try invocation.submit(Command(.recipeRatingRetracted, actor: actor, subject: subject))
        }
        guard let number = Int(stars) else {
            throw Refusal(.usage, "«\(stars)» is not a number of stars: write 1 to 5, or none", field: "stars")
        }
        guard (1...5).contains(number) else {
            throw Refusal(.invalid, "a rating has 1 to 5 stars, not \(number)", field: "stars")
        }
        try invocation.submit(Command(.recipeRated, actor: actor, subject: subject, value: UInt8(number)))
    }
}

struct Bookmark: EntityVerb {
    static let configuration = CommandConfiguration(commandName: "bookmark", abstract: "Bookmark a recipe.")
    static let examples = [Example("bookmark r12 --as @bo", "keep it")]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .recipeBookmarked }
}

struct Unbookmark: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "unbookmark", abstract: "Remove a recipe from your bookmarks.")
    static let examples = [
        Example("unbookmark r12 --as @bo", "let it go"),
        Example("unbookmark --deleted --as @bo", "let go of what was deleted"),
    ]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var recipe: String?
    @Flag(help: "All bookmarked recipes that were deleted.") var deleted = false
    @OptionGroup var options: GlobalOptions

    static let argument = "recipe"
    var id: String { recipe ?? "" }
    var kind: EventKind { .recipeUnbookmarked }

    func validate() throws {
        guard (recipe == nil) == deleted else {
            throw ValidationError("Name one recipe, such as r12, or pass --deleted.")
        }
    }

    func execute(_ invocation: Invocation) throws {
        guard deleted else { return try submit(invocation) }
        _ = try invocation.actor(to: "remove their bookmarks")
        try invocation.withBackend { backend in
            var (removed, answer) = (0, try backend.ask(API.cleanBookmarks, NoInput()))
            while answer.left > 0, answer.removed > 0 {
                removed += answer.removed
                answer = try backend.ask(API.cleanBookmarks, NoInput())
            }
            answer.removed += removed
            try invocation.output.answer(answer) {
                "\(Wording.count(Int64(answer.removed), "bookmark")) of deleted recipes removed\n"
            }
        }
    }
}

struct Cook: EntityVerb {
    static let configuration = CommandConfiguration(commandName: "cook", abstract: "Record that you cooked a recipe.")
    static let examples = [
        Example("cook r12 --as @bo", "once more"), Example("cook r12 --note 'with leeks' --as @bo", "and how"),
        Example("cook r12 --image leeks.png --as @bo", "and what came of it"),
    ]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @Option(help: "A note on how it went.") var note: String?
    @Option(help: ArgumentHelp("A picture of it: a file, a URL, or an id of image add.", valueName: "picture"))
    var image: String?
    @Option(name: .customLong("image-text"), help: "What the picture shows.") var imageText: String?
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .recipeCooked }

    func payload(by actor: Reference?, _ backend: any Backend) throws -> Payload {
        guard note != nil || image != nil || imageText != nil else { return .none }
        var message = ProtoNote()
        if let note { message.note = note }
        if let image { message.image = try backend.picture(image, of: actor, field: "image") }
        if let imageText { message.imageText = imageText }
        return .note(message)
    }
}

struct Repost: EntityVerb {
    static let configuration = CommandConfiguration(
        commandName: "repost", abstract: "Repost a recipe to your followers.")
    static let examples = [
        Example("repost r12 --as @bo", "as it is"),
        Example("repost r12 --quote 'Try this one' --as @bo", "with your words"),
    ]

    @Argument(help: "The recipe, such as r12.", completion: .recipes) var id: String
    @Option(help: "Your words.") var quote: String?
    @OptionGroup var options: GlobalOptions

    var kind: EventKind { .recipeReposted }

    func payload(by actor: Reference?, _ backend: any Backend) throws -> Payload {
        guard let quote else { return .none }
        var message = ProtoQuote()
        message.quote = quote
        return .quote(message)
    }
}
