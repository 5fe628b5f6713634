import Events
import HTTPTypes
import LarderAPI
import Markup
import Pages

/// What a page gets for a question that may take long.
enum LongAnswer<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// The answer is not there yet, or will not come: this is shown instead.
    case reply(Reply)
}

extension WebRequest {
    /// The answer to a question that may become a job, which is `work`. A page that waits for its job is at `link` with `job=`, and comes
    /// again by itself.
    func longAnswer<Input, Answer: Decodable & Sendable>(
        to operation: LarderAPI.Operation<Input, Answer>, _ input: Input, or work: Jobs.Work, at link: Link
    ) async throws -> LongAnswer<Answer> {
        if let id = self["job"] { return try await answer(ofJob: id, doing: work, at: link) }
        let reply = try await perform(operation, input)
        guard reply.status == .accepted else { return .answer(try reply.decoded(Answer.self)) }
        return .reply(.seeNow(link.query("job", try reply.decoded(Job.self).id)))
    }

    private func answer<Answer: Decodable>(
        ofJob id: String, doing work: Jobs.Work, at link: Link
    ) async throws -> LongAnswer<Answer> {
        let job: Job?
        do { job = try await answer(to: API.job, JobInput(job: id)) } catch let refusal as Refusal
            where refusal.code == .notFound
        { job = nil }
        // A job that is forgotten, or of another question: this one is put again.
        guard let job, job.command == "larder \(work.command)" else { return .reply(.seeNow(link)) }
        if let result = job.result { return .answer(try Reply.json(result).decoded(Answer.self)) }
        return .reply(try reply { _ in JobWaitPage(job, again: link).page })
    }
}
