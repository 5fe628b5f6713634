import Events
import Layout
import SwiftProtobuf

/// Balances from the time before Larder: a member's points, and a recipe's counts of acts whose members are unknown.
///
/// Only an import writes them, in no member's name. The last balance of a member or recipe replaces all earlier ones. A
/// balance of zero is accepted only in place of another one.
extension Deliberation {
    func decideCarriedPoints() throws(Refusal) -> Decision {
        try requireImport()
        let member = try subjectMember()
        let given = try optional { if case .points(let message) = $0 { message } else { nil } }
        let limits = ContentLimits.carriedPoints
        let known = state.relation(.operator, .carriedOver, member.id.position)
        let least = known == nil ? limits.lowerBound : 0
        guard let given, given.hasPoints, (least...limits.upperBound).contains(given.points) else {
            throw Refusal(.invalid, "points must be \(least) to \(limits.upperBound)", field: "points")
        }
        return carrying(
            .points(.with { $0.points = given.points }), over: member.id.position, of: member.id, after: known)
    }

    func decideCarriedCounts() throws(Refusal) -> Decision {
        try requireImport()
        let recipe = try subjectEntity(.recipe)
        let given = try optional { if case .counts(let message) = $0 { message } else { nil } }
        let known = state.relation(.operator, .carriedOver, recipe.position)
        guard let given, known == nil ? !given.isBlank : given.named.contains(where: \.isSaid) else {
            throw Refusal(
                .invalid,
                "at least one of likes, upvotes, downvotes and comments must be \(known == nil ? "above 0" : "given")",
                field: "data")
        }
        let limits = ContentLimits.carriedCount
        for (count, _, field) in given.named where !limits.contains(count) {
            throw Refusal(.invalid, "\(field) must be \(limits.lowerBound) to \(limits.upperBound)", field: field)
        }
        return carrying(.counts(given.asStored), over: recipe.position, of: recipe.author, after: known)
    }

    /// The operator's authority, and no actor: no member answers for numbers from elsewhere.
    private func requireImport() throws(Refusal) {
        guard command.authority == .operator, actor.isOperator else {
            throw Refusal(.forbidden, "only imports can submit \(command.kind.name), without an actor", field: "actor")
        }
    }

    /// The balance replaces the `known` one, unless both are equal.
    private func carrying(
        _ payload: Payload, over subject: Position, of owner: MemberID, after known: RelationState?
    ) -> Decision {
        if let known, state.record(at: known.position)?.payload == payload { return .unchanged(known.position) }
        return .append([draft(subject: subject, owner: owner, payload: payload)])
    }
}

extension ProtoCountsCarriedOver {
    /// The counts by their fields.
    fileprivate var named: [(count: UInt32, isSaid: Bool, field: String)] {
        [
            (likes, hasLikes, "likes"), (upvotes, hasUpvotes, "upvotes"), (downvotes, hasDownvotes, "downvotes"),
            (comments, hasComments, "comments"),
        ]
    }

    fileprivate var isBlank: Bool { named.allSatisfy { $0.count == 0 } }

    /// The one form that is stored: a count of zero is absent. If all are zero, the likes say so, because an empty payload
    /// is none.
    fileprivate var asStored: ProtoCountsCarriedOver {
        .with {
            if likes > 0 || isBlank { $0.likes = likes }
            if upvotes > 0 { $0.upvotes = upvotes }
            if downvotes > 0 { $0.downvotes = downvotes }
            if comments > 0 { $0.comments = comments }
        }
    }
}
