import Events
import Foundation
import Layout
import Transparency

/// The key that signs a log's heads, with the last head that it signed, in `vault/signing`: one file, replaced as a whole, so
/// that the key is never there without its memory. `Schemas/format-1.md` draws it.
struct SigningFile {
    private static let magic = Array("LARDERSG".utf8)
    private static let byteCount = 104
    private static let format: UInt32 = 1

    let logID: [UInt8]
    let seed: [UInt8]
    /// The largest head that may have been signed; of no events before the first.
    var size: UInt64
    var root: TreeHash

    /// A new key's, which has signed nothing.
    init(logID: [UInt8]) {
        self.logID = logID
        seed = NoteSigner.randomSeed()
        size = 0
        root = .ofEmptyTree
    }

    static let name = "signing"

    static func path(_ directory: String) -> String { "\(directory)/\(name)" }

    /// Nil when there is none. Refuses one that is damaged, or belongs to another log: nothing may be signed without what it
    /// remembers.
    static func read(vault directory: String, logID: [UInt8]) throws(Refusal) -> SigningFile? {
        let path = path(directory)
        guard let bytes = FileManager.default.contents(atPath: path) else {
            if !FileManager.default.fileExists(atPath: path) { return nil }
            throw Refusal(.unavailable, "\(path) cannot be read: check its permissions")
        }
        guard let file = SigningFile(bytes: Array(bytes)) else {
            throw Refusal(
                .damaged,
                "\(path) is damaged, and with it what was signed last: put it back from the newest backup of this vault"
            )
        }
        guard file.logID == logID else {
            throw Refusal(
                .unavailable,
                "\(path) signs for the log \(hex(file.logID)), not for this one (\(hex(logID))): put back the vault/ that was kept with this log"
            )
        }
        return file
    }

    private init?(bytes: [UInt8]) {
        let bytes = bytes[...]
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic),
            Self.number(bytes[100..<104]) == UInt64(CRC32C.checksum(bytes.prefix(100))),
            Self.number(bytes[96..<100]) == UInt64(Self.format), let root = TreeHash(bytes: Array(bytes[64..<96]))
        else { return nil }
        logID = Array(bytes[8..<24])
        seed = Array(bytes[24..<56])
        size = Self.number(bytes[56..<64])
        self.root = root
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.byteCount)
        writer.write(raw: Self.magic)
        writer.write(raw: logID)
        writer.write(raw: seed)
        writer.write(size)
        writer.write(raw: root.bytes)
        writer.write(Self.format)
        writer.write(CRC32C.checksum(writer.bytes))
        return writer.bytes
    }

    /// Replaces what is there. When it returns, it survives a power cut.
    func write(vault directory: String) throws(Refusal) {
        let file = try WholeFile(path: Self.path(directory), permissions: 0o600)
        try file.write(bytes)
        try file.finish()
    }
}
