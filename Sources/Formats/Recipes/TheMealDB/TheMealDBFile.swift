package import CloudEvents
import Events

/// An answer of TheMealDB's API, kept as a file: `{"meals": […]}`, a bare list of meals, or a single one.
///
/// Each meal becomes a recipe that says where it is from: origin `themealdb`, `<idMeal>`.
package enum TheMealDBFile {
    static let source = "themealdb"
    /// Of one file.
    package static let bytesMax = JSONValue.documentBytesMax

    /// What is found, in the order of the file; `place` is what the report calls the file.
    package static func recipes(in bytes: [UInt8], place: String) -> [FoundItem] {
        do throws(RefusedItem) {
            return try recipes(of: try JSONValue.document(bytes, place: place), place: place)
        } catch {
            return [.refused(error)]
        }
    }

    /// The same of an answer that is JSON; refuses one that holds nothing.
    static func recipes(of document: JSONValue, place: String) throws(RefusedItem) -> [FoundItem] {
        try meals(document, place: place).enumerated().map { index, meal in
            let place = "\(place): meal \(index + 1)"
            guard let members = meal.members else {
                return .refused(RefusedItem(place: place, reason: .unreadable, message: "it is no JSON object"))
            }
            return .recipe(TheMealDBMeal(members).recipe(place: place))
        }
    }

    private static func meals(_ document: JSONValue, place: String) throws(RefusedItem) -> [JSONValue] {
        if let items = document.items { return try some(items, place) }
        if let members = document.members {
            guard let meals = members["meals"] else {
                if members["idMeal"] != nil || members["strMeal"] != nil { return [document] }
                throw RefusedItem(
                    place: place, reason: .unreadable, message: "it is no answer of TheMealDB: it has no «meals»")
            }
            if let items = meals.items { return try some(items, place) }
            if meals.members != nil { return [meals] }
            // Null, or a sentence that says so.
            if case .string = meals { return try some([], place) }
            if meals.isNull { return try some([], place) }
            throw RefusedItem(place: place, reason: .unreadable, message: "its «meals» are no list")
        }
        throw RefusedItem(place: place, reason: .unreadable, message: "it is no answer of TheMealDB")
    }

    private static func some(_ meals: [JSONValue], _ place: String) throws(RefusedItem) -> [JSONValue] {
        guard !meals.isEmpty else {
            throw RefusedItem(place: place, reason: .noRecipe, message: "TheMealDB had found no meal")
        }
        return meals
    }
}
