import Crypto
import Foundation
import LMDB
import Layout
import Synchronization

/// The file of a vault as it was opened: the secret, and the slots. `Schemas/format-1.md` draws it, also in its
/// protected form. A rewritten vault is another file.
final class VaultFile: Sendable {
    static let slotBytes = 64
    static let slotsAtOnce = 1024
    private static let magic = Array("LARDERVT".utf8)

    let path: String
    let secret: SymmetricKey
    /// `nil` if the keys are plain.
    let wrapping: KeyWrapping?
    private let descriptor: Int32
    private let identity: FileIdentity
    /// Slots that are known to exist and to be synced: this process's view of the file's length.
    private let slotCount: Mutex<Int>

    private init(
        path: String, descriptor: Int32, _ status: stat, secret: SymmetricKey, wrapping: KeyWrapping?
    ) {
        self.path = path
        self.descriptor = descriptor
        identity = FileIdentity(status)
        self.secret = secret
        self.wrapping = wrapping
        slotCount = Mutex(Self.slotCount(status, isProtected: wrapping != nil))
    }

    deinit { Foundation.close(descriptor) }

    // MARK: Opening

    /// `nil` if there is no file. Refuses one that belongs to another log, is damaged, or opens with another key than
    /// the given one.
    static func open(path: String, logID: [UInt8], masterKey: MasterKeySource) throws(Refusal) -> VaultFile? {
        let descriptor = unsafe Foundation.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Refusal.file(path, cannotBe: "opened")
        }
        do throws(Refusal) {
            let status = try status(descriptor, path)
            let (secret, wrapping) = try header(descriptor, path, logID, masterKey)
            return VaultFile(path: path, descriptor: descriptor, status, secret: secret, wrapping: wrapping)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func header(
        _ descriptor: Int32, _ path: String, _ logID: [UInt8], _ masterKey: MasterKeySource
    ) throws(Refusal) -> (SymmetricKey, KeyWrapping?) {
        let damage = Refusal(
            .damaged, "\(path) is not a vault, or its header is damaged: put back vault/ from a backup of this log")
        guard let header = read(descriptor, count: slotBytes, at: 0), header.starts(with: magic),
            header.suffix(4) == littleEndian(CRC32C.checksum(header.prefix(60)))[...]
        else { throw damage }
        let isProtected = header[56..<60] == littleEndian(2)[...]
        guard isProtected || header[56..<60] == littleEndian(1)[...] else {
            throw Refusal(.unavailable, "\(path) was written by a newer larder: use that version or a later one")
        }
        guard Array(header[8..<24]) == logID else {
            throw Refusal(
                .unavailable,
                "\(path) belongs to the log \(hex(header[8..<24])), not to this one (\(hex(logID))): put back the vault/ that was kept with this log"
            )
        }
        guard isProtected else { return (SymmetricKey(data: header[24..<56]), nil) }
        guard let master = try masterKey() else {
            throw Refusal(
                .unavailable,
                "\(path) is protected by a master key", field: MasterKey.field,
                remedy: .giveMasterKey(isAnother: false))
        }
        let wrapping = KeyWrapping(master, logID: logID)
        guard Array(header[24..<56]) == wrapping.recognition else {
            throw Refusal(
                .unavailable,
                "the master key from \(master.origin) is not the one that protects \(path)", field: MasterKey.field,
                remedy: .giveMasterKey(isAnother: true))
        }
        guard let rest = read(descriptor, count: slotBytes, at: slotBytes),
            rest.suffix(4) == littleEndian(CRC32C.checksum(rest.prefix(60)))[...],
            let secret = wrapping.unwrap(rest.prefix(KeyWrapping.byteCount), for: .secret)
        else { throw damage }
        return (secret, wrapping)
    }

    /// Whether another file, or none, is at the path by now.
    var isReplaced: Bool {
        // If the path cannot be read just now, the vault counts as unchanged.
        FileIdentity(of: path).map { $0 != identity } ?? false
    }

    // MARK: Slots

    func slot(_ number: UInt32) -> Vault.Slot {
        guard let bytes = Self.read(descriptor, count: Self.slotBytes, at: offset(number)) else { return .absent }
        guard bytes.contains(where: { $0 != 0 }) else { return .destroyed }
        let end = wrapping == nil ? 32 : KeyWrapping.byteCount
        guard bytes[(end + 8)..<(end + 12)] == Self.littleEndian(CRC32C.checksum(bytes.prefix(end + 8)))[...],
            bytes[end..<(end + 4)] == Self.littleEndian(number)[...]
        else { return .damaged }
        guard let wrapping else { return .key(SymmetricKey(data: bytes.prefix(end))) }
        return wrapping.unwrap(bytes.prefix(end), for: .slot(number)).map { .key($0) } ?? .damaged
    }

    /// Makes sure that a slot exists, holds a key, and survives a power loss.
    func prepare(slot: UInt32) throws(Refusal) {
        let known = slotCount.withLock { $0 }
        if Int(slot) >= known {
            // Another process may have made them meanwhile; a torn end is written again.
            var count = Self.slotCount(try Self.status(descriptor, path), isProtected: wrapping != nil)
            // Slots are made in order, long before they are used. If the slots of other members are missing, no slot
            // may be added behind the gap.
            guard count >= Int(slot) else { throw damage(UInt32(count), "it is missing: the file is truncated") }
            while count <= Int(slot) {
                let numbers = UInt32(count)..<UInt32(count + Self.slotsAtOnce)
                try Self.write(Self.newSlots(numbers, wrapping), at: offset(UInt32(count)), to: descriptor, path)
                count += Self.slotsAtOnce
            }
            try sync()
            let made = count
            slotCount.withLock { $0 = made }
        }
        if case .key = self.slot(slot) { return }
        // Destroyed for a member of a later history, from before the log was restored to this point.
        try Self.write(Self.newSlots(slot..<slot + 1, wrapping), at: offset(slot), to: descriptor, path)
        try sync()
    }

    func destroy(slot: UInt32) throws(Refusal) {
        try Self.write([UInt8](repeating: 0, count: Self.slotBytes), at: offset(slot), to: descriptor, path)
        try sync()
    }

    func damage(_ slot: UInt32, _ what: String) -> Refusal {
        Refusal(.damaged, "slot \(slot) of the vault \(path): \(what). Put back vault/ from a backup of this log")
    }

    // MARK: Making

    /// Creates the file of a new vault, and replaces an existing file.
    static func make(path: String, logID: [UInt8]) throws(Refusal) {
        let secret = SymmetricKey(size: .bits256)
        try make(path: path, logID: logID, secret: secret, wrapping: nil) { write throws(Refusal) in
            try write(newSlots(0..<UInt32(slotsAtOnce), nil))
        }
    }

    /// Creates a file beside this one with the same keys, wrapped in another way. A damaged slot ends it.
    func copy(to path: String, logID: [UInt8], wrapping new: KeyWrapping?) throws(Refusal) {
        let count = UInt32(Self.slotCount(try Self.status(descriptor, self.path), isProtected: wrapping != nil))
        try Self.make(path: path, logID: logID, secret: secret, wrapping: new) { write throws(Refusal) in
            var next: UInt32 = 0
            while next < count {
                var bytes: [UInt8] = []
                let end = min(count, next + UInt32(Self.slotsAtOnce))
                for number in next..<end {
                    switch slot(number) {
                    case .key(let key): bytes += Self.slotBytes(key, number, new)
                    case .destroyed: bytes += [UInt8](repeating: 0, count: Self.slotBytes)
                    case .damaged: throw damage(number, "it is damaged")
                    case .absent: throw damage(number, "it is missing: the file is truncated")
                    }
                }
                try write(bytes)
                next = end
            }
        }
    }

    private static func make(
        path: String, logID: [UInt8], secret: SymmetricKey, wrapping: KeyWrapping?,
        _ slots: (_ write: ([UInt8]) throws(Refusal) -> Void) throws(Refusal) -> Void
    ) throws(Refusal) {
        let descriptor = unsafe Foundation.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refusal.file(path, cannotBe: "made") }
        defer { close(descriptor) }
        var header = magic + logID
        header += unsafe wrapping?.recognition ?? secret.withUnsafeBytes { unsafe Array($0) }
        header += littleEndian(wrapping == nil ? 1 : 2)
        header += littleEndian(CRC32C.checksum(header))
        if let wrapping {
            var rest = wrapping.wrap(secret, for: .secret)
            rest += [UInt8](repeating: 0, count: 60 - rest.count)
            header += rest + littleEndian(CRC32C.checksum(rest))
        }
        var offset = 0
        func append(_ bytes: [UInt8]) throws(Refusal) {
            try write(bytes, at: offset, to: descriptor, path)
            offset += bytes.count
        }
        try append(header)
        try slots(append)
        guard fsync(descriptor) == 0 else { throw Refusal.file(path, cannotBe: "synced") }
    }

