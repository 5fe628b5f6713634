import Foundation

/// Holds JSON-LD against schema.org's definitions of what a Recipe may have, of which types, in which formats.
enum SchemaChecker {
    /// What is wrong, each with its place; empty for what is right.
    static func complaints(_ document: Any) -> [String] {
        guard var object = document as? [String: Any] else { return ["no object"] }
        guard object.removeValue(forKey: "@context") as? String == "https://schema.org" else { return ["@context"] }
        // Other vocabularies' properties are theirs to define.
        object = object.filter { !$0.key.contains(":") }
        return check(object, "Recipe", "")
    }

    private indirect enum Kind: Sendable {
        case text, url, image, duration, date, integer, number
        case one([String])
        case list(Kind)
        case thing(String)
    }

    private static let types: [String: [String: Kind]] = [
        "Recipe": [
            "name": .text, "description": .text, "identifier": .thing("PropertyValue"), "author": .thing("Person"),
            "datePublished": .date, "dateModified": .date, "recipeCuisine": .text, "recipeCategory": .text,
            "recipeYield": .text, "recipeIngredient": .list(.text), "recipeInstructions": .list(.thing("HowToStep")),
            "supply": .list(.thing("HowToSupply")), "prepTime": .duration, "cookTime": .duration,
            "totalTime": .duration,
            "keywords": .list(.text), "educationalLevel": .text, "image": .list(.image), "video": .thing("VideoObject"),
            "isBasedOn": .url, "nutrition": .thing("NutritionInformation"), "commentCount": .integer,
            "aggregateRating": .thing("AggregateRating"), "interactionStatistic": .thing("InteractionCounter"),
            "suitableForDiet": .list(
                .one(["VeganDiet", "VegetarianDiet", "GlutenFreeDiet"].map { "https://schema.org/\($0)" })),
        ],
        "PropertyValue": ["propertyID": .text, "value": .text],
        "Person": ["name": .text, "alternateName": .text],
        "HowToStep": ["position": .integer, "text": .text, "image": .image],
        "HowToSupply": [
            "position": .integer, "name": .text, "description": .text, "requiredQuantity": .thing("QuantitativeValue"),
        ],
        "QuantitativeValue": ["value": .number, "maxValue": .number, "unitText": .text],
        "VideoObject": ["name": .text, "url": .url], "ImageObject": ["url": .url, "caption": .text],
        "NutritionInformation": Dictionary(
            uniqueKeysWithValues: [
                "calories", "fatContent", "saturatedFatContent", "carbohydrateContent", "sugarContent", "fiberContent",
                "proteinContent", "sodiumContent", "cholesterolContent", "servingSize",
            ].map { ($0, Kind.text) }),
        "AggregateRating": [
            "ratingValue": .number, "ratingCount": .integer, "bestRating": .integer, "worstRating": .integer,
        ],
        "InteractionCounter": [
            "interactionType": .one(["https://schema.org/LikeAction"]), "userInteractionCount": .integer,
        ],
    ]
    private static let required: [String: [String]] = [
        "Recipe": ["name"], "HowToStep": ["text"], "Person": ["name"], "PropertyValue": ["propertyID", "value"],
        "AggregateRating": ["ratingValue", "ratingCount"], "VideoObject": ["name", "url"], "ImageObject": ["url"],
    ]

    private static func check(_ object: [String: Any], _ type: String, _ path: String) -> [String] {
        guard object["@type"] as? String == type, let properties = types[type] else { return ["\(path)/@type"] }
        var complaints = (required[type] ?? []).filter { object[$0] == nil }.map { "\(path)/\($0) is missing" }
        for (key, value) in object where key != "@type" {
            guard let kind = properties[key] else {
                complaints.append("\(path)/\(key) is no property of \(type)")
                continue
            }
            complaints += check(value, kind, "\(path)/\(key)")
        }
        return complaints
    }

    private static func check(_ value: Any, _ kind: Kind, _ path: String) -> [String] {
        let text = value as? String
        // Foundation makes numbers of truths.
        let number = (value as? NSNumber).flatMap { text == nil ? $0.doubleValue : nil }
        let isRight: Bool
        switch kind {
        case .text: isRight = text.map { !$0.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty } ?? false
        case .url: isRight = text.map(isAddress) ?? false
        case .image:
            guard text == nil else { return check(value, .url, path) }
            return check(value, .thing("ImageObject"), path)
        case .duration: isRight = text?.wholeMatch(of: /PT(\d+H)?\d+M/) != nil
        case .date:
            isRight = text?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z/) != nil
        case .integer: isRight = number.map { $0 >= 0 && $0 == $0.rounded() } ?? false
        case .number: isRight = number.map(\.isFinite) ?? false
        case .one(let words): isRight = text.map(words.contains) ?? false
        case .list(let inner):
            guard let items = value as? [Any], !items.isEmpty else { return ["\(path) is no list of anything"] }
            return items.enumerated().flatMap { check($1, inner, "\(path)[\($0)]") }
        case .thing(let type):
            guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
            return check(object, type, path)
        }
        return isRight ? [] : ["\(path) is no \(kind): \(value)"]
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme else { return false }
        return ["http", "https"].contains(scheme) ? url.host() != nil : scheme == "urn"
    }
}
