/// A recipe's place among its kin.
public struct DescentAnswer: Codable, Sendable {
    public var position: UInt64
    public var id: String
    /// What it was made of: from the first original to the one that it is a version of.
    public var origins: [DescentDocument]
    /// A page of what was made of it, the oldest first.
    public var forks: [DescentDocument]
    public var next: String?

    public init(
        position: UInt64, id: String, origins: [DescentDocument], forks: [DescentDocument], next: String? = nil
    ) {
        self.position = position
        self.id = id
        self.origins = origins
        self.forks = forks
        self.next = next
    }
}

/// A recipe as one of a family: who is to be credited with it, and what was made of it.
public struct DescentDocument: Codable, Sendable {
    public var id: String
    /// Absent, like the title, when it is not to be seen and stands only for what comes of it.
    public var author: MemberCard?
    public var title: String?
    public var postedAt: String?
    public var deleted: Bool?
    public var forks: [DescentDocument]

    public init(
        id: String, author: MemberCard? = nil, title: String? = nil, postedAt: String? = nil, deleted: Bool? = nil,
        forks: [DescentDocument]
    ) {
        self.id = id
        self.author = author
        self.title = title
        self.postedAt = postedAt
        self.deleted = deleted
        self.forks = forks
    }
}
