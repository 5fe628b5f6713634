public import Layout

/// A row without content, such as an index entry: its key is the information. A table of entries is a set of keys.
@usableFromInline
package struct Entry: StoredRow, Equatable {
    @inlinable package init() {}
    @inlinable package init(bytes: RawSpan) throws(MalformedRow) {}
    @inlinable package func encode(into writer: inout ByteWriter) {}
}

/// A handle on one table of one view.
@usableFromInline
package struct ViewTable<Row: StoredRow>: Sendable {
    /// Table index in the registry, which maps it to the table's name.
    @usableFromInline package let index: Int
}

/// Assigns every table of every view its name and index, and records which tables are derived from which.
package struct TableRegistry: Sendable {
    /// Table names (`view.table`, unique among all views), by table index.
    package private(set) var names: [String] = []
    /// Derivations by the index of the table that they read.
    @usableFromInline var derivations: [Int: [Derivation]] = [:]
    /// Summations in the order of their registration.
    private(set) var summations: [Summation] = []
    /// Reads the fields of an encoded row, for people; by table index.
    private var readers: [@Sendable (RawSpan) -> [RowField]] = []

    package init() {}

    package mutating func table<Row: StoredRow>(_ name: String, of row: Row.Type) -> ViewTable<Row> {
        precondition(!names.contains(name), "two tables named \(name)")
        names.append(name)
        // A row that cannot be read has no fields to show; the examination finds it.
        readers.append { bytes in (try? Row(bytes: bytes)).map { RowField.all(of: $0) } ?? [] }
        return ViewTable(index: names.count - 1)
    }

    /// Derives `index` from the rows of `table`: it holds what `entries` adds for each row, and what it derives from other
    /// tables. Folds neither read nor write a derived table. The engine derives once per batch, so an index entry moves
    /// once even if its row changes many times within the batch.
    @inlinable
    package mutating func derive<Row: StoredRow>(
        _ index: ViewTable<some StoredRow>, from table: ViewTable<Row>,
        _ entries: @escaping @Sendable (Key, Row, inout IndexRows) -> Void
    ) {
        // Both closures are made here, where the compiler knows the row type: decoding a row through a protocol takes
        // several times as long.
        let derivation = Derivation(to: index.index, RowDerivation(entries)) { key, bytes, index throws(MalformedRow) in
            entries(key, try Row(bytes: bytes), &index)
        }
        derivations[table.index, default: []].append(derivation)
    }

    /// Derives `sums` from the rows of `table`. `contribute` gets 1 for a row that was added and −1 for a row that was
    /// removed. Folds neither read nor write a derived table.
    package mutating func sum<Row: StoredRow, Sum: SumRow>(
        _ sums: ViewTable<Sum>, from table: ViewTable<Row>,
        _ contribute: @escaping @Sendable (Key, Row, Int64, inout RowSums<Sum>) -> Void
    ) {
        summations.append(Summation(from: table, to: sums, contribute))
    }

    /// The fields of an encoded row of a table.
    func fields(of row: RawSpan, in table: Int) -> [RowField] { readers[table](row) }

    func isDerived(_ table: Int) -> Bool {
        derivations.values.contains { $0.contains { $0.target == table } } || summations.contains { $0.target == table }
    }

    /// The tables that `table` is derived from; empty for a table that folds write.
    func sources(of table: Int) -> [Int] {
        derivations.flatMap { source, derivations in derivations.contains { $0.target == table } ? [source] : [] }
            + summations.filter { $0.target == table }.map(\.source)
    }
}

/// How an index follows from the rows of another table.
@usableFromInline
struct Derivation: Sendable {
    @usableFromInline typealias OfStored = @Sendable (Key, RawSpan, inout IndexRows) throws(MalformedRow) -> Void

    /// Index of the derived table.
    @usableFromInline let target: Int
    /// Derives the entries of one encoded row.
    let deriveStored: OfStored
    /// The `RowDerivation` of the source table's row type.
    private let ofRow: any Sendable

    @usableFromInline
    init(to target: Int, _ ofRow: any Sendable, stored: @escaping OfStored) {
        self.target = target
        self.ofRow = ofRow
        deriveStored = stored
    }

    /// The derivation from decoded rows. One dynamic cast: fetch it once per batch, not per row.
    @usableFromInline
    func of<Row: StoredRow>(_ row: Row.Type) -> RowDerivation<Row> {
        guard let derivation = ofRow as? RowDerivation<Row> else {
            preconditionFailure("the source table of this derivation holds other rows than \(Row.self)")
        }
        return derivation
    }
}

/// Derives the index entries of one decoded row.
@usableFromInline
struct RowDerivation<Row: StoredRow>: Sendable {
    @usableFromInline let derive: @Sendable (Key, Row, inout IndexRows) -> Void

    @inlinable init(_ derive: @escaping @Sendable (Key, Row, inout IndexRows) -> Void) { self.derive = derive }
}

/// Name of a view and version of its fold. A new version is a new view: the next query rebuilds it.
package struct ViewIdentity: Hashable, Sendable {
    package var name: String
    package var version: UInt32

    package init(name: String, version: UInt32) {
        self.name = name
        self.version = version
    }
}
