import LMDB
package import Layout

/// What `vault status` answers.
package struct VaultStatus: Encodable, Sendable {
    /// Of `vault/keys`: 1 as it is, 2 wrapped under a master key.
    package var format: Int
    package var protected: Bool
    /// Whether the key that signs is wrapped; nil: nothing was signed yet.
    package var signingKeyProtected: Bool?
}

extension EventLog {
    package func vaultStatus() throws(Refusal) -> VaultStatus {
        guard let vault else { throw vaultMissing }
        let isProtected = try vault.isProtected()
        return VaultStatus(
            format: isProtected ? 2 : 1, protected: isProtected, signingKeyProtected: try isSigningKeyWrapped())
    }

    /// Wraps all keys of the vault under that master key, or under none, whatever they were wrapped under. Waits for
    /// appends; others notice that there is another file, and go on with that, if they know its key. Interrupted at any moment,
    /// it is done, or not begun, or the signing key is left to be wrapped by doing it again. O(members).
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

    /// The master key that the environment names, which must be there.
    package static func requiredMasterKey() throws(Refusal) -> MasterKey {
        guard let key = try MasterKey.fromEnvironment() else {
            throw Refusal(.unavailable, "no master key is given", remedy: .nameMasterKeyFile)
        }
        return key
    }
}
