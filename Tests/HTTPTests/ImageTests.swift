import Foundation
import HTTP
import Images
import TestSupport
import Testing

/// Pictures over HTTP.
@Suite(.serialized) struct ImageTests {
    /// A red dot of one pixel.
    private static let dot = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")!

    private func upload(_ bytes: Data, to counter: Counter, as token: String) async throws -> Counter.Answer {
        try await counter.ask("POST", "/images", bytes: bytes, as: token, headers: ["Content-Type": "image/png"])
    }

    @Test("a picture is stored once and served without change") func uploads() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let first = try await upload(Self.dot, to: counter, as: ada)
            #expect(first.status == 201, "\(first.text)")
            let id = try #require(first.json["id"] as? String)
            #expect(first.headers["location"] == "/images/\(id)" && first.json["width"] as? Int == 1)
            #expect(try await upload(Self.dot, to: counter, as: ada).status == 200)
            for size in ["", "?size=small", "?size=large"] {
                let picture = try await counter.ask("GET", "/images/\(id)\(size)")
                #expect(picture.status == 200 && !picture.body.isEmpty)
                #expect(picture.headers["content-type"]?.hasPrefix("image/") == true)
                #expect(picture.headers["cache-control"]?.contains("immutable") == true)
                let tag = try #require(picture.headers["etag"])
                let again = try await counter.ask("GET", "/images/\(id)\(size)", headers: ["If-None-Match": tag])
                #expect(again.status == 304)
            }
            let recipe = #"{"title":"Soup","steps":[{"text":"Boil."}],"images":["\#(id)"]}"#
            let posted = try await counter.post("/recipes", recipe, as: ada)
            #expect(posted.status == 201, "\(posted.text)")
        }
    }

    @Test("a recipe says the size of its stored pictures, and nothing about those at addresses")
    func sizes() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let scene = Data(Pictures.png(Pictures.scene(width: 600, height: 300)))
            let wide = try #require(try await upload(scene, to: counter, as: ada).json["id"] as? String)
            let dot = try #require(try await upload(Self.dot, to: counter, as: ada).json["id"] as? String)
            let recipe =
                #"{"title":"Soup","images":["https://example.org/a.jpg","\#(wide)"],"steps":[{"text":"Boil.","image":"\#(dot)"},{"text":"Eat.","image":"\#(wide)"}]}"#
            let posted = try await counter.post("/recipes", recipe, as: ada)
            let id = try #require(posted.json["id"] as? String, "\(posted.text)")
            let page = try await counter.ask("GET", "/recipes/\(id)")
            let pictures = try #require(page.json["pictures"] as? [[String: Any]], "\(page.text)")
            #expect(pictures.map { $0["id"] as? String } == [wide, dot])
            #expect(pictures[0]["width"] as? Int == 600 && pictures[0]["height"] as? Int == 300)
            #expect(pictures[0]["mediaType"] as? String == "image/jpeg")
            #expect(pictures[0]["sizes"] as? [String] == ["original", "medium", "small"])
            #expect(pictures[1]["sizes"] as? [String] == ["original"])
            // Lists have no steps, and so none of their pictures. A version says its own.
            let list = try await counter.ask("GET", "/members/@ada/recipes")
            let card = try #require((list.json["recipes"] as? [[String: Any]])?.first)
            #expect((card["pictures"] as? [[String: Any]])?.map { $0["id"] as? String } == [wide])
            var edit = page.json
            (edit["images"], edit["steps"]) = ([dot], [["text": "Boil."]])
            let body = String(decoding: try JSONSerialization.data(withJSONObject: edit), as: UTF8.self)
            let edited = try await counter.post("/recipes/\(id)/edit", body, as: ada)
            #expect(edited.status == 200, "\(edited.text)")
            for (version, ids) in [(1, [wide, dot]), (2, [dot])] {
                let page = try await counter.ask("GET", "/recipes/\(id)?version=\(version)")
                #expect((page.json["pictures"] as? [[String: Any]])?.map { $0["id"] as? String } == ids)
            }
            let html = try await counter.ask("GET", "/\(id)?version=1")
            #expect(html.status == 200, "\(html.text)")
        }
    }

    /// Sends a form of the web app with a picture.
    private func send(
        _ fields: String, file: Data?, to path: String, of counter: Counter, as session: String
    ) async throws -> Counter.Answer {
        var body = Data()
        for pair in fields.split(separator: "&") {
            let parts = pair.split(separator: "=")
            body += Data("--b7\r\nContent-Disposition: form-data; name=\"\(parts[0])\"\r\n\r\n\(parts[1])\r\n".utf8)
        }
        if let file {
            body += Data(
                "--b7\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"me.png\"\r\n\r\n".utf8)
            body += file + Data("\r\n".utf8)
        }
        return try await counter.ask(
            "POST", path, bytes: body + Data("--b7--\r\n".utf8), as: nil,
            headers: Counter.form(as: session, "multipart/form-data; boundary=b7"))
    }

    @Test("a cook shows what came of a recipe, and the cook or a moderator deletes it") func cookedPicture()
        async throws
    {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let cy = try await counter.join("cy")
            let soup = try await counter.postSoup(as: ada)
            func send(_ fields: String, file: Data?) async throws -> Counter.Answer {
                try await self.send(fields, file: file, to: "/\(soup)/cooked", of: counter, as: bo)
            }
            func notes() async throws -> [[String: Any]] {
                try await counter.ask("GET", "/recipes/\(soup)/cooked").json["notes"] as? [[String: Any]] ?? []
            }
            let refused = try await send("note=Good", file: Data("no picture".utf8))
            #expect(refused.status == 422 && refused.text.contains("id=\"e-picture\""), "\(refused.text)")
            // What was stored before another field was refused need not be chosen again.
            let again = try await send("imageText=\(String(repeating: "a", count: 501))", file: Self.dot)
            let kept = try #require(again.text.firstMatch(of: /name="image" value="([0-9a-f]{64})"/)).1
            #expect(again.status == 422 && again.text.contains("id=\"e-imageText\""), "\(again.text)")
            #expect(try await notes().isEmpty)
            let cooked = try await send("image=\(kept)&imageText=A bowl&stars=4", file: nil)
            #expect(cooked.status == 200 && cooked.text.contains("alt=\"A bowl\""), "\(cooked.text)")
            let note = try #require(try await notes().first)
            #expect(note["image"] as? String == String(kept) && note["imageText"] as? String == "A bowl")
            #expect(note["note"] as? String == "" && (note["picture"] as? [String: Any])?["width"] as? Int == 1)
            let path = "/\(soup)/cooked/\(try #require(note["event"] as? Int))/delete"
            func delete(_ reason: String, as session: String) async throws -> Counter.Answer {
                try await counter.post(path, reason, headers: Counter.form(as: session))
            }
            #expect(try await delete("", as: cy).status == 403)
            #expect(try await counter.ask("GET", path, headers: Counter.form(as: bo)).status == 200)
            let other = try await counter.postSoup(as: ada)
            let elsewhere = path.replacing("/\(soup)/", with: "/\(other)/")
            #expect(
                try await counter.post(elsewhere, "", headers: Counter.form(as: bo)).status == 404)
            let deleted = try await delete("", as: bo)
            #expect(deleted.status == 200 && !deleted.text.contains("alt=\"A bowl\""), "\(deleted.text)")
            #expect(try await notes().isEmpty)
            #expect(try await delete("", as: bo).status == 404)
            _ = try await send("note=Cold", file: nil)
            let second = "/\(soup)/cooked/\(try #require(try await notes().first?["event"] as? Int))/delete"
            let moderated = try await counter.post(
                second, "reason=Rude", headers: Counter.form(as: ada))
            #expect(moderated.status == 200, "\(moderated.text)")
            #expect(try await notes().isEmpty)
        }
    }

    @Test("a member gives the profile a picture by the form, and removes it") func profilePicture() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            func send(_ fields: String, file: Data?) async throws -> Counter.Answer {
                try await self.send(
                    fields + "&name=Ada&username=ada", file: file, to: "/settings/profile", of: counter, as: ada)
            }
            func avatar() async throws -> String? {
                try await counter.ask("GET", "/members/@ada").json["avatar"] as? String
            }
            let saved = try await send("bio=Hello", file: Self.dot)
            #expect(saved.status == 200, "\(saved.text)")
            let id = try #require(try await avatar())
            #expect(try await counter.ask("GET", "/images/\(id)").status == 200)
            _ = try await send("bio=Hello+again", file: nil)
            #expect(try await avatar() == id)
            let refused = try await send("bio=Hello", file: Data("no picture".utf8))
            #expect(refused.status == 422 && refused.text.contains("id=\"e-picture\""), "\(refused.text)")
            #expect(try await avatar() == id)
            _ = try await send("removePicture=1", file: nil)
            #expect(try await avatar() == nil)
        }
    }

    @Test("a picture is uploaded in a form") func forms() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let type = ["Content-Type": "multipart/form-data; boundary=----b7"]
            func form(_ file: Data) -> Data {
                Data(
                    "------b7\r\nContent-Disposition: form-data; name=\"file\"; filename=\"dot.png\"\r\nContent-Type: image/png\r\n\r\n"
                        .utf8) + file + Data("\r\n------b7--\r\n".utf8)
            }
            let first = try await counter.ask("POST", "/images", bytes: form(Self.dot), as: ada, headers: type)
            #expect(first.status == 201, "\(first.text)")
            let second = try await upload(Self.dot, to: counter, as: ada)
            #expect(second.status == 200 && second.json["id"] as? String == first.json["id"] as? String)
            let cut = try await counter.ask(
                "POST", "/images", bytes: form(Self.dot).dropLast(20), as: ada, headers: type)
            #expect(cut.status == 422 && cut.json["field"] as? String == "body", "\(cut.text)")
            let large = try await counter.ask(
                "POST", "/images", bytes: form(Data(count: 11 << 20)), as: ada, headers: type)
            #expect(large.status == 413, "\(large.text)")
        }
    }

    /// The program for pictures, told to hold back the first picture of more than a thousand bytes.
    private func heldBack(in folder: String) throws -> ImageWorker {
        let program = try #require(BuiltProducts.executable("larder"))
        let script = """
            #!/bin/sh
            cat > \(folder)/$$
            if [ $(wc -c < \(folder)/$$) -gt 1000 ]; then
                touch \(folder)/began
                while [ ! -e \(folder)/go ]; do sleep 0.05; done
            fi
            exec \(program.path) "$@" < \(folder)/$$
            """
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try script.write(toFile: "\(folder)/program", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/program")
        return ImageWorker(
            executable: "\(folder)/program", bounds: .init(processorSeconds: 600, seconds: 3_600))
    }

    @Test("a picture that takes long delays no other member's") func slowPictures() async throws {
        let folder = NSTemporaryDirectory() + "larder-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let worker = try heldBack(in: folder)
        let settings: (inout ServiceSettings) -> Void = { $0.imageWorker = worker }
        try await withCounter(settings) { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            let large = Data(Pictures.png(Pictures.scene(width: 200, height: 200)))
            try #require(large.count > 1_000)
            async let slow = upload(large, to: counter, as: ada)
            while !FileManager.default.fileExists(atPath: "\(folder)/began") {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try await upload(Self.dot, to: counter, as: bo).status == 201)
            try Data().write(to: URL(filePath: "\(folder)/go"))
            #expect(try await slow.status == 201)
        }
    }

    @Test("a picture that is larger than its pixels is refused") func bombs() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            let mebibyte = [UInt8](repeating: 0, count: 1 << 20)
            let bomb = Pictures.png(width: 2, height: 2, unpackingTo: mebibyte, times: 1_024)
            let answer = try await upload(Data(bomb), to: counter, as: ada)
            #expect(answer.status == 422 && answer.text.contains("after its last row"), "\(answer.text)")
        }
    }

    @Test("without the program for pictures an upload says to try later") func missingProgram() async throws {
        let settings: (inout ServiceSettings) -> Void = { $0.imageWorker = ImageWorker(executable: "/nowhere/larder") }
        try await withCounter(settings) { counter in
            let ada = try await counter.join("ada")
            let answer = try await upload(Self.dot, to: counter, as: ada)
            #expect(answer.status == 503 && answer.headers["retry-after"] != nil, "\(answer.text)")
        }
    }

    /// The service removes a picture without a reference. A named picture and a new one stay.
    @Test("a picture that nothing names is removed") func upkeep() async throws {
        let settings: (inout ServiceSettings) -> Void = { $0.imageUpkeepSeconds = 1 }
        try await withCounter(settings) { counter in
            let ada = try await counter.join("ada")
            var ids: [String] = []
            for number in 0..<3 {
                let scene = Pictures.scene(width: 30 + number, height: 20)
                let answer = try await upload(Data(Pictures.png(scene)), to: counter, as: ada)
                ids.append(try #require(answer.json["id"] as? String, "\(answer.text)"))
            }
            // However it is written.
            let recipe = #"{"title":"Soup","steps":[{"text":"Boil."}],"images":[" \#(ids[0].uppercased())"]}"#
            #expect(try await counter.post("/recipes", recipe, as: ada).status == 201)
            for id in ids.prefix(2) {
                let folder = "\(counter.path)/media/\(id.prefix(2))/\(id)"
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)], ofItemAtPath: "\(folder)/\(name)")
                }
            }
            while try await counter.ask("GET", "/images/\(ids[1])").status == 200 {
                try await Task.sleep(for: .milliseconds(50))
            }
            for id in [ids[0], ids[2]] { #expect(try await counter.ask("GET", "/images/\(id)").status == 200) }
            let late = recipe.replacing(ids[0].uppercased(), with: ids[1])
            #expect(try await counter.post("/recipes", late, as: ada).status == 422)
        }
    }

    @Test("the pictures of a deleted member are removed at once") func deletedMembers() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada"), try await counter.join("bo"))
            var ids: [String] = []
            for number in 0..<3 {
                let scene = Pictures.scene(width: 30 + number, height: 20)
                let answer = try await upload(Data(Pictures.png(scene)), to: counter, as: bo)
                ids.append(try #require(answer.json["id"] as? String, "\(answer.text)"))
            }
            for (token, images) in [(bo, ids.prefix(2)), (ada, ids[1..<2])] {
                let names = images.map { "\"\($0)\"" }.joined(separator: ",")
                let recipe = #"{"title":"Soup","steps":[{"text":"Boil."}],"images":[\#(names)]}"#
                #expect(try await counter.post("/recipes", recipe, as: token).status == 201)
            }
            let avatar = try await counter.post("/members/me/edit", #"{"avatar":"\#(ids[2])"}"#, as: bo)
            #expect(avatar.status == 200, "\(avatar.text)")
            let gone = try await counter.post(
                "/account/delete", #"{"confirm":"@bo","password":"correct horse"}"#, as: bo)
            #expect(gone.status == 200, "\(gone.text)")
            for (id, status) in zip(ids, [404, 200, 404]) {
                #expect(try await counter.ask("GET", "/images/\(id)").status == status)
            }
        }
    }

    @Test("a registration names a picture that exists") func avatars() async throws {
        try await withCounter { counter in
            let unknown = String(repeating: "a", count: 64)
            let answer = try await counter.post(
                "/accounts",
                #"{"password":"correct horse","profile":{"username":"bo","name":"Bo","avatar":"\#(unknown)"}}"#)
            #expect(answer.status == 422 && answer.json["field"] as? String == "images", "\(answer.text)")
        }
    }

    @Test("a file that is no picture is refused") func otherFiles() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada")
            for (bytes, status) in [
                (Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), 415), (Self.dot.prefix(40), 422),
                (Data(), 415), (Data(count: 11 << 20), 413),
            ] {
                let answer = try await upload(Data(bytes), to: counter, as: ada)
                #expect(answer.status == status, "\(answer.text)")
            }
            let unknown = String(repeating: "a", count: 64)
            #expect(try await counter.ask("GET", "/images/\(unknown)").status == 404)
            #expect(try await counter.ask("GET", "/images/..%2F..%2Fvault%2Fkeys").status == 404)
            let recipe = #"{"title":"Soup","steps":[{"text":"Boil."}],"images":["\#(unknown)"]}"#
            let posted = try await counter.post("/recipes", recipe, as: ada)
            #expect(posted.status == 422 && posted.json["field"] as? String == "images", "\(posted.text)")
        }
    }
}
