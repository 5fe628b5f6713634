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
    /// Where it can go; it may depend on what is asked for.
    var reach: Reach { get }
    func execute(_ invocation: Invocation) throws
}

/// A verb that asks the views, as they are or as of an earlier moment.
protocol Question: Verb {}

extension Question {
    var reach: Reach { .anywhere }
    func run() throws { try execute(try Invocation(options, reach: reach, mayLookBack: true)) }
}

extension Verb {
    var reach: Reach { .files }
    func run() throws { try execute(try Invocation(options, reach: reach)) }
}

/// A verb by which somebody acts, in a directory or through a service.
protocol Act: Verb {}

extension Act {
    var reach: Reach { .anywhere }
    func run() throws { try execute(try Invocation(options, reach: reach, acts: true)) }
}
