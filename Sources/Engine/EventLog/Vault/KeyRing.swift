import Crypto
import Layout
import Synchronization

/// Data keys that a reader has met, by member: looking one up takes a read of the vault.
///
/// One may still be here when its slot has been destroyed: the log then says so after whatever the key opens.
package final class KeyRing: Sendable {
    private let keys = Mutex<[MemberID: SymmetricKey?]>([:])
    private static let countMax = 1 << 16

    package init() {}

    /// Nil: not met; nil inside: destroyed.
    subscript(_ member: MemberID) -> SymmetricKey?? {
        get { keys.withLock { $0[member] } }
        set {
            keys.withLock { keys in
                if keys.count >= Self.countMax { keys.removeAll(keepingCapacity: true) }
                keys[member] = newValue
            }
        }
    }
}
