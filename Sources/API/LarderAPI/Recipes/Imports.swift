/// Recipes of web pages and of files of other programs, read before they are posted.
extension API {
    public static let readRecipe: Operation<ReadRecipeInput, ReadRecipeAnswer> = Operation(
        "readRecipe", .post, "/imports",
        "Read the recipe of a web page or a file. Answers its content and all that was guessed, changed or dropped. Nothing is posted.",
        access: .member, OperationTraits(scope: .act, rate: .imports, bodyBytesMax: importBytesMax))

    static let importOperations: [any AnyOperation] = [readRecipe]
}

/// A page or a file with a recipe.
public struct ReadRecipeInput: OperationInput {
    /// A JSON object with the `url` of a page, sent as `application/json`; or the file itself, sent as any other type.
    public var content: JSONText?

    public init() {}

    public init(content: JSONText? = nil) {
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.content(&content)
    }
}

/// A recipe as it was read. It is posted by `API.postRecipe`, after its cook has looked it over.
public struct ReadRecipeAnswer: Codable, Hashable, Sendable {
    /// In the form that actions accept.
    public var content: JSON
    /// What was guessed, changed, truncated or dropped, a clause for each.
    public var remarks: [String]

    public init(content: JSON, remarks: [String]) { (self.content, self.remarks) = (content, remarks) }
}
