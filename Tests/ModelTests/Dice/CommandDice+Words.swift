import Events
import Foundation
import Layout
import SwiftProtobuf
import TestSupport

/// What commands say: from small stocks of words, so that filters find something and repetitions are frequent.
extension CommandDice {
    static let cuisines = ["Italian", "thai", "French"]
    static let courses = ["main", "dessert"]
    static let tags = ["quick", "Spicy", "sweet", "cheap", "brunch", "dessert", "Healthy"]
    static let foods = ["egg", "Egg yolk", "flour", "tomato", "salt"]
    static let diets = ["vegetarian", "vegan", "gluten-free", "sugarFree"]

    mutating func word(_ words: [String]) -> String { numbers.pick(words) ?? "" }

    mutating func words(_ kind: EventKind, _ model: Model, _ now: Timestamp) -> (Payload, UInt8) {
        switch kind {
        case .memberRegistered: return (.registration(registration(model)), 0)
        case .memberProfileChanged: return (.profileChange(profileChange(model)), 0)
        case .memberRoleChanged: return (.none, UInt8(chance(3) ? 9 : number(0...2)))
        case .memberBanned: return (ban(now), UInt8(chance(2) ? 2 : chance(50) ? 1 : 0))
        case .recipePosted: return (.recipe(recipe()), 0)
        case .recipeEdited:
            var content = recipe()
            if chance(40) { content.note = chance(20) ? " " : "Better \(number(1...3)) " }
            return (.recipe(content), 0)
        case .recipeRated: return (.none, UInt8(chance(4) ? 6 : number(1...5)))
        case .recipeReposted:
            var quote = ProtoQuote()
            quote.quote = chance(20) ? "  " : "Look: \(number(1...9))"
            return (chance(50) ? .none : .quote(quote), 0)
        case .recipeCooked:
            // Without a throw of the dice: the other words of a seed stay as they are.
            var note = ProtoNote()
            note.note = model.head % 4 == 1 ? "  " : " Note \(model.head % 9) "
            switch model.head % 5 {
            case 0: note.image = " https://example.org/\(model.head % 3).jpg"
            case 1: (note.image, note.imageText) = ("https://example.org/dish.png", " A  bowl ")
            case 2 where model.head % 3 == 0: note.imageText = "A bowl"
            case 3 where model.head % 7 == 0: note.image = "dish.png"
            default: break
            }
            return (model.head % 4 == 0 ? .none : .note(note), 0)
        case .commentPosted, .commentEdited:
            var text = ProtoText()
            text.text =
                chance(3) ? " \n" : "Words \(number(1...5))\(chance(5) ? String(repeating: " more", count: 60) : "")"
            return (.text(text), 0)
        case .reportFiled:
            var report = ProtoReport()
            report.note = reason()
            return (chance(50) ? .none : .report(report), UInt8(chance(3) ? 0 : number(1...5)))
        case .reportResolved:
            var resolution = ProtoResolution()
            resolution.note = reason()
            return (chance(50) ? .none : .resolution(resolution), UInt8(chance(3) ? 4 : number(1...3)))
        case .memberDeleted, .memberUnbanned, .recipeDeleted, .recipeRestored, .recipeCookNoteDeleted, .repostDeleted,
            .commentDeleted, .commentRestored:
            var said = ProtoReason()
            said.reason = reason()
            return (chance(50) ? .none : .reason(said), 0)
        case .rulesChanged: return (.rules(rules()), 0)
        case .planSet, .planCleared: return (plan(kind), 0)
        case .listItemAdded: return (item(), 0)
        case .cookbookCreated, .cookbookChanged:
            var cookbook = ProtoCookbook()
            cookbook.name = chance(3) ? " " : "Book  \(number(1...4)) "
            cookbook.visibility = chance(60) ? .public : .private
            return (.cookbook(cookbook), 0)
        case .memberPointsCarriedOver:
            var said = ProtoPointsCarriedOver()
            said.points = UInt32(chance(6) ? number(0...1) * 10_000_001 : number(1...3) * 60)
            return (.points(said), 0)
        case .recipeCountsCarriedOver:
            var said = ProtoCountsCarriedOver()
            said.likes = UInt32(chance(6) ? 10_000_001 : number(0...2))
            if chance(50) { said.comments = UInt32(number(0...1)) }
            return (.counts(said), 0)
        default: return (.none, 0)
        }
    }

    /// Few days and meals: what is planned is often planned again, or cleared.
    private mutating func plan(_ kind: EventKind) -> Payload {
        var plan = ProtoPlan()
        plan.day = chance(3) ? word(["", "2023-02-29", "1999-12-31", "soon"]) : word(["2023-11-14", "2023-11-15"])
        plan.meal = ProtoMeal.Value(rawValue: chance(3) ? 0 : number(2...3)) ?? .unspecified
        if kind == .planSet, chance(50) { plan.servings = UInt32(chance(4) ? 0 : number(1...3)) }
        if kind == .planCleared, chance(3) { plan.servings = 2 }
        return .plan(plan)
    }

    private mutating func item() -> Payload {
        var item = ProtoListItem()
        if chance(50) {
            item.text = chance(4) ? " " : "\(number(1...3))  lemons \n"
            if chance(10) { item.from = chance(20) ? "soon" : "2023-11-14" }
            if item.hasFrom, !chance(10) { item.through = word(["2023-11-14", "2023-11-20", "2023-11-13"]) }
        } else if chance(50) {
            item.servings = UInt32(chance(4) ? 0 : number(1...3))
        }
        return item == ProtoListItem() ? .none : .listItem(item)
    }

