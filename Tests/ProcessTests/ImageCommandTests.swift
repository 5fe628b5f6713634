import Foundation
import TestSupport
import Testing

/// Pictures from the command line, in a directory.
@Suite struct ImageCommandTests {
    private let scratch: TemporaryDirectory
    private let directory: DataDirectory
    private let picture: String

    init() throws {
        scratch = TemporaryDirectory()
        directory = DataDirectory(scratch.path("data"))
        picture = scratch.path("leeks.png")
        try Data(Pictures.png(Pictures.scene(width: 300, height: 200))).write(to: URL(filePath: picture))
        try directory.become("ada") { directory throws in #expect(try directory.run("register", "ada").status == 0) }
    }

    private func original(_ id: String) -> String { "\(directory.path)/media/\(id.prefix(2))/\(id)/original.jpg" }

    @Test("image add stores a picture, and prints the id that recipes name") func addition() throws {
        let answer = try directory.json("image", "add", picture, "--as", "@ada")
        let id = try #require(answer["id"] as? String)
        #expect(answer["width"] as? Int == 300 && answer["mediaType"] as? String == "image/jpeg")
        #expect(answer["sizes"] as? [String] == ["original", "small"])
        #expect(FileManager.default.fileExists(atPath: original(id)))
        #expect(
            FileManager.default.fileExists(
                atPath: "\(URL(filePath: original(id)).deletingLastPathComponent().path)/m2.held"))
        #expect(try directory.text("image", "add", picture, "--as", "@ada") == "\(id)\n")
        let posted = try directory.run("post", "--title", "Soup", "--step", "Boil.", "--image", id, "--as", "@ada")
        #expect(posted.status == 0, "\(posted.errors)")
    }

    @Test("a file that is no picture is invalid input") func noPicture() throws {
        let file = try scratch.write("hello", to: "hello.txt")
        let run = try directory.run("image", "add", file, "--as", "@ada")
        #expect(run.status == 6 && run.errors.hasPrefix("larder: unsupported: "), "\(run.errors)")
    }

    @Test("the first picture after a deletion is no picture of the deleted member") func firstAfterDeletion() throws {
        #expect(try directory.run("register", "bo").status == 0)
        #expect(try directory.run("delete", "account", "--yes", "--as", "@bo").status == 0)
        #expect(try directory.run("image", "add", picture, "--as", "@ada").status == 0)
        let doctor = try directory.run("doctor")
        #expect(doctor.status == 0, "\(doctor.output)")
        // A deletion after it still looks through the pictures.
        #expect(try directory.run("register", "cy").status == 0)
        #expect(try directory.run("delete", "account", "--yes", "--as", "@cy").status == 0)
        #expect(try directory.run("doctor").status == 0)
    }

    @Test("post, edit and fork upload the files that --image names") func recipes() throws {
        let url = "https://example.org/soup.jpg"
        let posted = try directory.json(
            "post", "--title", "Soup", "--step", "Boil.", "--image", picture, "--image", url, "--image-text", "A bowl",
            "--image-text", "A pot", "--as", "@ada")
        let recipe = try #require(posted["id"] as? String)
        let images = try #require(try directory.json("recipe", recipe)["images"] as? [String])
        #expect(images.count == 2 && images.last == url)
        #expect(try directory.json("recipe", recipe)["imageTexts"] as? [String] == ["A bowl", "A pot"])
        #expect(FileManager.default.fileExists(atPath: original(images[0])))
        let other = scratch.path("pot.png")
        try Data(Pictures.png(Pictures.scene(width: 20, height: 30))).write(to: URL(filePath: other))
        _ = try directory.json("edit", recipe, "--image", other, "--as", "@ada")
        let edited = try #require(try directory.json("recipe", recipe)["images"] as? [String])
        #expect(edited.count == 1 && edited != [images[0]])
        // Other pictures show something else.
        #expect(try directory.json("recipe", recipe)["imageTexts"] == nil)
        _ = try directory.json("edit", recipe, "--image-text", "A lid", "--as", "@ada")
        #expect(try directory.json("recipe", recipe)["imageTexts"] as? [String] == ["A lid"])
        let fork = try #require(
            try directory.json("fork", recipe, "--image", picture, "--as", "@ada")["id"] as? String)
        #expect(try directory.json("recipe", fork)["images"] as? [String] == [images[0]])
    }

    @Test("register and profile edit upload the file that --avatar names") func avatars() throws {
        #expect(try directory.run("register", "bo", "--avatar", picture).status == 0)
        let id = try #require(try directory.json("profile", "@bo")["avatar"] as? String)
        #expect(FileManager.default.fileExists(atPath: original(id)))
        #expect(try directory.run("profile", "edit", "--avatar", picture, "--as", "@ada").status == 0)
        #expect(try directory.json("profile", "@ada")["avatar"] as? String == id)
    }

    @Test("a file that is absent or no picture is refused, and nothing is posted") func refusals() throws {
        let text = try scratch.write("Boil.", to: "soup.txt")
        let unknown = String(repeating: "a", count: 64)
        for (image, part) in [
            (scratch.path("absent.png"), "there is no file"), (text, "soup.txt cannot be used: it is not a picture"),
            (unknown, "there is no image \(unknown): upload it first"),
        ] {
            let before = try directory.events
            let run = try directory.run("post", "--title", "Soup", "--step", "Boil.", "--image", image, "--as", "@ada")
            #expect(run.status != 0 && run.errors.contains(part), "\(run.errors)")
            #expect(try directory.events == before)
        }
        let run = try directory.run("image", "add", text, "--as", "@cy")
        #expect(run.status != 0 && !FileManager.default.fileExists(atPath: "\(directory.path)/media"))
    }
}
