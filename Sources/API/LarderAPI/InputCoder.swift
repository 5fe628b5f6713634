/// Reads or writes an operation's input, value by value, or lists its parameters.
public struct InputCoder {
    enum Mode {
        case reading(any InputSource)
        case writing(EncodedInput)
        case listing([Parameter])
    }

    private var mode: Mode

    init(_ mode: Mode) { self.mode = mode }

    var written: EncodedInput { if case .writing(let request) = mode { request } else { EncodedInput() } }

    /// The parameters of an input, in the order in which it names them.
    static func parameters<Input: OperationInput>(of type: Input.Type) -> [Parameter] {
        var (input, coder) = (Input(), InputCoder(.listing([])))
        // Listing has nothing to refuse.
        do { try input.code(&coder) } catch { preconditionFailure("listing an input failed: \(error)") }
        if case .listing(let parameters) = coder.mode { return parameters }
        return []
    }

    // MARK: Path and query

    /// A place of the path.
    public mutating func path(_ name: String, _ value: inout String) throws(InputError) {
        switch mode {
        case .reading(let source): value = source.path(name) ?? ""
        case .writing(var request):
            request.path[name] = value
            mode = .writing(request)
        case .listing: list(name, .path, isRequired: true)
        }
    }

    /// A value that may be absent.
    public mutating func query<Value: ParameterValue>(_ name: String, _ value: inout Value?) throws(InputError) {
        switch mode {
        case .reading(let source):
            let texts = source.query(name)
            guard texts.count <= 1 else { throw InputError(name, .repeated) }
            value = try texts.first.map { text throws(InputError) in try Value(parameter: text, name) }
        case .writing: if let value { write(name, value.parameter) }
        case .listing: list(name, .query)
        }
    }

    /// A required value. If it is missing, the refusal says `hint` and names `field`.
    public mutating func query<Value: ParameterValue>(
        _ name: String, _ value: inout Value, orElse hint: String, field: String? = nil
    ) throws(InputError) {
        var found: Value? = value
        try query(name, &found)
        if case .listing(var parameters) = mode {
            parameters[parameters.count - 1].isRequired = true
            mode = .listing(parameters)
        }
        guard let found else { throw InputError(field ?? name, .missing(hint)) }
        value = found
    }

    /// True or absent.
    public mutating func query(_ name: String, _ value: inout Bool) throws(InputError) {
        var flag: Bool? = value ? true : nil
        try query(name, &flag)
        value = flag ?? false
    }

    /// A value that may be repeated.
    public mutating func query<Value: ParameterValue>(_ name: String, _ values: inout [Value]) throws(InputError) {
        switch mode {
        case .reading(let source):
            values = try source.query(name).map { text throws(InputError) in try Value(parameter: text, name) }
        case .writing: for value in values { write(name, value.parameter) }
        case .listing: list(name, .query, isRepeated: true)
        }
    }

    private mutating func write(_ name: String, _ text: String) {
        guard case .writing(var request) = mode else { return }
        request.query.append(QueryItem(name, text))
        mode = .writing(request)
    }

    // MARK: Body

    /// A text of the body that may be absent.
    public mutating func body(_ name: String, _ value: inout String?) throws(InputError) {
        switch try field(name, value.map { .text($0) }) {
        case nil: break
        case .text(let text)?: value = text
        default: throw InputError(name, .wrongType(expected: "a string"))
        }
    }

    public mutating func body(_ name: String, _ value: inout String) throws(InputError) {
        var text: String? = isReading ? nil : value
        try body(name, &text)
        if isReading, text == nil { throw InputError(name, .missingField) }
        value = text ?? value
    }

    /// True or absent.
    public mutating func body(_ name: String, _ value: inout Bool) throws(InputError) {
        switch try field(name, value ? .flag(true) : nil) {
        case nil: break
        case .flag(let flag)?: value = flag
        default: throw InputError(name, .wrongType(expected: "true or false"))
        }
    }

