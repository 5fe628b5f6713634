package import LarderAPI

/// What the pages of the API say about one operation: its declaration, and what the contract adds.
package struct OperationGuide: Sendable {
    /// A value of the path, the query, the headers or the body.
    package struct Value: Sendable {
        package var name: String
        /// `path`, `query`, `header` or `body`.
        package var place: String
        package var type: String
        package var isRequired: Bool
        package var about: String

        package init(name: String, place: String, type: String, isRequired: Bool, about: String) {
            (self.name, self.place, self.type) = (name, place, type)
            (self.isRequired, self.about) = (isRequired, about)
        }
    }

    /// A status, and what it means.
    package struct Outcome: Sendable {
        package var status: String
        package var about: String

        package init(status: String, about: String) { (self.status, self.about) = (status, about) }
    }

    /// A body of a request or an answer.
    package struct Example: Sendable {
        package var mediaType: String
        /// As people read it, on several lines.
        package var text: String
        /// On one line; `nil`: the body is no JSON.
        package var line: String?
        package var value: JSON?

        package init(mediaType: String, text: String, line: String? = nil, value: JSON? = nil) {
            (self.mediaType, self.text, self.line, self.value) = (mediaType, text, line, value)
        }
    }

    package var operation: any AnyOperation
    package var about: String
    package var values: [Value]
    package var request: Example?
    /// The status of a success, with the body that comes with it.
    package var status: String
    package var answer: Example?
    package var refusals: [Outcome]

    package init(
        _ operation: any AnyOperation, about: String, values: [Value], request: Example?, status: String,
        answer: Example?, refusals: [Outcome]
    ) {
        (self.operation, self.about, self.values, self.request) = (operation, about, values, request)
        (self.status, self.answer, self.refusals) = (status, answer, refusals)
    }

    // MARK: Who may ask

    package var whoMayAsk: String {
        let who =
            switch operation.access {
            case .anyone: "Anyone may ask, with or without a session."
            case .member: "Members may ask."
            case .moderator: "Moderators and admins may ask."
            case .admin: "Admins may ask."
            }
        guard operation.access != .anyone else { return who }
        return operation.traits.scope == .account
            ? "\(who) It takes the token of a session: a key is not enough."
            : "\(who) It takes the token of a session, or a key that allows `\(operation.traits.scope.rawValue)`."
    }

    // MARK: The same call

    /// The values of the example, by the names of parameters.
    static let samples: [String: String] = [
        "recipe": "r12", "comment": "c20", "member": "@ada", "cookbook": "b41", "item": "i40", "repost": "p30",
        "report": "f9", "cooking": "120", "entity": "r12", "event": "1024", "thing": "r12", "username": "ada",
        "collection": "Quick Fixes", "session": "19a9e27847bd35b2", "key": "2783b87f7daf8aa7",
        "image": "c34a850e94aadedd3bfdff55cc6a5a08dd55669bd58813342d6b30017e83a0d1", "source": "themealdb",
        "id": "52772", "q": "leek soup", "question": "/recipes/r12",
        "leaf": "44gYJsXK5p0M1wLQyR2RBuO7EoDTStlSygBOBhDzi6w=",
    ]

    private func sample(_ name: String) -> String {
        switch (operation.name, name) {
        case (API.recipesByID.name, "id"): "r12"
        case (API.recipeDifference.name, "from"): "1"
        case (API.recipeDifference.name, "to"): "2"
        case (API.auditConsistency.name, "from"): "100"
        default: Self.samples[name] ?? "1"
        }
    }

    private var places: [String: String] {
        Dictionary(operation.path.names.map { ($0, sample($0)) }) { $1 }
    }

    private var queryItems: [(name: String, value: String)] {
        operation.ownParameters.filter { $0.place == .query && $0.isRequired }.map { ($0.name, sample($0.name)) }
    }

    /// Path and query of the example.
    package var target: String {
        let query = queryItems.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
        return operation.path.path(with: places) + (query.isEmpty ? "" : "?\(query)")
    }

    /// The call with curl, for a shell. `base` is the service's address.
    package func curl(at base: String) -> String {
        var words = ["curl"]
        if operation.method == .post, request == nil { words.append("-X POST") }
        if operation.access != .anyone { words.append("-H \"Authorization: Bearer $TOKEN\"") }
        if operation.name == API.stream.name { words.append("-N") }
        if let request {
            words.append("-H 'Content-Type: \(request.mediaType)'")
            words.append(
                request.line.map { "-d \($0.shellQuoted)" } ?? "--data-binary @\(request.text)")
        }
        return (words + ["'\(base)\(target)'"]).joined(separator: " ")
    }

    /// The call with the Swift client.
    package var swift: String {
        switch operation.name {
        case API.stream.name: return "for try await event in client.events() {\n    print(event)\n}"
        case API.uploadImage.name:
            return "let bytes = try Array(Data(contentsOf: file))\nlet answer = try await client.upload(image: bytes)"
        default: break
        }
        let call = "let answer = try await client.call(API.\(operation.name)"
        guard let input = exampleInput, !(input is NoInput) else { return "\(call))" }
        let type = "\(Swift.type(of: input))"
        let lines = SwiftSource.assignments(from: Swift.type(of: input).init(), to: input, on: "input")
        guard !lines.isEmpty else { return "\(call), \(type)())" }
        return (["var input = \(type)()"] + lines + ["\(call), input)"]).joined(separator: "\n")
    }

    /// The example as the operation reads it; `nil`: it does not take it.
    package var exampleInput: (any OperationInput)? {
        let source = ExampleInput(places: places, items: queryItems, body: request)
        // What an example lacks is no mistake of the reader: a test holds that every operation takes its example.
        return try? operation.inputType.init(from: source)
    }
}

