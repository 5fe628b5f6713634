import Events
import SwiftProtobuf

extension HistoryGenerator {
    /// From one letter to as much as a comment may hold.
    mutating func text() -> String {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: "x"
        case 1: String(repeating: "ü", count: 2_000)
        case 2: "👩‍🍳 «soup»\nwith \"salt\""
        default: "words \(UInt16.random(in: 0...999, using: &random))"
        }
    }

    mutating func words() -> ProtoText {
        var words = ProtoText()
        words.text = random.oneIn(20) ? String(repeating: "é", count: 10_000) : text()
        return words
    }

    /// Nothing is said in half of all cases.
    mutating func reason() -> ProtoReason {
        var reason = ProtoReason()
        if random.oneIn(2) { reason.reason = text() }
        return reason
    }

    mutating func registration() -> ProtoMemberRegistered {
        var registration = ProtoMemberRegistered()
        registration.username = "member\(records.count)"
        registration.name = random.oneIn(10) ? String(repeating: "Ä", count: 100) : "Member \(records.count)"
        if random.oneIn(2) { registration.email = "m\(records.count)@example.org" }
        if random.oneIn(3) { registration.phone = "+49 \(records.count)" }
        if random.oneIn(3) { registration.bio = text() }
        if random.oneIn(3) { registration.avatar = "https://example.org/\(records.count).png" }
        if random.oneIn(2) { registration.cuisines = ["italian", "thai"] }
        if random.oneIn(2) { registration.diets = ["vegan"] }
        return registration
    }

    mutating func profileChange() -> ProtoMemberProfileChanged {
        var change = ProtoMemberProfileChanged()
        if random.oneIn(3) { change.username = "renamed\(records.count)" }
        if random.oneIn(2) { change.name = "Renamed \(records.count)" }
        if random.oneIn(3) { change.email = "n\(records.count)@example.org" }
        if random.oneIn(3) { change.bio = random.oneIn(2) ? "" : text() }
        if random.oneIn(3) {
            var cuisines = Google_Protobuf_ListValue()
            if random.oneIn(2) { cuisines.values = [Google_Protobuf_Value(stringValue: "greek")] }
            change.cuisines = cuisines
        }
        return change
    }

    mutating func content() -> ProtoRecipeContent {
        var content = ProtoRecipeContent()
        content.title = random.oneIn(10) ? String(repeating: "T", count: 200) : "Recipe \(records.count)"
        var step = ProtoStep()
        step.text = text()
        content.steps = [step]
        if random.oneIn(4) { return content }
        for index in 0..<Int.random(in: 0...4, using: &random) {
            var ingredient = ProtoIngredient()
            ingredient.original = "\(index) cups of flour"
            if random.oneIn(2) { ingredient.quantity = Double(index) / 3 }
            if random.oneIn(2) { ingredient.unit = "cup" }
            if random.oneIn(2) { ingredient.name = random.pick(["Flour", "Olive Oil", "salt", "Öl"]) ?? "salt" }
            if random.oneIn(4) { ingredient.note = text() }
            content.ingredients.append(ingredient)
        }
        if random.oneIn(2) { content.description_p = text() }
        if random.oneIn(2) { content.servings = random.pick([1, 4, 1_000]) ?? 1 }
        if random.oneIn(3) { content.prepMinutes = 10 }
        if random.oneIn(3) { content.cookMinutes = 20 }
        if random.oneIn(2) { content.totalMinutes = random.pick([1, 30, 43_200]) ?? 1 }
        if random.oneIn(2) { content.difficulty = random.pick([.easy, .intermediate, .hard]) ?? .easy }
        if random.oneIn(2) { content.cuisine = random.pick(["Italian", "thai"]) ?? "thai" }
        if random.oneIn(2) { content.course = random.pick(["main", "Dessert"]) ?? "main" }
        if random.oneIn(2) { content.tags = ["quick", "soup"] }
        if random.oneIn(12) { content.tags = (0..<100).map { "tag \($0) " + String(repeating: "x", count: 90) } }
        if random.oneIn(2) {
            content.diet.vegetarian = .yes
            content.diet.vegan = random.pick([.yes, .no, .unknown]) ?? .no
        }
        if random.oneIn(3) { (content.images, content.imageTexts) = (["https://example.org/a.jpg"], ["A bowl"]) }
        if random.oneIn(3) { content.videoURL = "https://example.org/a.mp4" }
        if random.oneIn(3) { content.sourceURL = "https://example.org/a" }
        if random.oneIn(3) { content.nutrition.calories = 250.5 }
        if random.oneIn(3) { content.note = text() }
        return content
    }
}
