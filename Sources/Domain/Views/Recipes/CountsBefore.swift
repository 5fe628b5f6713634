import Events
import Layout
import Projections

/// What a recipe was given before Larder, by members who are unknown here. Zero: none, or it is unknown.
package struct CountsBefore: Hashable, Sendable {
    package var likes: Int64
    package var upvotes: Int64
    package var downvotes: Int64
    package var comments: Int64

    /// `nil` if all counts are zero.
    init?(_ message: ProtoCountsCarriedOver) {
        likes = Int64(message.likes)
        upvotes = Int64(message.upvotes)
        downvotes = Int64(message.downvotes)
        comments = Int64(message.comments)
        if likes == 0, upvotes == 0, downvotes == 0, comments == 0 { return nil }
    }

    // MARK: As part of a row

    init(from reader: inout ByteReader) throws(MalformedRow) {
        likes = try reader.readSignedVarint()
        upvotes = try reader.readSignedVarint()
        downvotes = try reader.readSignedVarint()
        comments = try reader.readSignedVarint()
    }

    func encode(into writer: inout ByteWriter) {
        for count in [likes, upvotes, downvotes, comments] { writer.write(varint: count) }
    }
}

extension RecipesProjector {
    /// The last counts replace the earlier ones. A payload that cannot be opened changes nothing: the counts go with the
    /// author's account.
    static func carryOver(_ record: borrowing Record, _ view: RecipesView, _ transaction: inout ViewTransaction) {
        guard case .counts(let counts) = record.payload else { return }
        transaction.update(view.rows, Key(record.header.subject.value)) { row in
            if !row.isAuthorDeleted { row.countsBefore = CountsBefore(counts) }
        }
    }
}
