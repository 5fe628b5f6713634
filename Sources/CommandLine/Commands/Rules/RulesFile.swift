import Events
import Interchange
import Service

/// Rules as a JSON file says them: what `rules show` prints.
enum RulesFile {
    /// Refuses what could not be set.
    static func rules(_ path: String) throws(Refusal) -> Rules {
        let payload = try CloudEventReader.data(.rulesChanged, json: try InputFile.bytes(of: path)).payload
        guard case .rules(let message) = payload else {
            throw Refusal(.invalid, "«\(path)» says nothing: larder rules show prints what rules look like")
        }
        return try Community.rules(message)
    }
}
