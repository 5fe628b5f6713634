import Foundation
import Layout
import Transparency

/// The key that signs a log's heads, with the last signed head, in `vault/signing`: one file, replaced as a whole, so
/// that the key never exists without that head. `Schemas/format-1.md` draws it.
struct SigningFile {
    private static let magic = Array("LARDERSG".utf8)
    /// What follows the seed.
    private static let restByteCount = 48
    static let byteCountMax = 24 + KeyWrapping.byteCount + restByteCount

    let logID: [UInt8]
    /// The stored seed, wrapped or plain. The vault opens it.
    var storedSeed: [UInt8]
    /// The largest head that may have been signed; of no events before the first.
    var size: UInt64
    var root: TreeHash

    /// The file of a new key, which has signed nothing.
    init(logID: [UInt8], _ vault: Vault) throws(Refusal) {
        self.logID = logID
        storedSeed = try vault.stored(seed: NoteSigner.randomSeed())
        size = 0
        root = .ofEmptyTree
    }

    var isWrapped: Bool { storedSeed.count == KeyWrapping.byteCount }

    static let name = "signing"

    static func path(_ directory: String) -> String { "\(directory)/\(name)" }

    /// `nil` if there is no file. Refuses a damaged file, or one of another log: without the remembered head nothing
    /// may be signed.
    static func read(vault directory: String, logID: [UInt8]) throws(Refusal) -> SigningFile? {
        let path = path(directory)
        guard let bytes = FileManager.default.contents(atPath: path) else {
            if !FileManager.default.fileExists(atPath: path) { return nil }
            throw Refusal(.unavailable, "\(path) cannot be read: check its permissions")
        }
        guard let file = SigningFile(bytes: Array(bytes)) else {
            throw Refusal(
                .damaged,
                "\(path) is damaged, and with it the last signed head: put it back from the newest backup of this vault"
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

    /// Format 1 holds a plain seed, format 2 a wrapped one.
    private init?(bytes: [UInt8]) {
        let seedByteCount = bytes.count - 24 - Self.restByteCount
        guard seedByteCount == 32 || seedByteCount == KeyWrapping.byteCount, bytes.starts(with: Self.magic) else {
            return nil
        }
        let rest = bytes[(24 + seedByteCount)...]
        let start = rest.startIndex
        guard let root = TreeHash(bytes: Array(rest[(start + 8)..<(start + 40)])),
            Self.number(rest[(start + 40)..<(start + 44)]) == (seedByteCount == 32 ? 1 : 2),
            Self.number(rest.suffix(4)) == UInt64(CRC32C.checksum(bytes.dropLast(4)))
        else { return nil }
        logID = Array(bytes[8..<24])
        storedSeed = Array(bytes[24..<start])
        size = Self.number(rest.prefix(8))
        self.root = root
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 24 + storedSeed.count + Self.restByteCount)
        writer.write(raw: Self.magic)
        writer.write(raw: logID)
        writer.write(raw: storedSeed)
        writer.write(size)
        writer.write(raw: root.bytes)
        writer.write(UInt32(isWrapped ? 2 : 1))
        writer.write(CRC32C.checksum(writer.bytes))
        return writer.bytes
    }

    /// Replaces the file, which survives a power loss when this returns.
    func write(vault directory: String) throws(Refusal) {
        let file = try WholeFile(path: Self.path(directory), permissions: 0o600)
        try file.write(bytes)
        try file.finish()
    }
}
