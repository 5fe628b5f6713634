package import Events
package import Layout

extension Page {
    /// The key that the page before ended with; a cursor of another list is refused.
    package func key(beginningWith prefix: Key, byteCount: Int) throws(Refusal) -> Key? {
        guard let after else { return nil }
        let key = try Cursor.decode(after)
        guard key.hasPrefix(prefix), key.bytes.count == byteCount else {
            throw Refusal(.invalid, "«\(after)» is a cursor of another list: pass on this list's next", field: "after")
        }
        return key
    }
}
