public import Layout

/// A row that says all by being there: the entry of an index. A table of entries is a set of keys.
@usableFromInline
package struct Entry: StoredRow, Equatable {
    @inlinable package init() {}
    @inlinable package init(bytes: RawSpan) throws(MalformedRow) {}
    @inlinable package func encode(into writer: inout ByteWriter) {}
}

/// A handle on one table of one view.
@usableFromInline
package struct ViewTable<Row: StoredRow>: Sendable {
    /// Its place in the registry, which knows its name.
    @usableFromInline package let index: Int
}

/// Gives the tables of all views their names and places, and knows which follow from which.
package struct TableRegistry: Sendable {
    /// `view.table`, unique among all views, in the order of the places.
    package private(set) var names: [String] = []
    /// By the place of the table that they read.
    @usableFromInline var derivations: [Int: [Derivation]] = [:]
    /// In the order in which they were told.
    private(set) var summations: [Summation] = []

    package init() {}

    package mutating func table<Row: StoredRow>(_ name: String, of row: Row.Type) -> ViewTable<Row> {
        precondition(!names.contains(name), "two tables named \(name)")
        names.append(name)
        return ViewTable(index: names.count - 1)
    }

    /// Makes `index` follow from the rows of `table`: it holds what `entries` adds for each of them, and nothing else but what
    /// it derives from other tables. Folds neither write nor read it: a row that changes often in a batch moves once.
    @inlinable
    package mutating func derive<Row: StoredRow>(
        _ index: ViewTable<some StoredRow>, from table: ViewTable<Row>,
        _ entries: @escaping @Sendable (Key, Row, inout IndexRows) -> Void
    ) {
        // The closure knows the row's type where it is made: through a protocol reading it takes several times as long.
        let derivation = DerivationOf<Row>(from: table.index, to: index.index, entries) {
            key, bytes, index throws(MalformedRow) in
            entries(key, try Row(bytes: bytes), &index)
        }
        derivations[table.index, default: []].append(derivation)
    }

    /// Makes `sums` follow from the rows of `table`, each of which adds to them, and is told how: `contribute` gets 1 for
    /// a row that has come, and −1 for one that has gone. Folds neither write nor read them.
    package mutating func sum<Row: StoredRow, Sum: SumRow>(
        _ sums: ViewTable<Sum>, from table: ViewTable<Row>,
        _ contribute: @escaping @Sendable (Key, Row, Int64, inout RowSums<Sum>) -> Void
    ) {
        summations.append(SummationOf(from: table.index, to: sums.index, contribute))
    }

    func isDerived(_ table: Int) -> Bool {
        derivations.values.contains { $0.contains { $0.target == table } } || summations.contains { $0.target == table }
    }
}

/// How one table follows from another.
@usableFromInline
class Derivation: @unchecked Sendable {
    @usableFromInline typealias OfStored = @Sendable (Key, RawSpan, inout IndexRows) throws(MalformedRow) -> Void

    /// The place of the table that it reads.
    let source: Int
    /// The place of the table that it makes.
    @usableFromInline let target: Int
    /// Derives from a stored row.
    let deriveStored: OfStored

    fileprivate init(from source: Int, to target: Int, _ deriveStored: @escaping OfStored) {
        self.source = source
        self.target = target
        self.deriveStored = deriveStored
    }
}

/// The same, knowing the rows that it reads.
@usableFromInline
final class DerivationOf<Row: StoredRow>: Derivation, @unchecked Sendable {
    @usableFromInline let derive: @Sendable (Key, Row, inout IndexRows) -> Void

    @usableFromInline
    init(
        from source: Int, to target: Int, _ derive: @escaping @Sendable (Key, Row, inout IndexRows) -> Void,
        stored: @escaping OfStored
    ) {
        self.derive = derive
        super.init(from: source, to: target, stored)
    }
}

/// What a view is called, and which version of its fold wrote it. A new version is a new view: it is rebuilt unasked.
package struct ViewIdentity: Hashable, Sendable {
    package var name: String
    package var version: UInt32

    package init(name: String, version: UInt32) {
        self.name = name
        self.version = version
    }
}
