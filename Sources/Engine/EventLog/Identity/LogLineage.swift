package import Layout

/// What a log is called, and what it was called before it was branched off: each event belongs to the log that took it.
package struct LogLineage: Equatable, Sendable {
    /// What came after an event became a log of its own.
    package struct Branching: Equatable, Sendable {
        /// 16 bytes.
        package let id: [UInt8]
        /// The last event that both have.
        package let position: Position
    }

    /// More would be a mistake.
    static let branchingsMax = 1_000

    /// The id that the log began with, 16 bytes. Seals and the vault are bound to it for ever, for what is sealed is never
    /// sealed anew.
    package let root: [UInt8]
    /// In the order in which they happened.
    package private(set) var branchings: [Branching] = []

    init(root: [UInt8]) { self.root = root }

    /// What the log is called now.
    package var id: [UInt8] { branchings.last?.id ?? root }

    /// The log that took the event at that position.
    package func id(at position: Position) -> [UInt8] { branchings.last { $0.position < position }?.id ?? root }

    package func text(at position: Position) -> String { hex(id(at: position)) }

    /// Every id that the log had before the present one.
    var formerIDs: [[UInt8]] { branchings.isEmpty ? [] : [root] + branchings.dropLast().map(\.id) }

    mutating func branch(to id: [UInt8], after position: Position) {
        branchings.append(Branching(id: id, position: position))
    }

    // MARK: Storing

    static let branchingByteCount = 24

    /// The branchings as they are stored: ids and positions, one after the other.
    func encodeBranchings(into writer: inout ByteWriter) {
        for branching in branchings {
            writer.write(raw: branching.id)
            writer.write(branching.position.value)
        }
    }

    init(root: [UInt8], branchings bytes: RawSpan) throws(MalformedRow) {
        self.root = root
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            let id = try reader.readSpan(16).copied
            branch(to: id, after: Position(try reader.readUInt64()))
        }
        guard branchings.count <= Self.branchingsMax else { throw MalformedRow() }
    }
}
