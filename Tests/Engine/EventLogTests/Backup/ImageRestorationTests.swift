import Crypto
import Foundation
import Layout
import Testing

@testable import EventLog
@testable import Events

/// «`restore` verifies before it replaces anything»: the images, too.
@Suite struct ImageRestorationTests {
    let pantry = Pantry()
    private var media: String { "\(pantry.backup)/media" }

    private func backedUp(_ names: String...) throws -> [ImageID] {
        try pantry.register("ada")
        let ids = try names.map { try pantry.gallery.put($0) }
        try pantry.backUp(pantry.gallery)
        return ids
    }

    private func expectRefusal(_ words: String, line: SourceLocation = #_sourceLocation) {
        pantry.expectRefusal(.verificationFailed, words, { try pantry.restore(to: "restored") }, line: line)
        #expect(!FileManager.default.fileExists(atPath: pantry.path("restored")), sourceLocation: line)
        #expect(!FileManager.default.fileExists(atPath: pantry.path("restored.restoring")), sourceLocation: line)
    }

    @Test("restored images are byte-identical, and replaced images are kept aside")
    func whatIsRestoredIsTheSameToTheByte() throws {
        let ids = try backedUp("soup", "bread", "cake")
        let report = try pantry.restore(to: "restored")
        #expect(report.images == 3)
        var restored = try pantry.contents(pantry.path("restored/media"))
        #expect(restored.removeValue(forKey: "erasures") == Data("0\n".utf8))
        #expect(try restored == pantry.contents(pantry.gallery.directory))
        for id in ids {
            let attributes = try FileManager.default.attributesOfItem(atPath: pantry.path("restored/media/\(id.path)"))
            #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 0))
        }
        try pantry.expectHealthy(pantry.path("restored"))
        // In the place of another one, too.
        try pantry.gallery.put("later")
        let replaced = try #require(try pantry.restore(to: "data", isReplacing: true).replaced)
        #expect(try ImageID.all(in: "\(replaced)/media").count == 4)
        #expect(try ImageID.all(in: pantry.gallery.directory) == Set(ids))
    }

    @Test("a copy that ends earlier has all images of the backup") func aCopyThatEndsEarlierHasThem() throws {
        let ids = try backedUp("soup")
        let report = try pantry.restore(to: "copy", until: .position(Position(2)))
        #expect(report.readOnly && report.images == 1)
        #expect(try ImageID.all(in: pantry.path("copy/media")) == Set(ids))
    }

    /// The number of deleted accounts when their images were removed: an earlier copy counts fewer.
    @Test("a restored community notes for how many deletions images were removed")
    func whatIsForgottenIsNoted() throws {
        let members = try pantry.register("ada", "bo", "cy")
        try pantry.gallery.put("soup")
        let gallery = pantry.gallery
        try pantry.delete(members[1])
        gallery.forgottenErasures = 1
        try pantry.backUp(gallery)
        func mark(_ name: String) -> Int? { ErasureMark(in: pantry.path("\(name)/media")).count }
        try pantry.restore(to: "restored")
        #expect(mark("restored") == 1)
        try pantry.restore(to: "copy", until: .position(Position(4)))
        #expect(mark("copy") == 0)
        // A member who is deleted again counts once more: the images are to be removed.
        try pantry.delete(members[2])
        #expect(try pantry.restore(to: "data", isReplacing: true).deletedAgain == ["m6"])
        #expect(mark("data") == 1)
        let log = try pantry.open(pantry.data)
        #expect(try log.read { try $0.erasureCount() } == 2)
        log.close()
    }

    // MARK: What is damaged

    /// Each file: one byte changed, one removed, one added, all removed, and the file missing.
    @Test("damage to any image or to the list is found and named") func damageIsFoundAndNamed() throws {
        _ = try backedUp("soup", "bread")
        let names = try pantry.contents(media).keys.map { "media/\($0)" } + ["images-1.sha256"]
        #expect(names.count == 5)
        for name in names {
            let file = URL(filePath: "\(pantry.backup)/\(name)")
            let bytes = try Data(contentsOf: file)
            var altered = bytes
            altered[bytes.count / 2] ^= 0x10
            for damage in [altered, bytes.dropLast(), bytes + Data("x".utf8), Data()] {
                try damage.write(to: file)
                expectRefusal(name)
            }
            try FileManager.default.removeItem(at: file)
            expectRefusal("\(name) is damaged (it is missing)")
            try bytes.write(to: file)
        }
        #expect(try pantry.restore(to: "restored").images == 2)
    }

