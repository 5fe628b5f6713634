import Crypto
import Events
import Foundation
import TestSupport
import Testing

@testable import EventLog

/// The keys of the golden log under a master key, as the first version with master keys wrote them, kept for ever.
@Suite struct GoldenVaultTests {
    private static let (plain, protected) = (
        GoldenLogTests.directory.appending(path: "format-1.keys"),
        GoldenLogTests.directory.appending(path: "format-2.keys")
    )
    /// The numbers from 1 to 32, in base64.
    private static let masterKey = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
    /// The operator's and two members'.
    private static let slots: Range<UInt32> = 0..<3

    let scratch = TemporaryDirectory()

    private func vault(_ keys: URL, _ key: MasterKey?) throws -> Vault {
        try? FileManager.default.removeItem(atPath: scratch.path)
        try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: keys.path, toPath: scratch.path + "/keys")
        let logID = try Array(Data(contentsOf: keys)[8..<24])
        return try #require(
            try Vault.open(directory: scratch.path, logID: logID, adopting: false) { () throws(Refusal) in key })
    }

    private func keys(_ vault: Vault) throws -> [SymmetricKey?] { try Self.slots.map { try vault.key(slot: $0) } }

    private func master(_ text: String = masterKey) throws -> MasterKey {
        try MasterKey(Array(text.utf8), from: "this test")
    }

    /// Writes the golden keys. Run by hand, once per format: LARDER_WRITE_GOLDEN=1.
    @Test(
        "writing the golden keys of the present format, on request only",
        .enabled(if: ProcessInfo.processInfo.environment["LARDER_WRITE_GOLDEN"] != nil))
    func write() throws {
        try vault(Self.plain, nil).rewrite(under: master())
        // Two slots of header, and three keys.
        try Data(contentsOf: URL(filePath: scratch.path + "/keys")).prefix(64 * 5).write(to: Self.protected)
    }

    @Test("protected keys of format 2 open to the same keys and can be unprotected")
    func format2OpensTheSameKeys() throws {
        let plain = try vault(Self.plain, nil)
        let (expected, name) = (try keys(plain), plain.usernameKey(folded: "ada"))
        let protected = try vault(Self.protected, master())
        #expect(try protected.isProtected())
        #expect(try keys(protected) == expected)
        #expect(protected.usernameKey(folded: "ada") == name)
        #expect(try keys(protected).compactMap { $0 }.count == 2, "the key of who was deleted is gone")
        // The master key can be removed again.
        try protected.rewrite(under: nil)
        #expect(try !protected.isProtected())
        #expect(try keys(protected) == expected)
    }

    @Test("a wrong or missing master key is refused") func anotherMasterKeyIsRefused() throws {
        let refusal = try #require(throws: Refusal.self) {
            try vault(Self.protected, master(String(repeating: "00", count: 32)))
        }
        #expect(refusal.message.contains("this test is not the one"))
        #expect(throws: Refusal.self) { try vault(Self.protected, nil) }
    }
}