    public mutating func body(_ name: String, _ value: inout [String]) throws(InputError) {
        switch try field(name, .texts(value)) {
        case nil: break
        case .texts(let texts)?: value = texts
        default: throw InputError(name, .wrongType(expected: "a list of strings"))
        }
    }

    /// An object of the body, as the client wrote it.
    public mutating func body(_ name: String, _ value: inout JSONText) throws(InputError) {
        guard case .object(let text)? = try field(name, .object(value)) else {
            if isReading { throw InputError(name, .wrongType(expected: "an object")) }
            return
        }
        value = text
    }

    /// An object of the body that may be absent.
    public mutating func body(_ name: String, _ value: inout JSONText?) throws(InputError) {
        switch try field(name, value.map { .object($0) }) {
        case nil: break
        case .object(let text)?: value = text
        default: throw InputError(name, .wrongType(expected: "an object"))
        }
    }

    /// The whole body, for an operation whose content is a document of its own; `nil`: there is no body.
    public mutating func content(_ value: inout JSONText?) throws(InputError) {
        switch mode {
        case .reading(let source): value = source.content.isEmpty ? nil : JSONText(source.content)
        case .writing(var request):
            request.content = value
            mode = .writing(request)
        case .listing: list("", .body)
        }
    }

    private var isReading: Bool { if case .reading = mode { true } else { false } }

    /// Reads the body's value of that name, or writes `value` there.
    private mutating func field(_ name: String, _ value: BodyValue?) throws(InputError) -> BodyValue? {
        switch mode {
        case .reading(let source): return try source.body(name)
        case .writing(var request):
            if let value { request.body.append(BodyField(name, value)) }
            mode = .writing(request)
        case .listing: list(name, .body)
        }
        return nil
    }

    private mutating func list(
        _ name: String, _ place: Parameter.Place, isRequired: Bool = false, isRepeated: Bool = false
    ) {
        guard case .listing(var parameters) = mode else { return }
        parameters.append(Parameter(name: name, place: place, isRequired: isRequired, isRepeated: isRepeated))
        mode = .listing(parameters)
    }
}

/// A value that an operation takes, as the contract lists it.
public struct Parameter: Hashable, Sendable {
    public enum Place: Hashable, Sendable { case path, query, body }

    /// Empty: the whole body.
    public var name: String
    public var place: Place
    public var isRequired = false
    public var isRepeated = false
}

/// A value as one text of a path or query.
public protocol ParameterValue: Sendable {
    init(parameter text: String, _ name: String) throws(InputError)
    var parameter: String { get }
}

extension String: ParameterValue {
    public init(parameter text: String, _ name: String) throws(InputError) { self = text }
    public var parameter: String { self }
}

extension UInt64: ParameterValue {
    public init(parameter text: String, _ name: String) throws(InputError) {
        guard let number = UInt64(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw InputError(name, .notANumber(text))
        }
        self = number
    }

    public var parameter: String { "\(self)" }
}

extension Bool: ParameterValue {
    /// An empty text stands for true: `?banned` alone.
    public init(parameter text: String, _ name: String) throws(InputError) {
        switch text {
        case "", "true": self = true
        case "false": self = false
        default: throw InputError(name, .notAFlag(text))
        }
    }

    public var parameter: String { "\(self)" }
}

/// A value that is one of a few words. Case does not matter when it is read.
public protocol ParameterChoice: ParameterValue, CaseIterable, RawRepresentable<String> {
    /// The words that are accepted, each with its value.
    static var spellings: [(String, Self)] { get }
}

extension ParameterChoice {
    public static var spellings: [(String, Self)] { allCases.map { ($0.rawValue, $0) } }

    public init(parameter text: String, _ name: String) throws(InputError) {
        guard let found = Self.spellings.first(where: { $0.0.lowercased() == text.lowercased() }) else {
            throw InputError(name, .notOneOf(Self.spellings.map(\.0), found: text))
        }
        self = found.1
    }

    public var parameter: String { rawValue }
}
