package import LMDB
package import Layout

/// What a log must know of its events. The domain passes it once, when it opens a log.
package struct LogSchema: Sendable {
    /// The log's own first event, which says which log it is.
    static let creation: UInt16 = 1

    /// Every kind that a header may have.
    package let kinds: EventKindSet
    /// The kind whose events create a member with a key, and the kind whose events destroy the key of their subject.
    package let keyCreation: UInt16
    package let keyDestruction: UInt16
    /// The member whose key seals the payload; the operator's key is never destroyed.
    package let keyHolder: @Sendable (EventHeader) -> MemberID
    /// The name of a kind in messages and receipts.
    package let name: @Sendable (UInt16) -> String
    /// Whether the bytes are a valid payload of that kind.
    package let isPayload: @Sendable (UInt16, [UInt8]) -> Bool
    /// The state that decisions read, folded from the log.
    package let state: any StateTables.Type

    package init(
        kinds: EventKindSet, keyCreation: UInt16, keyDestruction: UInt16,
        keyHolder: @escaping @Sendable (EventHeader) -> MemberID, name: @escaping @Sendable (UInt16) -> String,
        isPayload: @escaping @Sendable (UInt16, [UInt8]) -> Bool, state: any StateTables.Type
    ) {
        self.kinds = kinds
        self.keyCreation = keyCreation
        self.keyDestruction = keyDestruction
        self.keyHolder = keyHolder
        self.name = name
        self.isPayload = isPayload
        self.state = state
    }
}

/// A member as the log knows them: the slot of their key in the vault.
package struct KeyHolder: Hashable, Sendable {
    package var slot: UInt32
    /// Whether the log says that the key is destroyed.
    package var isDeleted: Bool

    package init(slot: UInt32, isDeleted: Bool) {
        self.slot = slot
        self.isDeleted = isDeleted
    }
}

/// The domain's tables in the state's environment.
///
/// Folded from the log and disposable. The log keeps `position`, its id and the pending destructions of keys beside
/// them.
package protocol StateTables: Sendable {
    /// The version of the fold and of the rows: if the stored one differs, the log folds the state again.
    static var version: UInt32 { get }
    /// Earlier versions kept tables of these names in the log's own environment.
    static var names: [(name: String, flags: TableFlags)] { get }
    /// The kinds whose payload the fold reads; of all other kinds it gets the header alone.
    static var opened: EventKindSet { get }

    /// `nil` if a table is missing and `create` is false. `meta` has one row for the domain, under `MetaKey.counts`.
    init?(_ environment: Environment, meta: TypedTable<MetaKey, MetaRow>, create: Bool) throws(LMDBError)
    func clear(in transaction: inout WriteTransaction) throws

    func holder(_ member: MemberID, in snapshot: Snapshot) throws -> KeyHolder?
    /// In the order of their ids. O(members).
    func holders(in transaction: borrowing ReadTransaction) throws -> [(member: MemberID, holder: KeyHolder)]

    /// The number of deleted members by the log. O(1).
    func erasureCount(in snapshot: Snapshot) throws -> Int

    /// A fold over the stored rows. `stored` is `nil` for a fold from the first event on, which ignores all stored
    /// rows. `codes` is `nil` without the vault.
    func fold(codes: SecretCodes?, over stored: Snapshot?) throws -> any StateFold
    /// A fold that is neither read nor stored.
    static func foldAside(codes: SecretCodes?) throws -> any StateFold
}

/// The state during a fold: the stored rows, and the changes by events over them.
///
/// No method throws, because decisions do not throw: a failure of the storage is kept, and such a state is never
/// stored.
package protocol StateFold: AnyObject {
    var failure: (any Error)? { get }
    /// Keeps a failure that happened outside of the fold.
    func fail(_ error: any Error)

    func holder(_ member: MemberID) -> KeyHolder?
    /// The members that the fold has met, in the order of their ids.
    var holders: [(member: MemberID, holder: KeyHolder)] { get }
    /// The slot of the next new member.
    var nextSlot: UInt32 { get }

    /// Folds the next event. `originKey`: the code of its origin.
    func fold(_ record: Record, originKey: SecretKey?)
    /// Stores the changes.
    func flush(into transaction: inout WriteTransaction) throws

    // MARK: Examination

    var rowCount: Int { get }
    /// Compares the stored rows, byte by byte, with these rows, which are all that should exist.
    func compare(
        with stored: any StateTables, in transaction: borrowing ReadTransaction, _ difference: inout StateDifference
    ) throws
}

/// The codes of names and origins in the state's tables, computed with the vault's secret.
package struct SecretCodes: Sendable {
    let vault: Vault

    /// The code of a name in the form in which two spellings are equal.
    package func code(ofName folded: String) -> SecretKey { vault.usernameKey(folded: folded) }
    package func code(of origin: Origin) -> SecretKey { vault.originKey(origin) }
}
