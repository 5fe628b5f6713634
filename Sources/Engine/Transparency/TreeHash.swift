import Crypto
import Foundation

/// A node of a Merkle tree: 32 bytes of SHA-256 (RFC 9162 §2.1.1).
package struct TreeHash: Hashable, Sendable, BitwiseCopyable {
    package static let byteCount = 32

    private var a: UInt64
    private var b: UInt64
    private var c: UInt64
    private var d: UInt64

    /// `nil` unless there are 32 bytes.
    package init?(bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount else { return nil }
        self = unsafe bytes.unsafeLoadUnaligned(as: Self.self)
    }

    package init?(bytes: [UInt8]) { self.init(bytes: unsafe bytes.span.bytes) }

    private init(_ digest: SHA256.Digest) {
        self = unsafe digest.withUnsafeBytes { unsafe $0.loadUnaligned(as: Self.self) }
    }

    /// Standard base64 in its canonical spelling; `nil` for anything else.
    package init?(base64: some StringProtocol) {
        guard let bytes = StrictBase64.decode(base64) else { return nil }
        self.init(bytes: bytes)
    }

    package var bytes: [UInt8] { unsafe withUnsafeBytes(of: self) { unsafe Array($0) } }
    package var base64: String { StrictBase64.encode(bytes) }

    /// Lends the 32 bytes.
    package func withBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try unsafe withUnsafeBytes(of: self) { unsafe try body(RawSpan(_unsafeBytes: $0)) }
    }

    /// The root of a tree without leaves: SHA-256 of no bytes.
    package static let ofEmptyTree = TreeHash(SHA256().finalize())

    /// SHA-256(0x00 ‖ entry).
    package static func leaf(_ entry: [UInt8]) -> TreeHash { leaf(unsafe entry.span.bytes, nil) }

    /// The leaf hash of an entry in two parts.
    package static func leaf(_ first: RawSpan, _ second: RawSpan?) -> TreeHash {
        var hash = SHA256()
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 + first.byteCount, alignment: 8) { input in
            unsafe input[0] = 0
            unsafe first.withUnsafeBytes { part in
                unsafe UnsafeMutableRawBufferPointer(rebasing: input[1...]).copyMemory(from: part)
            }
            unsafe hash.update(bufferPointer: UnsafeRawBufferPointer(input))
        }
        if let second { unsafe second.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) } }
        return TreeHash(hash.finalize())
    }

    /// SHA-256(0x01 ‖ left ‖ right).
    package static func node(_ left: TreeHash, _ right: TreeHash) -> TreeHash {
        var hash = SHA256()
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 + 2 * byteCount, alignment: 8) { input in
            unsafe input[0] = 1
            unsafe input.storeBytes(of: left, toByteOffset: 1, as: TreeHash.self)
            unsafe input.storeBytes(of: right, toByteOffset: 1 + byteCount, as: TreeHash.self)
            unsafe hash.update(bufferPointer: UnsafeRawBufferPointer(input))
        }
        return TreeHash(hash.finalize())
    }
}

/// Padded base64 as in RFC 4648 §4. Every other spelling of the bytes is refused, so that no bytes have two texts.
package enum StrictBase64 {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard let data = Data(base64Encoded: String(text)), data.base64EncodedString().utf8.elementsEqual(text.utf8)
        else { return nil }
        return Array(data)
    }
}
