import Events
import Layout
import SwiftProtobuf

/// Balances from the time before Larder: a member's points, and a recipe's counts of acts whose members are unknown.
///
/// Only an import writes them, in no member's name. A member and a recipe have at most one balance, which stays as it is.
extension Deliberation {
    func decideCarriedPoints() throws(Refusal) -> Decision {
        try requireImport()
        let member = try subjectMember()
        let given = try optional { if case .points(let message) = $0 { message } else { nil } }
        let limits = ContentLimits.carriedPoints
        guard let points = given?.points, limits.contains(points) else {
            throw Refusal(.invalid, "points must be \(limits.lowerBound) to \(limits.upperBound)", field: "points")
        }
        return try carrying(.points(.with { $0.points = points }), over: member.id.position, of: member.id)
    }

    func decideCarriedCounts() throws(Refusal) -> Decision {
        try requireImport()
        let recipe = try subjectEntity(.recipe)
        let given = try optional { if case .counts(let message) = $0 { message } else { nil } }
        guard let given, !given.isBlank else {
            throw Refusal(
                .invalid, "at least one of likes, upvotes, downvotes and comments must be above 0", field: "data")
        }
        let limits = ContentLimits.carriedCount
        for (count, field) in given.named where !limits.contains(count) {
            throw Refusal(.invalid, "\(field) must be \(limits.lowerBound) to \(limits.upperBound)", field: field)
        }
        return try carrying(.counts(given.withoutZeros), over: recipe.position, of: recipe.author)
    }

    /// The operator's authority, and no actor: no member answers for numbers from elsewhere.
    private func requireImport() throws(Refusal) {
        guard command.authority == .operator, actor.isOperator else {
            throw Refusal(.forbidden, "only imports can submit \(command.kind.name), without an actor", field: "actor")
        }
    }

    private func carrying(_ payload: Payload, over subject: Position, of owner: MemberID) throws(Refusal) -> Decision {
        if let known = state.relation(.operator, .carriedOver, subject) {
            guard state.record(at: known.position)?.payload == payload else {
                throw Refusal(
                    .conflict,
                    "event \(known.position) carried over other numbers: they stay as they are, so do not send these",
                    field: "data")
            }
            return .unchanged(known.position)
        }
        return .append([draft(subject: subject, owner: owner, payload: payload)])
    }
}

extension ProtoCountsCarriedOver {
    /// The counts by their fields.
    fileprivate var named: [(count: UInt32, field: String)] {
        [(likes, "likes"), (upvotes, "upvotes"), (downvotes, "downvotes"), (comments, "comments")]
    }

    fileprivate var isBlank: Bool { likes == 0 && upvotes == 0 && downvotes == 0 && comments == 0 }

    /// The one form that is stored: a count of zero is absent.
    fileprivate var withoutZeros: ProtoCountsCarriedOver {
        .with {
            if likes > 0 { $0.likes = likes }
            if upvotes > 0 { $0.upvotes = upvotes }
            if downvotes > 0 { $0.downvotes = downvotes }
            if comments > 0 { $0.comments = comments }
        }
    }
}
