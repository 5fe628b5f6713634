import CLI
import CloudEvents
import Communities
import Events
import FormatsSupport
import Foundation
import Layout
import TestSupport
import Testing

/// Takes every command, and knows facts that already hold, as far as an import can repeat them.
private final class FakeCommunity {
    var commands: [Command] = []
    private var origins: [Origin: Position] = [:]
    private var facts: [Fact: UInt8] = [:]

    private struct Fact: Hashable {
        var actor: Reference?
        var subject: Reference?
        var relation: String
    }

    func begin(_ batch: [Command]) -> BatchesUnderway<Int>.Answer {
        let results = batch.map { command in
            commands.append(command)
            return decide(command)
        }
        return { results }
    }

    private func decide(_ command: Command) -> Result<Outcome, Refusal> {
        let position = Position(UInt64(commands.count))
        guard let origin = command.origin else { return .failure(Refusal(.invalid, "no origin")) }
        if origins[origin] != nil { return .success(Outcome(position: position, changed: false, kind: command.kind)) }
        for reference in [command.actor, command.subject] {
            if case .external(let source, let id)? = reference, origins[Origin(source: source, id: id)] == nil {
                return .failure(Refusal(.notFound, "\(id) is not there yet"))
            }
        }
        origins[origin] = position
        var changed = true
        let state: (String, UInt8)? =
            switch command.kind {
            case .recipeRated: ("rating", command.value)
            case .recipeUpvoted: ("vote", 1)
            case .recipeDownvoted: ("vote", 2)
            case .recipeLiked: ("like", 1)
            default: nil
            }
        if let (relation, value) = state {
            let fact = Fact(actor: command.actor, subject: command.subject, relation: relation)
            changed = facts.updateValue(value, forKey: fact) != value
        }
        return .success(Outcome(position: position, changed: changed, kind: command.kind))
    }
}

private let now = Timestamp(seconds: 1_760_000_000)
private let recipeColumns =
    "name,id,minutes,contributor_id,submitted,tags,nutrition,n_steps,steps,description,ingredients,n_ingredients\n"
private let interactionColumns = "user_id,recipe_id,date,rating,review\n"

@Suite struct FoodComTests {
    private func plan(
        _ recipes: String, _ interactions: String
    ) throws -> (refused: [FoodComRefusedRow], commands: [Command], report: ImportReport) {
        let recipesFile = try TemporaryFile(recipeColumns + recipes)
        let interactionsFile = try TemporaryFile(interactionColumns + interactions)
        defer { withExtendedLifetime((recipesFile, interactionsFile)) {} }
        var refused: [FoodComRefusedRow] = []
        let plan = try FoodComPlan(
            recipes: recipesFile.source(), interactions: interactionsFile.source(), now: now,
            refused: { refused.append($0) })
        let community = FakeCommunity()
        let report = try plan.run(begin: community.begin, progress: { _, _ in })
        return (refused, community.commands, report)
    }

    private func recipe(
        _ id: String, name: String = "Soup", by user: String = "7", on date: String = "2008-01-02",
        minutes: String = "30", tags: String = "['easy']", steps: String = "['boil']",
        ingredients: String = "['water']"
    ) -> String {
        "\(name),\(id),\(minutes),\(user),\(date),\"\(tags)\",[],1,\"\(steps)\",,\"\(ingredients)\",1\n"
    }

