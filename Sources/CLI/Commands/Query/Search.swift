import ArgumentParser
import Events
import LarderAPI
import Views

struct Search: Question {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Recipes and members by their words, the best match first.",
        discussion: """
            All words must be there, each at least as the beginning of one; a "phrase in quotes" stands as it is. Case and \
            accents do not matter. A recipe's title counts more than its tags, these more than ingredients, description and \
            steps. With a filter only recipes are searched.
            """)
    static let examples = [
        Example("search leek soup", "both words, in any place"),
        Example("search '\"apple pie\"'", "these words beside each other"),
        Example("search choc --tag vegan --max-minutes 30", "quick, vegan, and with chocolate"),
    ]

    @Argument(help: "Words and \"phrases\".") var text: [String]
    @OptionGroup var filters: RecipeFilters
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = SearchInput(
            text: text.joined(separator: " "), filter: try filters.filter, page: invocation.pageRequest)
        return Call(API.search, input) { answer, backend in
            try invocation.output.answer(answer) { words(answer, backend.now, invocation.output.terminal) }
            if answer.recipes.isEmpty, answer.members.isEmpty {
                try invocation.output.note { try filters.nothing(backend) }
            }
            invocation.output.noteNext(answer.next)
        }
    }

    private func words(_ answer: SearchAnswer, _ now: Timestamp, _ terminal: Terminal) -> String {
        var members = TextTable([.whole("id"), .text("username"), .text("name")])
        for card in answer.members { members.add([card.id, "@\(card.username)", card.name]) }
        if terminal.isOutputTerminal {
            let recipes = FeedText(terminal: terminal, now: now).recipes(answer.recipes)
            return [recipes, members.text(for: terminal)].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        var recipes = TextTable([
            .whole("id"), .text("title"), .text("by"), .number("likes"), .number("score"), .number("comments"),
            .whole("when"),
        ])
        for recipe in answer.recipes {
            recipes.add([
                recipe.id, recipe.title, "@\(recipe.author.username)", "\(recipe.likes)", "\(recipe.score)",
                "\(recipe.comments)", recipe.postedAt,
            ])
        }
        return recipes.text(for: terminal) + members.text(for: terminal)
    }
}
