import ArgumentParser

/// A command that shows how it is used before it explains itself.
protocol Exemplified: ParsableCommand {
    /// Command lines without the leading `larder`, each with what it does.
    static var examples: [Example] { get }
}

struct Example: Sendable {
    var line: String
    var meaning: String

    init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }

    /// The examples as help begins with them.
    static func text(_ examples: [Example]) -> String {
        let width = examples.map { $0.line.count }.max() ?? 0
        var text = "EXAMPLES:\n"
        for example in examples {
            let padding = String(repeating: " ", count: width - example.line.count)
            text += "  larder \(example.line)\(padding)   # \(example.meaning)\n"
        }
        return text
    }
}

/// A command that does something.
protocol Verb: Exemplified {
    var options: GlobalOptions { get }
    func execute(_ invocation: Invocation) throws
}

/// A verb that asks the views, as they are or as of an earlier moment.
protocol Question: Verb {}

extension Question {
    func run() throws { try execute(try Invocation(options, mayLookBack: true)) }
}

extension Verb {
    func run() throws { try execute(try Invocation(options)) }
}
