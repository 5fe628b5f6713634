import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

@testable import Community

/// Images stay as long as a readable text names them.
@Suite struct CommunityMediaTests {
    private let kitchen: Kitchen
    private var community: Community { kitchen.community }

    init() throws {
        kitchen = try Kitchen()
        try kitchen.join("ada")
    }

    private func put(_ number: Int) throws -> ImageID { try community.media.put(try MediaStoreTests.image(number)).id }

    private static func recipe(_ change: (inout ProtoRecipeContent) -> Void) -> Payload {
        var content = ProtoRecipeContent()
        content.title = "Soup"
        content.steps = [ProtoStep.with { $0.text = "Stir." }]
        change(&content)
        return .recipe(content)
    }

    /// A recipe with these images.
    static func posted(_ images: [ImageID], by name: String) -> Command {
        Command(.recipePosted, actor: .username(name), payload: recipe { $0.images = images.map(\.text) })
    }

    private func remove() throws -> MediaStore.Removal {
        try community.removeUnreferencedImages(putBefore: .latest)
    }

    @Test("images that recipes, edits and profiles name are kept") func whatIsNamedStays() throws {
        let ids = try (0..<7).map { try put($0) }
        let posted = try kitchen.submit(
            Command(
                .recipePosted, actor: .username("ada"),
                payload: Self.recipe {
                    $0.images = [
                        ids[0].text, "https://soup.example/a.jpg", "https://soup.example/\(ids[1].text)/large.jpg",
                    ]
                    $0.steps[0].image = ids[2].text
                    // The stored byte behind the image of the last step looks like a digit of its name.
                    $0.prepMinutes = 48
                }))
        try kitchen.submit(
            Command(
                .recipeEdited, actor: .username("ada"), subject: .recipe(RecipeID(posted.position)),
                payload: Self.recipe { $0.images = [ids[3].text] }))
        var bob = ProtoMemberRegistered()
        (bob.username, bob.name, bob.avatar) = ("bob", "Bob", ids[4].text.uppercased())
        try kitchen.submit(Command(.memberRegistered, actor: nil, payload: .registration(bob)))
        #expect(try remove().is(2, kept: 5))
        #expect(try community.media.ids() == Set(ids.prefix(5)))
        // A deleted recipe can be restored.
        try kitchen.submit(Commands.act(.recipeDeleted, "ada", on: .recipe(RecipeID(posted.position))))
        #expect(try remove().kept == 5)
    }

    @Test("an image that only a deleted member named is removed") func whatADeletedMemberNamedGoes() throws {
        try kitchen.join("bob")
        let (own, shared) = (try put(1), try put(2))
        for (name, images) in [("bob", [own, shared]), ("ada", [shared])] {
            try kitchen.submit(
                Command(
                    .recipePosted, actor: .username(name), payload: Self.recipe { $0.images = images.map(\.text) }))
        }
        #expect(try remove().is(0, kept: 2))
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bob")))
        #expect(try remove().is(1, kept: 1))
        #expect(try community.media.ids() == [shared])
    }

