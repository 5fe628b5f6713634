import Crypto
import Events
import LMDB
import Layout

/// What decisions know, as a batch sees it: the state tables, and over them what the batch's own events changed.
///
/// Reads cannot throw, for decisions do not: a storage failure is latched in `failure`, and such a state is never stored.
final class LogState {
    /// Nil: folded anew from the log's first event, so nothing counts that is stored.
    private let stored: Snapshot?
    private let meta: TypedTable<MetaKey, MetaRow>?
    let vault: Vault?
    private(set) var failure: (any Error)?

    /// The last event that was folded.
    private(set) var position = Position.none
    var counts = LogCounts()
    private(set) var members: Overlay<MemberID, StoredMember>
    private(set) var entities: Overlay<Position, EntityState>
    private(set) var relations: Overlay<RelationKey, RelationState>
    private(set) var plans: Overlay<PlanKey, RelationState>
    private(set) var tallies: Overlay<TallyKey, NumberRow>
    private(set) var cookbooks: Overlay<Position, CookbookRecipes>
    private(set) var usernames: Overlay<SecretKey, NumberRow>
    private(set) var origins: Overlay<SecretKey, NumberRow>
    private var erasing: Overlay<MemberID, NumberRow>
    /// Members whose deletion was folded, with their slots: their keys go once it is durable.
    private(set) var erasures: [MemberID: UInt32] = [:]

    /// `tables`: nil for a state that is neither read nor stored.
    init(_ tables: StateTables?, vault: Vault?, over stored: Snapshot?) throws {
        self.stored = stored
        self.vault = vault
        meta = tables?.meta
        members = Overlay(tables?.members)
        entities = Overlay(tables?.entities)
        relations = Overlay(tables?.relations)
        plans = Overlay(tables?.plans)
        tallies = Overlay(tables?.tallies)
        cookbooks = Overlay(tables?.cookbooks)
        usernames = Overlay(tables?.usernames)
        origins = Overlay(tables?.origins)
        erasing = Overlay(tables?.erasing)
        if let tables, let stored {
            position = try tables.position(in: stored)
            counts = try tables.counts(in: stored)
        }
    }

    /// Latches what went wrong below a read that cannot throw.
    func fail(_ error: any Error) { failure = failure ?? error }

    private func latching<R>(_ read: () throws -> R?) -> R? {
        do { return try read() } catch {
            fail(error)
            return nil
        }
    }

    // MARK: Reads

    func member(_ id: MemberID) -> StoredMember? { latching { try members.row(id, stored: stored) } }
    func entity(_ position: Position) -> EntityState? {
        latching { try entities.row(position, stored: stored) }
    }
    func relation(_ key: RelationKey) -> RelationState? {
        latching { try relations.row(key, stored: stored) }
    }
    func plan(_ key: PlanKey) -> RelationState? {
        latching { try plans.row(key, stored: stored) }
    }
    func tally(_ key: TallyKey) -> UInt64 {
        latching { try tallies.row(key, stored: stored) }?.value ?? 0
    }
    func recipes(ofCookbook cookbook: Position) -> [PlacedRecipe] {
        latching { try cookbooks.row(cookbook, stored: stored) }?.placed ?? []
    }
    func memberID(named key: SecretKey) -> MemberID? {
        latching { try usernames.row(key, stored: stored) }.map { MemberID($0.value) }
    }
    func position(ofOrigin key: SecretKey) -> Position? {
        latching { try origins.row(key, stored: stored) }.map { Position($0.value) }
    }

    /// Where in the vault the key lies that seals what this event says; nil for a key holder who is unknown.
    func slot(for header: EventHeader) -> UInt32? {
        if header.kind == .memberRegistered { return counts.members + 1 }
        return header.keyHolder == .operator ? 0 : member(header.keyHolder)?.state.ordinal
    }

    /// The key that opens what an event says; nil when it is destroyed, or the vault is not here.
    func key(for header: EventHeader) -> SymmetricKey? {
        latching { try slot(for: header).flatMap { slot in try vault?.key(slot: slot) } }
    }

    // MARK: Changes, for the fold

    func count(_ header: EventHeader) {
        position = header.position
        counts.add(1, of: header.kind.rawValue)
    }

    func change(_ id: MemberID, _ body: (inout StoredMember) -> Void) {
        guard var row = member(id) else { return }
        body(&row)
        members.set(id, row)
    }

    func change(_ position: Position, _ body: (inout EntityState) -> Void) {
        guard var row = entity(position) else { return }
        body(&row)
        entities.set(position, row)
    }

    func set(_ id: MemberID, _ row: StoredMember) { members.set(id, row) }
    func set(_ position: Position, _ row: EntityState) { entities.set(position, row) }
    func set(_ key: RelationKey, _ row: RelationState) { relations.set(key, row) }
    func set(_ key: PlanKey, _ row: RelationState) { plans.set(key, row) }
    /// Nothing is left of what has gone down to nothing.
    func set(_ key: TallyKey, _ count: UInt64) { tallies.set(key, count == 0 ? nil : NumberRow(count)) }
    func setRecipes(ofCookbook cookbook: Position, _ placed: [PlacedRecipe]) {
        cookbooks.set(cookbook, placed.isEmpty ? nil : CookbookRecipes(placed))
    }
    func setOrigin(_ key: SecretKey, _ position: Position) { origins.set(key, NumberRow(position.value)) }

    /// Gives the member that name, if it can be told what key it has.
    func rename(_ id: MemberID, to username: String) {
        guard let vault else { return }
        let key = vault.usernameKey(folded: Username.folded(username))
        freeName(of: id)
        change(id) { $0.usernameKey = key }
        usernames.set(key, NumberRow(id.value))
    }

    func freeName(of id: MemberID) {
        guard let key = member(id)?.usernameKey else { return }
        usernames.set(key, nil)
        change(id) { $0.usernameKey = nil }
    }

    func erase(_ id: MemberID, slot: UInt32) {
        erasing.set(id, NumberRow(UInt64(slot)))
        erasures[id] = slot
    }

    // MARK: Storing

    func flush(into transaction: inout WriteTransaction) throws {
        try members.flush(into: &transaction)
        try entities.flush(into: &transaction)
        try relations.flush(into: &transaction)
        try plans.flush(into: &transaction)
        try tallies.flush(into: &transaction)
        try cookbooks.flush(into: &transaction)
        try usernames.flush(into: &transaction)
        try origins.flush(into: &transaction)
        try erasing.flush(into: &transaction)
        try meta?.put(.counts, MetaRow(bytes: counts.bytes), in: &transaction)
        try meta?.put(.position, MetaRow(position.value), in: &transaction)
    }
}
