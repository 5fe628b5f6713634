import Communities
import Community
import Decisions
import EventLog
import Events
import Layout
import Recipes

/// What earlier imports brought into a community, read from its log.
///
/// The edits of all entities are found in one pass over the headers, which opens nothing; a look-up then opens the versions
/// of one entity. What is appended later is not seen.
final class EarlierImports {
    private let community: Community
    /// By entity: the events that changed it, in order.
    private let edits: [Position: [Position]]

    private static let editKinds: EventKindSet = [.recipeEdited, .commentEdited, .memberProfileChanged]

    /// O(events).
    init(_ community: Community) throws {
        self.community = community
        edits = try community.log.read { snapshot in
            var edits: [Position: [Position]] = [:]
            try snapshot.forEachHeader(from: Position(1)) { header in
                if Self.editKinds.contains(number: header.kindNumber) {
                    edits[header.subject, default: []].append(header.position)
                }
                return true
            }
            return edits
        }
    }

    var update: SourceUpdate {
        SourceUpdate(
            held: { command in try command.origin.flatMap { try self.held($0, command.kind) } },
            asStored: { try $0.asStored() })
    }

    /// Names where a member's username and e-mail at the last import count, not those of the registration.
    func names(_ names: CommunityNames) -> CommunityNames {
        CommunityNames(
            isTaken: names.isTaken,
            registered: { origin in
                guard let registered = try names.registered(origin),
                    let held = try self.held(origin, .memberRegistered)
                else { return nil }
                let history = ProfileHistory(held)
                return CommunityNames.Registered(
                    username: history.username, email: history.email, occurredAt: registered.occurredAt)
            }, carriedOver: names.carriedOver, acts: names.acts, position: names.position, hasUpdates: true)
    }

    /// What the command of that kind and origin made; `nil`: there was none, or it is erased.
    private func held(_ origin: Origin, _ kind: EventKind) throws -> HeldItem? {
        try community.log.read { snapshot -> HeldItem? in
            guard let position = try snapshot.position(of: origin), let first = try snapshot.record(at: position),
                first.kind == kind, !first.isErased
            else { return nil }
            let versions = try ([position] + (edits[position] ?? [])).compactMap { position -> HeldItem.Version? in
                guard let record = try snapshot.record(at: position), !record.isErased else { return nil }
                let importID = record.origin.flatMap { $0.source == origin.source ? $0.id : nil }
                return HeldItem.Version(position: position, payload: record.payload, importID: importID)
            }
            if kind == .memberRegistered {
                let isLiving = try snapshot.member(MemberID(position))?.isDeleted == false
                return HeldItem(entity: position, versions: versions, isLiving: isLiving)
            }
            guard let entity = try snapshot.entity(position) else { return nil }
            let loss = entity.loss(author: try snapshot.member(entity.author))
            return HeldItem(
                entity: position, versions: versions, version: entity.version, isLiving: loss == nil,
                loss: kind == .recipePosted ? loss : nil)
        }
    }
}

extension ImportFlags {
    /// The line as the terminal words it: a conflict names the option that makes an edit of it.
    func worded(_ line: ImportRun.Line) -> ImportRun.Line {
        guard line.mayUpdate, !update else { return line }
        var line = line
        line.message = "it has changed since it was imported: --update makes an edit of it"
        return line
    }
}
