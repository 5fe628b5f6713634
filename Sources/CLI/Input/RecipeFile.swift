import CloudEvents
import Events

/// A recipe's content as a JSON file, read and refused like an event's `data` in a submission.
enum RecipeFile {
    static func content(_ path: String) throws(Refusal) -> ProtoRecipeContent {
        let bytes = try InputFile.bytes(of: path)
        do {
            if case .recipe(let content) = try CloudEventReader.data(.recipePosted, json: bytes).payload {
                return content
            }
            return ProtoRecipeContent()
        } catch {
            let name = path == "-" ? "standard input" : path
            throw Refusal(error.code, "\(name): \(error.message)", field: error.field)
        }
    }
}
