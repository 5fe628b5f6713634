import TestSupport
import Testing

@testable import Fetching

/// Pages of a server on this machine.
///
/// Other tests occupy the threads on which answers are awaited: tests that do not concern time allow as much of it as
/// needed.
@Suite struct PageFetcherTests {
    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The result of a fetch, and the server that was asked.
    private func fetch(
        _ answers: [String: LoopbackServer.Answer], _ path: String = "/", allowsPrivate: Bool = true,
        seconds: Double = 3_600
    ) async throws -> (result: Result<FetchedPage, FetchFailure>, server: LoopbackServer) {
        let server = try LoopbackServer(answers)
        defer { server.stop() }
        let fetcher = PageFetcher(allowsPrivate: allowsPrivate, seconds: seconds)
        do throws(FetchFailure) {
            return (.success(try await fetcher.page(FetchRequest(page: server.url(path)))), server)
        } catch {
            return (.failure(error), server)
        }
    }

    private func kind(
        of answer: LoopbackServer.Answer, seconds: Double = 3_600
    ) async throws -> FetchFailure.Kind? {
        let (result, _) = try await fetch(["/": answer], seconds: seconds)
        if case .failure(let failure) = result { return failure.kind }
        return nil
    }

    @Test("a page comes with its type, charset and final address") func aPageComesWithWhatIsSaidOfIt() async throws {
        let answer = LoopbackServer.Answer(type: "Text/HTML ; Charset=\"ISO-8859-1\"", body: [0xE9])
        let (result, server) = try await fetch(["/soup?x": answer], "/soup?x#top")
        let page = try result.get()
        #expect(page.bytes == [0xE9] && page.mediaType == "text/html" && page.charset == "iso-8859-1")
        #expect(page.address == server.url("/soup?x") && server.paths == ["/soup?x"])
    }

    @Test("five redirects are followed, a sixth is refused") func redirectsAreFollowedSoFar() async throws {
        var answers = ["/0": LoopbackServer.Answer(body: Self.text("here"))]
        for number in 1...6 { answers["/\(number)"] = .redirect(to: "/\(number - 1)") }
        let (five, server) = try await fetch(answers, "/5")
        #expect(try five.get().address == server.url("/0"))
        #expect(server.paths.count == 6)
        let (six, asked) = try await fetch(answers, "/6")
        let failure = #expect(throws: FetchFailure.self) { try six.get() }
        #expect(failure?.kind == .unreachable && failure?.message.contains("5 times") == true)
        #expect(asked.paths.count == 6)
    }

    @Test(
        "a redirect to another scheme or with credentials is forbidden",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://u:p@127.0.0.1/"])
    func redirectsElsewhereAreNotFollowed(location: String) async throws {
        let kind = try await kind(of: .redirect(to: location))
        #expect(kind == .forbidden)
    }

    @Test("a private address is refused without a request") func whatIsNotOfThePublicInternetIsNotAsked() async throws {
        let (result, server) = try await fetch(["/": LoopbackServer.Answer()], allowsPrivate: false)
        let failure = #expect(throws: FetchFailure.self) { try result.get() }
        #expect(failure?.kind == .privateAddress && server.paths.isEmpty)
    }

    @Test(
        "no spelling of a private address leads to a request",
        arguments: [
            "localhost", "127.1", "0x7f000001", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254",
            "10.0.0.1",
        ])
    func noSpellingOfAPrivateAddressIsAsked(host: String) async throws {
        let server = try LoopbackServer(["/": LoopbackServer.Answer()])
        defer { server.stop() }
        let fetcher = PageFetcher()
        let failure = await #expect(throws: FetchFailure.self) {
            _ = try await fetcher.page(FetchRequest(page: "http://\(host):\(server.port)/"))
        }
        #expect(failure?.kind == .privateAddress || failure?.kind == .unreachable)
        #expect(server.paths.isEmpty)
    }

    @Test("a page over the size limit is refused, and one at the limit is read")
    func whatIsTooLongIsLeft() async throws {
        let head = Self.text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = Self.text("10000\r\n") + [UInt8](repeating: 0x20, count: 65_536) + Self.text("\r\n")
        let endless = LoopbackServer.Answer(bytes: head + Array(repeatElement(chunk, count: 100).joined()), hangs: true)
        let kindOfEndless = try await kind(of: endless)
        #expect(kindOfEndless == .tooLong)
        let body = [UInt8](repeating: 0x20, count: PageFetcher.bytesMax + 1)
        let kindOfLong = try await kind(of: LoopbackServer.Answer(body: body))
        #expect(kindOfLong == .tooLong)
        let (most, _) = try await fetch(["/": LoopbackServer.Answer(body: body.dropLast())])
        #expect(try most.get().bytes.count == PageFetcher.bytesMax)
    }

