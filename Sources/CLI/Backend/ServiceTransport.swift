import Events
import Fetching
import LarderAPI
import LarderClient

/// Carries the client's requests by the program's own HTTP client, which needs no further library and keeps its connections.
///
/// A stream arrives piece by piece, and every other answer as a whole.
struct ServiceTransport: LarderTransport {
    /// The service, as messages name it.
    let address: ServiceAddress

    /// A whole answer may take as long as the request allows for silence.
    func open(_ request: TransportRequest) async throws -> TransportAnswer {
        let isStream = request.headers["Accept"] == "text/event-stream"
        let sent = ServerRequest(
            request.method, request.url, headers: request.headers.map { (name: $0.key, value: $0.value) },
            body: request.body, seconds: request.silenceMax / .seconds(1))
        do throws(ConnectionFailure) {
            guard isStream else {
                let answer = try await ServerConnection.ask(sent)
                return TransportAnswer(
                    status: answer.status, headers: answer.headers, body: TransportBody([answer.bytes]))
            }
            let answer = try await ServerConnection.open(sent)
            return TransportAnswer(
                status: answer.status, headers: answer.headers,
                body: TransportBody { [self] in
                    do throws(ConnectionFailure) { return try await answer.next() } catch { throw failure(error) }
                })
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ failure: ConnectionFailure) -> LarderFailure {
        let message = "\(address) cannot be reached: \(failure.message)"
        return switch failure.kind {
        case .unreachable:
            LarderFailure(.unreachable, "\(message): check the address, and whether larder serve runs there")
        case .lost: LarderFailure(.lost, "\(message): try again")
        case .timedOut: LarderFailure(.timedOut, "\(message): try again")
        case .untrusted: LarderFailure(.untrusted, message)
        case .tooLong: LarderFailure(.tooLong, "\(message): ask for less with --limit")
        }
    }
}

extension ServiceAddress {
    /// The address that was typed. Refuses what is no URL of a service.
    init(typed text: String) throws(Refusal) {
        do throws(LarderFailure) { try self.init(text) } catch { throw error.refusal }
    }
}

extension LarderFailure {
    var refusal: Refusal {
        switch kind {
        case .badAddress: Refusal(.usage, message, field: "server")
        case .unreachable, .lost, .timedOut: Refusal(.unavailable, message)
        default: Refusal(.failed, message)
        }
    }
}
