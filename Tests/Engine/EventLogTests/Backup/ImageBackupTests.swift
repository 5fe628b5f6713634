import Foundation
import Layout
import Testing

@testable import EventLog
@testable import Events

/// Backups hold each image once, as it is, and drop it with the next backup after its removal.
@Suite struct ImageBackupTests {
    let pantry = Pantry()
    private var media: String { "\(pantry.backup)/media" }

    /// A replaced file has another inode number.
    private func number(_ path: String) throws -> UInt64 {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64)
    }

    private func manifest() throws -> BackupManifest { try #require(try BackupManifest.read(pantry.backup)) }

    @Test("a backup with images holds each image and lists it") func whatIsThereGoesAlong() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let ids = try (0..<3).map { try gallery.put("soup \($0)", small: $0) }
        let report = try pantry.backUp(gallery)
        #expect(report.images == 3 && report.addedImages == 3 && report.damagedImages == nil)
        #expect(try pantry.contents(media) == pantry.contents(gallery.directory))
        let manifest = try manifest()
        #expect(manifest.format == 2 && manifest.images?.count == 3 && manifest.images?.list.name == "images-1.sha256")
        let bytes = try pantry.contents(pantry.backup).filter { $0.key != "manifest.json" }.values.map(\.count)
        #expect(manifest.byteCount == bytes.reduce(0, +) && report.bytes == manifest.byteCount)
        #expect(try ImageList.read(manifest, of: pantry.backup).images.keys.sorted() == ids.sorted())
    }

    @Test("images that the backup has are not written again") func whatIsThereAlreadyIsNotWrittenAgain() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let soup = try gallery.put("soup")
        try pantry.backUp(gallery)
        let path = "\(media)/\(soup.path)"
        let before = try ["original.jpg", "small.jpg"].map { try number("\(path)/\($0)") }
        let bread = try gallery.put("bread")
        // A small rendition by other versions of the libraries makes no difference: the earlier backup is whole
        // meanwhile.
        try gallery.write("another small soup", to: "small.jpg", of: soup)
        try gallery.write("a medium soup", to: "medium.jpg", of: soup)
        let report = try pantry.backUp(gallery)
        #expect(report.images == 2 && report.addedImages == 1)
        #expect(try ["original.jpg", "small.jpg"].map { try number("\(path)/\($0)") } == before)
        #expect(try pantry.contents(path).count == 3)
        let list = try ImageList.read(try manifest(), of: pantry.backup)
        #expect(list[soup]?.sums.keys.sorted() == ["medium.jpg", "original.jpg", "small.jpg"])
        #expect(list[bread]?.isWhole(bread) == true)
        #expect(try pantry.files().filter { $0.hasPrefix("images-") } == ["images-2.sha256"])
        #expect(try pantry.backUp(gallery).addedImages == 0)
    }

    @Test("damaged images of a backup are repaired by the next one")
    func whatIsDamagedInABackupIsMendedByTheNext() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let ids = try (0..<5).map { try gallery.put("soup \($0)") }
        try pantry.backUp(gallery)
        let whole = try pantry.contents(media)
        try Data("soap".utf8).write(to: URL(filePath: "\(media)/\(ids[0].path)/original.jpg"))
        try FileManager.default.removeItem(atPath: "\(media)/\(ids[1].path)/small.jpg")
        try FileManager.default.removeItem(atPath: "\(media)/\(ids[2].path)")
        pantry.expectRefusal(.verificationFailed, "media/") { try pantry.restore(to: "restored") }
        #expect(try pantry.backUp(gallery).addedImages == 0)
        #expect(try pantry.contents(media) == whole)
        // Also if its content is unknown.
        try Data("none".utf8).write(to: URL(filePath: "\(pantry.backup)/images-2.sha256"))
        try Data("soap".utf8).write(to: URL(filePath: "\(media)/\(ids[3].path)/small.jpg"))
        try pantry.backUp(gallery)
        #expect(try pantry.contents(media) == whole)
        try pantry.restore(to: "restored")
    }

    @Test("images that were removed leave the next backup") func whatIsGoneGoesFromTheBackup() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let (soup, bread) = (try gallery.put("soup"), try gallery.put("bread"))
        try pantry.backUp(gallery)
        try gallery.remove(soup)
        #expect(try pantry.backUp(gallery).images == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(media)/\(soup.shelf)"))
        #expect(FileManager.default.fileExists(atPath: "\(media)/\(bread.path)/original.jpg"))
        // After the last image is removed, the backup equals one that never had images.
        try gallery.remove(bread)
        let report = try pantry.backUp(gallery)
        #expect(report.images == nil && report.addedImages == nil)
        #expect(try manifest().format == 1)
        #expect(
            try pantry.files() == ["log-1-3.larderlog", "manifest.json", "vault-3", "vault-3/keys", "vault-3/signing"])
    }

    /// A disk that is not mounted must not cost the last copy.
    @Test("an image that is lost on disk stays in the backup, and the report names it")
    func whatIsLostStaysInTheBackup() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let (soup, bread) = (try gallery.put("soup"), try gallery.put("bread"))
        try pantry.backUp(gallery)
        let whole = try pantry.contents(media)
        try FileManager.default.removeItem(atPath: gallery.directory)
        // It is unknown which images are named.
        gallery.named = nil
        #expect(try pantry.backUp(gallery).images == 2)
        #expect(try pantry.contents(media) == whole)
        gallery.named = [soup]
        let report = try pantry.backUp(gallery)
        #expect(report.images == 1 && report.missingImages == [gallery.folder(soup)])
        #expect(try pantry.restore(to: "restored").images == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(media)/\(bread.path)"))
        // A restored image is not missing any more. An image that was damaged in the backup meanwhile is lost, and the
        // backup lists it.
        try gallery.put("soup")
        #expect(try pantry.backUp(gallery).missingImages == nil)
        try gallery.remove(soup)
        try Data("soap".utf8).write(to: URL(filePath: "\(media)/\(soup.path)/original.jpg"))
        let last = try pantry.backUp(gallery)
        #expect(last.images == nil && last.missingImages == [gallery.folder(soup)])
    }

    /// Images that are added and removed during the backup are in it as of the last event.
    @Test("images added or removed during a backup are in it as of its last event")
    func imagesComeAndGoMeanwhile() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let (soup, bread) = (try gallery.put("soup"), try gallery.put("bread"))
        gallery.meanwhile = {
            try gallery.remove(soup)
            try gallery.put("cake")
        }
        let report = try pantry.backUp(gallery)
        #expect(report.images == 2 && gallery.rounds == 1)
        let cake = ImageID(of: Array("cake".utf8))
        #expect(try ImageList.read(try manifest(), of: pantry.backup).images.keys.sorted() == [bread, cake].sorted())
        #expect(!FileManager.default.fileExists(atPath: "\(media)/\(soup.path)"))
    }

    /// The images of a deleted member still exist: the backup waits for their removal, up to a limit.
    @Test(
        "the backup waits, up to a limit, until images of deleted members are removed",
        arguments: [(1, 2, 1), (9, 4, 3)])
    func whatOnlyDeletedMembersHadIsNotTakenAlong(pending: Int, rounds: Int, noted: Int) throws {
        let members = try pantry.register("ada", "bo")
        let gallery = pantry.gallery
        try gallery.put("soup")
        gallery.forgottenErasures = 0
        gallery.erasuresToForget = pending
        if pending == 1 { try pantry.delete(members[1]) }
        if pending > 1 {
            for number in 0..<8 {
                let more = try pantry.register("guest\(number)")
                try pantry.delete(more[0])
            }
        }
        try pantry.backUp(gallery)
        #expect(gallery.rounds == rounds)
        #expect(try manifest().images?.erasures == noted)
    }

    // MARK: What is left out

    @Test("an image damaged before its first backup is left out and reported")
    func whatIsNotWhatItsNameSaysIsLeftOutAndTold() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let ids = try (0..<5).map { try gallery.put("soup \($0)") }
        try pantry.backUp(gallery)
        let later = try (5..<8).map { try gallery.put("soup \($0)") }
        for id in [ids[0], later[0]] { try gallery.write("soap", to: "original.jpg", of: id) }
        try FileManager.default.removeItem(atPath: "\(gallery.folder(later[1]))/original.jpg")
        try FileManager.default.removeItem(atPath: "\(gallery.folder(ids[1]))/small.jpg")
        // An empty file is useless, too.
        try gallery.write("", to: "small.jpg", of: later[2])
        let report = try pantry.backUp(gallery)
        // The backup's copies of the first two are whole.
        #expect(report.images == 6 && report.addedImages == 1)
        #expect(report.damagedImages?.sorted() == later.prefix(2).map(gallery.folder).sorted())
        let list = try ImageList.read(try manifest(), of: pantry.backup)
        #expect(list[ids[1]]?.sums.count == 2 && list[later[2]]?.sums.keys.sorted() == ["original.jpg"])
        #expect(try pantry.restore(to: "restored").images == 6)
    }

    @Test("a backup without images removes the images of the one before") func aBackupWithoutImagesHoldsNone() throws {
        try pantry.register("ada")
        try pantry.gallery.put("soup")
        try pantry.backUp(pantry.gallery)
        #expect(try pantry.backUp().images == nil)
        #expect(!FileManager.default.fileExists(atPath: media))
    }

    // MARK: What was interrupted

    @Test("a backup goes on with the images that an interrupted one left")
    func whatAnInterruptionLeftIsGoneOnWith() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let (soup, bread) = (try gallery.put("soup"), try gallery.put("bread"))
        let path = "\(media)/\(soup.path)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("soup".utf8).write(to: URL(filePath: "\(path)/original.jpg"))
        try Data("sm".utf8).write(to: URL(filePath: "\(path)/small.jpg.new"))
        let before = try number("\(path)/original.jpg")
        // Removed from the community since.
        let other = String(repeating: "0", count: 64)
        for name in ["00/\(other)", "\(bread.path).erased-1"] {
            try FileManager.default.createDirectory(atPath: "\(media)/\(name)", withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: "\(media)/\(name)/original.jpg"))
        }
        #expect(try pantry.backUp(gallery).images == 2)
        #expect(try number("\(path)/original.jpg") == before)
        #expect(try pantry.contents(media) == pantry.contents(gallery.directory))
        #expect(!FileManager.default.fileExists(atPath: "\(media)/00"))
    }

    /// A failure leaves the earlier backup, and no new files.
    @Test("a failed backup leaves the earlier one unchanged") func whatFailsLeavesTheEarlierBackup() throws {
        struct Failure: Error {}
        try pantry.register("ada")
        let gallery = pantry.gallery
        let soup = try gallery.put("soup")
        gallery.meanwhile = { throw Failure() }
        #expect(throws: Refusal.self) { try pantry.backUp(gallery) }
        #expect(!FileManager.default.fileExists(atPath: pantry.backup))
        gallery.meanwhile = {}
        try pantry.backUp(gallery)
        let before = try pantry.contents(pantry.backup)
        try gallery.put("bread")
        try gallery.remove(soup)
        try pantry.register("bo")
        gallery.meanwhile = { throw Failure() }
        #expect(throws: Refusal.self) { try pantry.backUp(gallery) }
        #expect(try pantry.contents(pantry.backup) == before)
        #expect(try pantry.restore(to: "restored").images == 1)
    }

    // MARK: What else may lie there

    @Test(
        "an image folder that is a symbolic link is refused, and nothing is written behind it",
        arguments: ["media", "media/SHELF", "media/SHELF/ID"])
    func foldersElsewhereAreNotWrittenTo(name: String) throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        try pantry.backUp(gallery)
        let soup = try gallery.put("soup")
        let elsewhere = pantry.path("elsewhere")
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
        let name = name.replacing("SHELF", with: soup.shelf).replacing("ID", with: soup.text)
        let link = "\(pantry.backup)/\(name)"
        try FileManager.default.createDirectory(
            atPath: URL(filePath: link).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere)
        pantry.expectRefusal(.conflict, "is not a folder of a backup") {
            try pantry.backUp(gallery)
        }
        #expect(try pantry.files(elsewhere).isEmpty)
        try? FileManager.default.removeItem(atPath: link)
        #expect(try pantry.backUp(gallery).images == 1)
    }

    @Test("a link in place of an image file is replaced, and its target stays unchanged")
    func linksAreNotWrittenThrough() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let soup = try gallery.put("soup")
        let (folder, elsewhere) = ("\(media)/\(soup.path)", pantry.path("letter"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: elsewhere))
        for name in ["original.jpg", "original.jpg.new", "small.jpg.new", "other.jpg"] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: elsewhere)
        }
        try pantry.backUp(gallery)
        #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "mine")
        #expect(try pantry.contents(media) == pantry.contents(gallery.directory))
        #expect(FileKind("\(folder)/original.jpg") == .file)
    }

    @Test("files without an image's name stay in the folder and are not restored")
    func whatBearsNoNameOfAnImageStays() throws {
        try pantry.register("ada")
        let gallery = pantry.gallery
        let soup = try gallery.put("soup")
        try pantry.backUp(gallery)
        let others = ["notes", "\(soup.shelf)/notes", "\(soup.shelf)/\(soup.text)0"]
        for name in others { try Data("mine".utf8).write(to: URL(filePath: "\(media)/\(name)")) }
        // The folder of an image may hold only its files.
        try Data("x".utf8).write(to: URL(filePath: "\(media)/\(soup.path)/notes"))
        try pantry.backUp(gallery)
        for name in others { #expect(FileManager.default.fileExists(atPath: "\(media)/\(name)")) }
        #expect(!FileManager.default.fileExists(atPath: "\(media)/\(soup.path)/notes"))
        #expect(try pantry.restore(to: "restored").images == 1)
        #expect(
            try pantry.contents(pantry.path("restored/media")).keys.sorted()
                == [
                    "\(soup.path)/original.jpg", "\(soup.path)/small.jpg", "erasures",
                ].sorted())
    }

    /// A folder of that name with other content is no interrupted backup.
    @Test("a folder media with other pictures is refused") func aFolderOfPicturesIsNoBackup() throws {
        try pantry.register("ada")
        try FileManager.default.createDirectory(atPath: "\(media)/holidays", withIntermediateDirectories: true)
        pantry.expectRefusal(.conflict, "such as «media»") { try pantry.backUp(pantry.gallery) }
        #expect(try pantry.files() == ["media", "media/holidays"])
    }
}
