import Community
import EventLog
import Events
import Layout
import Logging
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

/// Removes, for as long as the service runs, pictures that nobody names and nobody is about to name.
struct ImageUpkeep: ServiceLifecycle.Service {
    let context: RequestContext
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await removeUnreferenced()
                try? await Task.sleep(for: .seconds(context.settings.imageUpkeepSeconds))
            }
        }
    }

    /// What cannot be done now is done the next time.
    private func removeUnreferenced() async {
        let community = context.community
        do {
            let removal = try await context.apart { try community.removeUnreferencedImages() }
            guard removal.removed > 0 else { return }
            logger.info("removed pictures", metadata: ["count": "\(removal.removed)", "bytes": "\(removal.bytes)"])
        } catch {
            guard !Task.isCancelled else { return }
            let reason = (error as? Refusal)?.message ?? "\(error)"
            logger.warning("pictures that nobody names stay for now", metadata: ["error": "\(reason)"])
        }
    }
}
