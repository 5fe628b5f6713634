import CloudEvents
import Events
import Foundation
import LarderAPI
import LarderClient
import Layout
import Operations
import Recipes
import Views

/// Acting through a service, accounts, and what commands read before they act.
extension ServiceBackend {
    /// The largest body of a request with many events; a service takes more.
    private static let bulkBytesMax = 4 << 20
    /// The most events of a request: its answer then lists every refusal.
    private static let bulkCountMax = API.refusalsListedMax

    /// Gives each event an origin of its own, so that a retry does not append it twice.
    func submit(_ command: Command) throws -> Outcome {
        if command.kind == .memberDeleted { return try delete(command) }
        let line = CloudEventWriter.line(asking: command, origin: Self.newOrigin())
        do throws(Refusal) {
            let answer = try document(
                of: API.submitEvents, EventsInput(content: JSONText(line)),
                CallOptions(contentType: "application/cloudevents+json"))
            return outcome(try decoded(answer), command.kind)
        } catch {
            if error.code == .notFound { try checkNames([command.actor, command.subject]) }
            throw error
        }
    }

    private static func newOrigin() -> Origin { Origin(source: Origin.commandSource, id: UUID().uuidString) }

    /// An admin deletes another account.
    private func delete(_ command: Command) throws -> Outcome {
        guard let subject = command.subject else { throw Refusal(.usage, "say which account", field: "member") }
        var input = OtherMemberActionInput(member: subject.description)
        if case .reason(let message) = command.payload {
            input.content = JSONText(try JSONDocument.bytes(["reason": message.reason]))
        }
        return outcome(try call(API.deleteMember, input), .memberDeleted)
    }

    /// Refuses an unknown name with the names that are like it.
    private func checkNames(_ references: [Reference?]) throws {
        for case .username(let name)? in references { _ = try profile("@\(name)") }
    }

    private func outcome(_ answer: SubmitAnswer, _ kind: EventKind) -> Outcome {
        Outcome(position: Position(answer.position), changed: answer.changed, kind: kind)
    }

    /// Sends the events in as few requests as possible. An event without an origin gets one of its own.
    func submit(batch: [Command]) throws -> [Result<Outcome, Refusal>] {
        var results: [Result<Outcome, Refusal>] = []
        var (body, kinds): ([UInt8], [EventKind]) = ([], [])
        func flush() throws {
            guard !kinds.isEmpty else { return }
            let answer = try call(
                API.submitEvents, EventsInput(content: JSONText(body)), CallOptions(contentType: "application/x-ndjson")
            )
            guard answer.events.map(\.number) == Array(1...kinds.count) else {
                throw unreadable("the service answered with another number of events")
            }
            for (event, kind) in zip(answer.events, kinds) {
                if let error = event.error {
                    results.append(.failure(error.refusal))
                } else if let place = event.position, let changed = event.changed {
                    results.append(.success(Outcome(position: Position(place), changed: changed, kind: kind)))
                } else {
                    throw unreadable("the service left an event unanswered")
                }
            }
            (body, kinds) = ([], [])
        }
        for command in batch {
            let line = CloudEventWriter.line(asking: command, origin: command.origin ?? Self.newOrigin())
            if body.count + line.count > Self.bulkBytesMax || kinds.count == Self.bulkCountMax { try flush() }
            body += line + [0x0A]
            kinds.append(command.kind)
        }
        try flush()
        return results
    }

    // MARK: Accounts

    func register(_ registration: ProtoMemberRegistered, password: String, link: String?) throws -> Outcome {
        let input = RegisterInput(
            password: password, link: link, profile: JSONText(Payload.registration(registration).json))
        let answer = try call(API.register, input)
        return Outcome(position: Position(answer.position), changed: answer.changed, kind: .memberRegistered)
    }

    /// `device`: the token that an earlier log-in from here answered.
    func logIn(_ name: String, password: String, label: String, device: String?) throws -> SessionAnswer {
        try run { client in
            do {
                return try await client.logIn(username: name, password: password, label: label, device: device)
            } catch let refusal as LarderRefusal where refusal.code == .unauthenticated {
                // The advice to log in first does not help a member who is logging in.
                throw Refusal(.unauthenticated, refusal.message, field: refusal.field)
            }
        }
    }

