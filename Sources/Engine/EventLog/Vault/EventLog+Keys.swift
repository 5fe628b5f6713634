import Crypto
import Foundation
import LMDB
package import Layout
import Synchronization

/// What `vault status` answers.
package struct VaultStatus: Encodable, Sendable {
    /// The format of `vault/keys`: 1 plain, 2 wrapped under a master key.
    package var format: Int
    package var protected: Bool
    /// Whether the signing key is wrapped; `nil` if nothing was signed yet.
    package var signingKeyProtected: Bool?
}

extension EventLog {
    package func vaultStatus() throws(Refusal) -> VaultStatus {
        guard let vault else { throw vaultMissing }
        let isProtected = try vault.isProtected()
        return VaultStatus(
            format: isProtected ? 2 : 1, protected: isProtected, signingKeyProtected: try isSigningKeyWrapped())
    }

    /// Wraps all keys of the vault under that master key, or stores them plain, whatever they were before. Waits for
    /// appends. Other processes notice the new file, and continue with it if they know its key. After an interruption
    /// the change is complete, or not begun, or the signing key is still unwrapped, and a second call wraps it.
    /// O(members).
    package func rewriteVault(under master: MasterKey?) throws(Refusal) {
        guard let vault, let state else { throw vaultMissing }
        do throws(any Error) {
            try state.environment.write { _ in
                try checkInPlace()
                try vault.rewrite(under: master)
            }
            try rewriteSigningKey()
        } catch {
            throw refusal(error)
        }
    }

    package func requireProtectedVault() throws(Refusal) {
        guard try vaultStatus().protected else {
            throw Refusal(.conflict, "no master key protects this vault yet", remedy: .protectVault)
        }
    }

    /// The master key that the process environment names; refuses if there is none.
    package static func requiredMasterKey() throws(Refusal) -> MasterKey {
        guard let key = try MasterKey.fromEnvironment() else {
            throw Refusal(.unavailable, "no master key is given", remedy: .nameMasterKeyFile)
        }
        return key
    }
}

/// Data about a member that is kept beside the log, sealed under the member's data key: a deletion destroys the key,
/// and with it this data, wherever its bytes are.
extension EventLog {
    /// AES-256-GCM with a random nonce: 28 bytes more than `plain`. It opens only for the same member and the same use.
    package func seal(_ plain: [UInt8], of member: MemberID, as use: String) throws(Refusal) -> [UInt8] {
        guard let key = try dataKey(of: member) else {
            throw Refusal(.notFound, "there is no member \(member)")
        }
        do {
            let box = try AES.GCM.seal(plain, using: key, authenticating: associatedData(member, use))
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw refusal(error)
        }
    }

    /// `nil` if the member is deleted, or the bytes are not the sealed ones.
    package func open(_ sealed: [UInt8], of member: MemberID, as use: String) throws(Refusal) -> [UInt8]? {
        // The cipher's errors say no more than that these are not the bytes that were sealed.
        guard let key = try dataKey(of: member), let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return (try? AES.GCM.open(box, using: key, authenticating: associatedData(member, use))).map { Array($0) }
    }

    private func dataKey(of member: MemberID) throws(Refusal) -> SymmetricKey? {
        guard hasVault else { throw vaultMissing }
        return try read { snapshot in try snapshot.key(of: member) }
    }

    private func associatedData(_ member: MemberID, _ use: String) -> [UInt8] {
        Array("larder beside the log: \(use) ".utf8) + sealID + Key(member.value).bytes
    }
}

/// The data keys that a reader has used, by member: a lookup reads the vault.
///
/// A key may still be here after its slot was destroyed. The log then shows the deletion after every event that the key
/// opens.
package final class KeyRing: Sendable {
    private let keys = Mutex<[MemberID: SymmetricKey?]>([:])
    private static let countMax = 1 << 16

    package init() {}

    /// `nil`: not read yet; `nil` inside: destroyed.
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