    @Test("a server that hangs or stops midway is given up") func nobodyIsWaitedForWithoutEnd() async throws {
        let head = Self.text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\nhalf")
        for bytes in [[], head] {
            let kind = try await kind(of: LoopbackServer.Answer(bytes: bytes, hangs: true), seconds: 1)
            #expect(kind == .unreachable)
        }
        let kind = try await kind(of: LoopbackServer.Answer(bytes: head))
        #expect(kind == .unreachable)
    }

    @Test(
        "a malformed HTTP answer is refused as unreachable",
        arguments: [
            "nonsense\r\n\r\n", "HTTP/1.1 999999\r\n\r\n", "", "HTTP/1.1 302 Found\r\n\r\n", "HTTP/1.1 500 No\r\n\r\n",
        ])
    func whatIsNoAnswerIsRefused(bytes: String) async throws {
        let kind = try await kind(of: LoopbackServer.Answer(bytes: Self.text(bytes)))
        #expect(kind == .unreachable)
    }

    @Test("a picture, an error status or a closed port is refused") func whatIsNoPageIsRefused() async throws {
        let kind = try await kind(of: LoopbackServer.Answer(type: "image/png"))
        #expect(kind == .noText)
        let (absent, gone) = try await fetch([:])
        let failure = #expect(throws: FetchFailure.self) { try absent.get() }
        #expect(failure?.message.contains("404") == true)
        let fetcher = PageFetcher(allowsPrivate: true)
        let refused = await #expect(throws: FetchFailure.self) {
            _ = try await fetcher.page(FetchRequest(page: gone.url("/")))
        }
        #expect(refused?.kind == .unreachable)
    }

    // MARK: Confidential requests

    private func fetchConfidentially(
        _ answers: [String: LoopbackServer.Answer], _ path: String, headers: [String: String] = [:]
    ) async throws -> (result: Result<FetchedPage, FetchFailure>, server: LoopbackServer) {
        let server = try LoopbackServer(answers)
        defer { server.stop() }
        let fetcher = PageFetcher(allowsPrivate: true, seconds: 3_600)
        do throws(FetchFailure) {
            let request = FetchRequest(confidential: server.url(path), headers: headers)
            return (.success(try await fetcher.page(request)), server)
        } catch {
            return (.failure(error), server)
        }
    }

    @Test("headers of a confidential request follow redirects on one server") func headersGoAlong() async throws {
        let (result, server) = try await fetchConfidentially(
            ["/old": .redirect(to: "/new?k=s3cret"), "/new?k=s3cret": LoopbackServer.Answer(body: [0x7B])], "/old",
            headers: ["X-User": "bo"])
        #expect(try result.get().bytes == [0x7B])
        #expect(server.heads.count == 2 && server.heads.allSatisfy { $0.contains("\r\nX-User: bo\r\n") })
        #expect(server.heads.allSatisfy { $0.contains("\r\nAccept: application/json\r\n") })
    }

    @Test("a confidential request does not follow redirects to other servers")
    func anotherServerIsNotToldOfThem() async throws {
        let other = try LoopbackServer(["/": LoopbackServer.Answer(body: [0x7B])])
        defer { other.stop() }
        for location in [other.url("/"), "http://localhost:1/s3cret", "//[::1]/s3cret"] {
            let (result, server) = try await fetchConfidentially(["/": .redirect(to: location)], "/")
            let failure = #expect(throws: FetchFailure.self) { try result.get() }
            #expect(failure?.kind == .forbidden && failure?.message.contains("another server") == true)
            #expect(failure?.message.contains("s3cret") == false && server.paths == ["/"])
        }
        #expect(other.paths.isEmpty)
    }

    @Test(
        "refusals of confidential requests never show their address",
        arguments: ["ftp://127.0.0.1/s3cret", "http://u:s3cret@127.0.0.1/", "http://s3crét.example/", "s3cret://x"])
    func noRefusalShowsTheirAddress(location: String) async throws {
        let (result, _) = try await fetchConfidentially(["/": .redirect(to: location)], "/")
        let failure = #expect(throws: FetchFailure.self) { try result.get() }
        #expect(failure?.kind == .forbidden, "\(failure?.message ?? "no failure")")
        #expect(failure?.message.contains("s3cr") == false)
        let long = "/s3cret?" + String(repeating: "x", count: FetchTarget.bytesMax)
        let tooLong = try await fetchConfidentially([:], long)
        let second = #expect(throws: FetchFailure.self) { try tooLong.result.get() }
        #expect(second?.message == "its address is not a URL")
    }

    @Test("a refusal carries the server's status", arguments: [401, 403, 404, 429, 500])
    func aRefusalSaysWhatTheServerAnswered(status: Int) async throws {
        let (result, _) = try await fetchConfidentially(["/": LoopbackServer.Answer(status: "\(status) No")], "/")
        let failure = #expect(throws: FetchFailure.self) { try result.get() }
        #expect(failure?.kind == .unreachable && failure?.status == status)
    }
}
