import Answers
import ArgumentParser
import EventLog
import Events
import Views

extension ExplainedQuestion {
    /// As `why` has it: a question as it is asked without that word, and what of its answer is meant.
    convenience init(_ words: [String], field: String?, _ invocation: Invocation, _ log: EventLog) throws {
        let words = try WhyWords(words, log)
        let command = try Larder.parseAsRoot(words.arguments)
        guard let question = command as? any Question else {
            throw Refusal(.usage, "\(words.arguments.joined(separator: " ")) is no question", field: "words")
        }
        let asking = try invocation.asking(limit: words.limit, as: words.viewer)
        let viewer = asking.actor.map { " --as \($0)" } ?? ""
        self.init(words.text + viewer, path: words.path + (field.map { [$0] } ?? [])) { queries in
            try asking.answer(question, queries)
        }
    }
}
