import Foundation
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

    @Test func aPictureIsTakenInOnceAndServedForEver() async throws {
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

    /// As a form in a browser sends it.
    @Test func aPictureComesInAForm() async throws {
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

    @Test func whatIsNoPictureIsRefusedAndNotNamed() async throws {
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
