import EventLog
import Events
import Foundation
import Images
import Layout
import TestSupport
import Testing

@testable import Community

/// Images on the disk: complete or absent, once each, and there until the last reference is removed.
@Suite struct MediaStoreTests {
    private let kitchen: Kitchen
    private var store: MediaStore { kitchen.community.media }

    init() throws { kitchen = try Kitchen() }

    static func image(_ number: Int, width: Int = 200, isTransparent: Bool = false) throws -> ImageRenditions {
        var scene = Pictures.scene(width: width, height: 40, isTransparent: isTransparent)
        for x in 0..<min(width, 64) where number >> x & 1 == 1 { scene.argb[x] = 0xFFFF_FFFF }
        return try ImageRenditions(of: Pictures.png(scene))
    }

    private func names(_ folder: String = "") throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: "\(store.directory)/\(folder)"))
    }

    /// As if the image had been stored, and held, that long ago.
    private func backdate(_ id: ImageID, days: Double) throws { try store.backdate(id, days: days) }

    private static func daysAgo(_ days: Double) -> Timestamp {
        Timestamp(microseconds: Int64((Date().timeIntervalSince1970 - days * 86_400) * 1e6))
    }

    @Test("a stored image is there in all its sizes") func whatWasPutIsThere() throws {
        #expect(!FileManager.default.fileExists(atPath: store.directory), "who needs no images has no folder for them")
        let (soup, glass) = (try Self.image(1), try Self.image(2, isTransparent: true))
        for (image, type) in [(soup, ImageMediaType.jpeg), (glass, .webP)] {
            let (id, isNew) = try store.put(image)
            #expect(isNew && id == ImageID(of: image.original))
            try kitchen.reopen()
            for size in ImageSize.allCases {
                let file = try #require(try store.file(id, size))
                #expect(file.mediaType == type)
                #expect(file.bytes == (size == .small ? image.files[.small] : image.original))
            }
        }
        #expect(try store.file(try #require(ImageID(String(repeating: "0", count: 64))), .small) == nil)
    }

    @Test("an image stored twice is one folder with the later time") func theSameImageIsStoredOnce() throws {
        let image = try Self.image(1)
        let (id, _) = try store.put(image)
        try backdate(id, days: 9)
        let again = try store.put(try Self.image(1))
        #expect(again.id == id && !again.isNew)
        #expect(try names() == [String(id.text.prefix(2)), "lock"])
        // It counts as stored now.
        let removal = try store.removeUnreferenced(.init(since: Self.daysAgo(1))) { _ in false }
        #expect(removal.is(0, kept: 1))
    }

    @Test(
        "text that is no image id is refused",
        arguments: [
            "", "..", "../../log/data.mdb", "a/../../../etc/passwd", String(repeating: "A", count: 64),
            String(repeating: "a", count: 63), String(repeating: "a", count: 65),
            String(repeating: "a", count: 63) + "/",
            String(repeating: "a", count: 62) + "é", String(repeating: "a", count: 63) + "\0",
            "/" + String(repeating: "a", count: 63), String(repeating: "g", count: 64),
        ])
    func whatIsNoNameIsNone(_ text: String) { #expect(ImageID(text) == nil) }

    @Test("old images without a reference are removed, and others stay")
    func whatNobodyRefersToIsRemovedWhenItIsOld() throws {
        let ids = try (0..<12).map { try store.put(try Self.image($0)).id }
        #expect(Set(ids).count == 12)
        for id in ids.prefix(8) { try backdate(id, days: 3) }
        let kept = Set(ids.prefix(4))
        // Other files in the folder are no images.
        let stranger = "\(store.directory)/\(ids[0].text.prefix(2))/notes"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: stranger))
        func remove() throws -> MediaStore.Removal {
            try store.removeUnreferenced(.init(since: Self.daysAgo(2))) { kept.contains($0) }
        }
        #expect(try remove().is(4, kept: 8))
        for (index, id) in ids.enumerated() {
            #expect((try store.file(id, .small) == nil) == (4..<8).contains(index))
        }
        #expect(try remove().is(0, kept: 8))
        #expect(FileManager.default.fileExists(atPath: stranger))
        let refusal = Refusal(.unavailable, "the views are not there")
        #expect(throws: refusal) {
            try store.removeUnreferenced(.init(since: .latest)) { _ throws(Refusal) in throw refusal }
        }
        #expect(try store.file(ids[0], .original) != nil)
        // A removed image can be stored again.
        #expect(try store.put(try Self.image(5)) == (ids[5], true))
    }

    /// Several members may hold the same image, each with a time of their own.
    @Test("an image stays while any living member holds it") func whoHoldsAnImageKeepsIt() throws {
        let (bo, cy) = (MemberID(2), MemberID(3))
        let image = try Self.image(1)
        let id = try store.put(image, by: bo).id
        try backdate(id, days: 3)
        func remove(_ living: Set<MemberID>, rehearsing isRehearsal: Bool = false) throws -> MediaStore.Removal {
            let grace = MediaStore.Grace(since: Self.daysAgo(1)) { member throws(Refusal) in living.contains(member) }
            return try store.removeUnreferenced(grace, isRehearsal: isRehearsal) { _ in false }
        }
        #expect(try remove([bo, cy], rehearsing: true).is(1, kept: 0))
        #expect(try store.renew(id, by: cy))
        #expect(try remove([bo, cy]).is(0, kept: 1))
        // An expired hold is removed, but not from a named image.
        #expect(try names(id.path) == ["original.jpg", "small.jpg", "m3.held"])
        #expect(try remove([bo], rehearsing: true).is(1, kept: 0))
        #expect(try store.file(id, .small) != nil, "a rehearsal removes nothing")
        // The repair of a damaged image keeps its holds.
        try Data().write(to: URL(fileURLWithPath: "\(store.folder(id))/original.jpg"))
        #expect(try store.put(image, by: bo) == (id, true))
        #expect(try names(id.path) == ["original.jpg", "small.jpg", "m2.held", "m3.held"])
        #expect(try remove([cy]).is(0, kept: 1))
        #expect(try remove([]).is(1, kept: 0))
        #expect(try !store.renew(id, by: cy))
        // A named image needs no hold; an image that is not named any more has none.
        #expect(try store.put(image, by: cy).isNew)
        let grace = MediaStore.Grace(since: .latest)
        #expect(try store.removeUnreferenced(grace) { _ in true }.is(0, kept: 1))
        #expect(try names(id.path) == ["original.jpg", "small.jpg"])
        #expect(try store.removeUnreferenced(.init(since: Self.daysAgo(1))) { _ in false }.is(1, kept: 0))
    }

    /// An image that a caller was told to be here stays, whatever is removed meanwhile.
    @Test("an image stored during removals is there") func whatIsPutWhileItIsRemovedIsThere() async throws {
        let image = try Self.image(1)
        let (store, id) = (store, ImageID(of: image.original))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for member in 1...2 {
                group.addTask {
                    for _ in 0..<60 {
                        let (_, isNew) = try store.put(image, by: MemberID(UInt64(member)))
                        let isThere = try store.file(id, .original)?.bytes == image.original
                        #expect(isThere, "it was put, and \(isNew ? "new" : "there before")")
                        try store.backdate(id, by: MemberID(UInt64(member)))
                    }
                    return 0
                }
            }
            group.addTask {
                var removed = 0
                for _ in 0..<300 {
                    removed += try store.removeUnreferenced(.init(since: Self.daysAgo(1))) { _ in false }.removed
                }
                return removed
            }
            let removed = try await group.reduce(0, +)
            #expect(removed > 0, "nothing was ever removed meanwhile")
        }
    }

    @Test("the remains of interrupted stores and removals are swept") func whatWasInterruptedIsSwept() throws {
        let id = try store.put(try Self.image(1)).id
        let shelf = "\(store.directory)/\(id.text.prefix(2))"
        let gone = "\(shelf)/\(String(repeating: "b", count: 64)).erased-1"
        for folder in ["\(store.directory)/new", gone] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(folder)/original.jpg"))
        }
        try kitchen.reopen()
        #expect(try !names().contains("new"))
        _ = try store.removeUnreferenced(.init(since: .earliest)) { _ in false }
        #expect(!FileManager.default.fileExists(atPath: gone))
        #expect(try store.file(id, .small) != nil)
        // It does not block the next one either.
        try FileManager.default.createDirectory(atPath: "\(store.directory)/new/x", withIntermediateDirectories: true)
        #expect(try store.put(try Self.image(2)).isNew)
        #expect(try !names().contains("new"))
    }

    @Test("a damaged image is repaired when it is stored again") func damageIsMendedByTheNextPut() throws {
        let image = try Self.image(1)
        let id = try store.put(image).id
        for damage in ["original.jpg", "small.jpg"] {
            let path = "\(store.folder(id))/\(damage)"
            try Data().write(to: URL(fileURLWithPath: path))
            #expect(try store.put(image) == (id, true))
            try FileManager.default.removeItem(atPath: path)
            #expect(try store.put(image) == (id, true))
        }
        #expect(try store.file(id, .small)?.bytes == image.files[.small])
        #expect(try names(String(id.text.prefix(2))) == [id.text])
    }

    @Test("a store that cannot write is refused and leaves nothing")
    func whatCannotBeWrittenIsToldAndLeavesNothing() throws {
        try Data().write(to: URL(fileURLWithPath: store.directory))
        let image = try Self.image(1)
        let refusal = #expect(throws: Refusal.self) { try store.put(image) }
        #expect(refusal?.code == .unavailable)
        try FileManager.default.removeItem(atPath: store.directory)
        let id = try store.put(image).id
        // A file is in the place of a shelf.
        let other = try Self.image(2)
        let shelf = "\(store.directory)/\(ImageID(of: other.original).text.prefix(2))"
        try #require(shelf != "\(store.directory)/\(id.text.prefix(2))")
        try Data().write(to: URL(fileURLWithPath: shelf))
        #expect(throws: Refusal.self) { try store.put(other) }
        #expect(try !names().contains("new"))
        #expect(try store.file(id, .original) != nil)
    }

    /// The system limits the size of a file: as on a full disk, a write fails midway.
    @Test("a write that fails midway leaves no part of an image") func whatIsCutOffMidwayLeavesNothing() async throws {
        let directory = kitchen.path + "/media"
        // It may be killed before it has stored any image.
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        await #expect(processExitsWith: .success) { [directory = directory as String] in
            let (store, image) = (MediaStore(directory), try MediaStoreTests.image(1))
            try store.put(try MediaStoreTests.image(2))
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 300, rlim_max: rlim_t.max)
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            var refusal: Refusal?
            do throws(Refusal) { try store.put(image) } catch { refusal = error }
            limit.rlim_cur = rlim_t.max
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            #expect(refusal?.code == .unavailable)
            #expect(try !FileManager.default.contentsOfDirectory(atPath: directory).contains("new"))
            #expect(try store.ids() == [ImageID(of: MediaStoreTests.image(2).original)])
            #expect(try store.put(image).isNew)
        }
    }

    @Test("images stored by several tasks at once are stored once each") func manyAtOnce() async throws {
        let images = try (0..<6).map { try Self.image($0) }
        let store = store
        let new = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var new = 0
                    for round in 0..<12 {
                        if worker == 3 {
                            _ = try store.removeUnreferenced(.init(since: .earliest)) { _ in false }
                        } else if try store.put(images[(worker + round) % 6]).isNew {
                            new += 1
                        }
                    }
                    return new
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(new == 6)
        for image in images { #expect(try store.file(ImageID(of: image.original), .original)?.bytes == image.original) }
    }

    /// Killed at any moment, again and again, while images are added and removed: each is complete or absent.
    @Test("a killed process leaves only complete images", arguments: 0..<6)
    func aKilledProcessLeavesWholeImages(_ seed: Int) async throws {
        let directory = kitchen.path + "/media"
        // It may be killed before it has stored any image.
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String, seed = seed as Int] in
            let images = try (0..<4).map { try MediaStoreTests.image($0) }
            let store = MediaStore(directory)
            Thread.detachNewThread {
                usleep(UInt32(20_000 + seed * 37_123 % 60_000))
                kill(getpid(), SIGKILL)
            }
            while true {
                for image in images { try store.put(image) }
                _ = try store.removeUnreferenced(.init(since: .latest)) { _ in false }
            }
        }
        try kitchen.reopen()
        #expect(try !names().contains("new"))
        for shelf in try names() where shelf.count == 2 {
            for name in try names(shelf) {
                guard let id = ImageID(name) else {
                    #expect(name.contains(".erased-"))
                    continue
                }
                let original = try #require(try store.file(id, .original))
                #expect(ImageID(of: original.bytes) == id)
                #expect(try store.file(id, .small)?.bytes != original.bytes)
            }
        }
        for number in 0..<4 { try store.put(try Self.image(number)) }
        let removal = try store.removeUnreferenced(.init(since: .latest)) { _ in false }
        #expect(removal.is(4, kept: 0))
    }
}

extension MediaStore {
    /// As if an image had been stored, and held, that long ago.
    func backdate(_ id: ImageID, days: Double) throws {
        let date = Date(timeIntervalSinceNow: -days * 86_400)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder(id)) + ["."] {
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: "\(folder(id))/\(name)")
        }
    }
}

extension MediaStore {
    /// As if that member had held an image three days ago, unless it has just been removed.
    fileprivate func backdate(_ id: ImageID, by member: MemberID) throws {
        let hold = Hold(member: member, since: Timestamp(seconds: Int64(Date().timeIntervalSince1970) - 3 * 86_400))
        if FileManager.default.fileExists(atPath: hold.path(in: folder(id))) { try? hold.write(in: folder(id)) }
    }
}

extension MediaStore.Removal {
    func `is`(_ removed: Int, kept: Int) -> Bool {
        self.removed == removed && self.kept == kept && (bytes > 0) == (removed > 0)
    }
}
