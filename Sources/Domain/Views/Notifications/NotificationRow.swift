package import Events
package import Layout
import Projections

/// The kinds of notifications. The numbers are stored, the names are shown.
package enum NotificationKind: UInt8, CaseIterable, Sendable {
    case like = 1
    case comment = 2
    case reply = 3
    case follow = 4
    case repost = 5
    case commentLike = 6
    case rating = 7
    case cooked = 8
    case reportResolved = 9
    case contentRemoved = 10
    case banned = 11

    package var name: String { Self.names[Int(rawValue)] }
    /// By number, from 1. Describing a case by reflection takes a microsecond each time.
    private static let names = [""] + allCases.map { "\($0)" }

    /// Whether it is about a like, rating or follow, which a ban may void.
    package var isOfMark: Bool {
        switch self {
        case .like, .commentLike, .rating, .follow: true
        default: false
        }
    }

    /// Notifications of moderation do not name the moderator.
    package var namesActor: Bool {
        switch self {
        case .reportResolved, .contentRemoved, .banned: false
        default: true
        }
    }
}

/// A notification to a member.
package struct NotificationRow: StoredRow, Equatable {
    package var kind: NotificationKind
    package var actor: MemberID
    /// 0: no recipe.
    package var recipe: RecipeID
    /// 0: no comment.
    package var comment: CommentID
    package var createdAt: Timestamp

    package init(
        kind: NotificationKind, actor: MemberID, recipe: RecipeID = RecipeID(0), comment: CommentID = CommentID(0),
        createdAt: Timestamp
    ) {
        self.kind = kind
        self.actor = actor
        self.recipe = recipe
        self.comment = comment
        self.createdAt = createdAt
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        guard let kind = NotificationKind(rawValue: try reader.readUInt8()) else { throw MalformedRow() }
        self.kind = kind
        actor = MemberID(try reader.readVarint())
        recipe = RecipeID(try reader.readVarint())
        comment = CommentID(try reader.readVarint())
        createdAt = Timestamp(microseconds: try reader.readSignedVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(kind.rawValue)
        writer.write(varint: actor.value)
        writer.write(varint: recipe.value)
        writer.write(varint: comment.value)
        writer.write(varint: createdAt.microseconds)
    }
}

/// The recipe or comment that a report was about; both 0 when it was about a member.
package struct ReportTargetRow: StoredRow, Equatable {
    package var recipe: RecipeID
    package var comment: CommentID

    package init(recipe: RecipeID = RecipeID(0), comment: CommentID = CommentID(0)) {
        self.recipe = recipe
        self.comment = comment
    }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        recipe = RecipeID(try reader.readVarint())
        comment = CommentID(try reader.readVarint())
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: recipe.value)
        writer.write(varint: comment.value)
    }
}
