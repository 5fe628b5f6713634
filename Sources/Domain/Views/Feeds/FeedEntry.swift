package import Layout
import Projections

/// An entry of a feed's index: what kind of item its key names.
package enum FeedEntry: UInt8, StoredRow {
    case recipe = 1
    case repost = 2

    package init(bytes: RawSpan) throws(MalformedRow) {
        guard bytes.byteCount == 1, let entry = FeedEntry(rawValue: unsafe bytes.unsafeLoad(as: UInt8.self)) else {
            throw MalformedRow()
        }
        self = entry
    }

    package func encode(into writer: inout ByteWriter) { writer.write(rawValue) }
}
