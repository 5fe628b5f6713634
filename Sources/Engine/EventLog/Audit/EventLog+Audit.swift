import Foundation
import LMDB
package import Layout
package import Transparency

extension EventLog {
    /// The public key for this log's heads. The signing key is created at the first call.
    package func verifierKey() throws(Refusal) -> VerifierKey {
        if let key = try verifierKeyIfKnown() { return key }
        return try withSigningFile { file throws(Refusal) in try signer(file).verifier }
    }

    /// The public key for this log's heads; `nil` if there is no signing key yet.
    func verifierKeyIfKnown() throws(Refusal) -> VerifierKey? {
        guard let vault, let file = try signingFile(vault: vault.directory) else { return nil }
        return try signer(file).verifier
    }

    /// Signs a text about the log that is no head of it: nothing is remembered, and it contradicts no head.
    func signingText<R>(_ text: (LogSnapshot) throws -> (R, String)) throws(Refusal) -> (R, SignedNote) {
        try withSigningFile { file throws(Refusal) in
            let signer = try signer(file)
            do throws(any Error) {
                return try read { snapshot in
                    try environment.makeDurable()
                    let (result, text) = try text(snapshot)
                    return (result, try SignedNote(text: text, signedBy: signer))
                }
            } catch {
                throw refusal(error)
            }
        }
    }

    /// Signs heads of the log as it is on the disk now: `body` gets a snapshot, and a function that signs a head of any
    /// size up to its end. No two signed heads contradict each other: the signed events are synced, and the largest
    /// head is remembered and synced before it is signed. Refuses a log that does not extend the signed one.
    package func signing<R>(
        _ body: (LogSnapshot, (_ size: UInt64) throws -> SignedNote) throws -> R
    ) throws(Refusal) -> R {
        try signing(remembered: {}, body)
    }

    /// Like `signing`, with further lines below the head.
    func signingStatements<R>(
        _ body: (LogSnapshot, (_ size: UInt64, _ lines: [String]) throws -> SignedNote) throws -> R
    ) throws(Refusal) -> R {
        try signing(remembered: {}, stating: body)
    }

    /// `remembered` is called between remembering a head and signing it.
    func signing<R>(
        remembered: @escaping () throws -> Void,
        _ body: (LogSnapshot, (_ size: UInt64) throws -> SignedNote) throws -> R
    ) throws(Refusal) -> R {
        try signing(remembered: remembered) { snapshot, sign in
            try withoutActuallyEscaping(sign) { sign in try body(snapshot) { size in try sign(size, []) } }
        }
    }

    private func signing<R>(
        remembered: @escaping () throws -> Void,
        stating body: (LogSnapshot, (_ size: UInt64, _ lines: [String]) throws -> SignedNote) throws -> R
    ) throws(Refusal) -> R {
        try withSigningFile { file throws(Refusal) in
            let signer = try signer(file)
            do throws(any Error) {
                return try read { snapshot in
                    // A process that died in its commit may have left events visible but not durable.
                    try environment.makeDurable()
                    let tree = try snapshot.merkleTree()
                    try check(tree, extends: file)
                    return try body(snapshot) { size, lines in
                        let root = try tree.root(size: size)
                        if size > file.size {
                            file.size = size
                            file.root = root
                            try store(file, in: signingVault())
                        }
                        try remembered()
                        let head = Checkpoint(origin: logIDText, size: size, root: root)
                        return try SignedNote(text: head.text + lines.map { $0 + "\n" }.joined(), signedBy: signer)
                    }
                }
            } catch {
                throw refusal(error)
            }
        }
    }

    /// The signing key of this log. `nil` if it has not signed yet: the key of the log that it was branched off from is
    /// not its own.
    func signingFile(vault folder: String) throws(Refusal) -> SigningFile? {
        // The read that follows judges a file that belongs to no former log.
        for id in lineage.formerIDs where (try? SigningFile.read(vault: folder, logID: id)) != nil { return nil }
        return try SigningFile.read(vault: folder, logID: logID)
    }

    /// Takes over a larger head from a vault of this log: later heads do not contradict it.
    func rememberSignedHead(of other: Vault) throws(Refusal) {
        guard let vault, let known = try signingFile(vault: other.directory) else { return }
        let own = try signingFile(vault: vault.directory)
        if known.size >= own?.size ?? 0 { try known.write(vault: vault.directory) }
    }

