import Events
import LMDB
import Layout

/// What stands for a name or an origin in the log's tables: an HMAC under the vault's secret, so that nobody without the
/// vault reads the name out of it.
struct SecretKey: TableKey, CustomStringConvertible {
    static let flags: TableFlags = []
    static let byteCount = 16

    let keyBytes: [UInt8]

    init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == Self.byteCount else { throw MalformedRow() }
        self.keyBytes = keyBytes
    }

    /// The first half of an HMAC-SHA-256.
    init(code: some Sequence<UInt8>) { keyBytes = Array(code.prefix(Self.byteCount)) }

    var description: String { hex(keyBytes) }

    static func < (a: SecretKey, b: SecretKey) -> Bool { a.keyBytes.lexicographicallyPrecedes(b.keyBytes) }
}

/// Who does what again and again to what: the key of `relations`.
struct RelationKey: TableKey, CustomStringConvertible {
    static let flags: TableFlags = []

    let actor: MemberID
    let relation: UInt8
    let object: Position

    init(_ actor: MemberID, _ relation: Relation, _ object: Position) {
        self.actor = actor
        self.relation = relation.rawValue
        self.object = object
    }

    init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == 17 else { throw MalformedRow() }
        let key = Key(keyBytes)
        actor = MemberID(key.uint64(at: 0))
        relation = keyBytes[8]
        object = Position(key.uint64(at: 9))
    }

    var keyBytes: [UInt8] { Key(actor.value).appending(relation).appending(object.value).bytes }

    var description: String {
        "\(actor) \(Relation(rawValue: relation).map { "\($0)" } ?? "\(relation)") \(object)"
    }

    static func < (a: RelationKey, b: RelationKey) -> Bool {
        (a.actor, a.relation, a.object) < (b.actor, b.relation, b.object)
    }
}
