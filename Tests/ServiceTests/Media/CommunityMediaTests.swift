import EventLog
import Events
import Foundation
import Layout
import SwiftProtobuf
import Testing

@testable import Service

/// Images stay as long as something that can be read names them.
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

    private func remove() throws -> MediaStore.Removal {
        try community.removeUnreferencedImages(putBefore: .latest)
    }

    @Test func whatIsNamedStays() throws {
        let ids = try (0..<7).map { try put($0) }
        let posted = try kitchen.submit(
            Command(
                .recipePosted, actor: .username("ada"),
                payload: Self.recipe {
                    $0.images = [
                        ids[0].text, "https://soup.example/a.jpg", "https://soup.example/\(ids[1].text)/large.jpg",
                    ]
                    $0.steps[0].image = ids[2].text
                    // What is stored behind the image of the last step looks like a digit of it.
                    $0.prepMinutes = 48
                }))
        try kitchen.submit(
            Command(
                .recipeEdited, actor: .username("ada"), subject: .recipe(RecipeID(posted.position)),
                payload: Self.recipe { $0.images = [ids[3].text] }))
        var bob = ProtoMemberRegistered()
        (bob.username, bob.name, bob.avatar) = ("bob", "Bob", ids[4].text.uppercased())
        try kitchen.submit(Command(.memberRegistered, actor: nil, payload: .registration(bob)))
        #expect(try remove() == MediaStore.Removal(removed: 2, kept: 5))
        #expect(try community.media.ids() == Set(ids.prefix(5)))
        // A deleted recipe can be restored.
        try kitchen.submit(Commands.act(.recipeDeleted, "ada", on: .recipe(RecipeID(posted.position))))
        #expect(try remove().kept == 5)
    }

    @Test func whatADeletedMemberNamedGoes() throws {
        try kitchen.join("bob")
        let (own, shared) = (try put(1), try put(2))
        for (name, images) in [("bob", [own, shared]), ("ada", [shared])] {
            try kitchen.submit(
                Command(
                    .recipePosted, actor: .username(name), payload: Self.recipe { $0.images = images.map(\.text) }))
        }
        #expect(try remove() == MediaStore.Removal(removed: 0, kept: 2))
        try kitchen.submit(Command(.memberDeleted, actor: nil, subject: .username("bob")))
        #expect(try remove() == MediaStore.Removal(removed: 1, kept: 1))
        #expect(try community.media.ids() == [shared])
    }

    /// Without the keys nothing can be known.
    @Test func nothingGoesWhereTheVaultIsMissing() throws {
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
        #expect(try remove() == MediaStore.Removal(removed: 0, kept: 1))
    }

    @Test func theDoctorLooksAtEveryImage() throws {
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

    @Test func whatIsRenewedCountsAsPut() throws {
        let id = try put(1)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -9e5)], ofItemAtPath: community.media.folder(id))
        let yesterday = Timestamp(seconds: Int64(Date().timeIntervalSince1970) - 86_400)
        #expect(try community.media.renew(id))
        #expect(try community.removeUnreferencedImages(putBefore: yesterday) == MediaStore.Removal(removed: 0, kept: 1))
        #expect(try remove() == MediaStore.Removal(removed: 1, kept: 0))
        #expect(try !community.media.renew(id))
        #expect(try remove() == MediaStore.Removal())
    }
}
