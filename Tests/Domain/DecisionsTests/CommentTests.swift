import Decisions
import Events
import Layout
import Testing

@Suite struct CommentTests {
    @Test(
        "an empty, overlong or malformed comment is refused, and one within the limits is not",
        arguments: [
            (" fine ", nil), (" \n", Refused(.invalid, "text")), ("a\u{0}", Refused(.invalid, "text")),
            (String(repeating: "c", count: 10_000), nil),
            (String(repeating: "c", count: 10_001), Refused(.invalid, "text")),
        ] as [(String, Refused?)])
    func textsKeepTheirLimits(_ text: String, _ expected: Refused?) throws {
        let village = try Village()
        #expect(
            village.refusal(.commentPosted, village.bo, .recipe(village.soup), payload: .said(text)) == expected)
        #expect(
            village.refusal(.commentEdited, village.cy, .comment(village.comment), payload: .said(text)) == expected)
    }

    @Test("a comment without data is refused like an empty one, and data of another kind as data") func missingTexts()
        throws
    {
        let village = try Village()
        let expected: [(Payload, Refused)] = [
            (.none, Refused(.invalid, "text")), (.recipe(.soup), Refused(.invalid, "data")),
        ]
        for (payload, refused) in expected {
            #expect(
                village.refusal(.commentPosted, village.bo, .recipe(village.soup), payload: payload) == refused)
            #expect(
                village.refusal(.commentEdited, village.cy, .comment(village.comment), payload: payload) == refused)
        }
    }

    @Test("a reply belongs to the recipe of its parent comment") func repliesStayWithTheirRecipe() throws {
        var village = try Village()
        let parent = Reference.comment(village.comment)
        let reply = try village.submit(
            .commentPosted, village.bo, .recipe(village.soup), cause: parent, payload: .said(" Thanks "))
        let header = try village.last.header
        #expect(header.cause == village.comment && header.subject == village.soup && header.owner == village.bo)
        #expect(try village.last.payload == .said("Thanks"))
        let other = try village.submit(.recipePosted, village.cy, payload: .recipe(.soup))
        #expect(
            village.refusal(.commentPosted, village.bo, .recipe(other), cause: parent, payload: .said("x"))
                == Refused(.invalid, "cause"))
        try village.submit(.commentDeleted, village.mo, .comment(reply))
        #expect(
            village.refusal(
                .commentPosted, village.bo, .recipe(village.soup), cause: .comment(reply), payload: .said("x"))
                == Refused(.gone, "cause"))
        try village.submit(.memberDeleted, village.cy)
        #expect(
            village.refusal(.commentPosted, village.bo, .recipe(village.soup), cause: parent, payload: .said("x"))
                == Refused(.gone, "cause"))
    }

    @Test("only its author edits a comment, and not after deletion") func onlyItsAuthorEditsAComment() throws {
        var village = try Village()
        let comment = Reference.comment(village.comment)
        #expect(
            village.refusal(.commentEdited, village.mo, comment, payload: .said("x")) == Refused(.forbidden, "actor"))
        #expect(
            try village.submit(.commentEdited, village.cy, comment, payload: .said(" Lovely ")) == village.comment)
        let edit = try village.submit(.commentEdited, village.cy, comment, payload: .said("Great"))
        #expect(try village.last.header.owner == village.cy)
        #expect(try village.submit(.commentEdited, village.cy, comment, payload: .said("Great")) == edit)
        try village.submit(.commentDeleted, village.cy, comment)
        #expect(village.refusal(.commentEdited, village.cy, comment, payload: .said("x")) == Refused(.gone, "subject"))
        #expect(village.refusal(.commentLiked, village.bo, comment) == Refused(.gone, "subject"))
    }
}
