import Foundation
import TestSupport
import Testing

@testable import Ingredients

/// The article lists every known unit, and no other.
@Suite struct UnitArticleTests {
    @Test("the article on ingredient lines names exactly the units of the table")
    func theTableOfUnitsIsTheOneThatIsRead() throws {
        let file = Checkout.root.appending(path: "Sources/Domain/Ingredients/Ingredients.docc/IngredientLines.md")
        let article = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(article.components(separatedBy: "## Units\n").last)
        let named = section.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        #expect(Set(named) == Set(UnitTable.entries.map(\.unit.name)))
        #expect(named.count == UnitTable.entries.count)
    }
}
