/// A recipe. In lists it has no ingredients and no steps.
public struct RecipeDocument: Codable, Sendable {
    public var id: String
    public var externalID: String?
    public var title: String
    public var description: String?
    public var author: MemberCard
    public var likes: Int64
    public var upvotes: Int64
    public var downvotes: Int64
    public var score: Int64
    public var rating: RatingDocument
    public var comments: Int64
    public var reposts: Int64
    public var bookmarks: Int64
    public var cooked: Int64
    /// Counts from the time before Larder, which are in no other count; `nil` if there are none.
    public var beforeLarder: CountsBeforeLarder?
    public var forks: Int64
    public var forkedFrom: String?
    public var version: UInt64
    public var postedAt: String
    public var editedAt: String?
    public var servings: UInt32?
    public var prepMinutes: UInt32?
    public var cookMinutes: UInt32?
    public var totalMinutes: UInt32?
    public var difficulty: String?
    public var cuisine: String?
    public var course: String?
    public var tags: [String]
    public var diet: DietDocument?
    public var images: [String]?
    /// What each of ``images`` shows, in their order. An empty text says nothing, and so does a missing one at the end.
    /// Absent without any.
    public var imageTexts: [String]?
    /// The stored pictures among ``images``, in their order; on a recipe's page also those of its steps, after them.
    /// Pictures at addresses have no entry. Absent without any.
    public var pictures: [PictureDocument]?
    public var videoURL: String?
    public var sourceURL: String?
    public var nutrition: NutritionDocument?
    public var ingredients: [IngredientDocument]?
    public var steps: [StepDocument]?
    /// Whether the viewer likes it. This field and the next six are absent without a viewer.
    public var liked: Bool?
    /// `up` or `down`.
    public var vote: String?
    public var stars: UInt8?
    public var bookmarked: Bool?
    public var followsAuthor: Bool?
    /// Whether the recipe was posted after the last event that the viewer has seen in the feed. `hasNewComments` says
    /// the same about its comments.
    public var isNew: Bool?
    public var hasNewComments: Bool?

    /// The original number of servings, for a scaled recipe.
    public var scaledFrom: UInt32?
    /// The units of a recipe whose quantities were converted: `metric` or `us`.
    public var units: String?
    /// On a recipe's page, the latest notes of members who cooked it, at most ``cookNotesMax``. Absent without any.
    public var cookNotes: [CookNoteDocument]?

    /// The number of notes on a recipe's page. ``API/cookNotes`` lists all.
    public static let cookNotesMax = 3

    public init(
        id: String, externalID: String? = nil, title: String, description: String? = nil, author: MemberCard,
        likes: Int64, upvotes: Int64, downvotes: Int64, score: Int64, rating: RatingDocument, comments: Int64,
        reposts: Int64, bookmarks: Int64, cooked: Int64, beforeLarder: CountsBeforeLarder? = nil, forks: Int64,
        forkedFrom: String? = nil, version: UInt64, postedAt: String, editedAt: String? = nil, servings: UInt32? = nil,
        prepMinutes: UInt32? = nil,
        cookMinutes: UInt32? = nil, totalMinutes: UInt32? = nil, difficulty: String? = nil, cuisine: String? = nil,
        course: String? = nil, tags: [String], diet: DietDocument? = nil, images: [String]? = nil,
        imageTexts: [String]? = nil, pictures: [PictureDocument]? = nil, videoURL: String? = nil,
        sourceURL: String? = nil,
        nutrition: NutritionDocument? = nil, ingredients: [IngredientDocument]? = nil, steps: [StepDocument]? = nil,
        liked: Bool? = nil,
        vote: String? = nil, stars: UInt8? = nil, bookmarked: Bool? = nil, followsAuthor: Bool? = nil,
        isNew: Bool? = nil, hasNewComments: Bool? = nil, scaledFrom: UInt32? = nil, units: String? = nil,
        cookNotes: [CookNoteDocument]? = nil
    ) {
        self.id = id
        self.externalID = externalID
        self.title = title
        self.description = description
        self.author = author
        self.likes = likes
        self.upvotes = upvotes
        self.downvotes = downvotes
        self.score = score
        self.rating = rating
        self.comments = comments
        self.reposts = reposts
        self.bookmarks = bookmarks
        self.cooked = cooked
        self.beforeLarder = beforeLarder
        self.forks = forks
        self.forkedFrom = forkedFrom
        self.version = version
        self.postedAt = postedAt
        self.editedAt = editedAt
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
        self.pictures = pictures
        self.videoURL = videoURL
        self.sourceURL = sourceURL
        self.nutrition = nutrition
        self.ingredients = ingredients
        self.steps = steps
        self.liked = liked
        self.vote = vote
        self.stars = stars
        self.bookmarked = bookmarked
        self.followsAuthor = followsAuthor
        self.isNew = isNew
        self.hasNewComments = hasNewComments
        self.scaledFrom = scaledFrom
        self.units = units
        self.cookNotes = cookNotes
    }
}

