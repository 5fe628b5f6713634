package import Layout

/// The names of a log, before and after each branching: each event belongs to the log that appended it.
package struct LogLineage: Equatable, Sendable {
    /// A branching: the events after a position belong to a log of its own.
    package struct Branching: Equatable, Sendable {
        /// 16 bytes.
        package let id: [UInt8]
        /// The last event that both logs have.
        package let position: Position
    }

    /// More branchings would be a mistake.
    static let branchingsMax = 1_000

    /// The id with which the log began, 16 bytes. Sealed bytes and the vault keep it for ever, because sealed bytes are
    /// never sealed again.
    package let root: [UInt8]
    /// In the order of their positions.
    package private(set) var branchings: [Branching] = []

    init(root: [UInt8]) { self.root = root }

    /// The present name of the log.
    package var id: [UInt8] { branchings.last?.id ?? root }

    /// The log that appended the event at that position.
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
