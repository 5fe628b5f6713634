import Events
import Layout

/// Idempotency: commands that were sent before, and what is still known of them after an erasure.
extension Model {
    /// «answered with the first position before anything else is looked at, if it is the same command (kind, actor,
    /// subject, cause, data, and `time` where given); otherwise `conflict`».
    func repeated(_ command: Command, _ known: Remembered) -> Verdict {
        let fact = facts[Int(known.event) - 1]
        if let time = command.occurredAt, time != fact.at { return .refused(.conflict) }
        if isErased(known.event) {
            return mayBe(command, fact, known) ? .unchanged(known.position) : .refused(.conflict)
        }
        let (now, then) = (references(of: command), references(of: known.command))
        let resolved = now.map { $0.flatMap(position) ?? 0 }
        let isAllThere = zip(now, resolved).allSatisfy { $0 == nil || $1 != 0 }
        let isSame =
            command.kind == known.command.kind && command.value == known.command.value
            && command.payload == known.command.payload
            && (now.map { $0?.description } == then.map { $0?.description }
                || (isAllThere && resolved == known.resolved))
        return isSame ? .unchanged(known.position) : .refused(.conflict)
    }

    /// Of erased words nothing can be compared; of who did what to what, everything. A name without a member may have been
    /// anybody's.
    private func mayBe(_ command: Command, _ fact: Fact, _ known: Remembered) -> Bool {
        guard command.kind == known.command.kind else { return false }
        if command.kind == .memberRegistered { return true }
        let isNoted = fact.kind == .commandNoted
        func names(_ reference: Reference?, _ stored: UInt64) -> Bool {
            guard let reference else { return stored == 0 }
            return position(reference).map { $0 == stored } ?? true
        }
        guard names(command.actor, fact.actor) else { return false }
        if command.subject != nil, !names(command.subject, fact.subject) { return false }
        if isNoted { return true }
        switch command.kind {
        case .recipeRated, .memberRoleChanged, .memberBanned, .reportFiled, .reportResolved:
            return Int(command.value) == fact.value
        case .cookbookRecipeMoved: return Int(command.value) == fact.value && names(command.cause, fact.cause)
        case .recipePosted, .recipeCookNoteDeleted, .commentPosted, .listItemAdded, .cookbookRecipeAdded,
            .cookbookRecipeRemoved:
            return names(command.cause, fact.cause)
        case .planSet, .planCleared:
            return (try? place(of: command)).map { $0.day == fact.creditedAt.day.description && $0.meal == fact.value }
                ?? false
        case .notificationsRead, .feedSeen: return command.cause == nil || names(command.cause, fact.cause)
        default: return true
        }
    }

    /// Whether what the command with this origin said may be unreadable. Then the origin alone has to
    /// do, but whether the key is destroyed by now depends on where the batch of its deletion ended.
    func isForgotten(_ command: Command) -> Bool {
        command.origin.flatMap { origins[$0] }.map { isErased($0.event) } ?? false
    }

    /// The member whose data key sealed the event was deleted, and the key with them.
    private func isErased(_ event: UInt64) -> Bool {
        let fact = facts[Int(event) - 1]
        switch fact.kind {
        case .rulesChanged: return false
        case .memberBanned, .reportFiled, .reportResolved, .memberPointsCarriedOver, .recipeCountsCarriedOver:
            return members[fact.owner]?.isDeleted ?? false
        default: return members[fact.actor]?.isDeleted ?? false
        }
    }

    /// What was said with an event, as long as its key is there.
    func words(of event: UInt64) -> String? {
        words[event].flatMap { $0.text.isEmpty || isErased(event) ? nil : $0.text }
    }
    func until(of event: UInt64) -> Timestamp? { isErased(event) ? nil : words[event]?.until }

    mutating func remember(_ command: Command, _ verdict: Verdict, _ resolved: [UInt64], _ now: Timestamp) {
        guard let origin = command.origin else { return }
        switch verdict {
        case .done(let position):
            origins[origin] = Remembered(command: command, event: position, position: position, resolved: resolved)
        case .unchanged(let position):
            facts.append(
                Fact(
                    kind: .commandNoted, actor: resolved[0], subject: resolved[1], owner: 0,
                    at: command.occurredAt ?? now, recordedAt: now, creditedAt: command.occurredAt ?? now,
                    value: Int(command.kind.rawValue), cause: position))
            origins[origin] = Remembered(command: command, event: head, position: position, resolved: resolved)
        case .refused: break
        }
    }

    /// Actor, subject and cause. A registration's actor is the member that it makes.
    func references(of command: Command) -> [Reference?] {
        [command.kind == .memberRegistered ? nil : command.actor, command.subject, command.cause]
    }
}
