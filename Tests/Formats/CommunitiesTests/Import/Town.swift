import Community
import EventLog
import Events
import FormatsSupport
import Foundation
import LarderAPI
import Layout
import Operations
import Recipes
import Views

@testable import CLI
@testable import CloudEvents
@testable import Communities

extension Kitchen {
    /// Imports a whole community.
    func run(
        _ found: FoundCommunity, stranger: String? = nil, admins: [String] = [], isRehearsal: Bool = false,
        hasUpdates: Bool = false
    ) throws -> (report: ImportReport, lines: [String]) {
        var lines: [String] = []
        let report = try CommunityImport(isRehearsal: isRehearsal).run(
            plan(found, stranger: stranger, admins: admins, hasUpdates: hasUpdates),
            begin: community.beginning(isRehearsal: isRehearsal),
            tell: { lines.append($0.description) })
        return (report, lines)
    }

    func plan(
        _ found: FoundCommunity, stranger: String? = nil, admins: [String] = [], hasUpdates: Bool = false
    ) throws -> CommunityPlan {
        try community.query { [community] queries in
            try CommunityPlan(
                found,
                names: CommunityNames(community, hasUpdates: hasUpdates) { queries.member(called: $0) != nil },
                stranger: stranger.map { .username($0) }, admins: admins, awards: queries.rules.awards,
                now: EventLog.systemClock())
        }
    }

    /// What was appended after `position`, a line each: when, what, by whom, about what, and what it answers.
    func told(after position: UInt64) throws -> [String] {
        try community.log.read { snapshot in
            var lines: [String] = []
            try snapshot.forEach(from: Position(position + 1)) { record in
                let header = record.header
                let cause = header.cause == .none ? "" : " of \(header.cause)"
                lines.append(
                    "\(header.position) \(header.occurredAt.rfc3339) \(header.kind.name): \(header.actor) on \(header.subject)\(cause)"
                )
                return true
            }
            return lines
        }
    }

    func registration(_ id: String?) throws -> ProtoMemberRegistered? {
        guard let id, let position = UInt64(id.dropFirst()) else { return nil }
        let record = try community.log.read { try $0.record(at: Position(position)) }
        guard case .registration(let registration)? = record?.payload else { return nil }
        return registration
    }
}
