import CloudEvents
import Events
import LarderAPI

/// The JSON object of a request's body, taken apart field by field. A field that the operation does not take is refused by name.
struct JSONBody {
    private let bytes: [UInt8]
    private var members: [String: JSONValue]

    init(_ request: APIRequest) throws(Refusal) {
        try request.requireJSON()
        bytes = request.body
        guard !bytes.isEmpty else {
            members = [:]
            return
        }
        do throws(JSONValue.Malformed) {
            guard case .object(let members, _) = try JSONValue(bytes) else {
                throw JSONValue.Malformed(message: "an object was expected", offset: 0)
            }
            self.members = members
        } catch {
            throw Refusal(.usage, "it is no JSON: \(error.message) at byte \(error.offset + 1)")
        }
    }

    /// The value of a field, which is gone from here after that; nil: there is none.
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

    /// Refuses what was not taken.
    func finish() throws(Refusal) {
        guard let stranger = members.keys.min() else { return }
        throw Refusal(.invalid, "there is no field «\(stranger.prefix(80))» here", field: String(stranger.prefix(80)))
    }
}
