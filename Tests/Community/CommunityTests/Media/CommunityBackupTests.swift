import Decisions
import EventLog
import Events
import Foundation
import LMDB
import Layout
import Testing
import Views

@testable import Community

/// A backup has every image that its log names, and none of a deleted member.
@Suite struct CommunityBackupTests {
    private let kitchen: Kitchen
    private let ada: MemberID
    private var community: Community { kitchen.community }
    private var backup: String { kitchen.path + ".backup/b" }
    private var restored: String { kitchen.path + ".backup/restored" }

    init() throws {
        kitchen = try Kitchen()
        ada = MemberID(try kitchen.join("ada").position)
    }

    /// An image of a few bytes as it would be stored, held by that member.
    private static func store(_ text: String, of member: MemberID, in directory: String) throws -> ImageID {
        let id = ImageID(of: Array(text.utf8))
        let folder = "\(directory)/media/\(id.path)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/original.jpg"))
        try Hold(member: member, since: EventLog.systemClock()).write(in: folder)
        return id
    }

    private func store(_ text: String, of member: MemberID) throws -> ImageID {
        try Self.store(text, of: member, in: kitchen.path)
    }

    private func join(_ name: String) throws -> MemberID { MemberID(try kitchen.join(name).position) }

    private func post(_ images: [ImageID], by name: String) throws {
        try kitchen.submit(CommunityMediaTests.posted(images, by: name))
    }

    private func delete(_ name: String) throws {
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username(name)))
        community.finishErasures()
    }

    private func images(_ directory: String) throws -> Set<ImageID> { try ImageID.all(in: "\(directory)/media") }

    /// The doctor's finding about the images of a directory.
    private func finding(_ directory: String) throws -> Finding? {
        try Community.doctor(at: directory).checks.first { $0.name == "media" }
    }

    @discardableResult
    private func restore(replacing place: String? = nil) throws -> Restoration.Outcome {
        let restoration = try Restoration(.community, of: backup, to: place ?? restored, isReplacing: place != nil)
        try restoration.putInPlace()
        try Community.finishRestoring(at: place ?? restored, restoration.outcome)
        if let old = restoration.outcome.replaced { try FileManager.default.removeItem(atPath: old) }
        return restoration.outcome
    }

    @Test("images of deleted members leave the next backup") func theImagesOfTheGoneGoFromTheBackup() throws {
        try kitchen.join("bo")
        let (own, shared) = (
            try community.media.put(MediaStoreTests.image(1)).id, try community.media.put(MediaStoreTests.image(2)).id
        )
        try post([own, shared], by: "bo")
        try post([shared], by: "ada")
        try community.removeUnreferencedImages(putBefore: .latest)
        #expect(try community.backUp(to: backup).images == 2)
        #expect(try images(backup) == [own, shared])
        try delete("bo")
        #expect(try community.backUp(to: backup).images == 1)
        #expect(try images(backup) == [shared])
        try restore()
        #expect(try images(restored) == [shared])
        #expect(try finding(restored)?.status == .ok)
    }

    /// The deletion is in the log, and the deleting process died before it removed the images.
    @Test("a backup first removes images that a deletion left behind")
    func whatIsToBeForgottenIsForgottenBefore() throws {
        let (own, shared) = (try store("bo's", of: try join("bo")), try store("ada's", of: ada))
        try post([own], by: "bo")
        try post([shared], by: "ada")
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bo")))
        #expect(try images(kitchen.path) == [own, shared])
        #expect(try community.backUp(to: backup).images == 1)
        #expect(try images(backup) == [shared] && images(kitchen.path) == [shared])
    }

    /// A member who was deleted at the place after the backup is deleted in the restored community, with all their
    /// images.
    @Test("a member deleted again at restoring loses their images again")
    func whoIsDeletedAgainLosesTheirImagesAgain() throws {
        let own = try store("bo's", of: try join("bo"))
        let shared = try store("ada's", of: ada)
        let upload = try store("a moment ago", of: ada)
        try post([own], by: "bo")
        try post([shared], by: "ada")
        #expect(try community.backUp(to: backup).images == 3)
        try delete("bo")
        var (again, found): ([String], Finding?) = ([], nil)
        try kitchen.reopen {
            again = try restore(replacing: kitchen.path).deletedAgain
            found = try finding(kitchen.path)
        }
        #expect(again.count == 1 && found?.status == .ok, "\(found?.message ?? "nothing")")
        // An image without a reference must be uploaded again.
        #expect(try images(kitchen.path) == [shared], "\(upload)")
    }

    /// A process that still has the replaced community open does not know the present images.
    @Test("a process with the replaced community open removes no images") func whoIsHeldBackRemovesNothing() throws {
        let other = try Kitchen()
        let bo = MemberID(try other.join("bo").position)
        let soup = try Self.store("soup", of: bo, in: other.path)
        try other.submit(CommunityMediaTests.posted([soup], by: "bo"))
        try other.community.backUp(to: backup)
        try restore(replacing: kitchen.path)
        #expect(try images(kitchen.path) == [soup])
        #expect(throws: Refusal.self) { try community.removeUnreferencedImages(putBefore: .latest) }
        #expect(try images(kitchen.path) == [soup])
    }

    /// Members post images, and delete accounts with theirs, all the time: no backup lacks an image that its log names.
    @Test("no backup taken during posts and deletions lacks a named image") func noBackupIsTorn() async throws {
        let community = community
        let (backup, restored) = (backup, restored)
        let isOver = Flag()
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                var count = 0
                while !isOver.isSet || count < 9 {
                    let name = "guest\(count)"
                    let guest = MemberID(try community.submit(Commands.join(name)).position)
                    let id = try community.media.whileStill {
                        try Self.store(name, of: guest, in: community.log.directory)
                    }
                    _ = try community.submit(CommunityMediaTests.posted([id], by: name))
                    if count % 2 == 1 {
                        _ = try community.submit(
                            Command(.memberDeleted, actor: nil, subject: .username("guest\(count / 2)")))
                        try community.removeUnreferencedImages()
                    }
                    count += 1
                }
                return count
            }
            group.addTask {
                defer { isOver.set() }
                var rounds = 0
                while rounds < 12 {
                    try community.backUp(to: backup)
                    let restoration = try Restoration(.community, of: backup, to: restored, isReplacing: false)
                    try restoration.putInPlace()
                    try Community.finishRestoring(at: restored, restoration.outcome)
                    let report = try Community.doctor(at: restored)
                    let media = report.checks.first { $0.name == "media" }
                    #expect(media == nil || media?.status == .ok, "\(media?.message ?? "")")
                    // It has none of a deleted member either: at most one was not named yet.
                    let log = try EventLog.open(.community, directory: restored, create: false)
                    let stored = try ImageID.all(in: "\(restored)/media")
                    #expect(try log.read { try $0.imagesNamed(among: stored) }.count >= stored.count - 1)
                    log.close()
                    try FileManager.default.removeItem(atPath: restored)
                    rounds += 1
                }
                return rounds
            }
            for try await count in group { #expect(count > 8) }
        }
    }

    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false
        var isSet: Bool { lock.withLock { value } }
        func set() { lock.withLock { value = true } }
    }

    // MARK: What fails

    #if DEBUG
        /// Each call of the storage fails in turn: then the earlier or the new backup is there, complete.
        @Test("a storage failure leaves the earlier or the new backup complete")
        func aFailingCallLeavesAWholeBackup() throws {
            let soup = try store("soup", of: ada)
            try post([soup], by: "ada")
            try community.backUp(to: backup)
            let bread = try store("bread", of: ada)
            try post([bread], by: "ada")
            var refused = 0
            for call in 1...400 {
                let community = community
                let folder = backup
                let outcome = FaultInjector.fail(callNumber: call, with: .io) {
                    try community.backUp(to: folder).images
                }
                switch outcome.result {
                case .success(let images): #expect(images == 2)
                case .failure(let error):
                    refused += 1
                    #expect(error is Refusal, "\(error)")
                }
                // The failure may have poisoned the environment.
                try kitchen.reopen()
                let images = try restore().images
                #expect(images == 1 || images == 2)
                #expect(try finding(restored)?.status == .ok)
                try FileManager.default.removeItem(atPath: restored)
                if !outcome.fired { break }
                #expect(call < 400, "it never came to an end")
            }
            #expect(refused > 10, "too few calls failed for this to have tested anything: \(refused)")
        }
    #endif

    /// The system limits the size of a file: as on a full disk, a write fails midway.
    @Test(
        "a backup whose write fails midway leaves the earlier one complete",
        arguments: [(100, 10), (3_000, 10), (90_000, 200_000)])
    func whatIsCutOffMidwayLeavesTheEarlierBackup(limit: Int, bytes: Int) async throws {
        let soup = try store("soup", of: ada)
        try post([soup], by: "ada")
        try community.backUp(to: backup)
        let big = try store(String(repeating: "b", count: bytes), of: ada)
        try post([big], by: "ada")
        let (path, folder) = (kitchen.path, backup)
        await #expect(processExitsWith: .success) {
            [path = path as String, folder = folder as String, limit = limit as Int] in
            let community = try Community.open(at: path, mode: .existing)
            signal(SIGXFSZ, SIG_IGN)
            var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t.max)
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size) == 0)
            var refusal: Refusal?
            do throws(Refusal) { try community.backUp(to: folder) } catch { refusal = error }
            size.rlim_cur = rlim_t.max
            #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size) == 0)
            #expect(refusal?.code == .unavailable)
            community.close()
        }
        #expect(try images(backup) == [soup])
        #expect(try restore().images == 1)
        #expect(try community.backUp(to: backup).images == 2)
    }
}
