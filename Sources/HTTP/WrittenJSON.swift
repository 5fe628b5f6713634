import CloudEvents
import Events

/// A JSON text within an answer, as it was written.
struct WrittenJSON: Encodable {
    private let value: JSONValue

    init(_ bytes: [UInt8]) throws(Refusal) {
        do { value = try JSONValue(bytes) } catch { throw Refusal(.failed, "what was written is no JSON") }
    }

    private init(_ value: JSONValue) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let truth): try container.encode(truth)
        case .number(let digits):
            if let whole = Int64(digits) { try container.encode(whole) } else { try container.encode(Double(digits)) }
        case .string(let text): try container.encode(text)
        case .array(let items): try container.encode(items.map { WrittenJSON($0) })
        case .object(let members, _): try container.encode(members.mapValues { WrittenJSON($0) })
        }
    }
}
