package import Events

/// One CloudEvents 1.0 event in its JSON format: a checked envelope of any event type.
package struct CloudEvent: Hashable, Sendable {
    package var id: String
    package var source: String
    package var type: String
    package var subject: String?
    package var time: Timestamp?
    package var dataContentType: String?
    package var dataSchema: String?
    package var extensions: [String: Attribute]
    package var data: Content

    /// Extensions included.
    private static let attributesMax = 100

    /// An extension attribute's value.
    package enum Attribute: Hashable, Sendable {
        case string(String)
        case integer(Int32)
        case boolean(Bool)
    }

    package enum Content: Hashable, Sendable {
        case none
        /// The bytes of the JSON object in the member `data`.
        case object([UInt8])
        /// The member `data` is JSON, and no object.
        case other
        case base64(String)
    }

    /// Reads and checks one event. Refuses with `invalid` and the attribute's name. `null` is absent.
    package init(json bytes: [UInt8], valuesMax: Int = .max) throws(Refusal) {
        try self.init(try JSONValue(event: bytes, valuesMax: valuesMax), of: bytes)
    }

    /// Checks an event that was read from these bytes.
    init(_ value: JSONValue, of bytes: [UInt8]) throws(Refusal) {
        guard case .object(let members, _) = value else {
            throw Refusal(.invalid, "an event is a JSON object")
        }
        guard members.count <= Self.attributesMax else {
            throw Refusal(.invalid, "an event has at most \(Self.attributesMax) attributes")
        }
        var attributes = Attributes(members: members)
        guard try attributes.required("specversion") == "1.0" else {
            throw Refusal(.invalid, "specversion must be \"1.0\"", field: "specversion")
        }
        id = try attributes.required("id")
        source = try attributes.required("source")
        type = try attributes.required("type")
        subject = try attributes.optional("subject")
        dataSchema = try attributes.optional("dataschema")
        dataContentType = try attributes.optional("datacontenttype")
        if let dataContentType, !Self.isMediaType(dataContentType) {
            throw Refusal(
                .invalid, "datacontenttype must be a media type such as application/json", field: "datacontenttype")
        }
        if let text = try attributes.optional("time") {
            guard let time = Timestamp(rfc3339: text) else {
                throw Refusal(
                    .invalid, "time must be written like 2026-01-05T08:00:00Z, and lie between the years 829 and 3110",
                    field: "time")
            }
            self.time = time
        } else {
            time = nil
        }
        data = try attributes.content(bytes)
        extensions = try attributes.extensions()
    }

    /// Whether `data` is JSON. Without `datacontenttype` it is.
    package var isJSON: Bool {
        guard let dataContentType else { return true }
        let mediaType = dataContentType.prefix { $0 != ";" }.lowercased().trimmed
        return mediaType.hasSuffix("/json") || mediaType.hasSuffix("+json")
    }

    /// Whether the text is a media type of RFC 2046: `type/subtype`, both tokens, with or without parameters.
    private static func isMediaType(_ text: String) -> Bool {
        let parts = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let special = Set("()<>@,;:\\\"/[]?= ".utf8)
        return parts.enumerated().allSatisfy { index, part in
            // Blanks may stand before a parameter.
            let token = index == 1 ? String(part).trimmed[...] : part
            return !token.isEmpty
                && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !special.contains($0) }
        }
    }
}

extension JSONValue {
    /// Reads an event or its `data`. Refuses text that is not JSON with `invalid`.
    init(event bytes: [UInt8], valuesMax: Int = .max) throws(Refusal) {
        do {
            self = try JSONValue(bytes, valuesMax: valuesMax)
        } catch {
            throw Refusal(.invalid, error.sentence)
        }
    }
}

/// The members of an event's JSON object that are not read yet. After all attributes only the extensions remain.
private struct Attributes {
    var members: [String: JSONValue]

    mutating func required(_ name: String) throws(Refusal) -> String {
        guard let text = try optional(name) else {
            throw Refusal(.invalid, "the attribute \(name) is missing", field: name)
        }
        return text
    }

    mutating func optional(_ name: String) throws(Refusal) -> String? {
        switch members.removeValue(forKey: name) {
        case nil, .null?: return nil
        case .string(let text)?:
            try Self.check(text, name)
            return text
        default: throw Refusal(.invalid, "\(name) must be a string", field: name)
        }
    }

    mutating func content(_ bytes: [UInt8]) throws(Refusal) -> CloudEvent.Content {
        let data = members.removeValue(forKey: "data") ?? .null
        let encoded = members.removeValue(forKey: "data_base64") ?? .null
        switch (data, encoded) {
        case (.null, .null): return .none
        case (_, .null):
            if case .object(_, let range) = data { return .object(Array(bytes[range])) }
            return .other
        case (.null, .string(let text)): return .base64(text)
        case (.null, _): throw Refusal(.invalid, "data_base64 must be a string", field: "data_base64")
        default: throw Refusal(.invalid, "an event has data or data_base64, not both", field: "data_base64")
        }
    }

    func extensions() throws(Refusal) -> [String: CloudEvent.Attribute] {
        var extensions: [String: CloudEvent.Attribute] = [:]
        // Sorted by name, so that an event with two faults is always refused for the same one.
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard !name.isEmpty, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
            else {
                throw Refusal(
                    .invalid, "the name «\(name.excerpt(40))» of an attribute must be of a to z and 0 to 9",
                    field: name.excerpt(40))
            }
            switch value {
            case .null: continue
            case .string(let text):
                try Self.check(text, name)
                extensions[name] = .string(text)
            case .bool(let value): extensions[name] = .boolean(value)
            case .number:
                guard let integer = value.integer.flatMap(Int32.init(exactly:)) else {
                    throw Refusal(.invalid, "\(name) must be a whole number of 32 bits", field: name)
                }
                extensions[name] = .integer(integer)
            case .array, .object:
                throw Refusal(.invalid, "\(name) must be a string, a whole number or true or false", field: name)
            }
        }
        return extensions
    }

    /// Checks the rules of a CloudEvents String: not empty, without control characters.
    private static func check(_ text: String, _ name: String) throws(Refusal) {
        guard !text.isEmpty else { throw Refusal(.invalid, "\(name) must not be empty", field: name) }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            throw Refusal(.invalid, "\(name) must not hold control characters", field: name)
        }
    }
}
