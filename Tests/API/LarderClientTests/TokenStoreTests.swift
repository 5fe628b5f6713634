import Foundation
import LarderClient
import TestSupport
import Testing

@Suite struct TokenStoreTests {
    private let folder = TemporaryDirectory()
    private let token = StoredToken(service: "https://kitchen.example", token: "ls_1", username: "ada")

    private var path: String { folder.path("token") }

    @Test("a token comes back from its file, which only its owner may read") func file() async throws {
        #expect(try await FileTokenStore(path: path).load() == nil)
        try await FileTokenStore(path: path).save(token)
        #expect(try await FileTokenStore(path: path).load() == token)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try await FileTokenStore(path: path).save(nil)
        try await FileTokenStore(path: path).save(nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("a file that others may read is refused, and so is one without a token") func badFiles() async throws {
        let store = FileTokenStore(path: path)
        try await store.save(token)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        await #expect { try await store.load() } throws: { ($0 as? LarderFailure)?.kind == .tokenStore }
        try Data("{}".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        await #expect { try await store.load() } throws: { ($0 as? LarderFailure)?.kind == .tokenStore }
    }

    @Test("a folder that is not there is reported") func missingFolder() async throws {
        try FileManager.default.removeItem(atPath: folder.path)
        await #expect { try await FileTokenStore(path: path).save(token) } throws: {
            ($0 as? LarderFailure)?.kind == .tokenStore
        }
    }
}