    /// The size of the last signed head, if the log does not reach it or has other events.
    func headSignedBeyond() throws(Refusal) -> UInt64? {
        guard let vault, let known = try signingFile(vault: vault.directory) else { return nil }
        let isReached = try read { try known.size <= $0.head.value && $0.merkleRoot(size: known.size) == known.root }
        return isReached ? nil : known.size
    }

    private func check(_ tree: MerkleTree, extends file: SigningFile) throws {
        let isExtension = try file.size <= tree.size && tree.root(size: file.size) == file.root
        guard isExtension else {
            let what =
                file.size > tree.size
                ? "a head of \(file.size) events was signed, and the log has \(tree.size)"
                : "its first \(file.size) events are not those whose head was signed"
            throw Refusal(
                .verificationFailed,
                "this log is not the one that was signed before: \(what). No head is signed that contradicts the last one",
                remedy: .restoreNewestOrBranch)
        }
    }

    private func signer(_ file: SigningFile) throws(Refusal) -> NoteSigner {
        guard let seed = try signingVault().seed(stored: file.storedSeed),
            let signer = NoteSigner(name: logIDText, seed: seed)
        else { throw Refusal(.damaged, "\(directory)/vault/signing holds no key that this vault opens") }
        return signer
    }

    private func signingVault() throws(Refusal) -> Vault {
        guard let vault else {
            throw Refusal(
                .unavailable,
                "\(directory)/vault is missing, and with it the key that signs: put back the vault/ that was kept with this log"
            )
        }
        return vault
    }

    /// Whether the signing key is wrapped; `nil` if there is none yet.
    func isSigningKeyWrapped() throws(Refusal) -> Bool? {
        try signingFile(vault: signingVault().directory)?.isWrapped
    }

    /// Stores the signing key as the vault is now: wrapped if a master key protects it. The former bytes are
    /// overwritten, as far as the file system does so.
    func rewriteSigningKey() throws(Refusal) {
        let vault = try signingVault()
        guard let known = try isSigningKeyWrapped(), try known != vault.isProtected() else { return }
        try withSigningFile { file throws(Refusal) in
            let old = unsafe Foundation.open(SigningFile.path(vault.directory), O_WRONLY | O_CLOEXEC)
            defer { if old >= 0 { Foundation.close(old) } }
            guard let seed = vault.seed(stored: file.storedSeed) else {
                throw Refusal(.damaged, "\(vault.directory)/signing holds no key that this vault opens")
            }
            file.storedSeed = try vault.stored(seed: seed)
            try store(file, in: vault)
            let ones = [UInt8](repeating: 0xFF, count: SigningFile.byteCountMax)
            let isOverwritten = unsafe ones.withUnsafeBytes { unsafe pwrite(old, $0.baseAddress, $0.count, 0) }
            guard isOverwritten == ones.count, fsync(old) == 0 else {
                throw Refusal(.unavailable, "the former bytes of \(vault.directory)/signing cannot be overwritten")
            }
        }
    }

    /// One signer at a time, of all processes. Creates the key if there is none.
    private func withSigningFile<R>(_ body: (inout SigningFile) throws(Refusal) -> R) throws(Refusal) -> R {
        guard !identity.isReadOnly else { throw readOnlyRefusal }
        let vault = try signingVault()
        let lock = try Self.lockedVault(vault.directory)
        defer { Foundation.close(lock) }
        try checkInPlace()
        var file: SigningFile
        if let known = try signingFile(vault: vault.directory) {
            file = known
        } else {
            file = try SigningFile(logID: logID, vault)
            try store(file, in: vault)
        }
        return try body(&file)
    }

    /// A backup signs, and is made where the disk is full: it may use what is kept back.
    private func store(_ file: SigningFile, in vault: Vault) throws(Refusal) {
        do throws(any Error) { try usingReserve { try file.write(vault: vault.directory) } } catch {
            throw refusal(error)
        }
    }

    /// Locks the folder of a vault for one signer at a time, of all processes, until it is closed.
    static func lockedVault(_ folder: String) throws(Refusal) -> Int32 {
        let lock = unsafe Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw Refusal.file(folder, cannotBe: "opened") }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else {
                Foundation.close(lock)
                throw Refusal.file(folder, cannotBe: "locked")
            }
        }
        return lock
    }
}
