package import LMDB
package import Layout

/// What a log must know of the events that it keeps. The domain says it once, when it opens a log.
package struct LogSchema: Sendable {
    /// The log's own first event, which says which log it is.
    static let creation: UInt16 = 1

    /// Every kind that a header may have.
    package let kinds: EventKindSet
    /// The kind whose events make a member, and with them their key, and the one that destroys it: its subject's.
    package let keyCreation: UInt16
    package let keyDestruction: UInt16
    /// Whose key seals what an event says; the operator's is never destroyed.
    package let keyHolder: @Sendable (EventHeader) -> MemberID
    /// What people and receipts call a kind.
    package let name: @Sendable (UInt16) -> String
    /// Whether bytes are what an event of that kind may say.
    package let isPayload: @Sendable (UInt16, [UInt8]) -> Bool
    /// What decisions read, folded from the log.
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

/// A member as the log knows them: where in the vault their key lies.
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
/// Folded from the log and disposable. `position`, the id of the log and the keys that are to be destroyed are kept beside
/// them by the log.
package protocol StateTables: Sendable {
    /// Of the fold and of the rows: another one stored makes the log fold the state anew.
    static var version: UInt32 { get }
    /// Earlier versions kept tables of these names in the log's own environment.
    static var names: [(name: String, flags: TableFlags)] { get }
    /// The kinds of which the fold asks what they say; of all others it gets the header alone.
    static var opened: EventKindSet { get }

    /// Nil when a table is missing and `create` is false. `meta` has one row for the domain, under `MetaKey.counts`.
    init?(_ environment: Environment, meta: TypedTable<MetaKey, MetaRow>, create: Bool) throws(LMDBError)
    func clear(in transaction: inout WriteTransaction) throws

    func holder(_ member: MemberID, in snapshot: Snapshot) throws -> KeyHolder?
    /// In the order of their ids. O(members).
    func holders(in transaction: borrowing ReadTransaction) throws -> [(member: MemberID, holder: KeyHolder)]

    /// How many members the log says are deleted. O(1).
    func erasureCount(in snapshot: Snapshot) throws -> Int

    /// A fold over what is stored; `stored` nil: from the first event on, so that nothing counts which is stored. `codes`: nil
    /// without the vault.
    func fold(codes: SecretCodes?, over stored: Snapshot?) throws -> any StateFold
    /// A fold that is neither read nor stored.
    static func foldAside(codes: SecretCodes?) throws -> any StateFold
}

/// The state while events are folded into it: what is stored, and over it what they changed.
///
/// Nothing here throws, for decisions do not: a failure of the storage is latched, and such a state is never stored.
package protocol StateFold: AnyObject {
    var failure: (any Error)? { get }
    /// Latches what went wrong beside the fold.
    func fail(_ error: any Error)

    func holder(_ member: MemberID) -> KeyHolder?
    /// In the order of their ids, as far as the fold has met them.
    var holders: [(member: MemberID, holder: KeyHolder)] { get }
    /// The slot of the next member who is made.
    var nextSlot: UInt32 { get }

    /// Takes the next event. `originKey`: what stands for the origin that it came from.
    func fold(_ record: Record, originKey: SecretKey?)
    /// Stores what has changed.
    func flush(into transaction: inout WriteTransaction) throws

    // MARK: Examination

    var rowCount: Int { get }
    /// Compares what is stored, byte by byte, with these rows, which are all that there should be.
    func compare(
        with stored: any StateTables, in transaction: borrowing ReadTransaction, _ difference: inout StateDifference
    ) throws
}

/// What stands for names and origins in the state's tables: codes under the vault's secret.
package struct SecretCodes: Sendable {
    let vault: Vault

    /// Of a name in the form in which two spellings are the same.
    package func code(ofName folded: String) -> SecretKey { vault.usernameKey(folded: folded) }
    package func code(of origin: Origin) -> SecretKey { vault.originKey(origin) }
}
