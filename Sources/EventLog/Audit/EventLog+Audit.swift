package import Events
import Foundation
import LMDB
import Layout
package import Transparency

extension Refusal.Code {
    /// What was claimed does not hold.
    package static let verificationFailed = Refusal.Code(rawValue: "verification-failed")
}

extension EventLog {
    /// The key that signs this log's heads, as others are told it. The key is made when it is first asked for.
    package func verifierKey() throws(Refusal) -> VerifierKey {
        if let vault, let file = try signingFile(vault: vault.directory) {
            return try signer(file).verifier
        }
        return try withSigningFile { file throws(Refusal) in try signer(file).verifier }
    }

    /// Signs heads of the log as it is on the disk now: `body` gets a snapshot, and what signs a head of any size up to its
    /// end. No two heads that were ever signed contradict each other: what is signed is synced, and the largest of it is
    /// remembered, synced as well, before it is signed. Refuses a log that is not an extension of what was signed.
    package func signing<R>(
        _ body: (LogSnapshot, (_ size: UInt64) throws -> SignedNote) throws -> R
    ) throws(Refusal) -> R {
        try signing(remembered: {}, body)
    }

    /// As `signing`; heads may be signed with lines that state more.
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
                    // A process that died in its commit may have left events visible that are not on the disk.
                    try environment.makeDurable()
                    let tree = try snapshot.merkleTree()
                    try check(tree, extends: file)
                    return try body(snapshot) { size, lines in
                        let root = try tree.root(size: size)
                        if size > file.size {
                            file.size = size
                            file.root = root
                            try file.write(vault: try signingVault().directory)
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

    /// What this log signs with. Nil when it has not signed yet: the key of a log that it was branched off from is not its own.
    func signingFile(vault folder: String) throws(Refusal) -> SigningFile? {
        for id in lineage.formerIDs where (try? SigningFile.read(vault: folder, logID: id)) != nil { return nil }
        return try SigningFile.read(vault: folder, logID: logID)
    }

    /// Takes over what a vault of this log remembers, if that is more: a head that was signed there is not contradicted here.
    func rememberSignedHead(of other: Vault) throws(Refusal) {
        guard let vault, let known = try signingFile(vault: other.directory) else { return }
        let own = try signingFile(vault: vault.directory)
        if known.size >= own?.size ?? 0 { try known.write(vault: vault.directory) }
    }

    /// The size of the head that was signed last, if the log does not reach it, or has come another way.
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
                ? "its head of \(file.size) events was signed, and there are \(tree.size)"
                : "its first \(file.size) events are not those whose head was signed"
            throw Refusal(
                .verificationFailed,
                "this log is not the one that was signed before: \(what). Nothing is signed that contradicts it: put back the newest copy of the log, or let larder branch make this one a log of its own"
            )
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

    /// Whether the key that signs is wrapped; nil: there is none yet.
    func isSigningKeyWrapped() throws(Refusal) -> Bool? {
        try signingFile(vault: signingVault().directory)?.isWrapped
    }

    /// Stores the key that signs as the vault is now: wrapped where a master key protects it. The bytes of before are
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
            try file.write(vault: vault.directory)
            let ones = [UInt8](repeating: 0xFF, count: SigningFile.byteCountMax)
            let isOverwritten = unsafe ones.withUnsafeBytes { unsafe pwrite(old, $0.baseAddress, $0.count, 0) }
            guard isOverwritten == ones.count, fsync(old) == 0 else {
                throw Refusal(.unavailable, "the former bytes of \(vault.directory)/signing cannot be overwritten")
            }
        }
    }

    /// One who signs at a time, of all processes. Makes the key where there is none.
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
            try file.write(vault: vault.directory)
        }
        return try body(&file)
    }

    /// The folder of a vault, for one who signs at a time, of all processes: until it is closed.
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
