/// A page of the notes of members who cooked a recipe.
public struct CookNotesAnswer: Codable, Sendable {
    public var position: UInt64
    public var notes: [CookNoteDocument]
    public var next: String?

    public init(position: UInt64, notes: [CookNoteDocument], next: String? = nil) {
        self.position = position
        self.notes = notes
        self.next = next
    }
}

/// The note of a member who cooked a recipe.
public struct CookNoteDocument: Codable, Sendable {
    /// The position of the event of cooking. ``API/deleteCookNote`` takes it.
    public var event: UInt64
    public var member: MemberCard
    public var note: String
    public var cookedAt: String

    public init(event: UInt64, member: MemberCard, note: String, cookedAt: String) {
        self.event = event
        self.member = member
        self.note = note
        self.cookedAt = cookedAt
    }
}
