import Events
import Notation

/// A refusal as the line that people read and, with `--json`, the document that programs read.
struct RefusalOutput: Encodable {
    struct Content: Encodable {
        var code: String
        var message: String
        var field: String?
    }

    var error: Content

    init(_ refusal: Refusal) {
        error = Content(code: refusal.code.rawValue, message: refusal.message, field: refusal.field)
    }

    /// `larder: <code>: <sentence>`.
    var line: String { "larder: \(error.code): \(error.message.asOneLine)\n" }

    func write(asJSON: Bool) {
        StandardStream.writeError(line)
        if asJSON, let document = try? JSONDocument.text(self) { StandardStream.writeError(document + "\n") }
    }
}
