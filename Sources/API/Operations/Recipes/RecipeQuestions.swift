import Events
import Ingredients
package import LarderAPI
import Layout
import Views

extension Questions {
    static let recipes: [any AnyBinding] = [
        bind(API.feed) { input, viewer, queries in
            try queries.feed(try FeedRequest(input), page: input.page.page, viewer: viewer.member)
        },
        bind(API.search) { input, viewer, queries in
            try queries.search(
                SearchRequest(input.text, filter: try FeedRequest(input.filter)), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.recipe) { input, viewer, queries in
            let reference = try EntityName.reference(input.recipe, "r", field: "recipe")
            var answer =
                if let version = input.version {
                    try queries.recipe(reference, version: version, viewer: viewer.member)
                } else {
                    try queries.recipe(reference, viewer: viewer.member)
                }
            if let servings = input.servings {
                answer.recipe = try answer.recipe.scaled(toServings: UInt32(clamping: servings))
            }
            if let units = input.units { answer.recipe = answer.recipe.converted(to: MeasuringSystem(units)) }
            return answer
        },
        bind(API.comments) { input, viewer, queries in
            try queries.comments(of: try input.reference, page: input.page.page, viewer: viewer.member)
        },
        bind(API.forks) { input, viewer, queries in
            try queries.descent(of: try input.reference, page: input.page.page, viewer: viewer.member)
        },
        bind(API.recipeVersions) { input, _, queries in
            try queries.versions(of: try input.reference, page: input.page.page)
        },
        bind(API.recipeDifference) { input, _, queries in
            try queries.difference(
                of: try EntityName.reference(input.recipe, "r", field: "recipe"), from: input.from, to: input.to)
        },
    ]
}

extension RecipeListInput {
    fileprivate var reference: Reference {
        get throws(Refusal) { try EntityName.reference(recipe, "r", field: "recipe") }
    }
}

extension MeasuringSystem {
    package init(_ units: RecipeInput.Units) {
        switch units {
        case .metric: self = .metric
        case .us: self = .us
        }
    }
}
