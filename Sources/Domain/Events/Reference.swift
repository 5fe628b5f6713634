package import Layout

/// How a command names a member or an entity: `m17`, `r12`, `@bob`, `external:foodcom:137739`.
package enum Reference: Hashable, Sendable, CustomStringConvertible {
    /// An id, with the letter of its type if it was written with one (`r` of `r12`).
    case position(Position, letter: Character?)
    /// `@username`, kept as written without the `@`.
    case username(String)
    case external(source: String, id: String)

    package static func member(_ id: MemberID) -> Reference { .position(id.position, letter: "m") }
    package static func recipe(_ id: RecipeID) -> Reference { .position(id.position, letter: "r") }
    package static func comment(_ id: CommentID) -> Reference { .position(id.position, letter: "c") }

    /// Reads a reference as people and files write it; `nil` if it is none.
    package init?(_ text: some StringProtocol) {
        // By bytes: a combining character after a colon belongs to the text behind the colon.
        let bytes = Substring(text).utf8
        guard bytes.count <= Self.bytesMax else { return nil }
        if bytes.first == UInt8(ascii: "@") {
            guard bytes.count > 1 else { return nil }
            self = .username(String(Substring(bytes.dropFirst())))
        } else if bytes.starts(with: Self.externalPrefix.utf8) {
            let rest = bytes.dropFirst(Self.externalPrefix.utf8.count)
            guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let (source, id) = (Self.unescaped(rest[..<colon]), Substring(rest[rest.index(after: colon)...]))
            guard !source.isEmpty, !id.isEmpty else { return nil }
            self = .external(source: source, id: String(id))
        } else {
            let letter = text.first.flatMap { "mrcpfib".contains($0) ? $0 : nil }
            let digits = letter == nil ? text[...] : text.dropFirst()
            guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = UInt64(digits),
                value >= 1, value <= Position.max.value
            else { return nil }
            self = .position(Position(value), letter: letter)
        }
    }

    /// Reads the most frequent references, a name or an external id in printable ASCII, by their bytes, in a tenth of
    /// the time. `nil` for all others, which `init` may read.
    package init?(plain bytes: Span<UInt8>) {
        for index in bytes.indices where !(0x20..<0x7F).contains(bytes[index]) { return nil }
        guard (2...Self.bytesMax).contains(bytes.count) else { return nil }
        if bytes[0] == UInt8(ascii: "@") {
            self = .username(bytes.text(1..<bytes.count))
            return
        }
        let prefix = "external:".utf8Span.span
        guard bytes.count > prefix.count else { return nil }
        for index in prefix.indices where bytes[index] != prefix[index] { return nil }
        // The first colon ends the source; one inside it is written %3A.
        var colon = prefix.count
        while colon < bytes.count, bytes[colon] != UInt8(ascii: ":") {
            if bytes[colon] == UInt8(ascii: "%") { return nil }
            colon += 1
        }
        guard colon > prefix.count, colon + 1 < bytes.count else { return nil }
        self = .external(source: bytes.text(prefix.count..<colon), id: bytes.text(colon + 1..<bytes.count))
    }

    private static let externalPrefix = "external:"
    /// The longest reference: source and id have at most 255 bytes each, and a colon inside the source takes three.
    private static let bytesMax = externalPrefix.utf8.count + 3 * 255 + 1 + 255

    /// A colon inside a source is written %3A: the first colon ends the source.
    private static func escaped(_ source: String) -> String {
        let bytes = source.utf8.flatMap { $0 == UInt8(ascii: ":") ? Array("%3A".utf8) : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescaped(_ source: Substring.UTF8View) -> String {
        var (bytes, rest): ([UInt8], _) = ([], source)
        while let byte = rest.popFirst() {
            let isColon = byte == UInt8(ascii: "%") && ["3A", "3a"].contains { rest.starts(with: $0.utf8) }
            bytes.append(isColon ? UInt8(ascii: ":") : byte)
            if isColon { rest = rest.dropFirst(2) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package var description: String {
        switch self {
        case .position(let position, let letter): "\(letter.map(String.init) ?? "")\(position)"
        case .username(let name): "@\(name)"
        case .external(let source, let id):
            "\(Self.externalPrefix)\(Self.escaped(source)):\(id)"
        }
    }
}

extension Span<UInt8> {
    /// The text of these ASCII bytes.
    fileprivate func text(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// The names under which recipes are exported from a log.
extension Origin {
    private static let logSourcePrefix = "larder:"

    /// The source of a log's own ids; `logID` in hexadecimal.
    package static func source(ofLog logID: String) -> String { logSourcePrefix + logID }

    /// Whether a log is the source of these ids.
    package static func isOfLog(_ source: String) -> Bool { source.hasPrefix(logSourcePrefix) }

    /// The recipe that this names, and its log; `nil` if the source is no log.
    package var recipeOfLog: (logID: String, recipe: RecipeID)? {
        guard Self.isOfLog(source), case .position(let position, "r")? = Reference(id) else { return nil }
        return (String(source.dropFirst(Self.logSourcePrefix.count)), RecipeID(position))
    }
}

/// The origins that a plain export gives to events without one.
extension Origin {
    private static let roleEnding = "/role"

    /// The event at that position. `isRole`: the grant of the role with which it registered a member.
    package init(ofEventAt position: Position, logID: String, isRole: Bool = false) {
        self.init(source: "larder/\(logID)", id: "\(position)\(isRole ? Self.roleEnding : "")")
    }

    /// The event that this names, and its log; `nil` if it names none.
    package var eventOfLog: (logID: String, position: Position, isRole: Bool)? {
        let isRole = id.hasSuffix(Self.roleEnding)
        guard source.hasPrefix("larder/"),
            case .position(let position, nil)? = Reference(isRole ? String(id.dropLast(Self.roleEnding.count)) : id)
        else { return nil }
        return (String(source.dropFirst("larder/".count)), position, isRole)
    }
}

/// Origins that exist only to carry out a repeated request once.
extension Origin {
    /// The source of commands that a member sends to a service from the command line.
    package static let commandSource = "larder-command"

    /// The source of requests that a member sends under idempotency keys.
    package static func source(ofRequestsBy member: MemberID) -> String { "larder/\(member)" }

    /// Whether it names a request that a member sent under an idempotency key.
    package var isOfKeyedRequest: Bool {
        guard source.hasPrefix("larder/"), case .position(_, "m")? = Reference(source.dropFirst("larder/".count)) else {
            return false
        }
        return true
    }

    /// Whether an external id, as views show it, is that of a request. Such an id names no recipe.
    package static func isOfRequest(externalID: String) -> Bool {
        guard let colon = externalID.firstIndex(of: ":") else { return false }
        let parts = externalID[..<colon].split(separator: "/", omittingEmptySubsequences: false)
        if parts == [commandSource[...]] { return true }
        guard parts.count >= 2, parts[0] == "larder", case .position(_, "m")? = Reference(parts[1]) else {
            return false
        }
        return parts.count == 2 || parts.count == 3 && parts[2] == commandSource
    }
}
