import Answers
import Crypto
import EventLog
import Events
import Foundation
import HTTPTypes
import LarderAPI
import Layout
import Markup
import Operations
import Pages

/// The fields of a form, in the order in which the browser sent them.
struct FormBody: Sendable {
    var values: [String: [String]] = [:]
    /// The content of file fields, without empty ones.
    private(set) var files: [String: [UInt8]] = [:]
    /// The names of these files, without folders and endings.
    private(set) var fileNames: [String: String] = [:]

    /// The most fields of a form. A recipe has at most some hundred rows.
    private static let fieldsMax = 2_000
    /// The most bytes of all texts of a form. Files count apart.
    private static let textBytesMax = 1 << 20
    /// The most bytes of a form that is sent without a session.
    static let bytesMaxOfGuest = 64 << 10

    /// Refuses a body that is no form of HTML.
    init(_ request: WebRequest) throws(Refusal) {
        if let boundary = try MultipartForm.boundary(of: request.headers[.contentType]) {
            var textBytes = 0
            for part in try MultipartForm(request.body, boundary: boundary, partsMax: Self.fieldsMax).parts {
                if part.isFile {
                    guard !part.content.isEmpty else { continue }
                    files[part.name] = Array(part.content)
                    fileNames[part.name] = part.nameWithoutEnding
                    continue
                }
                textBytes += part.content.count
                guard textBytes <= Self.textBytesMax else { throw Self.tooLong }
                if let text = String(validating: part.content, as: UTF8.self) {
                    guard !text.hasTooManyMarks else { throw Refusal.manyMarks }
                    values[part.name, default: []].append(Self.lines(text))
                } else {
                    throw Refusal(.invalid, "\(part.name.excerpt()) is not UTF-8", field: part.name.excerpt())
                }
            }
            return
        }
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard request.body.isEmpty || type == "application/x-www-form-urlencoded" else {
            throw Refusal(.unsupported, "send a form, not \((type ?? "a body without a type").excerpt())")
        }
        // Both are counted before anything is decoded.
        guard request.body.count <= Self.textBytesMax else { throw Self.tooLong }
        guard request.body.count(where: { $0 == UInt8(ascii: "&") }) < Self.fieldsMax else {
            throw Refusal(.tooLarge, "a form has at most \(Self.fieldsMax) fields")
        }
        values = try Self.values(String(decoding: request.body, as: UTF8.self)).mapValues { $0.map(Self.lines) }
    }

    private static var tooLong: Refusal {
        Refusal(.tooLarge, "the texts of a form have at most \(textBytesMax >> 20) MiB")
    }

    /// Browsers end a line with CR and LF. A text has LF, as one that came through the API.
    private static func lines(_ text: String) -> String { text.replacing("\r\n", with: "\n") }

    /// Reads `a=1&b=two+words`. A pair that is not percent-encoded UTF-8 is left out: links from elsewhere bring parameters of theirs.
    static func values(_ text: String) throws(Refusal) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decoded(parts[0].replacing("+", with: " ")),
                let value = parts.count == 2 ? PercentEncoding.decoded(parts[1].replacing("+", with: " ")) : "",
                !value.unicodeScalars.contains("\0")
            else { continue }
            guard !name.hasTooManyMarks, !value.hasTooManyMarks else { throw .manyMarks }
            values[name, default: []].append(value)
        }
        return values
    }

    /// The first value of a field, without white space around it; `nil`: the field is absent or empty.
    subscript(_ name: String) -> String? {
        guard let text = values[name]?.first?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
            return nil
        }
        return text
    }

    func all(_ name: String) -> [String] { values[name] ?? [] }
    /// Whether the button or box of that name is on.
    func isOn(_ name: String) -> Bool { self[name].map { $0 != "0" } ?? false }
    /// The part of the page that a module wants in place of a redirect.
    var part: String? { self["part"] }
    /// What the reader filled in, without passwords.
    func state(_ refusal: Refusal? = nil, names: [String: String] = [:]) -> FormState {
        var state = FormState(values: values.filter { !$0.key.lowercased().contains("password") })
        if let refusal {
            // A wrong password is refused without a field, so that no client learns which of two was wrong.
            let isPassword = refusal.code == .unauthenticated && values["password"] != nil
            let field = refusal.field.map { names[$0] ?? $0 } ?? (isPassword ? "password" : "")
            state.errors = [(field, refusal.sentenceForCooks)]
        }
        return state
    }
}

extension Refusal {
    /// What forms call the fields that messages call by their names in the API.
    private static let labels = [
        "videoURL": "The address of the video", "sourceURL": "The address of the source", "text": "The text",
        "imageTexts": "The words for a picture", "prepMinutes": "The time for preparation",
        "cookMinutes": "The time for cooking", "totalMinutes": "The whole time", "note": "The note",
        "quote": "What you say about it", "bio": "The text about you",
    ]

    /// The message as a form shows it.
    var sentenceForCooks: String {
        guard let field, let label = Self.labels[field], message.hasPrefix("\(field) ") else { return message.sentence }
        return (label + message.dropFirst(field.count)).sentence
    }
}