/// A picture that is stored here, as its files' headers describe it.
public struct PictureDocument: Codable, Hashable, Sendable {
    /// Its id, as recipes name it.
    public var id: String
    /// Of the original, in pixels.
    public var width: Int
    public var height: Int
    public var mediaType: String
    /// The sizes that the service has of it: `original`, and those that are smaller than the original.
    public var sizes: [String]

    public init(id: String, width: Int, height: Int, mediaType: String, sizes: [String]) {
        self.id = id
        self.width = width
        self.height = height
        self.mediaType = mediaType
        self.sizes = sizes
    }
}

/// What a recipe was given before Larder, by members who are unknown here. A count that is zero or unknown is absent.
public struct CountsBeforeLarder: Codable, Hashable, Sendable {
    public var likes: Int64?
    public var upvotes: Int64?
    public var downvotes: Int64?
    public var comments: Int64?

    public init(likes: Int64? = nil, upvotes: Int64? = nil, downvotes: Int64? = nil, comments: Int64? = nil) {
        self.likes = likes
        self.upvotes = upvotes
        self.downvotes = downvotes
        self.comments = comments
    }
}

public struct RatingDocument: Codable, Sendable {
    /// To two decimals; `nil` until the first rating.
    public var average: Double?
    public var count: Int64

    public init(average: Double? = nil, count: Int64) {
        self.average = average
        self.count = count
    }
}

public struct IngredientDocument: Codable, Sendable {
    public var original: String
    public var quantity: Double?
    /// The end of a range such as 2 to 3.
    public var quantityMax: Double?
    public var unit: String?
    /// The whole line if no name was recognised in it.
    public var name: String
    public var note: String?
    /// True if the line of a scaled or converted recipe has no known quantity, so that it stayed as it was.
    public var asWritten: Bool?

    public init(
        original: String, quantity: Double? = nil, quantityMax: Double? = nil, unit: String? = nil, name: String,
        note: String? = nil, asWritten: Bool? = nil
    ) {
        self.original = original
        self.quantity = quantity
        self.quantityMax = quantityMax
        self.unit = unit
        self.name = name
        self.note = note
        self.asWritten = asWritten
    }
}

public struct StepDocument: Codable, Sendable {
    public var text: String
    public var image: String?
    /// What the image shows.
    public var imageText: String?
    /// The times that the text names, in its order; absent without any.
    public var times: [StepTimeDocument]?
    /// Places in the recipe's `ingredients`, from 0, of the lines that the step uses; absent without any.
    public var uses: [Int]?

    public init(
        text: String, image: String? = nil, imageText: String? = nil, times: [StepTimeDocument]? = nil,
        uses: [Int]? = nil
    ) {
        self.text = text
        self.image = image
        self.imageText = imageText
        self.times = times
        self.uses = uses
    }
}

/// A time in the text of a step. `start` and `end` count UTF-16 code units; `end` is behind the time.
public struct StepTimeDocument: Codable, Hashable, Sendable {
    public var start: Int
    public var end: Int
    public var seconds: Int
    /// The upper end of a range, above `seconds`.
    public var secondsMax: Int?

    public init(start: Int, end: Int, seconds: Int, secondsMax: Int? = nil) {
        self.start = start
        self.end = end
        self.seconds = seconds
        self.secondsMax = secondsMax
    }
}

/// Each field is `yes` or `no`; it is absent if the answer is unknown.
public struct DietDocument: Codable, Sendable {
    public var vegetarian: String?
    public var vegan: String?
    public var glutenFree: String?
    public var sugarFree: String?

    public init(vegetarian: String? = nil, vegan: String? = nil, glutenFree: String? = nil, sugarFree: String? = nil) {
        self.vegetarian = vegetarian
        self.vegan = vegan
        self.glutenFree = glutenFree
        self.sugarFree = sugarFree
    }
}

public struct NutritionDocument: Codable, Sendable {
    public var calories: Double?
    public var fatGrams: Double?
    public var saturatedFatGrams: Double?
    public var carbohydrateGrams: Double?
    public var sugarGrams: Double?
    public var fiberGrams: Double?
    public var proteinGrams: Double?
    public var sodiumMilligrams: Double?
    public var cholesterolMilligrams: Double?
    public var servingSize: String?

    public init(
        calories: Double? = nil, fatGrams: Double? = nil, saturatedFatGrams: Double? = nil,
        carbohydrateGrams: Double? = nil, sugarGrams: Double? = nil, fiberGrams: Double? = nil,
        proteinGrams: Double? = nil, sodiumMilligrams: Double? = nil, cholesterolMilligrams: Double? = nil,
        servingSize: String? = nil
    ) {
        self.calories = calories
        self.fatGrams = fatGrams
        self.saturatedFatGrams = saturatedFatGrams
        self.carbohydrateGrams = carbohydrateGrams
        self.sugarGrams = sugarGrams
        self.fiberGrams = fiberGrams
        self.proteinGrams = proteinGrams
        self.sodiumMilligrams = sodiumMilligrams
        self.cholesterolMilligrams = cholesterolMilligrams
        self.servingSize = servingSize
    }
}
