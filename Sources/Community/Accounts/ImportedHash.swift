import CCrypt
import Crypto
import CryptoExtras
import Events
import Foundation
package import Layout

/// A password's hash that another app has made. It lets the member log in with the old password once, and is then replaced
/// by this program's own hash.
///
/// The bounds keep one log-in within a second or two and 64 MiB, for every export.
package enum ImportedHash: StoredRow, Hashable, Sendable {
    /// Parse's: `$2a$`, `$2b$` or `$2y$`, the cost, the salt and the hash.
    case bcrypt(String)
    /// Firebase's own form of scrypt.
    case firebaseScrypt(FirebaseScrypt)

    private enum Kind: UInt8 {
        case bcrypt = 1
        case firebaseScrypt = 2
    }

    /// Takes up to two seconds and 64 MiB: see `PasswordHashing`.
    func matches(_ password: Password) throws -> Bool {
        switch self {
        case .bcrypt(let hash): try Bcrypt.matches(hash, password.typed)
        case .firebaseScrypt(let hash): try hash.matches(password.typed)
        }
    }

    // MARK: Rows

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        guard let kind = Kind(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        do {
            switch kind {
            case .bcrypt: self = try ImportedHash(bcrypt: try reader.readString())
            case .firebaseScrypt:
                let (logRounds, blockSize) = (try reader.readUInt8(), try reader.readUInt8())
                let parameters = try FirebaseParameters(
                    signerKey: try reader.readBytes(), saltSeparator: try reader.readBytes(),
                    rounds: Int(blockSize), memoryCost: Int(logRounds))
                let salt = try reader.readBytes()
                self = .firebaseScrypt(
                    try FirebaseScrypt(hash: try reader.readBytes(), salt: salt, parameters: parameters))
            }
        } catch {
            throw MalformedRow()
        }
        guard reader.isAtEnd else { throw MalformedRow() }
    }

    package func encode(into writer: inout ByteWriter) {
        switch self {
        case .bcrypt(let hash):
            writer.write(Kind.bcrypt.rawValue)
            writer.write(Array(hash.utf8))
        case .firebaseScrypt(let hash):
            writer.write(Kind.firebaseScrypt.rawValue)
            writer.write(UInt8(hash.parameters.memoryCost))
            writer.write(UInt8(hash.parameters.rounds))
            writer.write(hash.parameters.signerKey)
            writer.write(hash.parameters.saltSeparator)
            writer.write(hash.salt)
            writer.write(hash.hash)
        }
    }
}

extension ImportedHash {
    /// Refuses, with `invalid`, what is not a bcrypt hash, and a cost outside `Bcrypt.costs`.
    package init(bcrypt text: String) throws(Refusal) {
        try Bcrypt.check(text)
        self = .bcrypt(text)
    }
}

/// bcrypt, by libxcrypt.
private enum Bcrypt {
    /// log2 of the rounds. Each step doubles the time: 14 takes about a second.
    static let costs = 4...14
    /// `$2b$10$`, 22 characters of salt, and 31 of hash.
    private static let characterCount = 60
    private static let hashCharacterCount = 31
    /// bcrypt ignores the bytes of a password beyond these.
    private static let passwordBytesMax = 72
    /// What `crypt_rn` works in: the size of `struct crypt_data`, whose longest array Swift does not import.
    private static let workByteCount = 1 << 15

    static func check(_ text: String) throws(Refusal) {
        let bytes = Array(text.utf8)
        guard bytes.count == characterCount, ["$2a$", "$2b$", "$2y$"].contains(String(text.prefix(4))),
            bytes[6] == UInt8(ascii: "$"), bytes[7...].allSatisfy(isOfAlphabet),
            bytes[4..<6].allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let cost = Int(text.dropFirst(4).prefix(2))
        else {
            throw Refusal(.invalid, "it is not a bcrypt hash of 60 characters that begins with $2a$, $2b$ or $2y$")
        }
        guard costs.contains(cost) else {
            throw Refusal(
                .invalid, "its bcrypt cost is \(cost), and the limits are \(costs.lowerBound) and \(costs.upperBound)")
        }
    }

