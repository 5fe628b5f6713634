import TestSupport
import Testing

@testable import Fetching

/// Requests for pictures, which have their own limit of size and no limit of type.
@Suite struct PictureRequestTests {
    private func fetch(
        _ answers: [String: LoopbackServer.Answer], _ path: String = "/", allowsPrivate: Bool = true
    ) async throws -> (result: Result<FetchedPage, FetchFailure>, paths: [String]) {
        let server = try LoopbackServer(answers)
        defer { server.stop() }
        let fetcher = PageFetcher(allowsPrivate: allowsPrivate)
        do throws(FetchFailure) {
            return (.success(try await fetcher.page(FetchRequest(picture: server.url(path)))), server.paths)
        } catch {
            return (.failure(error), server.paths)
        }
    }

    @Test("a picture of up to 10 MiB is read under any stated type, and a longer one is refused")
    func sizes() async throws {
        let body = [UInt8](repeating: 7, count: PageFetcher.pictureBytesMax + 1)
        for type in ["image/png", "application/octet-stream", nil] {
            let (most, _) = try await fetch(["/": LoopbackServer.Answer(type: type, body: body.dropLast())])
            #expect(try most.get().bytes.count == PageFetcher.pictureBytesMax)
        }
        let (long, _) = try await fetch(["/": LoopbackServer.Answer(type: "image/png", body: body)])
        let failure = #expect(throws: FetchFailure.self) { try long.get() }
        #expect(failure?.kind == .tooLong && failure?.message == "it is longer than 10485760 bytes")
    }

    @Test("a picture on a private address is not asked for") func privateAddresses() async throws {
        let (refused, paths) = try await fetch(
            ["/": LoopbackServer.Answer(type: "image/png", body: [1])], allowsPrivate: false)
        let failure = #expect(throws: FetchFailure.self) { try refused.get() }
        #expect(failure?.kind == .privateAddress && paths.isEmpty)
    }

    @Test("a picture behind a redirect is read, and an endless chain of them is given up") func redirects() async throws
    {
        let answers = [
            "/old": LoopbackServer.Answer.redirect(to: "/new"), "/loop": .redirect(to: "/loop"),
            "/new": LoopbackServer.Answer(type: "image/png", body: [1, 2]),
        ]
        #expect(try await fetch(answers, "/old").result.get().bytes == [1, 2])
        let (looping, paths) = try await fetch(answers, "/loop")
        #expect(throws: FetchFailure.self) { try looping.get() }
        #expect(paths.count == PageFetcher.redirectsMax + 1)
    }
}
