import CloudEvents
package import Events
package import Layout

/// What the community holds of an item that an earlier import brought.
package struct HeldItem: Sendable {
    /// One version of it, in the order of the log.
    package struct Version: Sendable {
        package var position: Position
        package var payload: Payload
        /// The id of its origin, if it is of the import's source.
        package var importID: String?

        package init(position: Position, payload: Payload, importID: String?) {
            (self.position, self.payload, self.importID) = (position, payload, importID)
        }
    }

    /// The recipe, comment or member.
    package var entity: Position
    /// The posting or registration first. A version that is erased is not among them.
    package var versions: [Version]
    /// For `expectedVersion`; 0 for members, whose changes are field by field.
    package var version: UInt32
    package var isLiving: Bool
    package var loss: EntityLoss?

    package init(entity: Position, versions: [Version], version: UInt32 = 0, isLiving: Bool, loss: EntityLoss? = nil) {
        (self.entity, self.versions, self.version) = (entity, versions, version)
        (self.isLiving, self.loss) = (isLiving, loss)
    }
}

/// Makes edits of items that have changed at their source since an earlier import.
///
/// Three contents are compared: what the source said at the last import (the base), what it says now, and what the community
/// shows. The source's change becomes an edit where the community still shows the base. Where a member has changed the item
/// as well, it stays as it is here, and the report says so. An edit's origin names its content and the version before it, so
/// that the next run of the same files appends nothing. Nothing is deleted.
package struct SourceUpdate {
    /// Ids of origins of edits that this type makes.
    package static let prefix = "update/"
    /// Ids of origins of edits that replace URLs by stored pictures.
    package static let fetchedPrefix = "fetched/"
    package static let kinds: EventKindSet = [.memberRegistered, .recipePosted, .commentPosted]

    private let held: (Command) throws -> HeldItem?
    private let asStored: (ProtoRecipeContent) throws -> ProtoRecipeContent

    /// `held` looks up what an earlier command of that kind and origin made; `nil`: there was none. `asStored` gives a
    /// content the form in which events store it.
    package init(
        held: @escaping (Command) throws -> HeldItem?,
        asStored: @escaping (ProtoRecipeContent) throws -> ProtoRecipeContent = { $0 }
    ) {
        (self.held, self.asStored) = (held, asStored)
    }

    /// The item as it is to be submitted.
    package func updated(_ item: FittedItem) throws -> FittedItem {
        guard let command = item.command, Self.kinds.contains(command.kind), let origin = command.origin,
            let held = try held(command), !held.versions.isEmpty
        else { return item }
        let unchanged = item.updating(
            held.entity,
            known: Outcome(position: held.entity, changed: false, kind: command.kind, loss: held.loss))
        guard held.isLiving else { return unchanged }
        switch command.payload {
        case .recipe(let content):
            // A content that no recipe may have is submitted as it is, and refused.
            guard let content = try? asStored(content) else { return item }
            return update(item, command, origin, held, content) ?? unchanged
        case .text(let text): return update(item, command, origin, held, text) ?? unchanged
        case .registration(let registration): return update(item, command, origin, held, registration) ?? unchanged
        default: return item
        }
    }

    // MARK: Recipes and comments

    private func update(
        _ item: FittedItem, _ command: Command, _ origin: Origin, _ held: HeldItem, _ content: ProtoRecipeContent
    ) -> FittedItem? {
        let history = RecipeHistory(held.versions)
        guard let base = history.base, let current = history.current else { return nil }
        let new = history.fetching(content)
        return edit(
            item, command, origin, held, .recipeEdited, basePosition: history.basePosition,
            base: .recipe(history.fetching(base)), current: .recipe(current), new: .recipe(new))
    }

    private func update(
        _ item: FittedItem, _ command: Command, _ origin: Origin, _ held: HeldItem, _ text: ProtoText
    ) -> FittedItem? {
        guard let base = held.versions.last(where: { Self.isOfSource($0, held) }), let current = held.versions.last
        else { return nil }
        return edit(
            item, command, origin, held, .commentEdited, basePosition: base.position, base: base.payload,
            current: current.payload, new: .text(text))
    }

    /// `nil`: there is nothing to change.
    private func edit(
        _ item: FittedItem, _ command: Command, _ origin: Origin, _ held: HeldItem, _ kind: EventKind,
        basePosition: Position, base: Payload, current: Payload, new: Payload
    ) -> FittedItem? {
        guard new != base, new != current else { return nil }
        guard current == base else {
            return FittedItem(
                refused: RefusedItem(
                    place: item.place, reason: .conflict,
                    message: "it has changed at its source and here since the last import: it stays as it is here"))
        }
        let edit = Command(
            kind, actor: command.actor, subject: .external(source: origin.source, id: origin.id),
            origin: Self.origin(of: new, on: held.entity, after: basePosition, origin.source), payload: new,
            expectedVersion: held.version)
        return item.updating(held.entity, command: edit)
    }

    /// The origin of an event that replaces `event` because of a change at its source.
    package static func origin(of payload: Payload, on event: Position, _ source: String) -> Origin {
        origin(of: payload, on: event, after: event, source)
    }

    private static func origin(
        of payload: Payload, on entity: Position, after base: Position, _ source: String
    ) -> Origin {
        let digest = Origin.digest(Array("\(entity.value) \(base.value) ".utf8) + payload.storedBytes)
        return Origin(fitting: source, prefix + digest)
    }

    /// Whether the version says what the source said: the posting, and updates.
    static func isOfSource(_ version: HeldItem.Version, _ held: HeldItem) -> Bool {
        version.position == held.versions.first?.position || version.importID?.hasPrefix(prefix) == true
    }

    // MARK: Members

    private static var fields: [(name: String, path: WritableKeyPath<HeldProfile, String>)] {
        [
            ("username", \.username), ("name", \.name), ("email", \.email), ("phone", \.phone), ("bio", \.bio),
            ("avatar", \.avatar),
        ]
    }

    private func update(
        _ item: FittedItem, _ command: Command, _ origin: Origin, _ held: HeldItem,
        _ registration: ProtoMemberRegistered
    ) -> FittedItem? {
        let history = ProfileHistory(held)
        let new = history.fetching(HeldProfile(registration))
        let base = history.fetching(history.base)
        var change = HeldProfile.Change()
        var notes = item.notes
        var hasConflict = false
        for (name, path) in Self.fields {
            let (said, before, now) = (new[keyPath: path], base[keyPath: path], history.current[keyPath: path])
            guard said != before, said != now else { continue }
            if now == before {
                change.set(name, said)
            } else {
                hasConflict = true
                notes.append(
                    "\(name): it has changed at its source and here since the last import: it stays as it is here")
            }
        }
        guard change.message != ProtoMemberProfileChanged() else {
            guard hasConflict else { return nil }
            return FittedItem(
                refused: RefusedItem(
                    place: item.place, reason: .conflict,
                    message:
                        "the profile has changed at its source and here since the last import: it stays as it is here"))
        }
        let payload = Payload.profileChange(change.message)
        let edit = Command(
            .memberProfileChanged, actor: .external(source: origin.source, id: origin.id),
            origin: Self.origin(of: payload, on: held.entity, after: history.basePosition, origin.source),
            payload: payload)
        return item.updating(held.entity, notes: notes, command: edit)
    }
}
