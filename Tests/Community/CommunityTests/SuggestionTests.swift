import Community
import Events
import Foundation
import Layout
import TestSupport
import Testing

/// Names that a shell proposes, from the views as they lie in the directory.
@Suite struct SuggestionTests {
    private let kitchen: Kitchen
    private let soup: Reference

    /// ada, adele and bo, with a soup and a deleted stew of ada's. The views have folded all of it.
    init() throws {
        kitchen = try Kitchen()
        for name in ["ada", "adele", "bo"] { try kitchen.join(name) }
        soup = .recipe(RecipeID(try kitchen.submit(Self.recipe("Soup", tags: ["quick", "soup", "spicy"])).position))
        let stew = try kitchen.submit(Self.recipe("Stew", tags: ["spring"])).position
        try kitchen.submit(Commands.act(.recipeDeleted, "ada", on: .recipe(RecipeID(stew))))
        try kitchen.community.query { _ in }
    }

    private static func recipe(_ title: String, tags: [String]) -> Command {
        var content = ProtoRecipeContent()
        content.title = title
        content.tags = tags
        var step = ProtoStep()
        step.text = "Boil."
        content.steps = [step]
        return Command(.recipePosted, actor: .username("ada"), payload: .recipe(content))
    }

    /// Suggestions while no process has the community open.
    private func suggestions(
        _ suggestion: Community.Suggestion, _ prefix: String, limit: Int = 200
    ) throws -> [String] {
        var found: [String] = []
        try kitchen.reopen {
            found = Community.suggestions(suggestion, beginningWith: prefix, limit: limit, at: kitchen.path)
        }
        return found
    }

    @Test("names are found by their beginning, without what is deleted, and at most as many as wanted")
    func names() throws {
        #expect(try suggestions(.members, "@ad") == ["@ada", "@adele"])
        #expect(try suggestions(.members, "AD") == ["ada", "adele"])
        #expect(try suggestions(.members, "") == ["@ada", "@adele", "@bo"])
        #expect(try suggestions(.members, "@", limit: 2) == ["@ada", "@adele"])
        #expect(try suggestions(.members, "@x").isEmpty)
        #expect(try suggestions(.recipes, "") == ["\(soup)"] && suggestions(.recipes, "r") == ["\(soup)"])
        #expect(try suggestions(.recipes, "\(soup)") == ["\(soup)"])
        #expect(try suggestions(.recipes, "r0").isEmpty && suggestions(.recipes, "c").isEmpty)
        #expect(try suggestions(.recipes, "r99999999999999999999").isEmpty)
        #expect(try suggestions(.tags, "s") == ["soup", "spicy"] && suggestions(.tags, "Q") == ["quick"])
        #expect(try suggestions(.tags, "", limit: 1) == ["quick"])
        let week = try #require(try suggestions(.weeks, "2").first)
        #expect(try suggestions(.weeks, "2") == [week] && Week(week) != nil)
        #expect(try suggestions(.weeks, "1999").isEmpty)
    }

    @Test("ids are found by their first digits, the shortest first, and then the newest first") func digits() throws {
        for number in 0..<60 { _ = try kitchen.post("Pie \(number)", by: "bo") }
        try kitchen.community.query { _ in }
        let head = try kitchen.head()
        #expect(head >= 60 && head < 100)
        #expect(
            try suggestions(.recipes, "r5") == ["\(soup)"].filter { $0 == "r5" } + (50...59).reversed().map { "r\($0)" }
        )
        #expect(try suggestions(.recipes, "", limit: 3) == [head, head - 1, head - 2].map { "r\($0)" })
    }

    @Test("views that are behind the log answer as they are; nothing is folded, made or changed") func readsOnly()
        throws
    {
        try kitchen.join("adrian")
        func files() throws -> [String: Data] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: kitchen.path)
            return Dictionary(
                uniqueKeysWithValues: names.map { name in
                    // A reader has a slot in the lock file for as long as it reads.
                    let isKept = !name.hasSuffix("lock.mdb")
                    let path = "\(kitchen.path)/\(name)"
                    return (name, isKept ? FileManager.default.contents(atPath: path) ?? Data() : Data())
                })
        }
        try kitchen.reopen {
            let before = try files()
            let found = Community.suggestions(.members, beginningWith: "@ad", limit: 9, at: kitchen.path)
            #expect(found == ["@ada", "@adele"])
            #expect(try files() == before)
        }
        try kitchen.community.query { _ in }
        #expect(try suggestions(.members, "@ad") == ["@ada", "@adele", "@adrian"])
    }

    @Test("where there are no views, or damaged ones, there is nothing to suggest, and nothing is made")
    func withoutViews() throws {
        let scratch = TemporaryDirectory()
        #expect(Community.suggestions(.members, beginningWith: "", limit: 9, at: scratch.path("none")).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("none")))
        try kitchen.reopen {
            let views = "\(kitchen.path)/views"
            let generation = try #require(
                try FileManager.default.contentsOfDirectory(atPath: views).first { $0.hasPrefix("gen-") })
            try Data(count: 8192).write(to: URL(filePath: "\(views)/\(generation)/data.mdb"))
            #expect(Community.suggestions(.members, beginningWith: "", limit: 9, at: kitchen.path).isEmpty)
            try FileManager.default.removeItem(atPath: views)
            #expect(Community.suggestions(.members, beginningWith: "", limit: 9, at: kitchen.path).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: views))
        }
    }
}
