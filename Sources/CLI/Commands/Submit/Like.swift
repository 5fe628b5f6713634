import ArgumentParser
import Events
import Operations

struct Like: Act {
    static let configuration = CommandConfiguration(commandName: "like", abstract: "Like a recipe or a comment.")
    static let examples = [
        Example("like r12 --as @bo", "a recipe"), Example("like c20 --as @bo", "a comment"),
    ]

    @Argument(help: "r12 or c20.") var id: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.like(id, [.recipe: .recipeLiked, .comment: .commentLiked])
    }
}

struct Unlike: Act {
    static let configuration = CommandConfiguration(commandName: "unlike", abstract: "Take a like back.")
    static let examples = [
        Example("unlike r12 --as @bo", "a recipe"), Example("unlike c20 --as @bo", "a comment"),
    ]

    @Argument(help: "r12 or c20.") var id: String
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.like(id, [.recipe: .recipeUnliked, .comment: .commentUnliked])
    }
}

extension Invocation {
    /// Only the thing itself tells which kind of event its like is.
    fileprivate func like(_ id: String, _ kinds: [EntityType: EventKind]) throws {
        let subject = try EntityName.reference(id, "rc")
        let actor = try actor(to: "like")
        try submit { Command(try $0.kind(for: subject, kinds), actor: actor, subject: subject) }
    }
}
