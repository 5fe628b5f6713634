import EventLog
import Events
import LMDB
import Layout

/// A key of a state table, held in place: creating, comparing and hashing one allocates nothing.
protocol StateKey: TableKey {
    /// A hash in which every bit of the key counts.
    var hash64: UInt64 { get }
    /// Two numbers that order the keys, and differ for different keys.
    var rank: (UInt64, UInt64) { get }
    /// Lends the stored bytes of the key.
    func withKeyBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R
}

/// Multiplies and folds: every bit of the number changes about half of the result's.
func spread(_ number: UInt64) -> UInt64 {
    let product = (number ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
}

extension StateKey where Self: IntegerTableKey {
    var hash64: UInt64 { spread(value) }
    var rank: (UInt64, UInt64) { (value, 0) }

    func withKeyBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        let number = InlineArray<1, UInt64>(repeating: value)
        return try unsafe body(number.span.bytes)
    }
}

extension Position: StateKey {}
extension MemberID: StateKey {}

extension SecretKey: StateKey {
    var hash64: UInt64 { rank.0 }

    func withKeyBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        let (high, low) = rank
        return try Key(high).appending(low).withBytes(body)
    }
}

/// A key of several parts.
protocol CompositeStateKey: StateKey, CustomStringConvertible {
    var key: Key { get }
}

extension CompositeStateKey {
    static var flags: TableFlags { [] }
    var keyBytes: [UInt8] { key.bytes }
    func withKeyBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R { try key.withBytes(body) }

    static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

/// The key of `relations`: the actor, the relation and the object.
struct RelationKey: CompositeStateKey {
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

    var key: Key { Key(actor.value).appending(relation).appending(object.value) }
    /// Member ids have 48 bits.
    var rank: (UInt64, UInt64) { (actor.value << 8 | UInt64(relation), object.value) }
    var hash64: UInt64 { spread(actor.value &* 0x9E37_79B9_7F4A_7C15 ^ object.value << 8 ^ UInt64(relation)) }

    var description: String {
        "\(actor) \(Relation(rawValue: relation).map { "\($0)" } ?? "\(relation)") \(object)"
    }
}

/// The key of `tallies`: the holder, and what is counted.
struct TallyKey: CompositeStateKey {
    /// The member or entity with that many.
    let holder: UInt64
    let allowance: UInt8
    /// A subdivision such as a day; 0 without one.
    let part: UInt64

    init(_ holder: UInt64, _ allowance: Allowance, _ part: UInt64) {
        self.holder = holder
        self.allowance = allowance.rawValue
        self.part = part
    }

    init(keyBytes: [UInt8]) throws(MalformedRow) {
        guard keyBytes.count == 17 else { throw MalformedRow() }
        let key = Key(keyBytes)
        holder = key.uint64(at: 0)
        allowance = keyBytes[8]
        part = key.uint64(at: 9)
    }

    var key: Key { Key(holder).appending(allowance).appending(part) }
    /// Positions have 48 bits.
    var rank: (UInt64, UInt64) { (holder << 8 | UInt64(allowance), part) }
    var hash64: UInt64 { spread(rank.0 &* 0x9E37_79B9_7F4A_7C15 ^ part) }

    var description: String {
        "\(holder) \(Allowance(rawValue: allowance).map { "\($0)" } ?? "\(allowance)") \(part)"
    }
}
