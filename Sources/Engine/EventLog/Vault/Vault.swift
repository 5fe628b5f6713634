import Crypto
import Foundation
import Layout
import Synchronization

/// Where a master key comes from, if one is needed.
typealias MasterKeySource = @Sendable () throws(Refusal) -> MasterKey?

/// The data that must be erasable: the data key of each member, and the secret behind the log's state keys, in one file
/// of fixed slots.
///
/// A key is destroyed by overwriting its slot with zeros and a sync; the freed pages of a B-tree would keep it. Changes
/// happen under the writer lock of the log's state; reads need no lock. If another process has rewritten the file under
/// another master key, the new file is opened before the next read or write.
final class Vault: Sendable {
    let logID: [UInt8]
    /// The folder of the keys.
    let directory: String
    var path: String { Self.path(directory) }
    /// The HMAC under the secret, before its input: each code continues from a copy, which saves half of the hashing.
    private let keyedHash: HMAC<SHA256>
    private let masterKey: MasterKeySource
    private let file: Mutex<VaultFile>

    private init(directory: String, logID: [UInt8], file: VaultFile, masterKey: @escaping MasterKeySource) {
        self.directory = directory
        self.logID = logID
        keyedHash = HMAC(key: file.secret)
        self.masterKey = masterKey
        self.file = Mutex(file)
    }

    private static func path(_ directory: String) -> String { "\(directory)/keys" }
    private static func newPath(_ directory: String) -> String { "\(directory)/keys.new" }

