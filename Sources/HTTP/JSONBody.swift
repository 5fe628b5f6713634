import CloudEvents
import Events

/// An object that was sent along, taken apart field by field. What nobody asked for is refused by name.
struct JSONBody {
    private let bytes: [UInt8]
    private var members: [String: JSONValue]

    init(_ exchange: Exchange) throws(Refusal) {
        try exchange.requireJSON()
        bytes = exchange.body
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

    mutating func text(_ name: String) throws(Refusal) -> String? {
        switch members.removeValue(forKey: name) {
        case nil: return nil
        case .string(let text)?: return text
        default: throw Refusal(.invalid, "\(name) must be a string", field: name)
        }
    }

    mutating func requiredText(_ name: String) throws(Refusal) -> String {
        guard let text = try text(name) else { throw Refusal(.invalid, "\(name) is missing", field: name) }
        return text
    }

    mutating func flag(_ name: String) throws(Refusal) -> Bool {
        switch members.removeValue(forKey: name) {
        case nil: return false
        case .bool(let value)?: return value
        default: throw Refusal(.invalid, "\(name) must be true or false", field: name)
        }
    }

    mutating func texts(_ name: String) throws(Refusal) -> [String] {
        switch members.removeValue(forKey: name) {
        case nil: return []
        case .array(let items)?:
            return try items.map { item throws(Refusal) in
                guard case .string(let text) = item else {
                    throw Refusal(.invalid, "\(name) must be a list of strings", field: name)
                }
                return text
            }
        default: throw Refusal(.invalid, "\(name) must be a list of strings", field: name)
        }
    }

    /// The bytes of an object within it.
    mutating func object(_ name: String) throws(Refusal) -> [UInt8] {
        guard case .object(_, let range)? = members.removeValue(forKey: name) else {
            throw Refusal(.invalid, "\(name) must be an object", field: name)
        }
        return Array(bytes[range])
    }

    /// To be called when everything was asked for.
    func finish() throws(Refusal) {
        guard let stranger = members.keys.min() else { return }
        throw Refusal(.invalid, "there is no field «\(stranger.prefix(80))» here", field: String(stranger.prefix(80)))
    }
}
