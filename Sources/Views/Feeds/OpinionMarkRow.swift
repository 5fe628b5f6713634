package import Layout
import Projections

/// What counting a recipe's likes, votes and stars needs to know of each member. None is there for no opinion.
package struct OpinionMarkRow: ViewRow, Equatable {
    package var isLiked = false
    package var vote = Vote.none
    /// 0: not rated.
    package var stars: UInt8 = 0

    package init() {}

    package init(bytes: [UInt8]) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        isLiked = try reader.readBool()
        guard let vote = Vote(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        self.vote = vote
        stars = try reader.readUInt8()
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(isLiked)
        writer.write(vote.rawValue)
        writer.write(stars)
    }

    package var isEmpty: Bool { self == OpinionMarkRow() }
}
