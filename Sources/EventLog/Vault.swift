import Crypto
import Events
import Foundation
import Layout
import Synchronization

/// What must be erasable: the data key of each member and the secret behind the log's state keys, in one file of fixed slots.
///
/// A key is destroyed by overwriting its slot with zeros and syncing: a B-tree's freed pages would keep it.
/// `Schemas/format-1.md` draws the file. Changes happen under the log's writer lock; reads need no lock.
final class Vault: Sendable {
    static let slotBytes = 64
    static let slotsAtOnce = 1024
    private static let magic = Array("LARDERVT".utf8)

    let logID: [UInt8]
    /// Under the secret, begun and not fed: each code goes on from a copy, which spares it half of the hashing.
    private let keyedHash: HMAC<SHA256>
    let path: String
    private let descriptor: Int32
    /// Slots that are known to exist and to be synced, this process's view of the file's length.
    private let slotCount: Mutex<Int>

    private init(path: String, descriptor: Int32, logID: [UInt8], secret: SymmetricKey, slotCount: Int) {
        self.path = path
        self.descriptor = descriptor
        self.logID = logID
        keyedHash = HMAC(key: secret)
        self.slotCount = Mutex(slotCount)
    }

    deinit { Foundation.close(descriptor) }

    /// Makes the vault of a new log, as `keys.new`: it becomes `keys` when its log is in place. One that a creation left
    /// behind which was interrupted is replaced: nothing was ever sealed with it for good. `keys` is never overwritten.
    static func create(directory: String, logID: [UInt8]) throws(Refusal) {
        let temporary = "\(directory)/keys.new"
        let path = temporary
        guard !FileManager.default.fileExists(atPath: "\(directory)/keys") else {
            throw Refusal(
                .conflict,
                "\(directory) holds the keys of a log that is not here: put back its log/ from a backup, or move the vault away to begin anew"
            )
        }
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Refusal(.unavailable, "the vault \(directory) cannot be made: \(error.localizedDescription)")
        }
        var header = magic + logID
        header += unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) }
        header += littleEndian(1)
        header += littleEndian(CRC32C.checksum(header))
        let descriptor = unsafe Foundation.open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("made", path) }
        defer { close(descriptor) }
        try write(header, at: 0, to: descriptor, path)
        try write(newSlots(from: 0, count: slotsAtOnce), at: slotBytes, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw failure("synced", path) }
        try syncFolder(directory)
    }

    /// Nil when there is none. Refuses one that belongs to another log, or is damaged. With `adopting`, what a creation
    /// left as `keys.new` for this very log becomes `keys`: its log is in place.
    static func open(directory: String, logID: [UInt8], adopting: Bool) throws(Refusal) -> Vault? {
        let (keys, new) = ("\(directory)/keys", "\(directory)/keys.new")
        if let vault = try open(path: keys, logID: logID) { return vault }
        // Another process may be putting it in place at this very moment: then it is found there.
        guard let vault = try open(path: new, logID: logID) else { return try open(path: keys, logID: logID) }
        guard adopting else { return vault }
        if unsafe rename(new, keys) == 0 {
            try syncFolder(directory)
        } else if errno != ENOENT {
            throw failure("put in place", new)
        }
        return vault
    }

    private static func open(path: String, logID: [UInt8]) throws(Refusal) -> Vault? {
        let descriptor = unsafe Foundation.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("opened", path)
        }
        guard let header = read(descriptor, count: slotBytes, at: 0), header.starts(with: magic),
            header.suffix(4) == littleEndian(CRC32C.checksum(header.prefix(60)))[...]
        else {
            close(descriptor)
            throw Refusal(
                .unavailable, "\(path) is no vault, or its header is damaged: put back vault/ from a backup of this log"
            )
        }
        guard header[56..<60] == littleEndian(1)[...] else {
            close(descriptor)
            throw Refusal(.unavailable, "\(path) was written by a newer larder: use that version or a later one")
        }
        guard Array(header[8..<24]) == logID else {
            close(descriptor)
            throw Refusal(
                .unavailable,
                "\(path) belongs to the log \(hex(header[8..<24])), not to this one (\(hex(logID))): put back the vault/ that was kept with this log"
            )
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw failure("read", path)
        }
        return Vault(
            path: path, descriptor: descriptor, logID: logID, secret: SymmetricKey(data: header[24..<56]),
            slotCount: max(0, Int(status.st_size) / slotBytes - 1))
    }

    /// What lies where a key belongs.
    enum Slot {
        case key(SymmetricKey)
        /// Zeros, and nothing else: what was there cannot be brought back.
        case destroyed
        /// Neither a key that was written there nor zeros.
        case damaged
        /// The file ends before it.
        case absent
    }

    func slot(_ number: UInt32) -> Slot {
        guard let bytes = Self.read(descriptor, count: Self.slotBytes, at: Self.offset(number)) else { return .absent }
        guard bytes.contains(where: { $0 != 0 }) else { return .destroyed }
        guard Array(bytes[40..<44]) == Self.littleEndian(CRC32C.checksum(bytes.prefix(40))),
            bytes[32..<36] == Self.littleEndian(number)[...]
        else { return .damaged }
        return .key(SymmetricKey(data: bytes.prefix(32)))
    }

    /// The key in `slot`; nil when it has been destroyed. What is damaged or not there must not pass for an erasure.
    func key(slot number: UInt32) throws(Refusal) -> SymmetricKey? {
        switch slot(number) {
        case .key(let key): return key
        case .destroyed: return nil
        case .damaged: throw damage(number, "it is damaged")
        case .absent: throw damage(number, "it is not there: the file was cut short")
        }
    }

    private func damage(_ slot: UInt32, _ what: String) -> Refusal {
        Refusal(.damaged, "slot \(slot) of the vault \(path): \(what). Put back vault/ from a backup of this log")
    }

    /// Sees to it that the slot of a new member exists, holds a key, and survives a power cut. Under the writer lock.
    func prepare(slot: UInt32) throws(Refusal) {
        var status = stat()
        let known = slotCount.withLock { $0 }
        if Int(slot) >= known {
            // Another process may have made them meanwhile; a torn tail is written anew.
            guard unsafe fstat(descriptor, &status) == 0 else { throw Self.failure("read", path) }
            var count = max(0, Int(status.st_size) / Self.slotBytes - 1)
            // Slots are made in order, long before they are used: if those of other members are gone, nothing may be built
            // over the gap.
            guard count >= Int(slot) else { throw damage(UInt32(count), "it is not there: the file was cut short") }
            while count <= Int(slot) {
                let slots = Self.newSlots(from: UInt64(count), count: Self.slotsAtOnce)
                try Self.write(slots, at: Self.offset(UInt32(count)), to: descriptor, path)
                count += Self.slotsAtOnce
            }
            guard fsync(descriptor) == 0 else { throw Self.failure("synced", path) }
            let made = count
            slotCount.withLock { $0 = made }
        }
        if case .key = self.slot(slot) { return }
        // Destroyed for a member of a later history, from before the log was restored to this point.
        try Self.write(
            Self.newSlots(from: UInt64(slot), count: 1), at: Self.offset(slot), to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw Self.failure("synced", path) }
    }

    /// Destroys a key for good. Repeating it changes nothing.
    func destroy(slot: UInt32) throws(Refusal) {
        try Self.write([UInt8](repeating: 0, count: Self.slotBytes), at: Self.offset(slot), to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw Self.failure("synced", path) }
    }

    /// The state key of a username: nobody reads the name out of it without the vault.
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

    private static func offset(_ slot: UInt32) -> Int { slotBytes * (Int(slot) + 1) }

    private static func newSlots(from first: UInt64, count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * slotBytes)
        for slot in first..<first + UInt64(count) {
            var one = unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) }
            for shift in stride(from: UInt64(0), to: 64, by: 8) { one.append(UInt8(truncatingIfNeeded: slot >> shift)) }
            one += littleEndian(CRC32C.checksum(one))
            bytes += one + [UInt8](repeating: 0, count: slotBytes - one.count)
        }
        return bytes
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
            guard wrote > 0 else { throw failure("written", path) }
            done += wrote
        }
    }

    private static func failure(_ verb: String, _ path: String) -> Refusal {
        Refusal(.unavailable, "the vault \(path) cannot be \(verb): \(unsafe String(cString: strerror(errno)))")
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        stride(from: UInt32(0), to: 32, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// Lower-case hexadecimal, as log ids are written.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
