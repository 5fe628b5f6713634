import Foundation
public import LarderAPI

extension JSONText {
    /// The JSON of a value: an event's data, for the input of an action.
    public init(encoding value: some Encodable) throws { self.init(Array(try JSONEncoder().encode(value))) }
}

/// A recipe as an app writes it. It needs a title, and an ingredient or a step.
public struct RecipeDraft: Codable, Hashable, Sendable {
    /// A line as people write it, such as `2 cups flour, sifted`. Larder reads the quantity, the unit and the name from it.
    public struct Ingredient: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
        public var original: String
        public var quantity: Double?
        /// Of a range: its end.
        public var quantityMax: Double?
        public var unit: String?
        public var name: String?
        public var note: String?

        public init(
            _ original: String, quantity: Double? = nil, quantityMax: Double? = nil, unit: String? = nil,
            name: String? = nil, note: String? = nil
        ) {
            self.original = original
            self.quantity = quantity
            self.quantityMax = quantityMax
            self.unit = unit
            self.name = name
            self.note = note
        }

        public init(stringLiteral value: String) { self.init(value) }
    }

    public struct Step: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
        public var text: String
        /// The id of an uploaded picture.
        public var image: String?
        /// What the picture shows.
        public var imageText: String?

        public init(_ text: String, image: String? = nil, imageText: String? = nil) {
            (self.text, self.image, self.imageText) = (text, image, imageText)
        }
        public init(stringLiteral value: String) { self.init(value) }
    }

    public var title: String
    public var description: String?
    public var ingredients: [Ingredient]
    public var steps: [Step]
    public var servings: Int?
    public var prepMinutes: Int?
    public var cookMinutes: Int?
    public var totalMinutes: Int?
    /// `easy`, `intermediate` or `hard`.
    public var difficulty: String?
    public var cuisine: String?
    public var course: String?
    public var tags: [String]
    /// `yes`, `no` or `unknown` for each of `vegetarian`, `vegan`, `glutenFree` and `sugarFree`.
    public var diet: [String: String]?
    /// Ids of uploaded pictures: see ``LarderClient/upload(image:)``.
    public var images: [String]
    /// What each of ``images`` shows, in their order, for readers who do not see them. An empty text says nothing.
    public var imageTexts: [String]
    public var videoURL: String?
    public var sourceURL: String?
    /// Of an edit: what was changed.
    public var note: String?

    public init(
        title: String, description: String? = nil, ingredients: [Ingredient] = [], steps: [Step] = [],
        servings: Int? = nil, prepMinutes: Int? = nil, cookMinutes: Int? = nil, totalMinutes: Int? = nil,
        difficulty: String? = nil, cuisine: String? = nil, course: String? = nil, tags: [String] = [],
        diet: [String: String]? = nil, images: [String] = [], imageTexts: [String] = [], videoURL: String? = nil,
        sourceURL: String? = nil, note: String? = nil
    ) {
        self.title = title
        self.description = description
        self.ingredients = ingredients
        self.steps = steps
        self.servings = servings
        self.prepMinutes = prepMinutes
        self.cookMinutes = cookMinutes
        self.totalMinutes = totalMinutes
        self.difficulty = difficulty
        self.cuisine = cuisine
        self.course = course
        self.tags = tags
        self.diet = diet
        self.images = images
        self.imageTexts = imageTexts
        self.videoURL = videoURL
        self.sourceURL = sourceURL
        self.note = note
    }
}

/// What a member says about themselves. To register, `username` and `name` are needed; an edit changes what is not `nil`.
public struct ProfileDraft: Codable, Hashable, Sendable {
    public var username: String?
    public var name: String?
    public var email: String?
    public var phone: String?
    public var bio: String?
    /// The id of an uploaded picture.
    public var avatar: String?
    public var cuisines: [String]?
    public var diets: [String]?

    public init(
        username: String? = nil, name: String? = nil, email: String? = nil, phone: String? = nil, bio: String? = nil,
        avatar: String? = nil, cuisines: [String]? = nil, diets: [String]? = nil
    ) {
        self.username = username
        self.name = name
        self.email = email
        self.phone = phone
        self.bio = bio
        self.avatar = avatar
        self.cuisines = cuisines
        self.diets = diets
    }
}
