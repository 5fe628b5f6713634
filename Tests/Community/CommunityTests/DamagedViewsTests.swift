import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import Testing
import Views

/// A page of the live views has become unreadable.
@Suite struct DamagedViewsTests {
    private let title = "Quicksilver Marmalade"

    /// Blanks the pages that hold the recipe's content, which only `recipes.contents` does. They are leaves of a larger
    /// tree: LMDB itself checks no more than the first page of a walk.
    private func damage(_ kitchen: Kitchen) throws {
        try kitchen.reopen {
            let file = URL(fileURLWithPath: "\(kitchen.path)/views/gen-1/data.mdb")
            var bytes = try Data(contentsOf: file)
            var pages = 0
            while let found = bytes.range(of: Data(title.utf8)) {
                let page = found.lowerBound / 4096 * 4096
                bytes.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
                pages += 1
            }
            #expect(pages > 0)
            try bytes.write(to: file)
        }
    }

    private func damagedKitchen() throws -> (Kitchen, recipe: Reference) {
        let kitchen = try Kitchen()
        try kitchen.join("ada")
        for number in 0..<60 { _ = try kitchen.post("Stew \(number) " + String(repeating: "x", count: 150), by: "ada") }
        let recipe = try kitchen.post(title, by: "ada")
        for number in 0..<60 { _ = try kitchen.post("Pie \(number) " + String(repeating: "x", count: 150), by: "ada") }
        try kitchen.community.query { _ in }
        try damage(kitchen)
        return (kitchen, recipe)
    }

    private func refusal(_ kitchen: Kitchen, for recipe: Reference) -> Refusal? {
        do throws(Refusal) {
            _ = try kitchen.community.query { (queries) throws in try queries.recipe(recipe, viewer: nil) }
            return nil
        } catch {
            return error
        }
    }

    @Test("a query of damaged views is refused with the remedy") func aQuestionSaysSoAndWhatHelps() throws {
        let (kitchen, recipe) = try damagedKitchen()
        let refusal = try #require(self.refusal(kitchen, for: recipe))
        #expect(refusal.code == .damaged)
        #expect(refusal.remedy == .rebuildViews)
    }

    @Test("verification names the damaged table and changes nothing")
    func verifyingNamesTheTableAndChangesNothing() throws {
        let (kitchen, recipe) = try damagedKitchen()
        for _ in 0..<2 {
            let report = try kitchen.community.viewsVerify()
            #expect(!report.matches)
            #expect(report.views.filter { $0.live != $0.rebuilt }.map(\.live) == ["damaged: recipes.contents"])
        }
        #expect(self.refusal(kitchen, for: recipe)?.code == .damaged)
    }

    @Test("the doctor reports damaged views among its findings") func theDoctorTellsItAmongTheOtherFindings() throws {
        let (kitchen, _) = try damagedKitchen()
        try kitchen.reopen {
            let report = try Community.doctor(at: kitchen.path)
            let unsound = report.checks.filter { $0.status != .ok }
            #expect(unsound.map { "\($0.name): \($0.message)" } == ["views: recipes.contents cannot be read"])
            #expect(unsound.map(\.remedy) == [.rebuildViews])
            #expect(report.checks.map(\.name) == ["log", "tree", "vault", "state", "views", "readers", "space"])
        }
    }

    @Test("a rebuild reports the difference and replaces damaged views")
    func rebuildingSaysSoAndPutsTheNewOnesInPlace() throws {
        let (kitchen, recipe) = try damagedKitchen()
        #expect(try !kitchen.community.viewsRebuild([]).matchesLive)
        #expect(try kitchen.community.query { try $0.recipe(recipe, viewer: nil).recipe.title } == title)
        #expect(try kitchen.community.viewsVerify().matches)
        try kitchen.reopen()
        #expect(self.refusal(kitchen, for: recipe) == nil)
    }

    /// New events cannot be folded into a damaged page.
    @Test("damaged views that cannot follow new events are rebuilt too")
    func viewsThatCannotFollowAreRebuiltAllTheSame() throws {
        let (kitchen, recipe) = try damagedKitchen()
        var edit = Commands.post("Mercury Marmalade", by: "ada")
        edit.kind = .recipeEdited
        edit.subject = recipe
        try kitchen.submit(edit)
        let stew = try kitchen.post("Stew", by: "ada")
        #expect(refusal(kitchen, for: stew)?.code == .damaged)
        let report = try kitchen.community.viewsVerify()
        #expect(!report.matches)
        #expect(report.views.map(\.live).contains("damaged: recipes.contents"))
        #expect(report.position == (try kitchen.head()))
        #expect(try !kitchen.community.viewsRebuild([]).matchesLive)
        #expect(
            try kitchen.community.query { try $0.recipe(recipe, viewer: nil).recipe.title } == "Mercury Marmalade")
        #expect(refusal(kitchen, for: stew) == nil)
        #expect(try kitchen.community.viewsVerify().matches)
    }
}