    /// Changes the password of the member whose token this is. All other sessions end.
    func changePassword(from old: String, to new: String) throws -> Outcome {
        outcome(
            try call(API.changePassword, ChangePasswordInput(password: old, newPassword: new)), .memberPasswordChanged)
    }

    /// Sets a password by the operator's link. All sessions end.
    func resetPassword(to new: String, link: String) throws -> Outcome {
        outcome(
            try call(API.resetPassword, ResetPasswordInput(link: link, newPassword: new)), .memberPasswordChanged)
    }

    /// Ends the session that the token stands for, or finds that it has ended.
    func logOut() throws {
        try run { client in try await client.logOut() }
    }

    /// Deletes the account that the token stands for.
    func deleteOneself(_ username: String, password: String) throws -> Outcome {
        let answer = try run { client in try await client.deleteAccount(username: username, password: password) }
        return outcome(answer, .memberDeleted)
    }

    // MARK: What commands read before they act

    private func entity(_ reference: Reference) throws -> (type: EntityType, version: UInt32)? {
        let answer: EntityAnswer
        do throws(Refusal) {
            answer = try call(API.entity, EntityInput(entity: reference.description))
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        // The id begins with the letter of its type.
        return answer.id.first.flatMap { EntityType(letter: $0) }.map { ($0, answer.version) }
    }

    func entityType(_ reference: Reference) throws -> EntityType? { try entity(reference)?.type }

    func content(of recipe: Reference) throws -> VersionedContent { try content(of: recipe, nil) }

    func content(of recipe: Reference, version: UInt64) throws -> ProtoRecipeContent {
        try content(of: recipe, version).content
    }

    private func content(of recipe: Reference, _ version: UInt64?) throws -> VersionedContent {
        let bytes: [UInt8]
        do throws(Refusal) {
            bytes = try document(
                of: API.recipeContent, RecipeContentInput(recipe: recipe.description, version: version), CallOptions())
        } catch {
            var refusal = error
            if version == nil, refusal.code == .notFound || refusal.code == .gone { refusal.field = "subject" }
            throw refusal
        }
        guard let content = VersionedContent(json: bytes) else { throw unreadable("no recipe") }
        return content
    }

    /// A recipe in a form that other programs read: the text of a file, or for JSON-LD one line of many.
    func text(of recipe: String, as format: ExportFormat, isLine: Bool) throws -> String {
        let input = ExportRecipeInput(recipe: recipe, format: ExportRecipeInput.Format(rawValue: format.rawValue))
        let file = try call(API.exportRecipe, input, CallOptions())
        guard file.mediaType == format.mediaType else { throw unreadable("a recipe as \(file.mediaType)") }
        guard isLine, format == .jsonld else { return String(decoding: file.bytes, as: UTF8.self) }
        do throws(JSONValue.Malformed) { return try JSONValue(file.bytes).text(isIndented: false) } catch {
            throw unreadable("no recipe")
        }
    }

    /// Asks for the version first. If the cookbook changes between the two questions, the service refuses what is based on it.
    func cookbook(_ reference: Reference) throws -> VersionedCookbook? {
        guard let (type, version) = try entity(reference), type == .cookbook else { return nil }
        let answer = try ask(
            API.cookbook, CookbookInput(cookbook: reference.description, page: PageRequest(limit: 1)))
        var words = ProtoCookbook()
        words.name = answer.name
        words.isPublic = answer.visibility == "public"
        return VersionedCookbook(words: words, version: version)
    }
}

extension VersionedContent {
    /// The answer of `API.recipeContent`; `nil`: the document has another form.
    fileprivate init?(json document: [UInt8]) {
        // What is no JSON, or no recipe, is reported as an unreadable answer.
        guard case .object(let members, _)? = try? JSONValue(document),
            let version = members["version"]?.integer.flatMap({ UInt32(exactly: $0) }),
            case .object(_, let range)? = members["content"],
            case .recipe(let content)? = try? CloudEventReader.data(.recipePosted, json: Array(document[range])).payload
        else { return nil }
        self.init(content: content, version: version)
    }
}