    /// An upload may be named for a day, unless the member who uploaded it is deleted.
    @Test("a fresh upload is kept for a day unless its member is deleted") func whatWasPutJustNowStays() throws {
        try kitchen.join("bob")
        let bob = try community.query { try $0.member(.username("bob")) }
        let ids = try (1...3).map { try put($0) }
        for id in ids[1...] { #expect(try community.media.renew(id, by: bob)) }
        for id in ids { try? FileManager.default.removeItem(atPath: "\(community.media.folder(id))/m0.held") }
        // Another member has uploaded this one, too.
        #expect(try community.media.renew(ids[2], by: MemberID(2)))
        #expect(try community.removeUnreferencedImages().is(0, kept: 3))
        try community.media.backdate(ids[0], days: 2)
        #expect(try community.removeUnreferencedImages(isRehearsal: true).is(1, kept: 2))
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bob")))
        community.finishErasures()
        #expect(community.unfinishedErasure == nil)
        #expect(try community.media.ids() == [ids[2]])
        #expect(try FileManager.default.contentsOfDirectory(atPath: community.media.folder(ids[2])).contains("m2.held"))
    }

    /// A process that dies after a deletion leaves the removal of images to the next process that opens the community.
    @Test("the next opening removes images after an interrupted deletion")
    func anInterruptedDeletionIsFinishedAtTheNextOpening() throws {
        try kitchen.join("bob")
        let bob = try community.query { try $0.member(.username("bob")) }
        let id = try put(1)
        try FileManager.default.removeItem(atPath: "\(community.media.folder(id))/m0.held")
        #expect(try community.media.renew(id, by: bob))
        try kitchen.submit(
            Command(.recipePosted, actor: .username("bob"), payload: Self.recipe { $0.images = [id.text] }))
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bob")))
        #expect(throws: Refusal.self) { try community.eraseReceipt(of: .member(bob)) }
        #expect(try community.media.ids() == [id])
        var report: DoctorReport?
        try kitchen.reopen { report = try Community.doctor(at: kitchen.path) }
        let found = try #require(report).checks.first { $0.name == "media" }
        #expect(found?.status == .failed && found?.repair == .state, "\(found?.message ?? "nothing")")
        #expect(try community.media.ids() == [])
        #expect(try community.eraseReceipt(of: .member(bob)).payloads > 0)
    }

    /// Without the keys it is unknown which images are named.
    @Test("no image is removed while the vault is missing") func nothingGoesWhereTheVaultIsMissing() throws {
        let id = try put(1)
        try kitchen.submit(
            Command(.recipePosted, actor: .username("ada"), payload: Self.recipe { $0.images = [id.text] }))
        let (vault, aside) = (kitchen.path + "/vault", kitchen.path + "/elsewhere")
        try kitchen.reopen { try FileManager.default.moveItem(atPath: vault, toPath: aside) }
        #expect(throws: Refusal.self) { try remove() }
        #expect(try community.media.ids() == [id])
        try kitchen.reopen {
            if FileManager.default.fileExists(atPath: vault) { try FileManager.default.removeItem(atPath: vault) }
            try FileManager.default.moveItem(atPath: aside, toPath: vault)
        }
        #expect(try remove().is(0, kept: 1))
    }

    @Test("the doctor counts images and names damaged ones") func theDoctorLooksAtEveryImage() throws {
        func finding() throws -> (isHealthy: Bool, media: Finding?) {
            var report: DoctorReport?
            try kitchen.reopen { report = try Community.doctor(at: kitchen.path) }
            return (try #require(report).healthy, report?.checks.first { $0.name == "media" })
        }
        #expect(try finding().media == nil)
        let ids = try (0..<3).map { try put($0) }
        var (isHealthy, media) = try finding()
        #expect(isHealthy && media?.status == .ok && media?.count == 3)
        let original = "\(community.media.folder(ids[0]))/original.jpg"
        var bytes = try #require(FileManager.default.contents(atPath: original))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: original))
        try FileManager.default.removeItem(atPath: "\(community.media.folder(ids[1]))/original.jpg")
        (isHealthy, media) = try finding()
        #expect(!isHealthy && media?.status == .failed && media?.count == 2)
        #expect([ids[0], ids[1]].contains { media?.message.contains($0.text) == true })
    }

    @Test("the doctor names missing images and the event that names them") func theDoctorMissesWhatIsNamed() throws {
        func finding() throws -> Finding? {
            var report: DoctorReport?
            try kitchen.reopen { report = try Community.doctor(at: kitchen.path) }
            return try #require(report).checks.first { $0.name == "media" }
        }
        let ids = try (0..<2).map { try put($0) }
        // Names in sentences are words.
        let lost = String(repeating: "b", count: 64)
        let posted = try kitchen.submit(
            Command(
                .recipePosted, actor: .username("ada"),
                payload: Self.recipe {
                    $0.images = [ids[0].text, "https://soup.example/\(lost)"]
                    $0.steps[0].text = "See \(lost)."
                }))
        #expect(try finding()?.status == .ok)
        try kitchen.submit(
            Command(
                .recipeEdited, actor: .username("ada"), subject: .recipe(RecipeID(posted.position)),
                payload: Self.recipe { $0.steps[0].image = ids[1].text }))
        try FileManager.default.removeItem(atPath: community.media.folder(ids[1]))
        let missing = try finding()
        #expect(missing?.status == .failed && missing?.count == 1, "\(missing?.message ?? "nothing")")
        #expect(missing?.message.contains("\(ids[1].text), which event \(posted.position.value + 1) names") == true)
    }

    @Test("a renewed image counts as stored now") func whatIsRenewedCountsAsPut() throws {
        let id = try put(1)
        try community.media.backdate(id, days: 10)
        let yesterday = Timestamp(seconds: Int64(Date().timeIntervalSince1970) - 86_400)
        #expect(try community.media.renew(id))
        #expect(try community.removeUnreferencedImages(putBefore: yesterday).is(0, kept: 1))
        #expect(try remove().is(1, kept: 0))
        #expect(try !community.media.renew(id))
        #expect(try remove().is(0, kept: 0))
    }
}
