import Accounts
import AsyncHTTPClient
import Community
import EventLog
import Events
import Foundation
import HTTP
import Images
import LarderAPI
import Logging
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Recipes
import TestSupport
import Testing
import Transparency

/// A service on a port of its own over a community of its own, and a client for it.
final class Counter: Sendable {
    private let directory = TemporaryDirectory()
    var path: String { directory.path }
    let community: Community
    let accounts: Accounts
    let url: String
    private let serving: Task<Void, any Error>

    /// A client of its own: the shared one would decompress answers.
    private static let client = HTTPClient(eventLoopGroupProvider: .singleton)

    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: Data

        /// The answer as a JSON document.
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
        }
        var text: String { String(decoding: body, as: UTF8.self) }
        var code: String? { json["code"] as? String }
    }

    init(_ change: (inout ServiceSettings) -> Void = { _ in }) async throws {
        community = try Community.open(at: directory.path, mode: .createIfAbsent)
        accounts = try Accounts(
            of: community, hashing: PasswordHashing(cost: PasswordCost(logRounds: 2, blockSize: 1, parallelism: 1)))
        var settings = ServiceSettings()
        settings.port = 0
        settings.limits = nil
        settings.logLevel = .warning
        // Among a thousand tests one may wait minutes for its turn, between two requests or within one.
        settings.idleSeconds = 3_600
        settings.bodySeconds = 3_600
        settings.pictureWaitSecondsMax = 3_600
        settings.imageWorker = try Self.imageWorker
        settings.jobProgram = JobProgram(executable: try #require(BuiltProducts.executable("larder")).path)
        change(&settings)
        let server = HTTPServer(community, accounts, settings)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        serving = Task {
            defer { listening.finish() }
            try await server.run { listening.yield($0) }
        }
        var port: Int?
        for await found in ports {
            port = found
            break
        }
        guard let port else {
            _ = try await serving.value
            throw Refusal(.unavailable, "the service ended before it listened")
        }
        url = "http://127.0.0.1:\(port)"
    }

    /// The built program, with time enough on a machine that runs all tests.
    static var imageWorker: ImageWorker {
        get throws {
            let program = try #require(BuiltProducts.executable("larder"))
            return ImageWorker(executable: program.path, bounds: .init(processorSeconds: 600, seconds: 3_600))
        }
    }

    /// Call it at the end. It lets requests under way finish, then closes everything.
    func close() async {
        serving.cancel()
        _ = try? await serving.value
        accounts.close()
        community.close()
    }

    // MARK: Asking

    func ask(
        _ method: String = "GET", _ path: String, _ body: String? = nil, as token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await ask(method, path, bytes: body.map { Data($0.utf8) }, as: token, headers: headers)
    }

    /// Sends the body as JSON, unless `headers` name another type.
    func ask(
        _ method: String, _ path: String, bytes body: Data?, as token: String?, headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url + path)
        request.method = .RAW(value: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            if headers["Content-Type"] == nil { request.headers.add(name: "Content-Type", value: "application/json") }
            request.body = .bytes(ByteBuffer(data: body))
        }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        // At the start of all tests a thousand of them share a few threads, and each waits for its turn.
        let response = try await Self.client.execute(request, timeout: .minutes(10))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        let answer = Answer(
            status: Int(response.status.code),
            // A header may come several times, such as Set-Cookie.
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0)\n\($1)" },
            body: Data(buffer: bytes))
        try expectPromised(answer, method, path)
        return answer
    }

    /// Every status that any test meets must stand in the contract, and every JSON document must satisfy the schema of its operation.
    private func expectPromised(_ answer: Answer, _ method: String, _ path: String) throws {
        guard let contract = unsafe ContractFile.shared, let operation = contract.operation(method, path) else {
            return
        }
        guard contract.statuses(of: operation).contains("\(answer.status)") else {
            Issue.record("the contract does not promise \(answer.status) for \(method) \(path)")
            return
        }
        let mediaType = String((answer.headers["content-type"] ?? "").prefix { $0 != ";" })
        guard mediaType == "application/json" || mediaType == "application/problem+json", !answer.body.isEmpty,
            answer.headers["content-encoding"] == nil
        else { return }
        let problems = try AnswerChecker(contract).problems(
            answer.body, mediaType, of: operation, status: answer.status, "\(method) \(path)")
        #expect(problems.isEmpty)
    }

    func post(
        _ path: String, _ body: String? = nil, as token: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        try await ask("POST", path, body, as: token, headers: headers)
    }

    /// The headers with which a browser sends a form of the web app, of a session or of a guest.
    static func form(
        as session: String? = nil, _ type: String = "application/x-www-form-urlencoded"
    ) -> [String: String] {
        var headers = ["Sec-Fetch-Site": "same-origin", "Content-Type": type, "Accept": "text/html"]
        headers["Cookie"] = session.map { "larder_session=\($0)" }
        return headers
    }

    /// Registers a member and logs in. With `admin`, the member becomes the first admin. Returns the token.
    func join(_ name: String, admin isAdmin: Bool = false) async throws -> String {
        let link = isAdmin ? try #require(try accounts.makeFirstAdminLink()).secret.text : nil
        let said = link.map { #","link":"\#($0)""# } ?? ""
        let registered = try await post(
            "/accounts",
            #"{"password":"correct horse"\#(said),"profile":{"username":"\#(name)","name":"\#(name.capitalized)"}}"#)
        #expect(registered.status == 201, "\(registered.text)")
        return try await logIn(name)
    }

    func logIn(_ name: String, _ password: String = "correct horse") async throws -> String {
        let answer = try await post("/log-in", #"{"username":"\#(name)","password":"\#(password)"}"#)
        return try #require(answer.json["token"] as? String, "\(answer.text)")
    }

    /// Returns the recipe's id.
    func postSoup(as token: String, title: String = "Leek soup") async throws -> String {
        let answer = try await post("/recipes", Self.soup(title), as: token)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.json["id"] as? String)
    }

    /// The leaf of an event in the log's tree, in base64url.
    func leaf(of position: UInt64) throws -> String {
        let event = try #require(try community.log.read { try $0.canonicalBytes(at: Position(position)) })
        return String(
            TreeHash.leaf(event).base64.replacing("+", with: "-").replacing("/", with: "_").dropLast())
    }

    static func soup(_ title: String) -> String {
        #"{"title":"\#(title)","ingredients":[{"original":"2 leeks"}],"steps":[{"text":"Boil."}],"tags":["quick"]}"#
    }
}

/// Serves while `body` runs, and ends the service also if `body` throws.
func withCounter(
    _ change: (inout ServiceSettings) -> Void = { _ in }, _ body: (Counter) async throws -> Void
) async throws {
    let counter = try await Counter(change)
    do { try await body(counter) } catch {
        await counter.close()
        throw error
    }
    await counter.close()
}

/// Serves with a stand-in for TheMealDB, whose answers are at `/api`.
func withCounter(
    mealsFrom server: LoopbackServer, key: String? = nil, _ change: (inout ServiceSettings) -> Void,
    _ body: (Counter) async throws -> Void
) async throws {
    let service = try TheMealDBService(base: try ServiceBase(server.url("/api"))) {
        $0 == "THEMEALDB_KEY" ? key : nil
    }
    try await withCounter(
        {
            $0.external.services = [service]
            $0.external.allowsPrivate = true
            // Among a thousand tests one may wait minutes for its turn.
            $0.external.secondsMax = 600
            change(&$0)
        }, body)
}

extension Counter {
    /// Does an action, and returns the id of what it made.
    func id(_ path: String, _ body: String, as token: String) async throws -> String {
        let answer = try await post(path, body, as: token)
        return try #require(answer.json["id"] as? String, "\(path): \(answer.text)")
    }
}

extension Counter.Answer {
    /// The texts of that name in a list of the answer.
    func names(_ list: String, _ name: String) -> [String] {
        ((json[list] as? [[String: Any]]) ?? []).compactMap { $0[name] as? String }
    }
}
