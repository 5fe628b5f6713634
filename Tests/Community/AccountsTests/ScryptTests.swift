import Crypto
import Testing

@testable import Accounts

/// The vectors of RFC 7914 §12.
@Suite struct ScryptTests {
    @Test(
        "passwords become the keys of the vectors",
        arguments: [
            (
                "", "", UInt64(16), UInt32(1), UInt32(1),
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 1_024, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                    + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
        ])
    func vectors(
        password: String, salt: String, rounds: UInt64, blockSize: UInt32, parallelism: UInt32, expected: String
    ) throws {
        let key = try Scrypt.key(
            from: Array(password.utf8), salt: Array(salt.utf8), byteCount: 64, rounds: rounds, blockSize: blockSize,
            parallelism: parallelism)
        let bytes = stride(from: 0, to: expected.count, by: 2).compactMap { index in
            UInt8(expected.dropFirst(index).prefix(2), radix: 16)
        }
        #expect(key == SymmetricKey(data: bytes) && bytes.count == 64)
    }
}
