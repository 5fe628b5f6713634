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
    static func open(_ stored: [UInt8], header: EventHeader, logID: [UInt8], key: SymmetricKey?) -> Opened? {
        let originKey = originKey(of: stored, header: header)
        guard originKey != nil || !header.flags.contains(.hasOrigin) else { return nil }
        let rest = stored.dropFirst(originKey?.keyBytes.count ?? 0)
        let plain: Data
        if header.flags.contains(.sealed) {
            guard let key, let box = try? AES.GCM.SealedBox(combined: rest),
                let opened = try? AES.GCM.open(
                    box, using: key,
                    authenticating: associatedData(logID: logID, position: header.position, originKey: originKey))
            else { return nil }
            plain = opened
        } else {
            plain = Data(rest)
        }
        guard let body = try? ProtoStoredBody(serializedBytes: plain) else { return nil }
        return Opened(origin: body.hasOrigin ? body.origin : nil, payload: Array(body.payload))
    }

    /// The plain bytes of what was stored at that place; nil when the key does not fit or the bytes are not what was sealed.
    static func words(
        _ stored: RawSpan, header: EventHeader, logID: [UInt8], key: SymmetricKey?
    ) throws(MalformedRow) -> StoredWords? {
        let originBytes = header.flags.contains(.hasOrigin) ? SecretKey.byteCount : 0
        guard stored.byteCount >= originBytes else { return nil }
        let rest = stored.extracting(originBytes..<stored.byteCount)
        guard header.flags.contains(.sealed) else {
            return try StoredWords(bytes: unsafe rest.withUnsafeBytes { unsafe Array($0) })
        }
        guard let key else { return nil }
        var associated = logID
        associated.reserveCapacity(logID.count + 8 + originBytes)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            associated.append(UInt8(truncatingIfNeeded: header.position.value >> shift))
        }
        unsafe stored.extracting(0..<originBytes).withUnsafeBytes { unsafe associated.append(contentsOf: $0) }
        let opened = unsafe rest.withUnsafeBytes { bytes -> Data? in
            guard let box = unsafe try? AES.GCM.SealedBox(combined: bytes) else { return nil }
            return try? AES.GCM.open(box, using: key, authenticating: associated)
        }
        guard let opened else { return nil }
        return try StoredWords(bytes: Array(opened))
    }

    /// What stands for the origin, readable without a key; nil for an event without one.
    static func originKey(of stored: [UInt8], header: EventHeader) -> SecretKey? {
        guard header.flags.contains(.hasOrigin), stored.count >= SecretKey.byteCount else { return nil }
        return SecretKey(code: stored)
    }

    private static func associatedData(logID: [UInt8], position: Position, originKey: SecretKey?) -> [UInt8] {
        var data = logID
        data.reserveCapacity(logID.count + 8 + SecretKey.byteCount)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            data.append(UInt8(truncatingIfNeeded: position.value >> shift))
        }
        if let originKey { data.append(contentsOf: originKey.keyBytes) }
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
