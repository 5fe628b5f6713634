import Events
import Layout

// MARK: Fold

extension WriteModel {
    func foldReport(_ header: EventHeader) {
        create(.report, header, parent: header.subject)
        change(header.position) { $0.version = 0 }
        relate(.openReport, 1, header)
    }

    func foldResolution(_ header: EventHeader) {
        change(header.subject) {
            $0.version = UInt32(header.value)
            $0.lifecyclePosition = header.position
        }
        guard let report = entity(header.subject) else { return }
        relate(.openReport, 0, header, of: report.author, object: report.parent)
    }
}

// MARK: Decide

/// Reports by members, and their resolution by moderators.
extension Deliberation {
    func decideReport() throws(Refusal) -> Decision {
        try requireMember()
        let target = try reportTarget(subject)
        guard target.owner != actor.id else {
            throw Refusal(.invalid, "members cannot report themselves or their own content", field: "subject")
        }
        guard let given = try optional({ if case .report(let message) = $0 { message } else { nil } }) else {
            return try reporting(target, reason: Int(command.value), payload: .none)
        }
        var report = ProtoReport()
        let note = try TextRules.unlessBlank(given.hasNote ? given.note : nil, field: "note", max: ContentLimits.note)
        if let note { report.note = note }
        return try reporting(
            target, reason: command.value == 0 ? given.reason.rawValue : Int(command.value),
            payload: report == ProtoReport() ? .none : .report(report))
    }

    /// One open report per reporter and target.
    private func reporting(
        _ target: (position: Position, owner: MemberID), reason: Int, payload: Payload
    ) throws(Refusal) -> Decision {
        guard (1...5).contains(reason) else {
            throw Refusal(
                .invalid, "a report's reason is spam, offensive, unsafe, copyright or other", field: "reason")
        }
        if let row = state.relation(actor.id, .openReport, target.position), row.holds {
            return .unchanged(row.position)
        }
        return .append([
            draft(subject: target.position, owner: target.owner, value: UInt8(reason), payload: payload)
        ])
    }

    /// The target: a living recipe, comment or member.
    private func reportTarget(_ reference: Reference) throws(Refusal) -> (position: Position, owner: MemberID) {
        let position = try state.position(reference, field: "subject")
        let entity = state.entity(position).map { Entity(position: position, state: $0) }
        switch entity?.state.type {
        case .recipe: return (position, try state.livingEntity(reference, .recipe, field: "subject").author)
        case .comment: return (position, try state.livingEntity(reference, .comment, field: "subject").author)
        case .repost, .report, .item, .cookbook:
            if let entity, entity.state.type != .repost, entity.author != actor.id, !isPublicCookbook(entity) {
                throw .unknown(reference, field: "subject")
            }
            throw Refusal(
                .notFound, "\(reference) cannot be reported: name a recipe, comment or member", field: "subject")
        case nil:
            if case .position(_, let letter?) = reference, letter != "m" { throw .unknown(reference, field: "subject") }
            let member = try state.livingMember(reference, field: "subject")
            return (position, member.id)
        }
    }

    /// The resolution and, in the same decision, its effect on the reported entity. If any part would be refused, all
    /// of it is.
    func decideResolution() throws(Refusal) -> Decision {
        // First: only moderators learn which reports exist.
        try requireModerator()
        let report = try state.anyEntity(subject, .report, field: "subject")
        let (outcome, payload) = try resolution()
        guard report.state.version == 0 else {
            if report.state.version == UInt32(outcome.rawValue) { return .unchanged(report.state.lifecyclePosition) }
            throw Refusal(.conflict, "\(report.name) was resolved already", field: "subject")
        }
        // A deleted reporter is not notified, and their data key could not seal the event.
        let isReporterHere = state.member(report.author)?.isDeleted == false
        var drafts = [
            draft(
                subject: report.position, owner: isReporterHere ? report.author : .operator,
                value: UInt8(outcome.rawValue), payload: payload)
        ]
        if var consequence = try consequence(of: outcome, for: report) {
            consequence.isCausedByFirst = true
            drafts.append(consequence)
        }
        return .append(drafts)
    }

    private func resolution() throws(Refusal) -> (outcome: ProtoReportOutcome.Value, payload: Payload) {
        let given = try optional({ if case .resolution(let message) = $0 { message } else { nil } })
        let number = command.value == 0 ? given?.outcome.rawValue ?? 0 : Int(command.value)
        guard (1...3).contains(number), let outcome = ProtoReportOutcome.Value(rawValue: number) else {
            throw Refusal(.invalid, "a report's outcome is dismissed, removed or banned", field: "outcome")
        }
        let note = try TextRules.unlessBlank(
            given?.hasNote == true ? given?.note : nil, field: "note", max: ContentLimits.note)
        guard let note else { return (outcome, .none) }
        var resolution = ProtoResolution()
        resolution.note = note
        return (outcome, .resolution(resolution))
    }

    /// `nil` if there is no effect, or it holds already.
    private func consequence(of outcome: ProtoReportOutcome.Value, for report: Entity) throws(Refusal) -> Draft? {
        let target = report.state.parent
        switch outcome {
        case .removed:
            guard let type = state.entity(target)?.type, type == .recipe || type == .comment else {
                throw Refusal(.invalid, "only a recipe or a comment can be removed", field: "outcome")
            }
            return deleting(try state.entity(.position(target, letter: nil), type, field: "subject"))
        case .banned:
            let author = state.entity(target)?.author ?? MemberID(target)
            return try banning(try state.livingMember(.member(author), field: "subject"), until: nil)
        case .dismissed, .unspecified, .UNRECOGNIZED:
            return nil
        }
    }
}
