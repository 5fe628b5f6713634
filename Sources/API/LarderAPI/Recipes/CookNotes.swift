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

/// What a member who cooked a recipe said or showed of it: words, a picture, or both.
public struct CookNoteDocument: Codable, Sendable {
    /// The position of the event of cooking. ``API/deleteCookNote`` takes it.
    public var event: UInt64
    public var member: MemberCard
    /// Empty beside a picture without words.
    public var note: String
    /// The id of an uploaded image, or an address; `nil`: there is none.
    public var image: String?
    /// What the image shows; `nil`: it is not said.
    public var imageText: String?
    /// The image's size, if it is stored here.
    public var picture: PictureDocument?
    public var cookedAt: String

    public init(
        event: UInt64, member: MemberCard, note: String, image: String? = nil, imageText: String? = nil,
        picture: PictureDocument? = nil, cookedAt: String
    ) {
        self.event = event
        self.member = member
        self.note = note
        self.image = image
        self.imageText = imageText
        self.picture = picture
        self.cookedAt = cookedAt
    }
}
