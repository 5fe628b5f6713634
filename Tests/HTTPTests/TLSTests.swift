import AsyncHTTPClient
import Community
import Events
import Foundation
import HTTP
import NIOCore
import NIOHTTP1
import NIOSSL
import TestSupport
import Testing

/// TLS of the service: a connection gets the certificate on the disk.
@Suite(.serialized) struct TLSTests {
    private let directory = TemporaryDirectory()

    private func make(_ name: String) throws -> TLSFiles {
        let made = try Certificate(name, in: directory.path)
        return TLSFiles(certificate: made.certificate, key: made.key)
    }

    private func ask(_ counter: Counter, trusting certificate: String) async throws -> (
        status: Int, headers: [String: String]
    ) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(certificate)
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.timeout.connect = .seconds(300)
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(configuration: configuration)
        let url = counter.url.replacing("http://", with: "https://")
        let result: Result<HTTPClientResponse, any Error>
        do {
            result = .success(try await client.execute(HTTPClientRequest(url: url + "/healthz"), timeout: .minutes(10)))
        } catch { result = .failure(error) }
        try await client.shutdown()
        let response = try result.get()
        return (
            Int(response.status.code),
            Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
        )
    }

    @Test("a connection gets the certificate of the files, also after they are renewed") func certificates()
        async throws
    {
        let files = try make("a")
        let other = try make("b")
        try await withCounter {
            $0.tls = files
            $0.isBehindTLS = true
        } _: { counter in
            let answer = try await ask(counter, trusting: files.certificate)
            #expect(answer.status == 200 && answer.headers["strict-transport-security"] != nil)
            await #expect(throws: (any Error).self) { _ = try await ask(counter, trusting: other.certificate) }
        }
    }

    @Test("a key of another certificate is refused") func mismatchedFiles() async throws {
        let (a, b) = (try make("a"), try make("b"))
        let noKey = try directory.write("no key", to: "no.key")
        for files in [
            TLSFiles(certificate: a.certificate, key: b.key), TLSFiles(certificate: a.key, key: a.key),
            TLSFiles(certificate: a.certificate, key: noKey),
            TLSFiles(certificate: directory.path("absent"), key: a.key),
        ] {
            let refusal = await #expect(throws: Refusal.self) {
                try await withCounter {
                    $0.tls = files
                } _: { _ in
                }
            }
            #expect(refusal?.code == .usage && refusal?.field?.hasPrefix("tls-") == true, "\(files)")
        }
    }
}