    /// Overwrites everything with ones, which are neither a key nor the mark of a destroyed one: a process that still
    /// has this file open finds damage, and looks for the file that has replaced it.
    func overwrite() throws(Refusal) {
        let status = try Self.status(descriptor, path)
        let ones = [UInt8](repeating: 0xFF, count: Self.slotBytes * Self.slotsAtOnce)
        var offset = 0
        while offset < status.st_size {
            let count = min(ones.count, Int(status.st_size) - offset)
            try Self.write(Array(ones.prefix(count)), at: offset, to: descriptor, path)
            offset += count
        }
        try sync()
    }

    private func offset(_ slot: UInt32) -> Int {
        Self.headerBytes(isProtected: wrapping != nil) + Self.slotBytes * Int(slot)
    }

    private static func headerBytes(isProtected: Bool) -> Int { isProtected ? 2 * slotBytes : slotBytes }

    private static func slotCount(_ status: stat, isProtected: Bool) -> Int {
        max(0, Int(status.st_size) - headerBytes(isProtected: isProtected)) / slotBytes
    }

    private static func newSlots(_ numbers: Range<UInt32>, _ wrapping: KeyWrapping?) -> [UInt8] {
        numbers.flatMap { slotBytes(SymmetricKey(size: .bits256), $0, wrapping) }
    }

