import CloudEvents
import Community
import Events

/// Rules as a JSON file says them: what `rules show` prints.
enum RulesFile {
    /// Refuses what could not be set.
    static func rules(_ path: String) throws(Refusal) -> Rules {
        let bytes = try InputFile.bytes(of: path)
        let name = path == "-" ? "standard input" : path
        do throws(Refusal) {
            guard case .rules(let message) = try CloudEventReader.data(.rulesChanged, json: bytes).payload else {
                throw Refusal(.invalid, "it says nothing: larder rules show prints what rules look like")
            }
            return try Community.rules(message)
        } catch {
            throw Refusal(error.code, "\(name): \(error.message)", field: error.field)
        }
    }
}
