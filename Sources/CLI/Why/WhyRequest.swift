import ArgumentParser
import Events
import LarderAPI
import Views

/// An answer that is to be explained: the question as it is asked without `why`, and what of its answer is meant.
struct WhyRequest {
    let call: any AnyCall
    /// The member who asks the question; `nil`: the operator, or anyone.
    let viewer: Reference?
    /// As it could be asked.
    let text: String
    /// What of the answer is meant, from the outside in.
    let path: [String]
    var newestFirst = false
    var proof = false

    /// `backend` knows what an id belongs to.
    init(_ words: [String], field: String?, _ invocation: Invocation, _ backend: any Backend) throws {
        let words = try WhyWords(words, backend)
        let command = try Larder.parseAsRoot(words.arguments)
        guard let question = command as? any Question else {
            throw Refusal(.usage, "\(words.arguments.joined(separator: " ")) is no question", field: "words")
        }
        // A service knows by the token who looks.
        let name = try words.viewer ?? invocation.service.map { "@\(try $0.oneself().username)" }
        let asking = try invocation.asking(limit: words.limit, as: name)
        call = try question.call(asking)
        if let refusal = call.unexplained { throw refusal }
        viewer = asking.actor
        text = words.text + (viewer.map { " --as \($0)" } ?? "")
        path = words.path + (field.map { [$0] } ?? [])
    }
}