/// The example of an operation, as a request that carries it.
private struct ExampleInput: InputSource {
    let places: [String: String]
    let items: [(name: String, value: String)]
    let body: OperationGuide.Example?

    func path(_ name: String) -> String? { places[name] }
    func query(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
    var content: [UInt8] { Array((body?.line ?? "").utf8) }

    func body(_ name: String) throws(InputError) -> BodyValue? {
        guard let field = body?.value?[name] else { return nil }
        switch field {
        case .null: return nil
        case .text(let text): return .text(text)
        case .flag(let flag): return .flag(flag)
        case .list(let list):
            return .texts(list.compactMap { if case .text(let text) = $0 { text } else { nil } })
        case .object: return .object(JSONText(field.document))
        default: return .other
        }
    }
}

/// Swift that makes a value.
enum SwiftSource {
    /// The assignments that turn one value of a type into another one.
    static func assignments(from before: Any, to after: Any, on path: String) -> [String] {
        let values = zip(Mirror(reflecting: before).children, Mirror(reflecting: after).children)
        return values.flatMap { before, after -> [String] in
            guard let label = after.label, "\(before.value)" != "\(after.value)" else { return [] }
            let place = "\(path).\(label)"
            if let literal = literal(after.value) { return ["\(place) = \(literal)"] }
            return assignments(from: before.value, to: after.value, on: place)
        }
    }

    /// `nil`: the value is a structure with properties of its own.
    private static func literal(_ value: Any) -> String? {
        switch value {
        case let text as String: return text.debugDescription
        case let json as JSONText: return "JSONText(Array(#\"\(String(decoding: json.bytes, as: UTF8.self))\"#.utf8))"
        case is Bool, is any BinaryInteger, is Double: return "\(value)"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { literal($0.value) ?? "\($0.value)" } ?? "nil"
        case .enum: return ".\(value)"
        case .collection:
            return "[\(mirror.children.map { literal($0.value) ?? "\($0.value)" }.joined(separator: ", "))]"
        default: return nil
        }
    }
}
