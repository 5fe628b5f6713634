package import Events
package import Ingredients
package import LarderAPI
import Layout
import SwiftProtobuf
import Views

extension RecipeDocument: RecipeSaying {
    package var reference: String { id }

    init(_ id: RecipeID, _ row: RecipeRow, _ content: RecipeContentRow, _ author: MemberCard, _ extent: RecipeExtent) {
        self.init(
            id: "\(id)",
            externalID: content.externalID.unlessEmpty.flatMap { Origin.isOfRequest(externalID: $0) ? nil : $0 },
            title: "", author: author, likes: row.counts.likes, upvotes: row.counts.upvotes,
            downvotes: row.counts.downvotes, score: row.counts.score,
            rating: RatingDocument(starsSum: row.counts.starsSum, count: row.counts.ratingCount),
            comments: row.counts.comments, reposts: row.reposts, bookmarks: row.bookmarks, cooked: row.cooked,
            beforeLarder: row.countsBefore.map { CountsBeforeLarder($0) }, forks: row.forks,
            forkedFrom: row.forkedFrom.value == 0 ? nil : "\(row.forkedFrom)", version: row.version,
            postedAt: row.postedAt.rfc3339, editedAt: row.editedAt?.rfc3339, tags: [])
        // A row of the views that is no message reads as an empty one: the views are derived, and an examination
        // reports the damage.
        let message = (try? ProtoRecipeContent(serializedBytes: content.content)) ?? ProtoRecipeContent()
        say(message, version: row.version, extent)
    }

    /// Replaces the content by that of a version of the recipe.
    mutating func say(_ message: ProtoRecipeContent, version: UInt64, _ extent: RecipeExtent) {
        self.version = version
        imageTexts = message.imageTexts.isEmpty ? nil : message.imageTexts
        say(message, extent, IngredientNotation(externalID: externalID ?? "", version: version))
    }
}

extension CountsBeforeLarder {
    init(_ counts: CountsBefore) {
        func known(_ count: Int64) -> Int64? { count == 0 ? nil : count }
        self.init(
            likes: known(counts.likes), upvotes: known(counts.upvotes), downvotes: known(counts.downvotes),
            comments: known(counts.comments))
    }
}

extension RatingDocument {
    package init(starsSum: Int64, count: Int64) {
        self.init(
            average: count > 0 ? (Double(starsSum) * 100 / Double(count)).rounded() / 100 : nil, count: count)
    }
}

extension IngredientDocument {
    init(_ line: IngredientLine) {
        self.init(
            original: line.original, quantity: line.quantity?.least, quantityMax: line.quantity?.most, unit: line.unit,
            name: line.name, note: line.note)
    }

    package var line: IngredientLine {
        IngredientLine(
            original: original, quantity: quantity.map { Quantity($0, upTo: quantityMax) }, unit: unit, name: name,
            note: note)
    }
}

extension StepDocument {
    init(_ message: ProtoStep, _ uses: StepUses) {
        let times = StepTime.all(in: message.text).map { StepTimeDocument($0, in: message.text) }
        let lines = uses.lines(in: message.text)
        self.init(
            text: message.text, image: message.image.unlessEmpty, imageText: message.imageText.unlessEmpty,
            times: times.isEmpty ? nil : times,
            uses: lines.isEmpty ? nil : lines)
    }
}

extension StepTimeDocument {
    init(_ time: StepTime, in text: String) {
        self.init(
            start: time.range.lowerBound.utf16Offset(in: text), end: time.range.upperBound.utf16Offset(in: text),
            seconds: time.least, secondsMax: time.most)
    }
}

extension DietDocument {
    /// Nil if nothing is known.
    init?(_ message: ProtoDiet) {
        self.init(
            vegetarian: message.vegetarian.name, vegan: message.vegan.name, glutenFree: message.glutenFree.name,
            sugarFree: message.sugarFree.name)
        if vegetarian == nil, vegan == nil, glutenFree == nil, sugarFree == nil { return nil }
    }
}

extension NutritionDocument {
    init(_ message: ProtoNutrition) {
        self.init(
            calories: message.hasCalories ? message.calories : nil,
            fatGrams: message.hasFatGrams ? message.fatGrams : nil,
            saturatedFatGrams: message.hasSaturatedFatGrams ? message.saturatedFatGrams : nil,
            carbohydrateGrams: message.hasCarbohydrateGrams ? message.carbohydrateGrams : nil,
            sugarGrams: message.hasSugarGrams ? message.sugarGrams : nil,
            fiberGrams: message.hasFiberGrams ? message.fiberGrams : nil,
            proteinGrams: message.hasProteinGrams ? message.proteinGrams : nil,
            sodiumMilligrams: message.hasSodiumMilligrams ? message.sodiumMilligrams : nil,
            cholesterolMilligrams: message.hasCholesterolMilligrams ? message.cholesterolMilligrams : nil,
            servingSize: message.servingSize.unlessEmpty)
    }
}

extension ProtoDifficulty.Value {
    /// Nil if it is not known.
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
    /// Nil if it is not known.
    var name: String? {
        switch self {
        case .yes: "yes"
        case .no: "no"
        case .unknown, .UNRECOGNIZED: nil
        }
    }
}
