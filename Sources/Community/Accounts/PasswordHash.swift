import Crypto
package import Events
import Foundation
import Layout

/// A stored password: its scrypt hash (RFC 7914) with parameters and salt.
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
        // `SymmetricKey` compares in constant time.
        try SymmetricKey(data: hash) == Self.derive(password, salt, cost)
    }

    private static func derive(_ password: Password, _ salt: [UInt8], _ cost: PasswordCost) throws -> SymmetricKey {
        try Scrypt.key(
            from: password.bytes, salt: salt, byteCount: hashBytes, rounds: 1 << UInt64(cost.logRounds),
            blockSize: UInt32(cost.blockSize), parallelism: UInt32(cost.parallelism))
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

/// The cost of a scrypt hash. A password with a lower cost is hashed again at its next use.
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

    /// 32 MiB, three times: OWASP's cheat sheet rates it equal to 128 MiB once, with less memory.
    package static let standard = PasswordCost(logRounds: 15, blockSize: 8, parallelism: 3)
}

/// A typed password in the normal form that is hashed (NFKC, because keyboards compose differently).
package struct Password: Sendable {
    private static let charactersMin = 8
    private static let bytesMax = 1024

    let bytes: [UInt8]
    /// As it was typed: other apps hash it so.
    let typed: [UInt8]

    /// A new password. Refuses one that is too short, too long or easy to guess. `names`: what strangers know of the
    /// member, such as the username.
    package init(chosen text: String, names: [String], field: String = "password") throws(Refusal) {
        // What is hashed is judged: «ｐａｓｓｗｏｒｄ» in wide letters is hashed as «password».
        try self.init(typed: text, field: field)
        let normal = String(decoding: bytes, as: UTF8.self)
        guard normal.count >= Self.charactersMin else {
            throw Refusal(.invalid, "a password has at least \(Self.charactersMin) characters", field: field)
        }
        if let weakness = PasswordStrength.weakness(of: normal, names: names) {
            throw Refusal(
                .invalid, "this password is easy to guess: \(weakness). Choose several unrelated words", field: field)
        }
    }

    /// A password to compare with the stored one.
    package init(typed text: String, field: String = "password") throws(Refusal) {
        try Self.check(text, field)
        typed = Array(text.utf8)
        bytes = Array(text.precomposedStringWithCompatibilityMapping.utf8)
        guard bytes.count <= Self.bytesMax else { throw Self.tooLong(field) }
    }

    /// Refuses what would take long to normalize. A normal form has at least a fourth of the bytes.
    private static func check(_ text: String, _ field: String) throws(Refusal) {
        guard text.utf8.count <= 4 * bytesMax, !text.hasTooManyMarks else { throw tooLong(field) }
    }

    private static func tooLong(_ field: String) -> Refusal {
        Refusal(.invalid, "a password has at most \(bytesMax) bytes", field: field)
    }
}
