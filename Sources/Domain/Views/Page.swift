import Events
import Foundation
package import Layout
package import Projections

/// The beginning and the length of a page.
package struct Page: Hashable, Sendable {
    /// 0 = all.
    package var limit: Int
    /// The opaque cursor of the previous page; `nil`: the beginning.
    package var after: String?

    package init(limit: Int = 20, after: String? = nil) {
        self.limit = limit
        self.after = after
    }

    /// The last key of the previous page. Refuses a cursor of another list. `mark`: the bytes behind the key in this
    /// list's cursors, counted in `byteCount`.
    package func key(beginningWith prefix: Key, byteCount: Int, _ mark: [UInt8] = []) throws(Refusal) -> Key? {
        guard let after else { return nil }
        let bytes = try Cursor.decode(after)
        guard bytes.count == byteCount, bytes.starts(with: prefix.bytes), bytes.suffix(mark.count) == mark[...] else {
            throw Refusal(
                .invalid, "«\(after)» is a cursor of another list: pass the `next` value of this list", field: "after")
        }
        return Key(bytes.dropLast(mark.count))
    }
}

/// The items of a page as they are found, and the cursor of the next page, if there is one.
package struct PageContents<Item> {
    package private(set) var items: [Item] = []
    package private(set) var next: String?
    private let countMax: Int
    private var last: [UInt8] = []

    package init(_ page: Page) { countMax = page.limit == 0 ? .max : page.limit }

    /// Adds the item of that key. `false` if the page is full: then the item belongs to the next page.
    package mutating func add(_ item: Item, _ key: Key) -> Bool { add(item, cursor: key.bytes) }

    /// Adds the item with these bytes as its cursor. `false` if the page is full: then the item belongs to the next page.
    package mutating func add(_ item: Item, cursor: [UInt8]) -> Bool {
        guard items.count < countMax else {
            next = last.isEmpty ? nil : Cursor.encode(last)
            return false
        }
        items.append(item)
        last = cursor
        return true
    }
}

extension Queries {
    /// A page of a list that is stored as a table's rows below `prefix`; `item` returns `nil` for rows to leave out.
    package func contents<Row: StoredRow, Item>(
        of page: Page, in table: ViewTable<Row>, prefix: Key, keyBytes: Int, reversed: Bool = false,
        _ item: (Key, Row) -> Item?
    ) throws(Refusal) -> PageContents<Item> {
        let after = try page.key(beginningWith: prefix, byteCount: keyBytes)
        var contents = PageContents<Item>(page)
        snapshot.scan(table, prefix: prefix, from: after, reversed: reversed) { key, row in
            guard key != after, let item = item(key, row) else { return true }
            return contents.add(item, key)
        }
        return contents
    }
}

/// An opaque cursor: the bytes of the last item's key, in URL-safe base64 without padding (RFC 4648, section 5).
package enum Cursor {
    package static func encode(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().lazy.filter { $0 != "=" }
                .map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// Refuses every text that `encode` does not produce.
    package static func decode(_ text: String) throws(Refusal) -> [UInt8] {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + padding
        guard let data = Data(base64Encoded: base64), encode(Array(data)) == text else { throw isNone(text) }
        return Array(data)
    }

    private static func isNone(_ text: String) -> Refusal {
        Refusal(.invalid, "«\(text)» is not a cursor: pass the `next` value of the previous page", field: "after")
    }
}
