import Foundation

/// A JSON document, in which numbers are no booleans.
indirect enum JSONShape: Decodable, Equatable {
    case null, bool, number, text
    case list([JSONShape])
    case object([String: JSONShape])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if (try? container.decode(Bool.self)) != nil {
            self = .bool
        } else if (try? container.decode(Double.self)) != nil {
            self = .number
        } else if (try? container.decode(String.self)) != nil {
            self = .text
        } else if let list = try? container.decode([JSONShape].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONShape].self))
        }
    }

    init(_ text: String) throws { self = try JSONDecoder().decode(JSONShape.self, from: Data(text.utf8)) }

    /// What of this shape a document lacks: fields may be more than the shape names, never fewer, nor of other types.
    /// Each element of a list must have the shape of the list's one element, and there must be some.
    func missing(in document: JSONShape, at path: String = "") -> [String] {
        switch (self, document) {
        case (.null, .null), (.bool, .bool), (.number, .number), (.text, .text): []
        case (.list(let shape), .list(let elements)):
            if let one = shape.first {
                elements.isEmpty
                    ? ["\(path) is empty"]
                    : elements.enumerated().flatMap { one.missing(in: $1, at: "\(path)[\($0)]") }
            } else {
                []
            }
        case (.object(let fields), .object(let found)):
            fields.sorted { $0.key < $1.key }.flatMap { key, shape in
                found[key].map { shape.missing(in: $0, at: "\(path).\(key)") } ?? ["\(path).\(key) is missing"]
            }
        default: ["\(path) is of another type"]
        }
    }

    /// Whether there is a null anywhere.
    var hasNull: Bool {
        switch self {
        case .null: true
        case .list(let elements): elements.contains(where: \.hasNull)
        case .object(let fields): fields.values.contains(where: \.hasNull)
        default: false
        }
    }
}
