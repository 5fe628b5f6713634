import ArgumentParser
import EventLog
import Events
import Service
import Views

/// A question that can be put to any state of the views, and what of its answer is meant.
final class AskedQuestion {
    private let question: any Question
    private let invocation: Invocation
    private let path: AnswerPath
    /// As it could be typed.
    let text: String
    var field: String? { path.words.isEmpty ? nil : path.words.joined(separator: ".") }
    /// What a single value is called.
    var fieldName: String? { path.words.last }
    /// The last whole answer that was not a refusal, and the first refusal.
    private var whole: AnswerTree?
    private var refusal: Refusal?
    private var isAsked = false

    init(_ words: [String], field: String?, _ invocation: Invocation, _ log: EventLog) throws {
        let words = try WhyWords(words, log)
        let command = try Larder.parseAsRoot(words.arguments)
        guard let question = command as? any Question else {
            throw Refusal(.usage, "\(words.arguments.joined(separator: " ")) is no question", field: "words")
        }
        self.question = question
        path = AnswerPath(words: words.path + (field.map { [$0] } ?? []))
        self.invocation = try invocation.asking(limit: words.limit, as: words.viewer)
        let viewer = self.invocation.actor.map { " --as \($0)" } ?? ""
        text = words.text + viewer
    }

    /// What is meant of the answer; nil: there is none, or nothing like that in it.
    func answer(_ queries: Queries) throws -> AnswerTree? {
        let isFirst = !isAsked
        isAsked = true
        do {
            guard case .fields(var fields)? = try invocation.answer(question, queries) else { return nil }
            // Where it stands, and how long its page is, says nothing of the views.
            fields["position"] = nil
            fields["next"] = nil
            let answer = AnswerTree.fields(fields)
            whole = answer
            if isFirst { try path.checkFields(of: answer) }
            return path.value(in: answer)
        } catch let error as Refusal where Self.codesOfAbsence.contains(error.code) && error.field != "field" {
            refusal = refusal ?? error
            return nil
        }
    }

    /// What is not there yet, or no more, or not for whoever asks.
    private static let codesOfAbsence: [Refusal.Code] = [.notFound, .gone, .forbidden]

    /// Whether what is meant may have a value, and has none.
    var isKnown: Bool { whole.map { !path.find(in: $0).isEmpty } ?? false }

    /// Why there is nothing to explain.
    var nothing: Refusal {
        if let whole { return path.unknown(in: whole) }
        return refusal ?? Refusal(.notFound, "nothing has ever been answered to \(text)")
    }
}