    /// Creates the vault of a new log, as `keys.new`: it becomes `keys` when its log is in place. The vault of an
    /// interrupted creation is replaced, because no durable event was sealed with it. `keys` is never overwritten.
    static func create(directory: String, logID: [UInt8]) throws(Refusal) {
        guard !FileManager.default.fileExists(atPath: path(directory)) else {
            throw Refusal(
                .conflict,
                "\(directory) holds the keys of a missing log: put back its log/ from a backup, or move the vault away to begin a new community"
            )
        }
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Refusal(.unavailable, "the vault \(directory) cannot be made: \(error.localizedDescription)")
        }
        try VaultFile.make(path: newPath(directory), logID: logID)
        try syncFolder(directory)
    }

    /// `nil` if there is no vault. Refuses one that belongs to another log, is damaged, or needs another master key.
    /// With `adopting`, the `keys.new` of this log's own creation becomes `keys`: its log is in place.
    static func open(
        directory: String, logID: [UInt8], adopting: Bool,
        masterKey: @escaping MasterKeySource = MasterKey.fromEnvironment
    ) throws(Refusal) -> Vault? {
        let (keys, new) = (path(directory), newPath(directory))
        func file(_ path: String) throws(Refusal) -> VaultFile? {
            try VaultFile.open(path: path, logID: logID, masterKey: masterKey)
        }
        func vault(_ file: VaultFile) -> Vault {
            Vault(directory: directory, logID: logID, file: file, masterKey: masterKey)
        }
        if let file = try file(keys) { return vault(file) }
        // Another process may be moving it into place at this moment: then it is found there.
        guard let newFile = try file(new) else { return try file(keys).map(vault) }
        guard adopting else { return vault(newFile) }
        if unsafe rename(new, keys) == 0 {
            try syncFolder(directory)
        } else if errno != ENOENT {
            throw Refusal.file(new, cannotBe: "put in place")
        }
        return try file(keys).map(vault)
    }

    /// The file as it is now.
    private func current() throws(Refusal) -> VaultFile {
        try file.withLock { file throws(Refusal) in
            guard file.isReplaced else { return file }
            guard let newer = try VaultFile.open(path: file.path, logID: logID, masterKey: masterKey) else {
                return file
            }
            guard newer.secret == file.secret else {
                throw Refusal(.unavailable, "another vault has replaced \(path): start again to use it")
            }
            file = newer
            return newer
        }
    }

    // MARK: Keys

    /// The content of a slot.
    enum Slot {
        case key(SymmetricKey)
        /// Only zeros: the key cannot be recovered.
        case destroyed
        /// Neither a written key nor zeros.
        case damaged
        /// The file ends before the slot.
        case absent
    }

    func slot(_ number: UInt32) throws(Refusal) -> Slot {
        let file = try current()
        let slot = file.slot(number)
        // Another process may have overwritten it in between.
        if case .damaged = slot, file.isReplaced { return try current().slot(number) }
        return slot
    }

    /// The key in `slot`; `nil` if it was destroyed. A damaged or missing key must not count as an erasure.
    func key(slot number: UInt32) throws(Refusal) -> SymmetricKey? {
        switch try slot(number) {
        case .key(let key): return key
        case .destroyed: return nil
        case .damaged: throw try current().damage(number, "it is damaged")
        case .absent: throw try current().damage(number, "it is missing: the file is truncated")
        }
    }

    /// Makes sure that the slot of a new member exists, holds a key, and survives a power loss. Under the writer lock.
    func prepare(slot: UInt32) throws(Refusal) { try current().prepare(slot: slot) }

    /// Destroys a key for good. Repeating it changes nothing. Under the writer lock.
    func destroy(slot: UInt32) throws(Refusal) {
        try removeHalfRewritten()
        try current().destroy(slot: slot)
    }

    // MARK: Codes

    /// The state key of a username: without the vault the name cannot be read from it.
    func usernameKey(folded username: String) -> SecretKey { stateKey([1] + Array(username.utf8)) }

    func originKey(_ origin: Origin) -> SecretKey {
        var bytes: [UInt8] = [2, UInt8(truncatingIfNeeded: origin.source.utf8.count)]
        bytes.reserveCapacity(2 + origin.source.utf8.count + origin.id.utf8.count)
        bytes.append(contentsOf: origin.source.utf8)
        bytes.append(contentsOf: origin.id.utf8)
        return stateKey(bytes)
    }

    private func stateKey(_ bytes: [UInt8]) -> SecretKey {
        var hash = keyedHash
        hash.update(data: bytes)
        return SecretKey(code: hash.finalize())
    }

    // MARK: Master keys

    /// Whether a master key protects the keys.
    func isProtected() throws(Refusal) -> Bool { try current().wrapping != nil }

    /// Rewrites the file with all keys wrapped under that key, or plain. Under the writer lock. The new file is written
    /// aside, synced, and moved into place in one step: after an interruption one of the two files is there, complete.
    /// Then the bytes of the old file are overwritten, as far as the file system does so.
    func rewrite(under master: MasterKey?) throws(Refusal) {
        try removeHalfRewritten()
        let old = try current()
        let new = rewrittenPath
        try old.copy(to: new, logID: logID, wrapping: master.map { KeyWrapping($0, logID: logID) })
        guard unsafe rename(new, path) == 0 else { throw Refusal.file(path, cannotBe: "put in place") }
        try syncFolder(directory)
        guard let rewritten = try VaultFile.open(path: path, logID: logID, masterKey: { () throws(Refusal) in master })
        else { throw Refusal.file(path, cannotBe: "opened") }
        file.withLock { $0 = rewritten }
        try old.overwrite()
    }

    private var rewrittenPath: String { "\(directory)/keys.rewritten.new" }

    /// Whether there is a new file, even an unfinished one.
    var isHalfRewritten: Bool { unsafe access(rewrittenPath, F_OK) == 0 }

    /// The new file of an interruption holds keys that may have to be destroyed. Under the writer lock.
    func removeHalfRewritten() throws(Refusal) {
        guard unsafe unlink(rewrittenPath) == 0 else {
            if errno == ENOENT { return }
            throw Refusal.file(rewrittenPath, cannotBe: "cleared of what was left half rewritten")
        }
        try syncFolder(directory)
    }

    /// The seed of a signing key as it is stored: wrapped if the vault is protected. The wrapping key is derived from
    /// the secret, so that a new master key does not change it.
    func stored(seed: [UInt8]) throws(Refusal) -> [UInt8] {
        try isProtected() ? KeyWrapping.wrap(SymmetricKey(data: seed), under: seedKey) : seed
    }

    /// The stored seed, whether it is wrapped or not; `nil` if it is damaged.
    func seed(stored: [UInt8]) -> [UInt8]? {
        guard stored.count == KeyWrapping.byteCount else { return stored }
        return KeyWrapping.unwrap(stored, under: seedKey).map { key in
            unsafe key.withUnsafeBytes { unsafe Array($0) }
        }
    }

    private var seedKey: SymmetricKey {
        var hash = keyedHash
        hash.update(data: [3])
        return SymmetricKey(data: hash.finalize())
    }
}

/// Lower-case hexadecimal, as for log ids.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
