import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// A page as the server sent it, unpacked.
package struct FetchedPage: Hashable, Sendable {
    package var bytes: [UInt8]
    /// The URL after all redirects.
    package var address: String
    /// In lower case, without parameters; `nil` if the answer names none.
    package var mediaType: String?
    package var charset: String?
}

/// Fetches pages of the public internet.
///
/// For the URL and each redirect, the host is looked up once and all its addresses are checked. The connection goes to a
/// checked address, even if a later look-up would give another one. The number of redirects, the total time, and the bytes
/// of the unpacked page are limited.
package struct PageFetcher: Sendable {
    package static let redirectsMax = 5
    package static let bytesMax = 5 << 20
    /// Of a picture: what the program that reads pictures allows.
    package static let pictureBytesMax = 10 << 20
    package static let secondsMax = 10.0
    /// How many addresses of a host are tried, and the time to connect to each.
    private static let attemptsMax = 3
    private static let connectSecondsMax = 4

    /// Whether hosts outside the public internet may be asked.
    let allowsPrivate: Bool
    let seconds: Double

    package init(allowsPrivate: Bool = false, seconds: Double = secondsMax) {
        self.allowsPrivate = allowsPrivate
        self.seconds = seconds
    }

    /// The limit for one answer and for each part of it. `answer(_:)` limits the total.
    private var timeout: TimeAmount { .seconds(Int64(seconds.rounded(.up))) }

    package func page(_ request: FetchRequest) async throws(FetchFailure) -> FetchedPage {
        try await answer(request).get()
    }

    /// The page, or a failure when the time is over.
    private func answer(_ request: FetchRequest) async -> Result<FetchedPage, FetchFailure> {
        await withTaskGroup(of: Result<FetchedPage, FetchFailure>.self) { group in
            group.addTask {
                do throws(FetchFailure) {
                    return .success(try await follow(request))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                // A cancelled sleep ends the wait: the group has its answer.
                try? await Task.sleep(for: .seconds(seconds))
                return .failure(FetchFailure(.unreachable, "it took longer than \(seconds) s"))
            }
            let first = await group.next() ?? .failure(FetchFailure(.unreachable, "there was no answer"))
            group.cancelAll()
            return first
        }
    }

    private enum Step {
        case page(FetchedPage)
        case redirect(FetchTarget)
    }

    private func follow(_ request: FetchRequest) async throws(FetchFailure) -> FetchedPage {
        var target = try FetchTarget(request.url, isConfidential: request.isConfidential)
        for _ in 0...Self.redirectsMax {
            switch try await step(target, request) {
            case .page(let page): return page
            case .redirect(let next):
                guard !request.isConfidential || next.server == target.server else {
                    throw FetchFailure(
                        .forbidden, "\(target.host) redirects to another server, to which no key is sent")
                }
                target = next
            }
        }
        throw FetchFailure(.unreachable, "it was redirected more than \(Self.redirectsMax) times")
    }

    /// Asks a checked address of the target's host: one request of a chain of redirects.
    private func step(_ target: FetchTarget, _ request: FetchRequest) async throws(FetchFailure) -> Step {
        let addresses = try await Resolution.addresses(of: target.host, seconds: seconds)
        // All addresses are checked, because any of them may be asked: an attacker puts a public one beside an internal one.
        if !allowsPrivate, let within = addresses.first(where: { !$0.isPublic }) {
            throw FetchFailure(
                .privateAddress, "\(target.host) is at \(within), which is not of the public internet")
        }
        var failure = FetchFailure(.unreachable, "\(target.host) has no address")
        for address in addresses.prefix(Self.attemptsMax) {
            do throws(Unreached) {
                return try await ask(target, at: address, request)
            } catch {
                failure = error.failure
                guard error.mayTryAnother, !Task.isCancelled else { throw failure }
            }
        }
        throw failure
    }

    /// A failure at one address.
    private struct Unreached: Error {
        var failure: FetchFailure
        /// Whether another address of the host may do better.
        var mayTryAnother = false
    }

    private func ask(
        _ target: FetchTarget, at address: NetworkAddress, _ request: FetchRequest
    ) async throws(Unreached) -> Step {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(Int64(Self.connectSecondsMax)), read: timeout),
            decompression: .enabled(limit: .size(request.bytesMax)))
        configuration.dnsOverride = [target.host: address.description]
        configuration.httpVersion = .http1Only
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<Step, Unreached>
        do throws(Unreached) {
            result = .success(try await answer(of: client, to: target, request))
        } catch {
            result = .failure(error)
        }
        // The answer is there already: connections that do not close in order are dropped.
        try? await client.shutdown()
        return try result.get()
    }

    private func answer(
        of client: HTTPClient, to target: FetchTarget, _ request: FetchRequest
    ) async throws(Unreached) -> Step {
        var question = HTTPClientRequest(url: target.text)
        question.headers.add(name: "User-Agent", value: "larder")
        question.headers.add(name: "Accept", value: request.accepts)
        for (name, value) in request.headers { question.headers.add(name: name, value: value) }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(question, timeout: timeout)
        } catch {
            throw Unreached(
                failure: FetchFailure(.unreachable, "\(target.host) could not be asked: \(Self.words(error))"),
                mayTryAnother: true)
        }
        do throws(FetchFailure) {
            return try await read(response, target, request)
        } catch {
            throw Unreached(failure: error)
        }
    }

    private func read(
        _ response: HTTPClientResponse, _ target: FetchTarget, _ request: FetchRequest
    ) async throws(FetchFailure) -> Step {
        let status = Int(response.status.code)
        if [301, 302, 303, 307, 308].contains(status), let location = response.headers.first(name: "Location") {
            return .redirect(try FetchTarget(location, relativeTo: target, isConfidential: request.isConfidential))
        }
        guard status == 200 else {
            throw FetchFailure(
                .unreachable, "\(target.host) answered \(status), not with a \(request.isPicture ? "picture" : "page")",
                status: status,
                retryAfterSeconds: response.headers.first(name: "Retry-After").flatMap { Int($0) })
        }
        let type = response.headers.first(name: "Content-Type")?.lowercased()
        let mediaType = response.headers.mediaType
        if !request.isPicture, let mediaType, !Self.isText(mediaType) {
            throw FetchFailure(.noText, "it is \(mediaType.prefix(80)), no text")
        }
        var bytes: [UInt8] = []
        do {
            for try await chunk in response.body {
                bytes.append(contentsOf: chunk.readableBytesView)
                guard bytes.count <= request.bytesMax else { break }
            }
        } catch NIOHTTPDecompression.DecompressionError.limit {
            throw Self.tooLong(request)
        } catch {
            throw FetchFailure(.unreachable, "\(target.host) stopped before the end: \(Self.words(error))")
        }
        guard bytes.count <= request.bytesMax else { throw Self.tooLong(request) }
        let charset = type.flatMap { type in
            type.split(separator: ";").dropFirst().lazy.map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
                .first { $0.hasPrefix("charset=") }.map { String($0.dropFirst("charset=".count)) }
        }
        return .page(FetchedPage(bytes: bytes, address: target.text, mediaType: mediaType, charset: charset))
    }

    private static func tooLong(_ request: FetchRequest) -> FetchFailure {
        FetchFailure(.tooLong, "it is longer than \(request.bytesMax) bytes")
    }

    private static func isText(_ mediaType: String) -> Bool {
        mediaType.isEmpty || mediaType.hasPrefix("text/") || mediaType == "application/xhtml+xml"
            || mediaType == "application/xml" || mediaType == "application/json" || mediaType.hasSuffix("+json")
    }

    /// The description of a library's error, at most 200 characters.
    static func words(_ error: any Error) -> String { String("\(error)".prefix(200)) }
}

extension HTTPHeaders {
    /// The media type of `Content-Type`, in lower case and without parameters; `nil` without that header.
    var mediaType: String? {
        first(name: "Content-Type").map { $0.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased() }
    }
}
