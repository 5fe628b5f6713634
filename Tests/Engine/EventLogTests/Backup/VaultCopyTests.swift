import Foundation
import TestSupport
import Testing

@testable import EventLog

@Suite struct VaultCopyTests {
    let scratch = TemporaryDirectory()

    @Test("wiping a vault's copy overwrites the keys before it removes them")
    func wipes() throws {
        let place = scratch.path
        try FileManager.default.createDirectory(atPath: "\(place)/vault-1", withIntermediateDirectories: true)
        try Data("a key".utf8).write(to: URL(filePath: "\(place)/vault-1/keys"))
        try FileManager.default.linkItem(atPath: "\(place)/vault-1/keys", toPath: "\(place)/same bytes")
        try VaultCopy.destroy("\(place)/vault-1")
        #expect(!FileManager.default.fileExists(atPath: "\(place)/vault-1"))
        #expect(FileManager.default.contents(atPath: "\(place)/same bytes") == Data(count: 5))
    }

    @Test("wiping a vault's copy reports what it cannot list, and removes no key that it has not overwritten")
    func keepsWhatCannotBeListed() throws {
        let place = scratch.path
        // As unreadable as a folder whose names the disk does not return, for every user.
        let keys = Data("a key".utf8)
        try keys.write(to: URL(filePath: "\(place)/vault-1"))
        #expect(throws: (any Error).self) { try VaultCopy.destroy("\(place)/vault-1") }
        #expect(FileManager.default.contents(atPath: "\(place)/vault-1") == keys)
    }
}