    @Test("a Food.com recipe and its interactions become commands with origin and time")
    func mapsARecipeAndItsInteractions() throws {
        let (_, commands, report) = try plan(
            recipe("5", name: "  Pea   soup ", tags: "['Easy', 'vegan', 'gluten-free', 'easy']"),
            "8,5,2008-01-01,5,\" good,\nvery \"\n8,5,2008-01-03,2,\n9,5,2008-01-03,0,\n8,5,2008-01-03,2,again\n")
        #expect(
            commands.map { $0.origin?.id } == [
                "member/7", "member/8", "5", "8/5/2008-01-01/1/recipe.rated", "8/5/2008-01-01/1/recipe.upvoted",
                "8/5/2008-01-01/1/recipe.liked", "8/5/2008-01-01/1/comment.posted", "member/9",
                "8/5/2008-01-03/1/recipe.rated", "8/5/2008-01-03/1/recipe.downvoted",
                "8/5/2008-01-03/2/recipe.rated", "8/5/2008-01-03/2/recipe.downvoted",
                "8/5/2008-01-03/2/comment.posted",
            ])
        #expect(report.redated == 1 && report.read == 5 && report.refused.isEmpty && report.unchanged == 2)
        guard case .recipe(let content) = commands[2].payload, case .text(let text) = commands[6].payload else {
            Issue.record("payloads are missing")
            return
        }
        #expect(content.title == "Pea soup" && content.totalMinutes == 30 && content.difficulty == .easy)
        #expect(content.tags == ["easy", "vegan", "gluten-free"])
        #expect(content.diet.vegetarian == .yes && content.diet.vegan == .yes && content.diet.glutenFree == .yes)
        #expect(content.diet.sugarFree == .unknown)
        #expect(text.text == "good,\nvery")
        #expect(commands[3].value == 5 && commands[3].occurredAt == commands[2].occurredAt)
        #expect(commands[2].actor == .external(source: "foodcom", id: "member/7") && commands[0].actor == nil)
    }

    @Test(
        "rule 3: what each rating comes to, in that order, and a review that is not blank last",
        arguments: [
            (0, "", []), (0, "fine", ["comment.posted"]), (0, " ", []),
            (1, "", ["recipe.rated", "recipe.downvoted"]), (2, "", ["recipe.rated", "recipe.downvoted"]),
            (3, "", ["recipe.rated"]), (3, "fine", ["recipe.rated", "comment.posted"]),
            (4, "", ["recipe.rated", "recipe.upvoted"]),
            (5, "", ["recipe.rated", "recipe.upvoted", "recipe.liked"]),
            (5, "fine", ["recipe.rated", "recipe.upvoted", "recipe.liked", "comment.posted"]),
        ] as [(Int, String, [String])])
    func ratings(rating: Int, review: String, kinds: [String]) throws {
        let (_, commands, report) = try plan(recipe("5"), "8,5,2008-01-03,\(rating),\(review)\n")
        #expect(commands.dropFirst(3).map(\.kind.name) == kinds)
        #expect(commands.dropFirst(3).map { $0.origin?.id } == kinds.map { "8/5/2008-01-03/1/\($0)" })
        #expect(commands.first { $0.kind == .recipeRated }.map { Int($0.value) } == (rating == 0 ? nil : rating))
        #expect(commands.dropFirst(3).allSatisfy { $0.occurredAt == Timestamp(rfc3339: "2008-01-03T00:00:00Z") })
        // A member for every interacting user of the accepted rows, also of those that yield nothing else.
        #expect(commands.prefix(3).map { $0.origin?.id } == ["member/7", "5", "member/8"])
        #expect(report.read == 2 && report.refused.isEmpty)
    }

    @Test(
        "rule 2: minutes from 1 to 43,200 become totalMinutes, others are unknown and counted",
        arguments: [("0", nil), ("1", 1), ("43200", 43_200), ("43201", nil), ("-5", nil)] as [(String, UInt32?)])
    func minutes(text: String, minutes: UInt32?) throws {
        let (_, commands, report) = try plan(recipe("5", minutes: text), "")
        guard case .recipe(let content) = try #require(commands.last).payload else {
            Issue.record("no recipe")
            return
        }
        #expect((content.hasTotalMinutes ? content.totalMinutes : nil) == minutes)
        #expect(report.minutesOutOfRange == (minutes == nil ? 1 : 0) && report.refused.isEmpty)
    }

    @Test(
        "rule 2: difficulty and diets by tag, else unknown",
        arguments: [
            ("easy", "easy"), ("vegetarian", "vegetarian"), ("vegan", "vegetarian vegan"),
            ("gluten-free", "glutenFree"),
            ("quick", ""),
        ])
    func tags(tag: String, known: String) throws {
        let (_, commands, _) = try plan(recipe("5", tags: "['\(tag)']"), "")
        guard case .recipe(let content) = try #require(commands.last).payload else {
            Issue.record("no recipe")
            return
        }
        var found: [String] = []
        if content.difficulty == .easy { found.append("easy") }
        if content.diet.vegetarian == .yes { found.append("vegetarian") }
        if content.diet.vegan == .yes { found.append("vegan") }
        if content.diet.glutenFree == .yes { found.append("glutenFree") }
        #expect(found.joined(separator: " ") == known && content.tags == [tag])
        #expect(content.diet.sugarFree == .unknown && content.diet.vegetarian != .no && content.diet.vegan != .no)
        #expect(content.difficulty == (tag == "easy" ? .easy : .unknown))
    }

    @Test("a Food.com member is registered on the day of their first activity")
    func aMemberIsRegisteredOnTheDayOfTheirFirstActivity() throws {
        let (_, commands, _) = try plan(
            recipe("5", by: "7", on: "2008-01-05") + recipe("6", by: "8", on: "2008-01-01"), "7,6,2008-01-02,4,\n")
        #expect(
            commands.map { $0.origin?.id } == [
                "member/8", "6", "member/7", "7/6/2008-01-02/1/recipe.rated", "7/6/2008-01-02/1/recipe.upvoted", "5",
            ])
    }

    @Test("malformed recipes are refused by reason and line") func refusesHostileRecipes() throws {
        let long = String(repeating: "x", count: 5001)
        let rows =
            recipe("1") + recipe("2", name: "   ") + recipe("1") + recipe("3", on: "2007-02-29")
            + recipe("4", on: "2008-1-02") + "too,few\n" + recipe("x") + recipe("5", steps: "[]", ingredients: "[]")
            + recipe("6", steps: "['\(long)']") + recipe("7", tags: "oops") + recipe("8", on: "2999-01-01")
            + recipe("9", minutes: "0") + recipe("10", minutes: "43201") + recipe("11", name: "a\0b")
            + recipe("12", name: String(repeating: "n", count: 201)) + recipe("13", by: "-1")
        let (refused, commands, report) = try plan(rows, "3,3,2008-01-01,5,\n")
        #expect(
            report.refused == [
                "recipe-without-title": 1, "duplicate-recipe-id": 1, "unreadable-date": 2,
                "wrong-number-of-columns": 1, "invalid": 8, "unknown-recipe": 1,
            ])
        #expect(report.read == 17 && report.minutesOutOfRange == 2)
        #expect(commands.count == 4)
        #expect(refused.map(\.line) == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 2])
        #expect(refused.last?.reason == .unknownRecipe)
    }

    @Test("malformed interactions are refused by reason, and their members are not registered")
    func refusesHostileInteractions() throws {
        let long = String(repeating: "x", count: 10_001)
        let (_, commands, report) = try plan(
            recipe("5"),
            """
            1,5,2008-02-02,6,
            2,5,2008-02-02,-1,
            3,5,2008-02-02,4.5,
            4,5,2008-02-30,4,
            5,99,2008-02-02,4,
            6,5,2008-02-02,4,\(long)
            x,5,2008-02-02,4,
            7,5,2008-02-02,4
            8,5,2008-02-02,0,"never closed

            """)
        #expect(
            report.refused == [
                "rating-out-of-range": 3, "unreadable-date": 1, "unknown-recipe": 1, "invalid": 3,
                "wrong-number-of-columns": 1,
            ])
        // Members of refused rows are not made.
        #expect(commands.map { $0.origin?.id } == ["member/7", "5"])
    }

    @Test("a refused recipe does not use up its id") func anIdIsUsedByAcceptedRecipesOnly() throws {
        let (_, commands, report) = try plan(recipe("5", name: "") + recipe("5"), "")
        #expect(report.refused == ["recipe-without-title": 1] && commands.count == 2)
    }

    @Test("a file with other columns is refused") func refusesAFileWithOtherColumns() throws {
        let file = try TemporaryFile("a,b\n")
        #expect(throws: Refusal.self) {
            try FoodComPlan(recipes: file.source(), interactions: file.source(), now: now)
        }
    }

    @Test("a line of a hundred megabytes is refused alone") func aLongLineConcernsItselfOnly() throws {
        let recipes = try TemporaryFile(recipeColumns + recipe("5"))
        let interactions = try TemporaryFile(
            first: interactionColumns, longLine: 100 << 20, last: "8,5,2008-02-02,3,\n")
        defer { withExtendedLifetime((recipes, interactions)) {} }
        let plan = try FoodComPlan(recipes: recipes.source(), interactions: interactions.source(), now: now)
        #expect(plan.refused == [.invalid: 1] && plan.read == 3)
    }

    @Test(
        "counts of the real data equal those of an independent program",
        .enabled(if: SharedData.isPresent, SharedData.absence))
    func countsOfTheRealDataAreThoseOfAnIndependentProgram() throws {
        let expected = try SharedData.json("foodcom/expected-2.json")
        let plan = try FoodComPlan(
            recipes: FileBytes(path: SharedData.url("foodcom/recipes.csv").path),
            interactions: FileBytes(path: SharedData.url("foodcom/interactions.csv").path), now: now)
        let community = FakeCommunity()
        var last = (0, 0)
        let report = try plan.run(begin: community.begin, progress: { last = ($0, $1) })
        #expect(report.appendedByKind == expected["appended"] as? [String: Int])
        #expect(report.unchanged == expected["unchanged"] as? Int)
        #expect(report.redated == expected["redated"] as? Int)
        #expect(report.minutesOutOfRange == expected["minutesOutOfRange"] as? Int)
        #expect(report.refused == expected["refused"] as? [String: Int])
        #expect(report.refusedCommands.isEmpty && report.read == 1537 + 15_337)
        #expect(last == (community.commands.count, community.commands.count))
        let times = community.commands.compactMap(\.occurredAt)
        #expect(times == times.sorted() && times.count == community.commands.count)
        let again = try plan.run(begin: community.begin, progress: { _, _ in })
        #expect(again.appended == 0)
    }

    @Test("an import report's JSON has the agreed shape") func theReportsJSONHasTheAgreedShape() throws {
        var report = ImportReport()
        report.count(Outcome(position: Position(9), changed: true, kind: .recipeLiked))
        report.refused = ["invalid": 2]
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
        #expect(json?["position"] as? Int == 9 && json?["appended"] as? Int == 1 && json?["unchanged"] as? Int == 0)
        #expect(json?["refused"] as? [String: Int] == ["invalid": 2])
    }
}
