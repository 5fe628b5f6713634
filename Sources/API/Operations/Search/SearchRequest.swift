import Events
import LarderAPI
import Layout
package import Views

/// What is searched for, and in what.
package struct SearchRequest: Hashable, Sendable {
    /// Words, all of which must be there, and phrases in double quotes.
    package var text: String
    /// Which recipes count; its mode and sort have no meaning here. With any filter only recipes are searched: members have
    /// nothing that it could ask for.
    package var filter: FeedRequest

    package init(_ text: String, filter: FeedRequest = FeedRequest()) {
        self.text = text
        self.filter = filter
    }

    var searchesMembers: Bool { filter == FeedRequest() }

    /// Bytes that stand for the whole request, the same in every process.
    func digest(viewer: MemberID?) -> [UInt8] {
        let checksum = CRC32C.checksum(Array(text.utf8))
        return filter.digest(viewer: viewer)
            + stride(from: UInt32(0), to: 32, by: 8).map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
}
