import ArgumentParser
import Events
import Operations

struct Rate: Act {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Give a recipe 1 to 5 stars, or take them back.")
    static let examples = [
        Example("rate r12 5 --as @bo", "five stars"), Example("rate r12 none --as @bo", "take them back"),
    ]

    @Argument(help: "The recipe, such as r12.") var id: String
    @Argument(parsing: .allUnrecognized, help: "1 to 5, or none.") var stars: [String]
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let subject = try EntityName.reference(id, "r")
        let actor = try invocation.actor(to: "rate")
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
