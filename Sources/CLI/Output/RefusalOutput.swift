import Events
import LarderAPI
import Operations

/// A refusal as the line that people read and, with `--json`, the document that programs read.
struct RefusalOutput: Encodable {
    var error: RefusalDocument

    init(_ refusal: Refusal) { error = RefusalDocument(refusal.worded) }

    /// `larder: <code>: <sentence>`.
    var line: String { "larder: \(error.code): \(error.message.asOneLine)\n" }

    func write(asJSON: Bool) {
        StandardStream.writeError(line)
        if asJSON, let document = try? JSONDocument.text(self) { StandardStream.writeError(document + "\n") }
    }
}
