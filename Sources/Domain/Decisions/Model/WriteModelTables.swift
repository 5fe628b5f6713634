package import EventLog
import Events
package import LMDB
package import Layout

/// The tables of the write model, as `Schemas/format-1.md` lists them.
package struct WriteModelTables: StateTables {
    /// A change of a row or of the fold needs another version.
    package static let version: UInt32 = 7
    package static let names: [(name: String, flags: TableFlags)] = [
        ("members", .integerKey), ("entities", .integerKey), ("relations", []), ("plans", []), ("tallies", []),
        ("cookbooks", []), ("usernames", []), ("emails", []), ("origins", []),
    ]
    package static let opened: EventKindSet = [.memberRegistered, .memberProfileChanged, .memberBanned]

    let meta: TypedTable<MetaKey, MetaRow>
    let members: TypedTable<MemberID, StoredMember>
    let entities: TypedTable<Position, EntityState>
    let relations: TypedTable<RelationKey, RelationState>
    let plans: TypedTable<PlanKey, RelationState>
    let tallies: TypedTable<TallyKey, NumberRow>
    let cookbooks: TypedTable<Position, CookbookRecipes>
    let usernames: TypedTable<SecretKey, NumberRow>
    let emails: TypedTable<SecretKey, NumberRow>
    let origins: TypedTable<SecretKey, NumberRow>

    package init?(
        _ environment: Environment, meta: TypedTable<MetaKey, MetaRow>, create: Bool
    ) throws(LMDBError) {
        guard
            let members = try TypedTable<MemberID, StoredMember>(environment, "members", create: create),
            let entities = try TypedTable<Position, EntityState>(environment, "entities", create: create),
            let relations = try TypedTable<RelationKey, RelationState>(environment, "relations", create: create),
            let plans = try TypedTable<PlanKey, RelationState>(environment, "plans", create: create),
            let tallies = try TypedTable<TallyKey, NumberRow>(environment, "tallies", create: create),
            let cookbooks = try TypedTable<Position, CookbookRecipes>(environment, "cookbooks", create: create),
            let usernames = try TypedTable<SecretKey, NumberRow>(environment, "usernames", create: create),
            let emails = try TypedTable<SecretKey, NumberRow>(environment, "emails", create: create),
            let origins = try TypedTable<SecretKey, NumberRow>(environment, "origins", create: create)
        else { return nil }
        self.meta = meta
        self.members = members
        self.entities = entities
        self.relations = relations
        self.plans = plans
        self.tallies = tallies
        self.cookbooks = cookbooks
        self.usernames = usernames
        self.emails = emails
        self.origins = origins
    }

    package func clear(in transaction: inout WriteTransaction) throws {
        try members.clear(in: &transaction)
        try entities.clear(in: &transaction)
        try relations.clear(in: &transaction)
        try plans.clear(in: &transaction)
        try tallies.clear(in: &transaction)
        try cookbooks.clear(in: &transaction)
        try usernames.clear(in: &transaction)
        try emails.clear(in: &transaction)
        try origins.clear(in: &transaction)
    }

    package func holder(_ member: MemberID, in snapshot: Snapshot) throws -> KeyHolder? {
        try members.get(member, in: snapshot)?.holder
    }

    package func holders(
        in transaction: borrowing ReadTransaction
    ) throws -> [(member: MemberID, holder: KeyHolder)] {
        try members.rows(in: transaction).map { ($0.key, $0.row.holder) }
    }

    package func erasureCount(in snapshot: Snapshot) throws -> Int {
        try counts(in: snapshot).count(of: .memberDeleted)
    }

    package func fold(codes: SecretCodes?, over stored: Snapshot?) throws -> any StateFold {
        try WriteModel(self, codes: codes, over: stored)
    }

    package static func foldAside(codes: SecretCodes?) throws -> any StateFold {
        try WriteModel(nil, codes: codes, over: nil)
    }

    func counts(in snapshot: Snapshot) throws -> LogCounts {
        try meta.get(.counts, in: snapshot).map { try LogCounts(bytes: $0.raw) } ?? LogCounts()
    }

    /// The log was opened with this schema, so its tables are these.
    static func of(_ stored: any StateTables) -> WriteModelTables {
        guard let tables = stored as? WriteModelTables else { preconditionFailure("a log of another domain") }
        return tables
    }
}

/// The `counts` of the state, which change with every append.
struct LogCounts: StoredRow, Equatable {
    var members: UInt32 = 0
    /// Living members.
    var admins: UInt32 = 0
    /// Events by kind number, for kinds that occurred.
    private(set) var kinds: [UInt64] = []

    init() {}

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        members = try reader.readUInt32()
        admins = try reader.readUInt32()
        while !reader.isAtEnd {
            // Each kind once, in order.
            guard let kind = UInt16(exactly: try reader.readUInt32()), kind >= kinds.count else { throw MalformedRow() }
            add(try reader.readUInt64(), of: kind)
        }
    }

    mutating func add(_ events: UInt64, of kind: UInt16) {
        while kinds.count <= kind { kinds.append(0) }
        kinds[Int(kind)] += events
    }

    func count(of kind: EventKind) -> Int {
        kinds.indices.contains(Int(kind.rawValue)) ? Int(kinds[Int(kind.rawValue)]) : 0
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(members)
        writer.write(admins)
        for (kind, count) in kinds.enumerated() where count > 0 {
            writer.write(UInt32(kind))
            writer.write(count)
        }
    }
}
