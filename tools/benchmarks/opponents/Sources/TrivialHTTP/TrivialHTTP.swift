import Hummingbird
import Logging

/// The least that Hummingbird can do: answers every GET of `/` with the same bytes. What `larder serve` is measured against:
/// `trivial-http PORT BYTES`.
@main struct TrivialHTTP {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard numbers.count == 2 else { fatalError("trivial-http PORT BYTES") }
        let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: numbers[1])
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
        }
        var logger = Logger(label: "trivial-http")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: numbers[0])), logger: logger)
        try await application.runService()
    }
}
