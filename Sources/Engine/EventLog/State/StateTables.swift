import Events
import LMDB
import Layout

/// The tables of the state, as `Schemas/format-1.md` lists them.
struct StateTables: Sendable {
    static let names = [
        "members", "entities", "relations", "plans", "tallies", "cookbooks", "usernames", "origins", "erasing",
    ]
    static let count = names.count + 1

    let meta: TypedTable<MetaKey, MetaRow>
    let members: TypedTable<MemberID, StoredMember>
    let entities: TypedTable<Position, EntityState>
    let relations: TypedTable<RelationKey, RelationState>
    let plans: TypedTable<PlanKey, RelationState>
    let tallies: TypedTable<TallyKey, NumberRow>
    let cookbooks: TypedTable<Position, CookbookRecipes>
    let usernames: TypedTable<SecretKey, NumberRow>
    let origins: TypedTable<SecretKey, NumberRow>
    /// Members whose keys are to be destroyed, with their slots in the vault.
    let erasing: TypedTable<MemberID, NumberRow>

    /// Nil when one is missing and `create` is false.
    init?(_ environment: Environment, create: Bool) throws(LMDBError) {
        guard
            let meta = try TypedTable<MetaKey, MetaRow>(environment, "meta", create: create),
            let members = try TypedTable<MemberID, StoredMember>(environment, "members", create: create),
            let entities = try TypedTable<Position, EntityState>(environment, "entities", create: create),
            let relations = try TypedTable<RelationKey, RelationState>(environment, "relations", create: create),
            let plans = try TypedTable<PlanKey, RelationState>(environment, "plans", create: create),
            let tallies = try TypedTable<TallyKey, NumberRow>(environment, "tallies", create: create),
            let cookbooks = try TypedTable<Position, CookbookRecipes>(environment, "cookbooks", create: create),
            let usernames = try TypedTable<SecretKey, NumberRow>(environment, "usernames", create: create),
            let origins = try TypedTable<SecretKey, NumberRow>(environment, "origins", create: create),
            let erasing = try TypedTable<MemberID, NumberRow>(environment, "erasing", create: create)
        else { return nil }
        self.meta = meta
        self.members = members
        self.entities = entities
        self.relations = relations
        self.plans = plans
        self.tallies = tallies
        self.cookbooks = cookbooks
        self.usernames = usernames
        self.origins = origins
        self.erasing = erasing
    }

    /// The last event that has been folded.
    func position(in snapshot: Snapshot) throws -> Position {
        Position(try meta.get(.position, in: snapshot)?.number ?? 0)
    }

    func counts(in snapshot: Snapshot) throws -> LogCounts {
        try meta.get(.counts, in: snapshot).map { try LogCounts(bytes: $0.raw) } ?? LogCounts()
    }

    /// Whether it was folded by this program's fold, of this log, and with the vault as it is now.
    func isOf(_ logID: [UInt8], hasVault: Bool, in snapshot: Snapshot) throws -> Bool {
        try meta.get(.stateVersion, in: snapshot)?.number == UInt64(EventLog.stateVersion)
            && meta.get(.logID, in: snapshot)?.raw == logID
            && meta.get(.stateVault, in: snapshot)?.number == (hasVault ? 1 : 0)
    }

    /// Forgets everything, and says of what it will be folded, and whether that fold can read the names.
    func begin(_ logID: [UInt8], hasVault: Bool, in transaction: inout WriteTransaction) throws {
        try meta.clear(in: &transaction)
        try members.clear(in: &transaction)
        try entities.clear(in: &transaction)
        try relations.clear(in: &transaction)
        try plans.clear(in: &transaction)
        try tallies.clear(in: &transaction)
        try cookbooks.clear(in: &transaction)
        try usernames.clear(in: &transaction)
        try origins.clear(in: &transaction)
        try erasing.clear(in: &transaction)
        try meta.put(.stateVersion, MetaRow(UInt64(EventLog.stateVersion)), in: &transaction)
        try meta.put(.logID, MetaRow(bytes: logID), in: &transaction)
        try meta.put(.stateVault, MetaRow(hasVault ? 1 : 0), in: &transaction)
    }
}