    @Test(
        "an image folder that is a symbolic link is refused at restoring",
        arguments: ["media", "media/SHELF", "media/SHELF/ID"])
    func foldersAreNoLinks(name: String) throws {
        let soup = try backedUp("soup")[0]
        let path = name.replacing("SHELF", with: soup.shelf).replacing("ID", with: soup.text)
        let (folder, elsewhere) = ("\(pantry.backup)/\(path)", pantry.path("elsewhere"))
        try FileManager.default.moveItem(atPath: folder, toPath: elsewhere)
        expectRefusal("\(path) is damaged (it is missing)")
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: elsewhere)
        expectRefusal("\(path) is damaged (it is not a folder)")
    }

    /// A link to the same bytes, a broken link, a pipe without a writer, a folder.
    @Test("a link, pipe or folder in place of an image file is refused") func filesAreFiles() throws {
        let soup = try backedUp("soup")[0]
        for name in ["media/\(soup.path)/original.jpg", "images-1.sha256"] {
            let (file, elsewhere) = ("\(pantry.backup)/\(name)", pantry.path("elsewhere"))
            try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: elsewhere)
            expectRefusal("\(name) is damaged (it is not a file)")
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: pantry.path("nowhere"))
            expectRefusal("\(name) is damaged (it is not a file)")
            try FileManager.default.removeItem(atPath: file)
            #expect(unsafe mkfifo(file, 0o600) == 0)
            expectRefusal("\(name) is damaged (it is not a file)")
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
            expectRefusal("\(name) is damaged (it is not a file)")
            try FileManager.default.removeItem(atPath: file)
            try FileManager.default.moveItem(atPath: elsewhere, toPath: file)
        }
        #expect(try pantry.restore(to: "restored").images == 1)
    }

    /// A list may come from anywhere, with a manifest that confirms it.
    @Test("a list of images that names anything else is refused") func aListNamesFilesOfImagesAndNothingElse() throws {
        let soup = try backedUp("soup")[0]
        let path = "\(pantry.backup)/images-1.sha256"
        let right = try String(contentsOfFile: path, encoding: .utf8)
        let other = ImageID(of: [1])
        let line = "\(soup.text)  media/\(soup.path)/original.jpg\n"
        #expect(right.hasPrefix(line))
        for text in [
            right.replacing("media/", with: "vault-1/"), right.replacing("original.jpg", with: "../../../keys"),
            right.replacing("original.jpg", with: ".."), right.replacing("/\(soup.text)/", with: "/.."),
            right.replacing("/\(soup.text)/", with: "/\(other.text)/"),
            right.replacing("media/\(soup.shelf)/", with: "media/\(other.shelf)/"),
            right.replacing("small.jpg", with: "m2.held"), right.replacing("small.jpg", with: "small.jpg.new"),
            right.replacing(soup.text, with: other.text), String(right.dropLast()), right + "\n", "\n" + right,
            right + line, right.uppercased(), String(right.dropFirst(line.count)), "", right.replacing("  ", with: " "),
            right.split(separator: "\n").reversed().map { "\($0)\n" }.joined(),
        ] {
            try Data(text.utf8).write(to: URL(filePath: path))
            var manifest = try #require(try BackupManifest.read(pantry.backup))
            let sum = hex(SHA256.hash(data: Data(text.utf8)))
            manifest.images?.list = .init(name: "images-1.sha256", bytes: text.utf8.count, sha256: sum)
            try manifest.write(to: pantry.backup)
            expectRefusal("images-1.sha256 is damaged (it is not a list of images)")
        }
    }

    // MARK: Formats

    /// A manifest as the first version wrote it, kept for ever.
    @Test("a backup of the first version without images is read and restored")
    func whatHoldsNoImagesIsAsItAlwaysWas() throws {
        let golden = GoldenLogTests.directory.appending(path: "backup-1.json")
        let folder = pantry.path("golden")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: golden.path, toPath: "\(folder)/manifest.json")
        let manifest = try #require(try BackupManifest.read(folder))
        #expect(manifest.format == 1 && manifest.position == 3 && manifest.images == nil)
        try manifest.write(to: folder)
        #expect(try Data(contentsOf: URL(filePath: "\(folder)/manifest.json")) == Data(contentsOf: golden))
        // A new manifest has the same fields, and no others.
        try pantry.register("ada")
        try pantry.backUp(pantry.gallery)
        func fields(_ path: String) throws -> [String] {
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
            return try #require(object as? [String: Any]).keys.sorted()
        }
        #expect(try fields("\(pantry.backup)/manifest.json") == fields(golden.path))
        #expect(try pantry.restore(to: "restored").images == nil)
        #expect(!FileManager.default.fileExists(atPath: pantry.path("restored/media")))
    }

    @Test("an unknown format or an inconsistent list of images is refused")
    func whatOtherProgramsMeantIsNotGuessed() throws {
        _ = try backedUp("soup")
        let path = URL(filePath: "\(pantry.backup)/manifest.json")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text.contains("\"format\" : 2"))
        try Data(text.replacing("\"format\" : 2", with: "\"format\" : 3").utf8).write(to: path)
        pantry.expectRefusal(.unavailable, "has format 3, this larder knows 2: use a newer larder") {
            try pantry.restore(to: "restored")
        }
        // A manifest with images does not count as one without.
        try Data(text.replacing("\"format\" : 2", with: "\"format\" : 1").utf8).write(to: path)
        expectRefusal("checksum mismatch")
        try Data(text.utf8).write(to: path)
        let sound = try #require(try BackupManifest.read(pantry.backup))
        for change: (inout BackupManifest.Images) -> Void in [
            { $0.count = 0 }, { $0.bytes = -1 }, { $0.erasures = -1 }, { $0.list.bytes = -1 },
            { $0.list.name = "../images-1.sha256" }, { $0.list.name = "images-2.sha256" },
        ] {
            var manifest = sound
            var images = try #require(sound.images)
            change(&images)
            manifest.images = images
            try manifest.write(to: pantry.backup)
            expectRefusal("manifest.json is damaged")
        }
        var manifest = sound
        manifest.images?.count += 1
        try manifest.write(to: pantry.backup)
        expectRefusal("images-1.sha256 is damaged (it is not a list of images)")
    }
}