    private static func slotBytes(_ key: SymmetricKey, _ number: UInt32, _ wrapping: KeyWrapping?) -> [UInt8] {
        var bytes = unsafe wrapping?.wrap(key, for: .slot(number)) ?? key.withUnsafeBytes { unsafe Array($0) }
        bytes += littleEndian(number) + littleEndian(0)
        bytes += littleEndian(CRC32C.checksum(bytes))
        return bytes + [UInt8](repeating: 0, count: slotBytes - bytes.count)
    }

    // MARK: Bytes

    private func sync() throws(Refusal) {
        guard fsync(descriptor) == 0 else { throw Refusal.file(path, cannotBe: "synced") }
    }

    private static func status(_ descriptor: Int32, _ path: String) throws(Refusal) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Refusal.file(path, cannotBe: "read") }
        return status
    }

    private static func read(_ descriptor: Int32, count: Int, at offset: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        return got == count ? bytes : nil
    }

    private static func write(
        _ bytes: [UInt8], at offset: Int, to descriptor: Int32, _ path: String
    ) throws(Refusal) {
        var done = 0
        while done < bytes.count {
            let wrote = unsafe bytes[done...].withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
            }
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { throw Refusal.file(path, cannotBe: "written") }
            done += wrote
        }
    }

    static func littleEndian(_ value: UInt32) -> [UInt8] {
        stride(from: UInt32(0), to: 32, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
