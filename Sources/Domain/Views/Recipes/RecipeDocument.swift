import Events
package import Ingredients
import Layout
import SwiftProtobuf

/// A recipe as people and programs see it: all of it, or for lists without ingredients and steps.
package struct RecipeDocument: RecipeSaying, Codable, Sendable {
    package var id: String
    package var reference: String { id }
    package var externalID: String?
    package var title: String
    package var description: String?
    package var author: MemberCard
    package var likes: Int64
    package var upvotes: Int64
    package var downvotes: Int64
    package var score: Int64
    package var rating: RatingDocument
    package var comments: Int64
    package var reposts: Int64
    package var bookmarks: Int64
    package var cooked: Int64
    package var forks: Int64
    package var forkedFrom: String?
    package var version: UInt64
    package var postedAt: String
    package var editedAt: String?
    package var servings: UInt32?
    package var prepMinutes: UInt32?
    package var cookMinutes: UInt32?
    package var totalMinutes: UInt32?
    package var difficulty: String?
    package var cuisine: String?
    package var course: String?
    package var tags: [String]
    package var diet: DietDocument?
    package var images: [String]?
    package var videoURL: String?
    package var sourceURL: String?
    package var nutrition: NutritionDocument?
    package var ingredients: [IngredientDocument]?
    package var steps: [StepDocument]?
    /// What the viewer has to do with it; absent without a viewer.
    package var liked: Bool?
    /// `up` or `down`.
    package var vote: String?
    package var stars: UInt8?
    package var bookmarked: Bool?
    package var followsAuthor: Bool?
    /// Whether it, or a comment on it, came after what the viewer has seen of the feed.
    package var isNew: Bool?
    package var hasNewComments: Bool?

    /// Of a scaled recipe: how many its author wrote it for.
    package var scaledFrom: UInt32?
    /// Of one whose quantities were converted: into whose units, `metric` or `us`.
    package var units: String?

    init(_ id: RecipeID, _ row: RecipeRow, _ content: RecipeContentRow, _ author: MemberCard, _ extent: RecipeExtent) {
        self.id = "\(id)"
        externalID = content.externalID.unlessEmpty.flatMap { Origin.isOfRequest(externalID: $0) ? nil : $0 }
        title = ""
        tags = []
        self.author = author
        likes = row.counts.likes
        upvotes = row.counts.upvotes
        downvotes = row.counts.downvotes
        score = row.counts.score
        rating = RatingDocument(starsSum: row.counts.starsSum, count: row.counts.ratingCount)
        comments = row.counts.comments
        reposts = row.reposts
        bookmarks = row.bookmarks
        cooked = row.cooked
        forks = row.forks
        forkedFrom = row.forkedFrom.value == 0 ? nil : "\(row.forkedFrom)"
        version = row.version
        postedAt = row.postedAt.rfc3339
        editedAt = row.editedAt?.rfc3339
        // A stored row that is no message any more reads as an empty one.
        let message = (try? ProtoRecipeContent(serializedBytes: content.content)) ?? ProtoRecipeContent()
        say(message, version: row.version, extent)
    }

    /// Takes over what a version of the recipe says.
    mutating func say(_ message: ProtoRecipeContent, version: UInt64, _ extent: RecipeExtent) {
        self.version = version
        say(message, extent, IngredientNotation(externalID: externalID ?? "", version: version))
    }
}

/// How much of a recipe is shown.
package enum RecipeExtent: Sendable {
    case whole
    /// Without ingredients and steps.
    case listed
}

package struct RatingDocument: Codable, Sendable {
    /// To two decimals; nil while nobody has rated.
    package var average: Double?
    package var count: Int64

    package init(starsSum: Int64, count: Int64) {
        self.count = count
        average = count > 0 ? (Double(starsSum) * 100 / Double(count)).rounded() / 100 : nil
    }
}

package struct IngredientDocument: Codable, Sendable {
    package var original: String
    package var quantity: Double?
    /// Of a range, such as 2 to 3: its end.
    package var quantityMax: Double?
    package var unit: String?
    /// The line itself where no more is known.
    package var name: String
    package var note: String?
    /// Of a recipe that was scaled or converted: true where nothing could be, for no quantity is known.
    package var asWritten: Bool?

    init(_ line: IngredientLine) {
        original = line.original
        quantity = line.quantity?.least
        quantityMax = line.quantity?.most
        unit = line.unit
        name = line.name
        note = line.note
    }

    package var line: IngredientLine {
        IngredientLine(
            original: original, quantity: quantity.map { Quantity($0, upTo: quantityMax) }, unit: unit, name: name,
            note: note)
    }
}

package struct StepDocument: Codable, Sendable {
    package var text: String
    package var image: String?

    init(_ message: ProtoStep) {
        text = message.text
        image = message.image.unlessEmpty
    }
}

/// Each `yes` or `no`; what is unknown is absent.
package struct DietDocument: Codable, Sendable {
    package var vegetarian: String?
    package var vegan: String?
    package var glutenFree: String?
    package var sugarFree: String?

    /// Nil when nothing is known.
    init?(_ message: ProtoDiet) {
        vegetarian = message.vegetarian.name
        vegan = message.vegan.name
        glutenFree = message.glutenFree.name
        sugarFree = message.sugarFree.name
        if vegetarian == nil, vegan == nil, glutenFree == nil, sugarFree == nil { return nil }
    }
}

package struct NutritionDocument: Codable, Sendable {
    package var calories: Double?
    package var fatGrams: Double?
    package var saturatedFatGrams: Double?
    package var carbohydrateGrams: Double?
    package var sugarGrams: Double?
    package var fiberGrams: Double?
    package var proteinGrams: Double?
    package var sodiumMilligrams: Double?
    package var cholesterolMilligrams: Double?
    package var servingSize: String?

    init(_ message: ProtoNutrition) {
        calories = message.hasCalories ? message.calories : nil
        fatGrams = message.hasFatGrams ? message.fatGrams : nil
        saturatedFatGrams = message.hasSaturatedFatGrams ? message.saturatedFatGrams : nil
        carbohydrateGrams = message.hasCarbohydrateGrams ? message.carbohydrateGrams : nil
        sugarGrams = message.hasSugarGrams ? message.sugarGrams : nil
        fiberGrams = message.hasFiberGrams ? message.fiberGrams : nil
        proteinGrams = message.hasProteinGrams ? message.proteinGrams : nil
        sodiumMilligrams = message.hasSodiumMilligrams ? message.sodiumMilligrams : nil
        cholesterolMilligrams = message.hasCholesterolMilligrams ? message.cholesterolMilligrams : nil
        servingSize = message.servingSize.unlessEmpty
    }
}

extension ProtoDifficulty.Value {
    /// Nil when it is not known.
    package var name: String? {
        switch self {
        case .easy: "easy"
        case .intermediate: "intermediate"
        case .hard: "hard"
        case .unknown, .UNRECOGNIZED: nil
        }
    }
}

extension ProtoAnswer.Value {
    /// Nil when it is not known.
    var name: String? {
        switch self {
        case .yes: "yes"
        case .no: "no"
        case .unknown, .UNRECOGNIZED: nil
        }
    }
}
