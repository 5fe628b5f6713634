import CloudEvents
import Events
import LarderAPI
import Layout
import Operations

/// The JSON object of a request's body, read field by field. A field that the operation does not take is refused by name.
struct JSONBody {
    private let bytes: [UInt8]
    private var members: [String: JSONValue]

    init(_ request: APIRequest) throws(Refusal) {
        try request.requireJSON()
        bytes = request.body
        members = bytes.isEmpty ? [:] : try request.jsonObject().members ?? [:]
    }

    /// Removes a field and returns its value; `nil`: there is none.
    mutating func take(_ name: String) -> BodyValue? {
        switch members.removeValue(forKey: name) {
        case nil: return nil
        case .string(let text)?: return .text(text)
        case .bool(let flag)?: return .flag(flag)
        case .object(_, let range)?: return .object(JSONText(Array(bytes[range])))
        case .array(let items)?:
            var texts: [String] = []
            for item in items {
                guard case .string(let text) = item else { return .other }
                texts.append(text)
            }
            return .texts(texts)
        default: return .other
        }
    }

    /// Refuses fields that were not taken.
    func finish() throws(Refusal) {
        guard let stranger = members.keys.min() else { return }
        throw Refusal(.invalid, "there is no field «\(stranger.excerpt())» here", field: stranger.excerpt())
    }
}

extension Refusal {
    /// A body that is not the JSON that the operation requires.
    init(malformed error: JSONValue.Malformed) {
        self.init(.usage, "the body is not valid JSON: \(error.message) at byte \(error.offset + 1)")
    }
}

extension APIRequest {
    /// The body, which must be a JSON object. All operations refuse any other body in one way.
    func jsonObject() throws(Refusal) -> JSONValue {
        try requireJSON()
        do throws(JSONValue.Malformed) {
            let value = try JSONValue(body, valuesMax: JSONValue.requestValuesMax)
            guard value.members != nil else {
                throw JSONValue.Malformed(message: "an object was expected", offset: 0)
            }
            return value
        } catch {
            throw Refusal(malformed: error)
        }
    }

    /// The input of the operation. Refuses what is missing, malformed or unknown.
    func input<Input: OperationInput>() throws(Refusal) -> Input {
        let source = try RequestInput(self)
        let input: Input
        do throws(InputError) { input = try Input(from: source) } catch { throw error.refusal }
        try source.finish()
        return input
    }
}

/// A request as an operation's input is read from it.
final class RequestInput: InputSource {
    private let request: APIRequest
    private var fields: JSONBody?

    /// Refuses a body that is no JSON object if the operation takes fields of one, or no body at all.
    init(_ request: APIRequest) throws(Refusal) {
        self.request = request
        if request.route.operation.isPaged { try request.checkLimit() }
        let isStray = !request.route.takesContent && !request.body.isEmpty
        fields = request.route.takesFields || isStray ? try JSONBody(request) : nil
    }

    func path(_ name: String) -> String? { request.path[name] }

    func query(_ name: String) -> [String] {
        let values = request.query.all(name)
        return name == "limit" && values.isEmpty && request.isWhole ? ["0"] : values
    }

    func body(_ name: String) -> BodyValue? { fields?.take(name) }
    var content: [UInt8] { request.body }

    /// Refuses fields that the operation does not take.
    func finish() throws(Refusal) { try fields?.finish() }
}
