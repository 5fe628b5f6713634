import CSodium
import Crypto
import Events
import Layout

/// scrypt (RFC 7914) by libsodium. swift-crypto has it too, in C that is slow where it is not optimised: see
/// `docs/decisions/password-hashing.md`.
enum Scrypt {
    // It finds out what the processor can do; it may be called at any time.
    private static let isReady = sodium_init() >= 0

    /// Takes about `128 · blockSize · rounds` bytes of memory, and time in proportion to that and to `parallelism`.
    static func key(
        from password: [UInt8], salt: [UInt8], byteCount: Int, rounds: UInt64, blockSize: UInt32, parallelism: UInt32
    ) throws(Refusal) -> SymmetricKey {
        precondition(isReady, "libsodium cannot begin")
        var key = [UInt8](repeating: 0, count: byteCount)
        let status = unsafe crypto_pwhash_scryptsalsa208sha256_ll(
            password, password.count, salt, salt.count, rounds, blockSize, parallelism, &key, byteCount)
        // The parameters are checked where they come in, so that only memory can be missing.
        guard status == 0 else {
            throw Refusal(.unavailable, "there is no memory for checking a password: try again later")
        }
        return SymmetricKey(data: key)
    }
}
