import ArgumentParser
import Events
import LarderAPI
import Views

/// An answer that is to be explained: the question as it is asked without `why`, and what of its answer is meant.
struct WhyRequest {
    let question: any Question
    /// As whom, and of how much of a list, it is asked.
    let asking: Invocation
    /// As it could be asked.
    let text: String
    /// What of the answer is meant, from the outside in.
    let path: [String]
    var newestFirst = false
    var proof = false

    /// `reader` knows what an id belongs to.
    init(_ words: [String], field: String?, _ invocation: Invocation, _ reader: any LogReader) throws {
        let words = try WhyWords(words, reader)
        let command = try Larder.parseAsRoot(words.arguments)
        guard let question = command as? any Question else {
            throw Refusal(.usage, "\(words.arguments.joined(separator: " ")) is no question", field: "words")
        }
        self.question = question
        // A service knows by the token who looks.
        let viewer = try words.viewer ?? invocation.server.map { "@\(try $0.oneself().username)" }
        asking = try invocation.asking(limit: words.limit, as: viewer)
        text = words.text + (asking.actor.map { " --as \($0)" } ?? "")
        path = words.path + (field.map { [$0] } ?? [])
    }
}
