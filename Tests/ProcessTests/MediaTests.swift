import Foundation
import TestSupport
import Testing

/// `larder media collect`: images without a reference.
@Suite struct MediaTests {
    private let scratch = TemporaryDirectory()
    private let directory: DataDirectory

    init() throws {
        directory = DataDirectory(scratch.path("data"))
        try directory.become("ada") { directory throws in #expect(try directory.run("register", "ada").status == 0) }
    }

    @Test("media collect removes images that no content names") func whatNobodyNamesGoes() throws {
        let named = try StoredPicture(of: "named", in: directory, daysAgo: 9)
        let old = try StoredPicture(of: "old", in: directory, heldBy: "m2", daysAgo: 9)
        let fresh = try StoredPicture(of: "fresh", in: directory, heldBy: "m2")
        let recipe = try scratch.write(
            #"{"title":"Soup","steps":[{"text":"Boil."}],"images":["\#(named.id)"]}"#, to: "soup.json")
        #expect(try directory.run("post", recipe, "--as", "@ada").status == 0)
        let rehearsal = try directory.json("media", "collect", "--dry-run")
        #expect(rehearsal["removed"] as? Int == 1 && rehearsal["kept"] as? Int == 2, "\(rehearsal)")
        #expect(rehearsal["dryRun"] as? Bool == true && rehearsal["bytes"] as? Int == 3)
        #expect(named.isThere && old.isThere && fresh.isThere)
        let collection = try directory.json("media", "collect")
        #expect(collection["removed"] as? Int == 1 && collection["kept"] as? Int == 2, "\(collection)")
        #expect(collection["dryRun"] == nil && collection["position"] as? Int == 3)
        #expect(named.isThere && !old.isThere && fresh.isThere)
        #expect(try directory.text("media", "collect").contains(#/removed\s+0\n/#))
        let doctor = try directory.start(["doctor"]).wait()
        #expect(doctor.status == 0 && doctor.output.contains("2 images are what"), "\(doctor.output)")
        try FileManager.default.removeItem(atPath: named.folder)
        let missing = try directory.start(["doctor"]).wait()
        #expect(missing.status == 7 && missing.output.contains(named.id), "\(missing.output)")
    }

    @Test("media collect without images changes nothing") func whereThereAreNoneNothingIsDone() throws {
        let collection = try directory.json("media", "collect")
        #expect(collection["removed"] as? Int == 0 && collection["kept"] as? Int == 0, "\(collection)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("data/media")))
    }
}
