import Community
import Events
import Logging
import ServiceLifecycle

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
