import Layout

/// An append that waits for its commit.
///
/// The caller makes it, the thread that commits decides and answers it, and the caller goes on after the answer: never two
/// of them at once.
struct AppendRequest: @unchecked Sendable {
    /// Whether it may use the room that is kept back; `decide` may then be called more than once.
    let isUrgent: Bool
    /// Decides on the batch that is committed next.
    let decide: (LogBatch) throws -> Void
    /// Called once. `nil`: everything that was appended is durable.
    let answer: (Refusal?) -> Void

    init(
        isUrgent: Bool = false, decide: @escaping (LogBatch) throws -> Void, answer: @escaping (Refusal?) -> Void
    ) {
        self.isUrgent = isUrgent
        self.decide = decide
        self.answer = answer
    }

    /// Keeps what `decide` gives until the commit has ended.
    init<R>(
        isUrgent: Bool = false, decide: @escaping (LogBatch) throws -> R,
        result: @escaping (Result<R, Refusal>) -> Void
    ) {
        var value: R?
        self.init(isUrgent: isUrgent) {
            value = try decide($0)
        } answer: { refusal in
            if refusal == nil, let value { return result(.success(value)) }
            result(.failure(refusal ?? Refusal(.unavailable, "the writer has stopped")))
        }
    }
}