    private mutating func reason() -> String { chance(15) ? " " : " Because \(number(1...5)).\n" }

    private mutating func registration(_ model: Model) -> ProtoMemberRegistered {
        var said = ProtoMemberRegistered()
        said.username = newName(model)
        said.name = chance(2) ? " " : "Name \(number(1...9))"
        if chance(30) { said.email = "\(said.username)@example.org" }
        if chance(50) { said.cuisines = [word(Self.cuisines)] }
        if chance(50) { said.diets = Array(Set([word(Self.diets), word(Self.diets)])).sorted() }
        return said
    }

    private mutating func profileChange(_ model: Model) -> ProtoMemberProfileChanged {
        var said = ProtoMemberProfileChanged()
        if chance(30) { said.username = newName(model) }
        if chance(30) || !said.hasUsername { said.name = "Name \(number(1...9))" }
        if chance(30) { said.bio = chance(30) ? "" : "I cook since \(number(1...3))." }
        if chance(20) { said.email = "mail\(number(1...3))@example.org" }
        if chance(20) { said.diets.values = [Google_Protobuf_Value(stringValue: word(Self.diets))] }
        if chance(20) { said.cuisines.values = [] }
        return said
    }

    /// For ever, for a day, or until very soon: the roller waits for the end of short bans before it asks.
    private mutating func ban(_ now: Timestamp) -> Payload {
        guard chance(80) else { return .none }
        var said = ProtoBan()
        if chance(80) { said.reason = reason() }
        guard chance(70) else { return .ban(said) }
        var end = now.microseconds + 86_400_000_000
        if chance(10) { end = now.microseconds + 250_000 }
        if chance(5) { end = now.microseconds - 3_600_000_000 }
        said.until.seconds = end / 1_000_000
        said.until.nanos = Int32(end % 1_000_000) * 1000
        return .ban(said)
    }

    private mutating func recipe() -> ProtoRecipeContent {
        var content = ProtoRecipeContent()
        content.title = chance(2) ? "  " : chance(10) ? " Soup \t of  the day" : "Dish \(number(1...20))"
        if chance(40) { content.description_p = "Good." }
        for _ in 0..<number(0...2) {
            var row = ProtoIngredient()
            row.original = word(Self.foods)
            if chance(50) {
                row.name = row.original
                row.original = "200 g \(row.original)"
                row.quantity = [0.5, 3, 200][number(0...2)]
                if chance(70) { row.unit = "g" }
            }
            content.ingredients.append(row)
        }
        if chance(70) || content.ingredients.isEmpty {
            var step = ProtoStep()
            step.text = chance(4) ? " " : "Stir. "
            content.steps = [step]
        }
        if chance(50) { content.servings = UInt32(chance(2) ? 1001 : number(1...4)) }
        if chance(60) { content.totalMinutes = UInt32(chance(2) ? 0 : number(1...4) * 15) }
        content.difficulty = ProtoDifficulty.Value(rawValue: number(0...3)) ?? .unknown
        if chance(60) { content.cuisine = word(Self.cuisines) }
        if chance(40) { content.course = word(Self.courses) }
        for _ in 0..<number(0...3) { content.tags.append(word(Self.tags)) }
        if chance(50) { content.diet.vegetarian = chance(70) ? .yes : .no }
        if chance(30) { content.diet.vegan = .yes }
        if chance(20) { content.diet.glutenFree = chance(50) ? .yes : .no }
        return content
    }

    private mutating func rules() -> ProtoRules {
        var rules = Model.standardRules
        switch number(0...4) {
        case 0: break
        case 1:
            rules.awards = [
                Model.award(.recipePosted, 3, dailyCap: 1), Model.award(.recipeLiked, 1, dailyCap: 2),
                Model.award(.commentPosted, 2, dailyCap: 1), Model.award(.recipeCooked, 4),
            ]
            rules.badges.trendingLikes = 2
            rules.badges.helpfulComments = 2
            rules.badges.lovedLikes = 4
            rules.badges.topPercent = 50
        case 2:
            rules.awards = [
                Model.award(.recipePosted, -2), Model.award(.commentLiked, 7),
                Model.award(.memberFollowed, 5, dailyCap: 1),
            ]
            rules.levels[1].xp = 5
            rules.levels[2].xp = 20
            rules.rating.weight = 0
        case 3:
            rules.awards = [Model.award(.recipePosted, 1), Model.award(.recipeBookmarked, 1)]
            rules.rating.stars = 2
            rules.rating.weight = 1
        default:
            if chance(50) { rules.badges.topPercent = 0 } else { rules.levels = [] }
        }
        switch number(0...5) {
        case 0: rules.badges.clearTopContributorMinParticipants()
        case 1: rules.badges.topContributorMinParticipants = UInt32(chance(10) ? 0 : 3)
        case 2...4: rules.badges.topContributorMinParticipants = UInt32(number(1...2))
        default: break
        }
        if chance(75) { rules.collections = collections() }
        return rules
    }

    /// Without any, with both conditions, or, on purpose, with two of one name or one that collects nothing.
    private mutating func collections() -> [ProtoRules.Collection] {
        let quick = Model.collection("Quick and Hot", tags: ["spicy", "quick"], maxMinutes: 30)
        switch number(0...9) {
        case 0...2: return []
        case 3...6: return [quick, Model.collection("Brunch", tags: ["brunch"])]
        case 7: return [quick, quick]
        case 8: return [Model.collection("Nothing")]
        default: return Model.standardRules.collections.reversed() + [quick]
        }
    }
}
