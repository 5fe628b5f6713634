import Community
import EventLog
import Layout
import ServiceLifecycle

/// Brings the views on while others only act, so that whoever asks next need not wait for what has come since the last question.
struct ViewUpkeep: ServiceLifecycle.Service {
    let context: RequestContext
    /// Many events are folded together in a fraction of what each costs alone.
    private static let interval = Duration.milliseconds(50)

    func run() async throws {
        let community = context.community
        await cancelWhenGracefulShutdown {
            var seen = Position.none
            while !Task.isCancelled {
                if let head = try? community.log.head(), head != seen {
                    // Where that fails, whoever asks is told why.
                    try? await context.apart { try community.query { _ in } }
                    seen = head
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
