import Community
import EventLog
import Events
import HTTPTypes
import Layout

/// For those who run the service.
extension Endpoint {
    static let operations: [Endpoint] = [
        Endpoint(method: .get, path: "/healthz", operation: "health", isUnlimited: true) { _ in
            try .json(["status": "ok"])
        },
        Endpoint(method: .get, path: "/readyz", operation: "readiness", isUnlimited: true) { exchange in
            let community = exchange.desk.community
            var answer = try await exchange.desk.apart { try Readiness(community) }
            answer.reasons = answer.reasons.map(exchange.desk.withoutPaths)
            return try .json(answer, status: answer.ready ? .ok : .serviceUnavailable)
        },
        Endpoint(
            method: .get, path: "/metrics", operation: "metrics", access: .admin, isUnlimited: true
        ) { exchange in
            let desk = exchange.desk
            let text = try await desk.apart { try desk.metricsText() }
            return .text(text, type: "text/plain; version=0.0.4; charset=utf-8")
        },
        Endpoint(method: .get, path: "/openapi.yaml", operation: "contract") { _ in
            .text(Contract.text, type: "application/yaml")
        },
    ]
}

/// Whether requests can be served just now, and if not why.
struct Readiness: Encodable {
    var ready: Bool
    /// Where the log ends.
    var position: UInt64
    /// Events that the views have not taken in; all, where the views cannot be read.
    var lag: UInt64
    var freeDiskBytes: Int
    /// Why not.
    var reasons: [String] = []

    /// What cannot be read just now is a reason, not a refusal: those who ask want to know.
    init(_ community: Community) throws {
        let (status, reason): (ViewsStatus?, String?)
        do throws(Refusal) { (status, reason) = (try community.viewsStatus(), nil) } catch {
            (status, reason) = (nil, error.message)
        }
        let head = try status?.head ?? community.log.head().value
        self.init(community, position: head, lag: status?.lag ?? head, community.room())
        if let reason {
            reasons.append(reason)
            ready = false
        }
    }

    /// Of what has been asked for already.
    init(_ community: Community, position: UInt64, lag: UInt64, _ space: Community.Room) {
        (self.position, self.lag) = (position, lag)
        freeDiskBytes = space.freeDiskBytes
        if let reason = space.reason { reasons.append(reason) }
        if let failure = community.log.writeFailure { reasons.append(failure.message) }
        if !community.log.hasVault { reasons.append("the vault is missing") }
        if let refusal = community.unfinishedErasure { reasons.append(refusal.message) }
        ready = reasons.isEmpty
    }
}
