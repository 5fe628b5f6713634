import Crypto
import CryptoExtras
package import Events
import Foundation
import Layout

/// A password as it is kept: scrypt (RFC 7914) of it, with the parameters and the salt that it was made with.
struct PasswordHash: StoredRow, Equatable {
    private static let saltBytes = 16
    private static let hashBytes = 32

    let cost: PasswordCost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Takes tens of milliseconds and `cost.byteCount` bytes: see `PasswordHashing`.
    init(_ password: Password, cost: PasswordCost) throws {
        self.cost = cost
        salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: .min ... .max) }
        hash = unsafe try Self.derive(password, salt, cost).withUnsafeBytes { unsafe Array($0) }
    }

    func matches(_ password: Password) throws -> Bool {
        // Keys are compared in a time that does not depend on where they differ.
        try SymmetricKey(data: hash) == Self.derive(password, salt, cost)
    }

    private static func derive(_ password: Password, _ salt: [UInt8], _ cost: PasswordCost) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: password.bytes, salt: salt, outputByteCount: hashBytes, rounds: 1 << Int(cost.logRounds),
            blockSize: Int(cost.blockSize), parallelism: Int(cost.parallelism))
    }

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        cost = PasswordCost(
            logRounds: try reader.readUInt8(), blockSize: try reader.readUInt8(), parallelism: try reader.readUInt8())
        guard (1...24).contains(cost.logRounds), cost.blockSize > 0, cost.parallelism > 0 else { throw MalformedRow() }
        salt = try reader.readBytes()
        hash = try reader.readBytes()
        guard reader.isAtEnd, hash.count == Self.hashBytes else { throw MalformedRow() }
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(cost.logRounds)
        writer.write(cost.blockSize)
        writer.write(cost.parallelism)
        writer.write(salt)
        writer.write(hash)
    }
}

/// What scrypt is to cost whoever tries passwords. A password that was kept for less is hashed anew when it is next shown.
package struct PasswordCost: Hashable, Sendable {
    /// log2 of N.
    package var logRounds: UInt8
    package var blockSize: UInt8
    package var parallelism: UInt8

    package init(logRounds: UInt8, blockSize: UInt8, parallelism: UInt8) {
        self.logRounds = logRounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// 32 MiB, three times: what OWASP's cheat sheet holds to be equal to 128 MiB once, for less memory.
    package static let standard = PasswordCost(logRounds: 15, blockSize: 8, parallelism: 3)
}

/// A password as somebody typed it, in the one form that is hashed (NFKC: keyboards differ in how they compose).
package struct Password: Sendable {
    private static let charactersMin = 8
    private static let bytesMax = 1024

    let bytes: [UInt8]

    /// Refuses one that is too short to be chosen, or longer than any is.
    package init(chosen text: String, notTo be: String? = nil, field: String = "password") throws(Refusal) {
        guard text.count >= Self.charactersMin else {
            throw Refusal(.invalid, "a password has at least \(Self.charactersMin) characters", field: field)
        }
        if let be, be.lowercased() == text.lowercased() {
            throw Refusal(.invalid, "a password is not the username: think of another one", field: field)
        }
        try self.init(typed: text, field: field)
    }

    /// To be compared with one that was chosen.
    package init(typed text: String, field: String = "password") throws(Refusal) {
        bytes = Array(text.precomposedStringWithCompatibilityMapping.utf8)
        guard bytes.count <= Self.bytesMax else {
            throw Refusal(.invalid, "a password has at most \(Self.bytesMax) bytes", field: field)
        }
    }
}
