import Decisions
import EventLog
import Events
import Foundation
import Layout
import TestSupport
import Testing

@testable import Community

/// The cached names of images equal those of a scan of the whole log.
@Suite struct NamedImagesTests {
    private let kitchen: Kitchen
    private var community: Community { kitchen.community }
    private static let ids = (0..<12).map { ImageID(of: [UInt8($0)]) }
    private static let day: Int64 = 86_400_000_000

    init() throws { kitchen = try Kitchen() }

    private func join(_ name: String) throws -> MemberID { MemberID(try kitchen.join(name).position) }

    private func store(_ id: ImageID, heldBy member: MemberID?, daysAgo days: Int64 = 0) throws {
        let folder = community.media.folder(id)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data([UInt8(Self.ids.firstIndex(of: id) ?? 0)]).write(to: URL(filePath: "\(folder)/original.jpg"))
        let time = Timestamp(microseconds: EventLog.systemClock().microseconds - days * Self.day)
        if let member { try Hold(member: member, since: time).write(in: folder) }
        try Hold.setTime(time, of: folder)
    }

    private func name(_ ids: [ImageID], by name: String) throws {
        try kitchen.submit(CommunityMediaTests.posted(ids, by: name))
    }

    /// One more scan, for which these images must be known.
    private func look(
        _ known: inout NamedImages, among stored: Set<ImageID>, known must: Set<ImageID>
    ) throws -> Set<ImageID> {
        try community.log.read { snapshot in
            try known.goOn(snapshot, among: stored) { id throws(Refusal) in must.contains(id) }
        }
    }

    /// A scan in progress when an account is deleted reads texts whose key is destroyed already.
    @Test("a member deleted during a scan names no images") func whoIsDeletedMeanwhileNamesNothing() throws {
        for name in ["ada", "bo"] { _ = try join(name) }
        try name([Self.ids[0]], by: "ada")
        try name([Self.ids[1]], by: "bo")
        let named = try community.log.read { snapshot in
            try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bo")))
            return try snapshot.imagesNamed(among: Set(Self.ids))
        }
        #expect(named == [Self.ids[0]])
    }

    @Test("each scan for images continues where the one before ended")
    func eachLookGoesOnWhereTheOneBeforeEnded() throws {
        _ = try join("ada")
        let ids = Self.ids
        var known = NamedImages()
        try name([ids[0], ids[1], ids[3]], by: "ada")
        #expect(try look(&known, among: [ids[0], ids[2]], known: []) == [ids[0]])
        #expect(known.lastBegin == .none && known.position == Position(3))
        try name([ids[2]], by: "ada")
        #expect(try look(&known, among: [ids[0], ids[2]], known: [ids[2]]) == [ids[0], ids[2]])
        #expect(known.lastBegin == Position(3) && known.position == Position(4))
        // Later images are not indexed until a caller needs them.
        let later: Set<ImageID> = [ids[0], ids[1], ids[2], ids[4]]
        #expect(try look(&known, among: later, known: []) == later)
        #expect(known.lastBegin == Position(4))
        #expect(try look(&known, among: later, known: [ids[4]]) == later.subtracting([ids[4]]))
        #expect(known.lastBegin == .none)
        // An image that was removed and added again is new.
        _ = try look(&known, among: [ids[0]], known: [])
        #expect(try look(&known, among: later, known: [ids[4]]) == later.subtracting([ids[4]]))
        #expect(known.lastBegin == .none)
    }

    @Test("a deletion makes the next scan begin at the start") func aDeletionBeginsAnew() throws {
        _ = try (join("ada"), join("bo"))
        let (own, shared) = (Self.ids[0], Self.ids[1])
        try name([shared], by: "ada")
        try name([own, shared], by: "bo")
        var known = NamedImages()
        #expect(try look(&known, among: [own, shared], known: []) == [own, shared])
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bo")))
        #expect(try look(&known, among: [own, shared], known: []) == [shared])
        #expect(known.lastBegin == .none)
        #expect(try look(&known, among: [own, shared], known: [own]) == [shared])
        #expect(known.lastBegin == known.position)
    }

    @Test("a scan without the vault is not remembered") func whatCannotBeKnownIsNotRemembered() throws {
        _ = try join("ada")
        try name([Self.ids[0]], by: "ada")
        var known = NamedImages()
        let (vault, aside) = (kitchen.path + "/vault", kitchen.path + "/elsewhere")
        try kitchen.reopen { try FileManager.default.moveItem(atPath: vault, toPath: aside) }
        #expect(throws: Refusal.self) { try look(&known, among: [Self.ids[0]], known: []) }
        #expect(known.position == .none)
        try kitchen.reopen {
            try? FileManager.default.removeItem(atPath: vault)
            try FileManager.default.moveItem(atPath: aside, toPath: vault)
        }
        #expect(try look(&known, among: [Self.ids[0]], known: []) == [Self.ids[0]])
    }

    /// Images are added, removed, named and held, and accounts are deleted.
    @Test("a continued scan keeps what a whole scan finds", arguments: 0..<10)
    func whatIsKeptIsWhatAWholeLookFinds(_ seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var members: [(name: String, id: MemberID)] = []
        func joinOne() throws {
            let name = "guest\(try kitchen.head())"
            members.append((name, try join(name)))
        }
        for _ in 0..<4 { try joinOne() }
        var known = NamedImages()
        var (looks, continued, removed) = (0, 0, 0)
        for _ in 0..<160 {
            let id = Self.ids.randomElement(using: &dice) ?? Self.ids[0]
            let member = members.randomElement(using: &dice)
            switch Int.random(in: 0..<20, using: &dice) {
            case 0..<5:
                try store(
                    id, heldBy: Bool.random(using: &dice) ? member?.id : nil,
                    daysAgo: Int64.random(in: 0..<3, using: &dice))
            case 5: try? FileManager.default.removeItem(atPath: community.media.folder(id))
            case 6..<10:
                guard let member else { break }
                let named = Self.ids.shuffled(using: &dice).prefix(Int.random(in: 0..<3, using: &dice))
                try name(Array(named), by: member.name)
            case 10 where members.count > 2:
                guard let index = members.indices.randomElement(using: &dice) else { break }
                let leaver = members.remove(at: index)
                try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username(leaver.name)))
            case 11: try joinOne()
            case 12..<17:
                let stored = try community.media.ids()
                let must = stored.filter { _ in Int.random(in: 0..<6, using: &dice) == 0 }
                let whole = try community.log.read { try $0.imagesNamed(among: stored) }
                let found = try look(&known, among: stored, known: must)
                #expect(found.isSuperset(of: whole) && found.isSubset(of: stored))
                #expect(found.intersection(must) == whole.intersection(must))
                looks += 1
                if !known.lastBegin.isNone { continued += 1 }
            default:
                // It removes the images that a scan without a cache would remove.
                let stored = try community.media.ids()
                let whole = try community.log.read { try $0.imagesNamed(among: stored) }
                let since = Timestamp(microseconds: EventLog.systemClock().microseconds - Self.day)
                let grace = MediaStore.Grace(since: since) { member throws(Refusal) in
                    member == .operator ? true : try community.log.read { try $0.member(member)?.isDeleted == false }
                }
                let expected = try community.media.removeUnreferenced(grace, isRehearsal: true) { whole.contains($0) }
                let removal = try community.removeUnreferencedImages(putBefore: since)
                #expect(removal == expected)
                removed += removal.removed
            }
        }
        #expect(
            looks > 10 && continued > 0 && removed > 0, "\(looks) looks, \(continued) continued, \(removed) removed")
    }
}
