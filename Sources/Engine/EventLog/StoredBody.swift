import Crypto
import Foundation
import Layout

/// The stored bytes of an event. They are made and opened only here. `Schemas/format-1.md` draws them.
enum StoredBody {
    /// Seals a body for its place in the log.
    static func seal(
        _ plain: [UInt8], at position: Position, logID: [UInt8], originKey: SecretKey?, under key: SymmetricKey
    ) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            plain, using: key, authenticating: associatedData(logID: logID, position: position, originKey: originKey))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SecretKey.byteCount + plain.count + 28)
        if let originKey { bytes.append(contentsOf: originKey.keyBytes) }
        bytes.append(contentsOf: box.nonce)
        bytes.append(contentsOf: box.ciphertext)
        bytes.append(contentsOf: box.tag)
        return bytes
    }

    /// Opens stored bytes. `nil` if the key does not fit or the bytes are not the sealed ones. Throws if they open and
    /// are no body.
    static func words(
        _ stored: RawSpan, header: EventHeader, logID: [UInt8], key: SymmetricKey?
    ) throws(MalformedRow) -> StoredWords? {
        guard let plain = unsealed(stored, header: header, logID: logID, key: key) else { return nil }
        return try StoredWords(bytes: plain)
    }

    /// The plain bytes of a stored body. `nil` if the key does not fit or the bytes are not the sealed ones.
    private static func unsealed(
        _ stored: RawSpan, header: EventHeader, logID: [UInt8], key: SymmetricKey?
    ) -> [UInt8]? {
        // The code of the origin comes first.
        let originKey = header.flags.contains(.hasOrigin) ? SecretKey(stored: stored) : nil
        guard originKey != nil || !header.flags.contains(.hasOrigin) else { return nil }
        let rest = stored.extracting(droppingFirst: originKey == nil ? 0 : SecretKey.byteCount)
        guard header.flags.contains(.sealed) else { return rest.copied }
        guard let key else { return nil }
        let associated = associatedData(logID: logID, position: header.position, originKey: originKey)
        return unsafe rest.withUnsafeBytes { bytes in
            // The cipher's errors say no more than that.
            guard let box = unsafe try? AES.GCM.SealedBox(combined: bytes) else { return nil }
            return (try? AES.GCM.open(box, using: key, authenticating: associated)).map { Array($0) }
        }
    }

    private static func associatedData(logID: [UInt8], position: Position, originKey: SecretKey?) -> [UInt8] {
        var data = logID
        data.reserveCapacity(logID.count + 8 + SecretKey.byteCount)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            data.append(UInt8(truncatingIfNeeded: position.value >> shift))
        }
        originKey?.withKeyBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe data.append(contentsOf: $0) } }
        return data
    }
}