    private static func isOfAlphabet(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    static func matches(_ hash: String, _ password: [UInt8]) throws -> Bool {
        // The library reads up to the first NUL. A password with one is wrong, and takes as long as any other.
        let read = password.prefix(passwordBytesMax)
        let phrase = read.map { CChar(bitPattern: $0 == 0 ? 1 : $0) } + [0]
        // The letters tell libraries apart, and for texts in UTF-8 they agree.
        let setting = "$2b" + hash.dropFirst(3)
        let work = UnsafeMutableRawPointer.allocate(byteCount: workByteCount, alignment: 16)
        defer { unsafe work.deallocate() }
        unsafe work.initializeMemory(as: UInt8.self, repeating: 0, count: workByteCount)
        guard let found = unsafe crypt_rn(phrase, setting, work, Int32(workByteCount)) else {
            throw Refusal(.unavailable, "the library of bcrypt refuses a hash: error \(errno)")
        }
        // The salt may be written in two ways. `SymmetricKey` compares in constant time.
        let isEqual =
            unsafe SymmetricKey(data: Array(String(cString: found).utf8.suffix(hashCharacterCount)))
            == SymmetricKey(data: Array(hash.utf8.suffix(hashCharacterCount)))
        return isEqual && !read.contains(0)
    }
}

/// What all hashes of a Firebase project have in common.
package struct FirebaseParameters: Hashable, Sendable {
    /// Memory of one hash, in bytes: 128 for each round of each block.
    package static let memoryBytesMax = 64 << 20
    /// Firebase's projects have 1 to 8.
    private static let rounds = 1...16
    /// Of the keys and salts. Firebase's have 64 bytes at most.
    private static let bytesMax = 256

    package let signerKey: [UInt8]
    package let saltSeparator: [UInt8]
    /// scrypt's block size.
    package let rounds: Int
    /// log2 of scrypt's N.
    package let memoryCost: Int

    /// Refuses, with `invalid`, what needs more than `memoryBytesMax`.
    package init(signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int) throws(Refusal) {
        guard (1...Self.bytesMax).contains(signerKey.count), saltSeparator.count <= Self.bytesMax else {
            throw Refusal(
                .invalid,
                "the signer key must have 1 to \(Self.bytesMax) bytes, and the salt separator at most \(Self.bytesMax)")
        }
        // scrypt allows N below 2^(16 r) only (RFC 7914). 2^19 of the smallest blocks fill the memory: nothing overflows.
        guard Self.rounds.contains(rounds), (1...19).contains(memoryCost), memoryCost < 16 * rounds,
            128 * (rounds << memoryCost) <= Self.memoryBytesMax
        else {
            throw Refusal(
                .invalid,
                "rounds \(rounds) and memory cost \(memoryCost) are outside the limits: \(Self.rounds.upperBound) rounds, and \(Self.memoryBytesMax >> 20) MiB for one hash"
            )
        }
        self.signerKey = signerKey
        self.saltSeparator = saltSeparator
        self.rounds = rounds
        self.memoryCost = memoryCost
    }
}

/// One hash of a Firebase project: the project's signer key, encrypted with what scrypt makes of the password.
package struct FirebaseScrypt: Hashable, Sendable {
    private static let saltBytesMax = 256
    /// AES-256.
    private static let keyByteCount = 32
    private static let nonceByteCount = 16

    let hash: [UInt8]
    let salt: [UInt8]
    let parameters: FirebaseParameters

    /// Refuses, with `invalid`, a hash that these parameters cannot have made.
    package init(hash: [UInt8], salt: [UInt8], parameters: FirebaseParameters) throws(Refusal) {
        guard hash.count == parameters.signerKey.count else {
            throw Refusal(
                .invalid,
                "its hash has \(hash.count) bytes, and the signer key makes hashes of \(parameters.signerKey.count)")
        }
        guard (1...Self.saltBytesMax).contains(salt.count) else {
            throw Refusal(.invalid, "its salt has \(salt.count) bytes, and the limits are 1 and \(Self.saltBytesMax)")
        }
        self.hash = hash
        self.salt = salt
        self.parameters = parameters
    }

    fileprivate func matches(_ password: [UInt8]) throws -> Bool {
        let key = try Scrypt.key(
            from: password, salt: salt + parameters.saltSeparator, byteCount: Self.keyByteCount,
            rounds: 1 << UInt64(parameters.memoryCost), blockSize: UInt32(parameters.rounds), parallelism: 1)
        let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: Self.nonceByteCount))
        let made = try AES._CTR.encrypt(parameters.signerKey, using: key, nonce: nonce)
        // `SymmetricKey` compares in constant time.
        return SymmetricKey(data: made) == SymmetricKey(data: hash)
    }
}
