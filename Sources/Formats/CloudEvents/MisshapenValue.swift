import SwiftProtobuf

/// The first value of an event's `data` that does not fit its message, and the shape that it must have. The protobuf
/// decoder names neither, so values are tried one by one; this happens only after a refusal.
struct MisshapenValue {
    /// The field of `data` that holds the value.
    let field: String
    /// Where the value lies, such as `ingredients[2].original`.
    let path: String
    /// `a string`, `a list of objects`; `nil` if no known shape fits.
    let shape: String?

    var sentence: String { shape.map { "\(path) must be \($0)\(example)" } ?? "\(path) cannot be read" }

    /// What a row of a recipe looks like, because many write it as a text.
    private var example: String {
        if path.wholeMatch(of: /steps\[\d+\]/) != nil { return #", such as {"text":"Boil."}"# }
        if path.wholeMatch(of: /ingredients\[\d+\]/) != nil { return #", such as {"original":"2 eggs"}"# }
        return ""
    }

    /// `nil` if `bytes` are no JSON object, or each value of it fits by itself.
    init?(in bytes: [UInt8], of type: any SwiftProtobuf.Message.Type) {
        // The caller has caught the error of the whole: this only finds the value to name.
        guard let data = try? Google_Protobuf_Struct(jsonUTF8Bytes: bytes),
            let found = Self.find(
                Google_Protobuf_Value(structValue: data), path: "",
                fits: { value in
                    guard let json: [UInt8] = try? value.jsonUTF8Bytes() else { return false }
                    return (try? type.init(jsonUTF8Bytes: json)) != nil
                })
        else { return nil }
        field = String(found.path.prefix { $0 != "." && $0 != "[" })
        path = found.path
        shape = found.shape
    }

    private typealias Fits = (Google_Protobuf_Value) -> Bool

    /// Descends into objects and lists as long as an empty one fits. The depth is bounded by the reader of the event.
    private static func find(
        _ value: Google_Protobuf_Value, path: String, fits: @escaping Fits
    ) -> (path: String, shape: String?)? {
        switch value.kind {
        case .structValue(let object) where fits(Google_Protobuf_Value(structValue: Google_Protobuf_Struct())):
            for (name, value) in object.fields.sorted(by: { $0.key < $1.key }) {
                let fits: Fits = {
                    fits(Google_Protobuf_Value(structValue: Google_Protobuf_Struct(fields: [name: $0])))
                }
                guard !fits(value) else { continue }
                return find(value, path: path.isEmpty ? name : "\(path).\(name)", fits: fits)
            }
        case .listValue(let list) where fits(Google_Protobuf_Value(listValue: Google_Protobuf_ListValue())):
            let fits: Fits = { fits(Google_Protobuf_Value(listValue: Google_Protobuf_ListValue(values: [$0]))) }
            for (index, value) in list.values.enumerated() where !fits(value) {
                return find(value, path: "\(path)[\(index)]", fits: fits)
            }
        default: break
        }
        return path.isEmpty ? nil : (path, shape(fits))
    }

    private static func shape(_ fits: Fits) -> String? {
        let words = words.filter { fits(Google_Protobuf_Value(stringValue: $0)) }
        // The decoder also reads the numbers of an enum's words, and a text field takes every word.
        if words.count < Self.words.count, let last = words.last {
            return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
        }
        return shapes.first { fits($0.example) }?.name
    }

    private static let object = Google_Protobuf_Value(structValue: Google_Protobuf_Struct())
    private static func list(_ value: Google_Protobuf_Value) -> Google_Protobuf_Value {
        Google_Protobuf_Value(listValue: Google_Protobuf_ListValue(values: [value]))
    }

    private static let shapes: [(example: Google_Protobuf_Value, name: String)] = [
        ("a word", "a string"), (true, "true or false"), (1.5, "a number"), (1, "a whole number"),
        (list("a word"), "a list of strings"), (list(1.5), "a list of numbers"), (list(object), "a list of objects"),
        (object, "an object"),
    ]

    /// The words of all enums, in the order of the vocabulary.
    private static let words = [
        "member", "moderator", "admin", "spam", "offensive", "unsafe", "copyright", "other", "dismissed", "removed",
        "banned", "easy", "intermediate", "hard", "yes", "no", "unknown", "breakfast", "lunch", "dinner", "snack",
        "private", "public",
    ]
}
