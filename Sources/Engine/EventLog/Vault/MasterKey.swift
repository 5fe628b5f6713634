import Crypto
import Foundation
package import Layout

/// A key outside of the data directory that wraps the keys of a vault.
package struct MasterKey: Sendable {
    static let byteCount = 32
    /// The code of refusals for a missing or wrong master key.
    static let field = "master-key-file"

    let key: SymmetricKey
    /// The source of the key, for messages.
    let origin: String

    /// The environment variables that name it.
    package static let (variable, fileVariable) = ("LARDER_MASTER_KEY", "LARDER_MASTER_KEY_FILE")

    /// The key that the process environment names; `nil` if it names none.
    static func fromEnvironment() throws(Refusal) -> MasterKey? {
        func value(_ name: String) -> String? {
            ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let path = value(fileVariable) { return try MasterKey(file: path) }
        return try value(variable).map { text throws(Refusal) in try MasterKey(Array(text.utf8), from: variable) }
    }

    /// Reads a file, which only its owner may read.
    package init(file path: String) throws(Refusal) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, let bytes = FileManager.default.contents(atPath: path) else {
            throw Refusal(
                .unavailable, "the master key cannot be read from \(path): name its file in \(Self.fileVariable)")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Refusal(
                .unavailable,
                "other users may read the master key in \(path): make it readable only for its owner, and use a new key"
            )
        }
        try self.init(Array(bytes), from: path)
    }

    /// Plain bytes, 32 of them, or hexadecimal, or base64.
    init(_ given: [UInt8], from origin: String) throws(Refusal) {
        let text = String(decoding: given, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let bytes =
            given.count == Self.byteCount
            ? given : Self.hexadecimal(text) ?? Data(base64Encoded: text).map { Array($0) }
        guard let bytes, bytes.count == Self.byteCount else {
            throw Refusal(
                .unavailable, "\(origin) holds no master key: it is 32 random bytes, in base64 or hexadecimal")
        }
        key = SymmetricKey(data: bytes)
        self.origin = origin
    }

    private static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 2 * byteCount, text.utf8.count == digits.count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

/// Wraps keys (AES-KW, RFC 3394) under keys that are derived from a master key (HKDF-SHA-256), each for one use in one
/// log: a key that was wrapped for one slot does not open in another.
struct KeyWrapping: Sendable {
    enum Use {
        /// Identifies this master key.
        case recognition
        case secret
        case slot(UInt32)

        fileprivate var label: [UInt8] {
            switch self {
            case .recognition: Array("larder vault key".utf8)
            case .secret: Array("larder vault secret".utf8)
            case .slot(let number): Array("larder vault slot".utf8) + VaultFile.littleEndian(number)
            }
        }
    }

    /// The bytes of a wrapped key of 32 bytes.
    static let byteCount = 40

    private let root: HashedAuthenticationCode<SHA256>

    init(_ master: MasterKey, logID: [UInt8]) {
        root = HKDF<SHA256>.extract(inputKeyMaterial: master.key, salt: logID)
    }

    private func key(for use: Use) -> SymmetricKey {
        HKDF<SHA256>.expand(pseudoRandomKey: root, info: use.label, outputByteCount: 32)
    }

    /// 32 bytes from which the master key cannot be derived.
    var recognition: [UInt8] { unsafe key(for: .recognition).withUnsafeBytes { unsafe Array($0) } }

    func wrap(_ key: SymmetricKey, for use: Use) -> [UInt8] { Self.wrap(key, under: self.key(for: use)) }
    func unwrap(_ bytes: some DataProtocol, for use: Use) -> SymmetricKey? {
        Self.unwrap(bytes, under: key(for: use))
    }

    static func wrap(_ key: SymmetricKey, under wrapping: SymmetricKey) -> [UInt8] {
        // It fails only for keys whose length is no multiple of eight.
        guard let wrapped = try? AES.KeyWrap.wrap(key, using: wrapping) else {
            preconditionFailure("a key has 32 bytes, which can be wrapped")
        }
        return Array(wrapped)
    }

    /// `nil` if the bytes were not wrapped under that key.
    static func unwrap(_ bytes: some DataProtocol, under wrapping: SymmetricKey) -> SymmetricKey? {
        // The cipher's error says no more than `nil` does.
        try? AES.KeyWrap.unwrap(bytes, using: wrapping)
    }
}
