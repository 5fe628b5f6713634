import Synchronization

/// Folds the views as they stood at earlier moments, so that a page can say how far it is instead of keeping its reader waiting.
///
/// One moment at a time: the readers of others wait for their turn. What was folded is kept with the community's copies, so that the
/// next question about the moment finds it.
final class PastMoments: Sendable {
    /// How far a fold is, in events.
    struct Progress: Hashable, Sendable {
        var folded = 0
        var total = 0
    }

    private final class Fold: Sendable {
        struct State {
            var progress = Progress()
            var isOver = false
        }

        let state = Mutex(State())
    }

    private let current = Mutex<Fold?>(nil)

    /// How long a reader waits for a page before it says how far it is.
    private static let patience = Duration.milliseconds(800)
    private static let pause = Duration.milliseconds(20)

    /// Waits for a short time until the views of the moment are there; `nil`: they are, or folding them has failed, which the question
    /// itself reports. `fold` runs unless a fold is under way; it gets a function for (events folded, events in total).
    func prepare(
        _ fold: @escaping @Sendable (@escaping @Sendable (Int, Int) -> Void) async throws -> Void
    ) async throws -> Progress? {
        let (running, isNew) = current.withLock { current in
            if let current, !current.state.withLock({ $0.isOver }) { return (current, false) }
            let new = Fold()
            current = new
            return (new, true)
        }
        if isNew {
            Task.detached {
                // The question that follows reports why a fold has failed.
                try? await fold { folded, total in
                    running.state.withLock { $0.progress = Progress(folded: folded, total: total) }
                }
                running.state.withLock { $0.isOver = true }
            }
        }
        let end = ContinuousClock.now + Self.patience
        while .now < end {
            if running.state.withLock({ $0.isOver }) {
                // Another moment than this one may have been under way.
                return isNew ? nil : try await prepare(fold)
            }
            try await Task.sleep(for: Self.pause)
        }
        return running.state.withLock { $0.isOver && isNew ? nil : $0.progress }
    }
}
