package import Layout

/// A row that says all by being there: the entry of an index. A table of entries is a set of keys.
package struct Entry: StoredRow, Equatable {
    package init() {}
    package init(bytes: [UInt8]) throws(MalformedRow) {}
    package func encode(into writer: inout ByteWriter) {}
}

/// A handle on one table of one view.
package struct ViewTable<Row: StoredRow>: Sendable {
    /// Its place in the registry, which knows its name.
    package let index: Int
}

/// Gives the tables of all views their names and places.
package struct TableRegistry: Sendable {
    /// `view.table`, unique among all views, in the order of the places.
    package private(set) var names: [String] = []

    package init() {}

    package mutating func table<Row: StoredRow>(_ name: String, of row: Row.Type) -> ViewTable<Row> {
        precondition(!names.contains(name), "two tables named \(name)")
        names.append(name)
        return ViewTable(index: names.count - 1)
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
