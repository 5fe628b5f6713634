import Events
import Testing

@Suite struct RecipeListsTests {
    /// A copy for each element would take minutes.
    @Test("two hundred thousand rows are appended in place, and copies stay unchanged")
    func twoHundredThousandRowsAreAppendedInPlace() {
        var content = ProtoRecipeContent()
        for number in 0..<200_000 { content.append("\(number)", to: \.tags) }
        #expect(content.tags.count == 200_000 && content.tags[1] == "1" && content.tags.last == "199999")
        let before = content
        content.append("more", to: \.tags)
        #expect(before.tags.count == 200_000 && content.tags.count == 200_001)
    }
}
