import Community
import EventLog
import Events
import Layout
import Logging
import ServiceLifecycle

/// Lets the views follow the log while no question comes, so that the next question need not wait for them.
struct ViewUpkeep: ServiceLifecycle.Service {
    let context: RequestContext
    /// One fold of many events costs a fraction of many folds.
    private static let interval = Duration.milliseconds(50)
    /// How often the log does what a full disk has prevented.
    private static let makingUpInterval = Duration.seconds(1)

    func run() async throws {
        let community = context.community
        await cancelWhenGracefulShutdown {
            var seen = Position.none
            var said: Refusal?
            var madeUp = ContinuousClock.now
            while !Task.isCancelled {
                if madeUp.duration(to: .now) >= Self.makingUpInterval {
                    // Too many waiting requests leave it to the next time.
                    try? await context.apart { community.log.makeUp() }
                    madeUp = .now
                }
                // A failure is reported to the next question.
                if let head = try? community.log.head(), head != seen {
                    try? await context.apart { try community.query { _ in } }
                    let lag = community.viewsLag
                    if lag?.message != said?.message { log(lag) }
                    said = lag
                    // Views without room try again, also where nothing is appended meanwhile.
                    if lag == nil { seen = head }
                }
                // A cancelled sleep ends the loop.
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}

extension ViewUpkeep {
    /// Says once that the views stay behind, and once that they follow again.
    private func log(_ lag: Refusal?) {
        guard let lag else { return context.logger.notice("the views follow the log again") }
        let remedy =
            switch lag.remedy {
            case .compactViews: "larder views rebuild writes them without free pages; LARDER_MAP_SIZE allows more"
            default: "free some space"
            }
        context.logger.error("the views have no room", metadata: ["error": "\(lag.message)", "remedy": "\(remedy)"])
    }
}

/// Removes unreferenced pictures for as long as the service runs. A new picture has a day to be named.
struct ImageUpkeep: ServiceLifecycle.Service {
    let context: RequestContext
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await removeUnreferenced()
                // A cancelled sleep ends the loop.
                try? await Task.sleep(for: .seconds(context.settings.imageUpkeepSeconds))
            }
        }
    }

    /// A failure is logged, and the next run repeats the work.
    private func removeUnreferenced() async {
        let community = context.community
        do {
            let removal = try await context.apart { try community.removeUnreferencedImages() }
            guard removal.removed > 0 else { return }
            logger.info("removed pictures", metadata: ["count": "\(removal.removed)", "bytes": "\(removal.bytes)"])
        } catch {
            guard !Task.isCancelled else { return }
            let reason = (error as? Refusal)?.message ?? "\(error)"
            logger.warning("unreferenced pictures could not be removed", metadata: ["error": "\(reason)"])
        }
    }
}
