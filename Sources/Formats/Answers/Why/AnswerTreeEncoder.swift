/// Makes a tree of an encodable value. Written by hand, because `JSONEncoder` drops the fields that have no value.
struct AnswerTreeEncoder: Encoder {
    /// The tree under construction, which several containers may share.
    fileprivate final class Node {
        var tree = AnswerTree.absent
    }

    fileprivate let node = Node()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func tree(of value: some Encodable) throws -> AnswerTree {
        switch value {
        case let value as String: return .text(value)
        case let value as Bool: return .truth(value)
        case let value as any BinaryInteger: return .number(Int64(clamping: value))
        case let value as Double: return .fraction(value)
        default:
            let encoder = AnswerTreeEncoder()
            try value.encode(to: encoder)
            return encoder.node.tree
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .fields = node.tree {} else { node.tree = .fields([:]) }
        return KeyedEncodingContainer(Fields(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.tree = .list([])
        return List(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }

    /// Answers use no nested containers and no super-encoders.
    fileprivate static func unsupported() -> Never { preconditionFailure("answers are encoded value by value") }
}

extension AnswerTreeEncoder {
    private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        let codingPath: [any CodingKey] = []

        private func set(_ tree: AnswerTree, _ key: Key) {
            guard case .fields(var fields) = node.tree else { return }
            // Without a second reference to the dictionary, the change copies nothing.
            node.tree = .absent
            fields[key.stringValue] = tree
            node.tree = .fields(fields)
        }

        func encodeNil(forKey key: Key) { set(.absent, key) }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { set(try tree(of: value), key) }

        private func setIfPresent(_ value: (some Encodable)?, _ key: Key) throws {
            set(try value.map { try tree(of: $0) } ?? .absent, key)
        }

        func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try setIfPresent(value, key) }
        // The standard library's versions of these methods drop absent values.
        func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: String?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try setIfPresent(value, key) }
        func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try setIfPresent(value, key) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { unsupported() }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { unsupported() }
        func superEncoder() -> any Encoder { unsupported() }
        func superEncoder(forKey key: Key) -> any Encoder { unsupported() }
    }

    private struct List: UnkeyedEncodingContainer {
        let node: Node
        let codingPath: [any CodingKey] = []
        private(set) var count = 0

        init(node: Node) { self.node = node }

        private mutating func add(_ tree: AnswerTree) {
            guard case .list(var list) = node.tree else { return }
            node.tree = .absent
            list.append(tree)
            node.tree = .list(list)
            count += 1
        }

        mutating func encodeNil() { add(.absent) }
        mutating func encode<T: Encodable>(_ value: T) throws { add(try tree(of: value)) }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            unsupported()
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unsupported() }
        func superEncoder() -> any Encoder { unsupported() }
    }

    private struct Single: SingleValueEncodingContainer {
        let node: Node
        let codingPath: [any CodingKey] = []

        func encodeNil() { node.tree = .absent }
        func encode<T: Encodable>(_ value: T) throws { node.tree = try tree(of: value) }
    }
}
