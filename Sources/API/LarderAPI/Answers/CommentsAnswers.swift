/// A page of a recipe's threads.
public struct CommentsAnswer: Codable, Sendable {
    public var position: UInt64
    public var comments: [CommentDocument]
    public var next: String?

    public init(position: UInt64, comments: [CommentDocument], next: String? = nil) {
        self.position = position
        self.comments = comments
        self.next = next
    }
}

public struct CommentDocument: Codable, Sendable {
    public var id: String
    /// Absent, like the text, when it was deleted and stands only for what was replied to it.
    public var author: MemberCard?
    public var text: String?
    public var createdAt: String
    public var editedAt: String?
    public var likes: Int64
    public var deleted: Bool?
    /// Whether the viewer likes it; absent without a viewer.
    public var liked: Bool?
    public var replies: [CommentDocument]

    public init(
        id: String, author: MemberCard? = nil, text: String? = nil, createdAt: String, editedAt: String? = nil,
        likes: Int64, deleted: Bool? = nil, liked: Bool? = nil, replies: [CommentDocument]
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.likes = likes
        self.deleted = deleted
        self.liked = liked
        self.replies = replies
    }
}
