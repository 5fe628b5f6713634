import Foundation
public import LarderAPI

/// The URL of a service: a scheme and a host, and perhaps a port and a path, such as `http://127.0.0.1:8080`.
public struct ServiceAddress: Hashable, Sendable, CustomStringConvertible {
    /// The URL in lower case but for its path, without a slash at its end. Two spellings of one address have the same text.
    public let text: String
    /// The host, with the port if the URL names one.
    public let name: String
    /// Whether no other machine can read what is sent: the scheme is `https`, or the service runs on this machine.
    public let isConfidential: Bool

    public var description: String { text }

    /// Throws ``LarderFailure/Kind/badAddress`` if the text is no URL of a service.
    public init(_ written: String) throws(LarderFailure) {
        func bad(_ why: String) -> LarderFailure {
            LarderFailure(.badAddress, "«\(written.prefix(200))» \(why): write it like https://kitchen.example")
        }
        guard written.utf8.count <= 2_048, written.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: written), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty
        else { throw bad("is not a URL of a service") }
        guard parts.user == nil, parts.password == nil else { throw bad("holds a name or password") }
        guard parts.query == nil, parts.fragment == nil else { throw bad("has a query or fragment") }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        name = "\(host)\(parts.port.map { ":\($0)" } ?? "")"
        text = "\(scheme)://\(name)\(path)"
        isConfidential = scheme == "https" || ["localhost", "127.0.0.1", "[::1]"].contains(host)
    }

    var cleartextFailure: LarderFailure {
        LarderFailure(
            .badAddress,
            "«\(text.prefix(200))» would carry passwords in the clear: use https, or allow cleartext in the settings")
    }
}

extension TransportRequest {
    /// What is sent for an operation, but for the token.
    init<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions, service url: String
    ) {
        let encoded = input.request
        self.init(
            method: operation.method.rawValue, url: url + operation.target(encoded, adding: operation.moments(options)))
        headers["Accept"] = Answer.self == Download.self ? "*/*" : "application/json"
        if case .action = operation.traits.kind {
            headers["Idempotency-Key"] = options.idempotencyKey ?? UUID().uuidString
        } else if operation.name == API.register.name {
            headers["Idempotency-Key"] = options.idempotencyKey ?? UUID().uuidString
        }
        if let version = options.expectedVersion { headers["If-Match"] = "\"v\(version)\"" }
        guard operation.method == .post else { return }
        body = encoded.content?.bytes ?? (encoded.body.isEmpty ? [] : JSONFields.text(encoded.body))
        headers["Content-Type"] = options.contentType ?? operation.contentType(of: body ?? [])
    }
}

extension LarderAPI.Operation {
    /// The path and query of a request with this input, percent-encoded.
    public func target(for input: Input) -> String { target(input.request, adding: []) }
}

extension AnyOperation {
    fileprivate func target(_ input: EncodedInput, adding more: [QueryItem]) -> String {
        let query = (input.query + more).map {
            "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))"
        }
        return path.path(with: input.path) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// The moments that the operation takes, as it takes them.
    fileprivate func moments(_ options: CallOptions) -> [QueryItem] {
        traits.moments.compactMap { moment in
            switch moment {
            case .atLeast: options.atLeast.map { QueryItem(moment.rawValue, $0.parameter) }
            case .asOf: options.asOf.map { QueryItem(moment.rawValue, $0) }
            }
        }
    }

    fileprivate func contentType(of body: [UInt8]) -> String {
        switch name {
        // The service recognizes a picture by its content.
        case API.uploadImage.name: "application/octet-stream"
        // An address is sent as JSON, a file as what it is.
        case API.readRecipe.name:
            body.starts(with: Array(#"{"url":"#.utf8)) ? "application/json" : "application/octet-stream"
        case API.submitEvents.name:
            body.first { $0 > 0x20 } == UInt8(ascii: "[")
                ? "application/cloudevents-batch+json" : "application/x-ndjson"
        default: "application/json"
        }
    }
}

/// A JSON object of a request's fields.
enum JSONFields {
    static func text(_ fields: [BodyField]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += encoded(field.name) + [UInt8(ascii: ":")]
            switch field.value {
            case .text(let text): bytes += encoded(text)
            case .flag(let flag): bytes += Array(flag ? "true".utf8 : "false".utf8)
            case .texts(let texts): bytes += encoded(texts)
            case .object(let object): bytes += object.bytes
            // No input writes it.
            case .other: bytes += Array("null".utf8)
            }
        }
        return bytes + [UInt8(ascii: "}")]
    }

    private static func encoded(_ value: some Encodable) -> [UInt8] {
        // Texts and lists of texts have a form in JSON, whatever they say.
        do { return Array(try JSONEncoder().encode(value)) } catch { preconditionFailure("\(error)") }
    }
}

/// An answer with its whole body.
struct WholeAnswer: Sendable {
    let status: Int
    let mediaType: String?
    let retryAfter: Duration?
    let bytes: [UInt8]
    private let headers: [String: String]

    init(_ answer: TransportAnswer, bytes: [UInt8]) {
        (status, mediaType, retryAfter) = (answer.status, answer.mediaType, answer.retryAfter)
        (headers, self.bytes) = (answer.headers, bytes)
    }

    /// A document that was not answered by itself.
    init(json: JSON) throws {
        (status, mediaType, retryAfter, headers) = (200, "application/json", nil, [:])
        bytes = Array(try JSONEncoder().encode(json))
    }

    func decoded<Answer: Decodable>(from url: String) throws -> Answer {
        if let nothing = NoAnswer() as? Answer { return nothing }
        if let download = download as? Answer { return download }
        let document = try document(from: url)
        do { return try JSONDecoder().decode(Answer.self, from: Data(document.bytes)) } catch {
            throw LarderFailure(
                .unreadable,
                "\(url) answered what this version of the client cannot read (\(Answer.self)): update the client")
        }
    }

    var download: Download { Download(mediaType: mediaType ?? "", bytes: bytes) }

    /// The answer as a JSON document. Throws if it is of another type.
    func document(from url: String) throws -> Download {
        guard mediaType == "application/json" else { throw stranger(url) }
        return download
    }

    /// The service's refusal, or the failure of an answer that no Larder service gives.
    func refusal(from url: String) -> any Error {
        guard mediaType == "application/problem+json" else { return stranger(url) }
        let problem: Problem
        do { problem = try JSONDecoder().decode(Problem.self, from: Data(bytes)) } catch { return stranger(url) }
        var refusal = LarderRefusal(problem, retryAfter: retryAfter)
        refusal.status = status
        refusal.requestID = headers["x-request-id"].map { String($0.prefix(80)) }
        return refusal
    }

    private func stranger(_ url: String) -> LarderFailure {
        if (300..<400).contains(status), let place = headers["location"] {
            return LarderFailure(.redirected, "\(url) redirects to \(place.prefix(200)): use that address")
        }
        // A proxy says so while the service behind it starts.
        if (502...504).contains(status) {
            return LarderFailure(.unreachable, "\(url) cannot be reached behind its proxy (\(status)): try again")
        }
        return LarderFailure(
            .notLarder, "\(url) is not a service of larder: it answered \(status) \(mediaType ?? "and nothing")")
    }
}

extension LarderRefusal {
    init(_ problem: Problem, retryAfter: Duration?) {
        self.init(
            Code(rawValue: problem.code), problem.detail, field: problem.field, position: problem.position,
            status: problem.status, retryAfter: retryAfter)
    }
}
