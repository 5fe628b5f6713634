/// Batches of commands that are decided while the next ones are made or read: a few at a time, answered in order.
///
/// `Kept` is what the caller needs again when a batch is answered.
package struct BatchesUnderway<Kept> {
    /// Begins to decide a batch, after all earlier ones, and returns a function that waits for the answers to its
    /// commands. A batch after a failed one must not be tried.
    package typealias Begin = ([Command]) throws -> Answer
    package typealias Answer = () throws -> [Result<Outcome, Refusal>]

    /// The number of waiting batches. Batches that gather during a sync share the next transaction: with eight batches
    /// of a thousand, more of them gain little.
    package static var countMax: Int { 8 }

    private let begin: Begin
    private let answered: (Kept, [Result<Outcome, Refusal>]) throws -> Void
    private var waiting: [(kept: Kept, answer: Answer)] = []

    /// `answered` gets every batch with its answers, in order.
    package init(
        begin: @escaping Begin, answered: @escaping (Kept, [Result<Outcome, Refusal>]) throws -> Void
    ) {
        self.begin = begin
        self.answered = answered
    }

    /// Begins a batch, after enough of the earlier ones have been answered.
    package mutating func add(_ commands: [Command], keeping kept: Kept) throws {
        while waiting.count >= Self.countMax { try answerFirst() }
        waiting.append((kept, commands.isEmpty ? { [] } : try begin(commands)))
    }

    /// Waits for all batches.
    package mutating func finish() throws {
        while !waiting.isEmpty { try answerFirst() }
    }

    private mutating func answerFirst() throws {
        let (kept, answer) = waiting.removeFirst()
        try answered(kept, try answer())
    }
}

extension BatchesUnderway<Int> {
    /// Submits all commands of `forEachCommand`, in order, `batchCount` at a time, and waits for the answers. `Kept` is
    /// the number of commands of a batch.
    package mutating func run(
        batchesOf batchCount: Int, _ forEachCommand: ((Command) throws -> Void) throws -> Void
    ) throws {
        var batch: [Command] = []
        try forEachCommand { command in
            batch.append(command)
            guard batch.count >= batchCount else { return }
            try add(batch, keeping: batch.count)
            batch = []
        }
        if !batch.isEmpty { try add(batch, keeping: batch.count) }
        try finish()
    }
}
