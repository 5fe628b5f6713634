import Events
import Layout
import NIOPosix
import Synchronization

/// Gives uploads their turns, see `PictureTurns`, and runs the work of each on a thread for pictures.
final class PictureQueue: Sendable {
    private struct State {
        var turns = PictureTurns()
        var waiting: [PictureTurns.ID: CheckedContinuation<Void, any Error>] = [:]

        mutating func startDue() {
            for id in turns.startDue(at: .now) { waiting.removeValue(forKey: id)?.resume() }
        }
    }

    private let state = Mutex(State())
    private let waitSecondsMax: Int
    private let threads = NIOThreadPool(numberOfThreads: PictureTurns.runningMax)

    /// An upload that waits longer for its turn is refused.
    init(waitSecondsMax: Int) {
        self.waitSecondsMax = waitSecondsMax
        threads.start()
    }

    /// Uploads that wait or are under way.
    var inside: Int { state.withLock { $0.turns.inside } }

    /// The process ends: threads that do not stop end with it.
    func close() async { try? await threads.shutdownGracefully() }

    /// Runs the work of an upload at the member's turn; it returns a result, and the processor time that it has taken.
    /// Refuses if too many uploads wait, if this one waits too long, and, if `isLimited`, when the member's uploads have
    /// taken too much time.
    func run<R: Sendable>(
        for member: MemberID?, isLimited: Bool,
        _ work: @escaping @Sendable () -> (result: R, processorSeconds: Double)
    ) async throws -> R {
        let id = try state.withLock { state in
            let id = try state.turns.enter(member, isLimited: isLimited, at: .now)
            state.startDue()
            return id
        }
        do {
            try await turn(of: id)
            let (result, seconds) = try await threads.runIfActive(work)
            leave(id, after: seconds)
            return result
        } catch {
            leave(id, after: 0)
            throw error
        }
    }

    private func turn(of id: PictureTurns.ID) async throws {
        let timer = Task { [waitSecondsMax] in
            try await Task.sleep(for: .seconds(waitSecondsMax))
            giveUp(id, .tooManyPictures)
        }
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    switch state.turns.standing(of: id) {
                    case .running: continuation.resume()
                    case .waiting: state.waiting[id] = continuation
                    // Cancelled before it came to wait.
                    case nil: continuation.resume(throwing: CancellationError())
                    }
                }
            }
        } onCancel: {
            giveUp(id, CancellationError())
        }
    }

    private func giveUp(_ id: PictureTurns.ID, _ error: any Error) {
        state.withLock { state in
            guard state.turns.standing(of: id) == .waiting else { return }
            state.turns.leave(id, after: 0, at: .now)
            state.waiting.removeValue(forKey: id)?.resume(throwing: error)
        }
    }

    private func leave(_ id: PictureTurns.ID, after processorSeconds: Double) {
        state.withLock { state in
            state.turns.leave(id, after: processorSeconds, at: .now)
            state.startDue()
        }
    }
}

extension Error where Self == Refusal {
    static var tooManyPictures: Refusal { Refusal(.overloaded, "too many pictures wait: try again shortly") }
}
