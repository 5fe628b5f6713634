import Crypto
import Events
import Foundation
import Layout
import SwiftProtobuf

/// The stored bytes of an event: made and opened here alone. `Schemas/format-1.md` draws them.
enum StoredBody {
    /// What was said, with where it came from.
    struct Opened {
        var origin: ProtoOrigin?
        var payload: [UInt8]
    }

    /// The bytes of a `ProtoStoredBody`, as protobuf would write them.
    static func plain(payload: [UInt8], origin: ProtoOrigin?) -> [UInt8] {
        var body = ByteWriter(capacity: payload.count + 16)
        if let origin {
            var message = ByteWriter(capacity: 128)
            message.writeField(1, origin.source.utf8)
            message.writeField(2, origin.id.utf8)
            message.writeField(3, origin.asWritten)
            message.writeField(4, origin.asResolved)
            body.writeField(1, message.bytes, evenEmpty: true)
        }
        body.writeField(2, payload)
        return body.bytes
    }

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

    /// Opens stored bytes. Nil when the key does not fit or the bytes are not what was sealed.
    static func open(_ stored: RawSpan, header: EventHeader, logID: [UInt8], key: SymmetricKey?) -> Opened? {
        guard let plain = unsealed(stored, header: header, logID: logID, key: key),
            let body = try? ProtoStoredBody(serializedBytes: plain)
        else { return nil }
        return Opened(origin: body.hasOrigin ? body.origin : nil, payload: Array(body.payload))
    }

    /// The same, with what was said where it lies among the plain bytes.
    static func words(
        _ stored: RawSpan, header: EventHeader, logID: [UInt8], key: SymmetricKey?
    ) throws(MalformedRow) -> StoredWords? {
        guard let plain = unsealed(stored, header: header, logID: logID, key: key) else { return nil }
        return try StoredWords(bytes: plain)
    }

    /// The plain bytes of what was stored. Nil when the key does not fit or the bytes are not what was sealed.
    private static func unsealed(
        _ stored: RawSpan, header: EventHeader, logID: [UInt8], key: SymmetricKey?
    ) -> [UInt8]? {
        // What stands for the origin comes first.
        let originKey = header.flags.contains(.hasOrigin) ? SecretKey(stored: stored) : nil
        guard originKey != nil || !header.flags.contains(.hasOrigin) else { return nil }
        let rest = stored.extracting(droppingFirst: originKey == nil ? 0 : SecretKey.byteCount)
        guard header.flags.contains(.sealed) else { return rest.copied }
        guard let key else { return nil }
        let associated = associatedData(logID: logID, position: header.position, originKey: originKey)
        return unsafe rest.withUnsafeBytes { bytes in
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

extension ByteWriter {
    /// A field of text, bytes or a message; nothing when it is empty, as protobuf has it, but for messages.
    fileprivate mutating func writeField(
        _ number: UInt8, _ value: some Collection<UInt8>, evenEmpty: Bool = false
    ) {
        let count = value.count
        guard count > 0 || evenEmpty else { return }
        write(number << 3 | 2)
        write(varint: UInt64(count))
        write(raw: value)
    }
}
