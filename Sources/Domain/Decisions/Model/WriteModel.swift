package import EventLog
package import Events
package import LMDB
package import Layout

/// What decisions know within a batch: the stored tables, and the changes by the batch's own events over them.
///
/// Reads cannot throw, because decisions do not: a storage failure is kept in `failure`, and such a state is never
/// stored.
package final class WriteModel: StateFold {
    /// `nil` for a fold from the log's first event: stored rows do not count.
    private let stored: Snapshot?
    private let meta: TypedTable<MetaKey, MetaRow>?
    /// `nil` without the vault: then names have no codes.
    private let codes: SecretCodes?
    package private(set) var failure: (any Error)?

    var counts = LogCounts()
    private(set) var members: Overlay<MemberID, StoredMember>
    private(set) var entities: Overlay<Position, EntityState>
    private(set) var relations: Overlay<RelationKey, RelationState>
    private(set) var plans: Overlay<PlanKey, RelationState>
    private(set) var tallies: Overlay<TallyKey, NumberRow>
    private(set) var cookbooks: Overlay<Position, CookbookRecipes>
    private(set) var usernames: Overlay<SecretKey, NumberRow>
    private(set) var emails: Overlay<SecretKey, NumberRow>
    private(set) var origins: Overlay<SecretKey, NumberRow>

    /// `tables` is `nil` for a state that is neither read nor stored.
    init(_ tables: WriteModelTables?, codes: SecretCodes?, over stored: Snapshot?) throws {
        self.stored = stored
        self.codes = codes
        meta = tables?.meta
        members = Overlay(tables?.members)
        entities = Overlay(tables?.entities)
        relations = Overlay(tables?.relations)
        plans = Overlay(tables?.plans)
        tallies = Overlay(tables?.tallies)
        cookbooks = Overlay(tables?.cookbooks)
        usernames = Overlay(tables?.usernames)
        emails = Overlay(tables?.emails)
        origins = Overlay(tables?.origins)
        if let tables, let stored { counts = try tables.counts(in: stored) }
    }

    /// Keeps the failure of a read that cannot throw.
    package func fail(_ error: any Error) { failure = failure ?? error }

    private func latching<R>(_ read: () throws -> R?) -> R? {
        do { return try read() } catch {
            fail(error)
            return nil
        }
    }

    // MARK: Reads

    package func member(_ id: MemberID) -> StoredMember? { latching { try members.row(id, stored: stored) } }
    package func entity(_ position: Position) -> EntityState? {
        latching { try entities.row(position, stored: stored) }
    }
    func relation(_ key: RelationKey) -> RelationState? {
        latching { try relations.row(key, stored: stored) }
    }
    package func relation(_ actor: MemberID, _ relation: Relation, _ object: Position) -> RelationState? {
        self.relation(RelationKey(actor, relation, object))
    }
    func plan(_ key: PlanKey) -> RelationState? {
        latching { try plans.row(key, stored: stored) }
    }
    /// `nil` for a place that was never planned, and for days that cannot be planned.
    package func plan(_ member: MemberID, _ slot: PlanSlot) -> RelationState? {
        PlanKey(member, slot).flatMap { plan($0) }
    }
    package func tally(_ allowance: Allowance, of holder: Position, _ part: UInt64) -> UInt64 {
        tally(TallyKey(holder.value, allowance, part))
    }
    func tally(_ key: TallyKey) -> UInt64 {
        latching { try tallies.row(key, stored: stored) }?.value ?? 0
    }
    /// The recipes in order; empty if it is no cookbook.
    package func recipes(ofCookbook cookbook: Position) -> [PlacedRecipe] {
        latching { try cookbooks.row(cookbook, stored: stored) }?.placed ?? []
    }
    /// The living member whose name has that code, in any case.
    package func memberID(named key: SecretKey) -> MemberID? {
        latching { try usernames.row(key, stored: stored) }.map { MemberID($0.value) }
    }
    /// The living member to whom that e-mail belongs. Without the vault e-mails have no codes: then `nil`.
    package func memberID(email: String) -> MemberID? {
        guard let key = codes?.code(ofEmail: email) else { return nil }
        return latching { try emails.row(key, stored: stored) }.map { MemberID($0.value) }
    }
    /// The event whose origin has that code, also a `command.noted`.
    package func event(ofOrigin key: SecretKey, in batch: LogBatch) -> EventHeader? {
        latching { try origins.row(key, stored: stored) }.flatMap { batch.header(at: Position($0.value)) }
    }

    package var adminCount: Int { Int(counts.admins) }

    // MARK: Keys

    package func holder(_ member: MemberID) -> KeyHolder? { self.member(member)?.holder }
    package var holders: [(member: MemberID, holder: KeyHolder)] {
        members.sortedRows.map { ($0.key, $0.row.holder) }
    }
    package var nextSlot: UInt32 { counts.members + 1 }

    // MARK: Changes, for the fold

    func count(_ header: EventHeader) {
        counts.add(1, of: header.kindNumber)
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
    /// A tally of zero is removed.
    func set(_ key: TallyKey, _ count: UInt64) { tallies.set(key, count == 0 ? nil : NumberRow(count)) }
    func setRecipes(ofCookbook cookbook: Position, _ placed: [PlacedRecipe]) {
        cookbooks.set(cookbook, placed.isEmpty ? nil : CookbookRecipes(placed))
    }
    func setOrigin(_ key: SecretKey, _ position: Position) { origins.set(key, NumberRow(position.value)) }

    /// Gives the member that name, if its code is known.
    func rename(_ id: MemberID, to username: String) {
        guard let codes else { return }
        let key = codes.code(ofName: Username.folded(username))
        freeName(of: id)
        change(id) { $0.usernameKey = key }
        usernames.set(key, NumberRow(id.value))
    }

    func freeName(of id: MemberID) {
        guard let key = member(id)?.usernameKey else { return }
        usernames.set(key, nil)
        change(id) { $0.usernameKey = nil }
    }

    /// Gives the member that e-mail, unless it belongs to another one. A blank one frees the earlier.
    func giveEmail(_ email: String, to id: MemberID) {
        freeEmail(of: id)
        guard !email.isEmpty, let key = codes?.code(ofEmail: email),
            latching({ try emails.row(key, stored: stored) }) == nil
        else { return }
        change(id) { $0.emailKey = key }
        emails.set(key, NumberRow(id.value))
    }

    func freeEmail(of id: MemberID) {
        guard let key = member(id)?.emailKey else { return }
        emails.set(key, nil)
        change(id) { $0.emailKey = nil }
    }

    // MARK: Storing

    package func flush(into transaction: inout WriteTransaction) throws {
        try members.flush(into: &transaction)
        try entities.flush(into: &transaction)
        try relations.flush(into: &transaction)
        try plans.flush(into: &transaction)
        try tallies.flush(into: &transaction)
        try cookbooks.flush(into: &transaction)
        try usernames.flush(into: &transaction)
        try emails.flush(into: &transaction)
        try origins.flush(into: &transaction)
        try meta?.put(.counts, MetaRow(bytes: counts.bytes), in: &transaction)
    }
}

extension WriteModel {
    package var rowCount: Int {
        members.rowCount + entities.rowCount + relations.rowCount + plans.rowCount + tallies.rowCount
            + cookbooks.rowCount + usernames.rowCount + emails.rowCount + origins.rowCount
    }

    package func compare(
        with stored: any StateTables, in transaction: borrowing ReadTransaction, _ difference: inout StateDifference
    ) throws {
        let tables = WriteModelTables.of(stored)
        try members.compare("members", tables.members, in: transaction, &difference)
        try entities.compare("entities", tables.entities, in: transaction, &difference)
        try relations.compare("relations", tables.relations, in: transaction, &difference)
        try plans.compare("plans", tables.plans, in: transaction, &difference)
        try tallies.compare("tallies", tables.tallies, in: transaction, &difference)
        try cookbooks.compare("cookbooks", tables.cookbooks, in: transaction, &difference)
        try usernames.compare("usernames", tables.usernames, in: transaction, &difference)
        try emails.compare("emails", tables.emails, in: transaction, &difference)
        try origins.compare("origins", tables.origins, in: transaction, &difference)
        var areCounted = false
        try tables.meta.forEachStored(in: transaction) { key, row in
            if key == MetaKey.counts.keyBytes { areCounted = row == counts.bytes }
        }
        if !areCounted { difference.add("meta", MetaKey.counts.rawValue, "differs") }
    }
}

extension Overlay {
    /// Compares the stored rows, byte by byte, with these rows, which are all that should exist.
    fileprivate func compare(
        _ name: String, _ table: TypedTable<Key, Row>, in transaction: borrowing ReadTransaction,
        _ difference: inout StateDifference
    ) throws {
        var absent = Dictionary(uniqueKeysWithValues: sortedRows)
        try table.forEachStored(in: transaction) { keyBytes, stored in
            // A key that cannot be decoded is a row too many: the finding shows its bytes.
            let key = try? Key(keyBytes: keyBytes)
            let row = key.flatMap { absent.removeValue(forKey: $0) }
            guard row?.bytes != stored else { return }
            difference.add(name, key.map { "\($0)" } ?? hex(keyBytes), row == nil ? "is one too many" : "differs")
        }
        for key in absent.keys.sorted() { difference.add(name, "\(key)", "is missing") }
    }
}
