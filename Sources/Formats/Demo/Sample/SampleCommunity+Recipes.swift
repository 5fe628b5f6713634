import Events

extension SampleCommunity {
    /// Each author posts in the order of the cookbook, spread over the days of their membership.
    mutating func planPosting() {
        let byAuthor = Dictionary(grouping: Cookbook.recipes, by: \.author)
        for index in people.indices {
            let member = people[index].member
            let recipes = byAuthor[member.username] ?? []
            let first = Double(member.joinDay)
            let span = (Double(DemoTime.sampleWeeks * 7) - 1 - first) / Double(max(1, recipes.count))
            for (number, recipe) in recipes.enumerated() {
                let day = Int(first + span * (Double(number) + random.unit() * 0.9))
                // No member posts before the evening of the day on which they joined.
                let hour = day == member.joinDay ? 20 : 8 + random.below(13)
                agenda.plan(.post(recipe: recipe), at: time(day: day, hour: hour, minute: random.below(60)))
            }
        }
    }

    mutating func post(_ recipe: CookbookRecipe) {
        let author = member(recipe.author)
        let index = publish(recipe.content, by: author, id: "recipe/\(recipe.key)", remarks: recipe.remarks)
        for exchange in recipe.exchanges {
            agenda.plan(.ask(recipe: index, exchange: exchange), at: later(hours: 5...60))
        }
        for fork in recipe.forks {
            // The member who never cooks anything as written, or else one who cooks a lot.
            let rae = member("rae")
            let cooks = people.indices.filter { other in
                other != author && canMeet(other, author) && Cookbook.authors.contains(people[other].member.username)
            }
            guard !cooks.isEmpty else { continue }
            let cook = cooks.contains(rae) ? rae : random.pick(cooks)
            agenda.plan(.fork(recipe: index, fork: fork, member: cook), at: later(hours: 60...140))
        }
    }

    @discardableResult
    mutating func publish(
        _ content: ProtoRecipeContent, by author: Int, id: String, cause: Reference? = nil, remarks: [String] = []
    ) -> Int {
        act(.recipePosted, by: author, cause: cause, id: id, payload: .recipe(content))
        recipes.append(Recipe(id: id, author: author, content: content, postedAt: now, remarks: remarks))
        return recipes.count - 1
    }

    mutating func fork(_ recipe: Int, _ fork: CookbookRecipe.Fork, by member: Int) {
        guard canTouch(member, recipe) else { return }
        let original = recipes[recipe]
        let author = people[original.author].member.username
        var content = original.content
        content.title = fork.title
        content.description_p =
            "After @\(author)'s \(original.content.dish), with \(fork.new.name) in place of the \(fork.old)."
        content.ingredients = content.ingredients.map { $0.name == fork.old ? fork.new : $0 }
        content.diet = Self.diet(ofForkOf: content.diet)
        var note = ProtoStep()
        note.text = "As in the original. Wherever it speaks of the \(fork.old), take the \(fork.new.name)."
        content.steps.insert(note, at: 0)
        publish(
            content, by: member, id: "recipe/fork-\(original.id.dropFirst("recipe/".count))",
            cause: reference(original.id))
    }

    /// The fork suits the diets that the original suits. For the others the answer becomes unknown: the replaced ingredient
    /// may have been the one that did not suit.
    private static func diet(ofForkOf original: ProtoDiet) -> ProtoDiet {
        func judged(_ answer: ProtoAnswer.Value) -> ProtoAnswer.Value { answer == .yes ? .yes : .unknown }
        var diet = ProtoDiet()
        diet.vegetarian = judged(original.vegetarian)
        diet.vegan = judged(original.vegan)
        diet.glutenFree = judged(original.glutenFree)
        diet.sugarFree = judged(original.sugarFree)
        return diet
    }

    /// The author adds the question and its answer to the description.
    mutating func edit(_ recipe: Int, _ exchange: CookbookRecipe.Exchange) {
        let author = recipes[recipe].author
        // `Scene.unsafeDishMended` edits this recipe.
        guard canTouch(author, recipe), recipes[recipe].id != Self.fish else { return }
        recipes[recipe].content.description_p += " You asked: \(exchange.question) \(exchange.answer)"
        var content = recipes[recipe].content
        content.note = "Put the answer to a question into the text"
        act(.recipeEdited, by: author, on: reference(recipes[recipe].id), payload: .recipe(content))
    }
}
