import Events
import Fetching
import LarderAPI
import LarderClient

/// Carries the client's requests by the program's own HTTP client, which needs no further library and keeps its connections.
///
/// An answer arrives as a whole: no command listens to a stream of a service.
struct ServiceTransport: LarderTransport {
    /// The service, as messages name it.
    let address: ServiceAddress

    /// A whole answer may take as long as the request allows for silence.
    func open(_ request: TransportRequest) async throws -> TransportAnswer {
        let sent = ServerRequest(
            request.method, request.url, headers: request.headers.map { (name: $0.key, value: $0.value) },
            body: request.body, seconds: request.silenceMax / .seconds(1))
        let answer: ServerAnswer
        do throws(ConnectionFailure) { answer = try await ServerConnection.ask(sent) } catch { throw failure(error) }
        return TransportAnswer(
            status: answer.status, headers: answer.headers, body: TransportBody([answer.bytes]))
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
