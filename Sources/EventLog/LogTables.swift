import Events
import LMDB
import Layout

/// The tables of `log/`, as `Schemas/format-1.md` lists them.
struct LogTables: Sendable {
    static let count = 9
    static let segmentSize: UInt64 = 65_536

    let headers: Table
    let payloads: Table
    let meta: Table
    let members: Table
    let entities: Table
    let relations: Table
    let usernames: Table
    let origins: Table
    let erasing: Table

    /// Nil when one is missing and `create` is false: no log.
    init?(_ environment: Environment, create: Bool) throws(LMDBError) {
        guard
            let headers = try environment.openTable("headers", flags: [.integerKey, .duplicateFixed], create: create),
            let payloads = try environment.openTable("payloads", flags: .integerKey, create: create),
            let meta = try environment.openTable("meta", flags: [], create: create),
            let members = try environment.openTable("members", flags: .integerKey, create: create),
            let entities = try environment.openTable("entities", flags: .integerKey, create: create),
            let relations = try environment.openTable("relations", flags: [], create: create),
            let usernames = try environment.openTable("usernames", flags: [], create: create),
            let origins = try environment.openTable("origins", flags: [], create: create),
            let erasing = try environment.openTable("erasing", flags: .integerKey, create: create)
        else { return nil }
        self.headers = headers
        self.payloads = payloads
        self.meta = meta
        self.members = members
        self.entities = entities
        self.relations = relations
        self.usernames = usernames
        self.origins = origins
        self.erasing = erasing
    }

    static func segment(of position: Position) -> UInt64 { position.value / segmentSize }
}

/// What `meta` says of the log as a whole, and changes with every append.
struct LogMeta: Equatable {
    var memberCount: UInt32 = 0
    var adminCount: UInt32 = 0
    /// Events by kind number.
    var kinds: [UInt16: UInt64] = [:]
}