extension WebRequest {
    /// Asks an operation that is answered from more than the views, such as one that asks another service, as the reader.
    func answer<Input, Answer: Decodable>(
        to operation: LarderAPI.Operation<Input, Answer>, _ input: Input
    ) async throws -> Answer {
        try await perform(operation, input).decoded(Answer.self)
    }

    /// Asks a question of the API for a page.
    func perform<Input, Answer>(_ operation: LarderAPI.Operation<Input, Answer>, _ input: Input) async throws -> Reply {
        guard let route = Route.of(operation) else { preconditionFailure("\(operation.name) has no route") }
        let encoded = input.request
        let query = encoded.query.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
        let request = APIRequest(
            context, route, target: "\(operation.path.path(with: encoded.path))?\(query)", path: encoded.path,
            query: try QueryParameters(query, allowed: route.queryNames), headers: HTTPFields(), body: [],
            channel: channel, record: record, principal: principal, payer: payer)
        return try await route.perform(request)
    }

    /// Carries out an operation of the API for a form, and returns its answer. `values` are the operation's path, `body` its JSON.
    ///
    /// The form's `once` and a digest of the path and the fields name the command: the same form sent twice is carried out once, and another text from
    /// the same page is another command. `version`: the version of a recipe that an edit is based on.
    func perform(
        _ operation: any AnyOperation, _ values: [String: String] = [:], _ body: JSON? = nil, form: FormBody,
        basedOn version: UInt64? = nil
    ) async throws -> Reply {
        guard let route = Route.of(operation) else { preconditionFailure("\(operation.name) has no route") }
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cookie] = self.headers[.cookie]
        if let version { headers[.ifMatch] = "\"v\(version)\"" }
        if let once = form[Once.field], let viewer {
            var hash = SHA256()
            hash.update(data: Data("\(operation.name) \(operation.path.path(with: values)) \(viewer) \(once)".utf8))
            for (name, value) in form.values.sorted(by: { $0.key < $1.key }) where name != "part" {
                hash.update(data: Data("\(name)\0\(value.joined(separator: "\0"))\0\0".utf8))
            }
            headers[.idempotencyKey] = "form-\(hex(hash.finalize().prefix(16)))"
        }
        let request = APIRequest(
            context, route, target: operation.path.path(with: values), path: values,
            query: try QueryParameters(nil, allowed: []), headers: headers,
            body: try body.map { try JSONDocument.bytes($0) } ?? [], channel: channel, record: record,
            principal: principal,
            payer: payer)
        return try await route.perform(request)
    }
}

extension Reply {
    static func html(_ html: HTML, status: Int = 200) -> Reply {
        .html(html, status: HTTPResponse.Status(code: status))
    }

    /// A page, or a part of it, with what its headers say.
    static func page(_ page: Pages.Page, _ html: HTML) -> Reply {
        var reply = Reply.html(html, status: page.status)
        if !page.isKept { reply.headers[.cacheControl] = "no-store" }
        if let seconds = page.refreshSeconds { reply.headers[HTTPField.Name("Refresh")!] = "\(seconds)" }
        return reply
    }

    static func html(_ html: HTML, status: HTTPResponse.Status) -> Reply {
        var reply = Reply(status: status)
        reply.headers[.contentType] = "text/html; charset=utf-8"
        reply.body = html.bytes
        return reply
    }

    /// Leads the browser to another page by GET.
    static func see(_ link: Link, _ status: HTTPResponse.Status = .seeOther) -> Reply {
        var reply = Reply(status: status)
        reply.headers[.location] = link.text
        return reply
    }

    /// Leads a question on; where to is another place the next time.
    static func seeNow(_ link: Link, _ status: HTTPResponse.Status = .seeOther) -> Reply {
        var reply = see(link, status)
        reply.headers[.cacheControl] = "no-store"
        return reply
    }

    /// Leads the browser to a page that says what was done.
    static func see(_ link: Link, saying said: Said, _ request: WebRequest) -> Reply {
        var reply = see(link)
        reply.headers[values: .setCookie].append(PageCookie.said(said, request.context.settings))
        return reply
    }
}

/// The cookies of the web app beside the session's.
enum PageCookie {
    static let look = "larder_look"
    static let said = "larder_said"

    static func look(_ look: Look, _ settings: ServiceSettings) -> String {
        "\(self.look)=\(look.cookie); Path=/; Max-Age=\(400 * 86_400); SameSite=Lax\(secure(settings))"
    }

    /// The code of a message from a fixed list, never a text.
    static func said(_ said: Said, _ settings: ServiceSettings) -> String {
        "\(self.said)=\(said.rawValue); Path=/; Max-Age=60; HttpOnly; SameSite=Lax\(secure(settings))"
    }

    /// Whether a cookie is only taken away: that is no secret.
    static func isCleared(_ header: String) -> Bool { header.contains("=; ") && header.contains("Max-Age=0") }

    static func cleared(_ name: String, _ settings: ServiceSettings) -> String {
        "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\(secure(settings))"
    }

    private static func secure(_ settings: ServiceSettings) -> String { settings.isBehindTLS ? "; Secure" : "" }
}
