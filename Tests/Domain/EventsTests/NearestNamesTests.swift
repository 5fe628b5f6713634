import Events
import Testing

/// «A name that no table defines answers with the nearest ones.»
@Suite struct NearestNamesTests {
    private func names(_ wanted: String, _ candidates: String...) -> [String] {
        NearestNames(to: wanted, among: candidates).names
    }

    @Test("the nearest names come first, and at most three") func theNearestComeFirstAndAtMostThree() {
        #expect(names("newst", "hot", "newest", "nest") == ["nest", "newest"])
        #expect(names("abcdef", "abcdeh", "abcxyf", "abcdef", "abcdeg") == ["abcdef", "abcdeg", "abcdeh"])
    }

    @Test("names that are far off are not suggested") func whatIsFarOffIsNotMeant() {
        #expect(names("zzzzzz", "newest", "hot").isEmpty)
        #expect(names("ab", "xy").isEmpty)
    }

    @Test("two swapped letters count as one slip") func neighboursThatChangedPlacesAreOneSlip() {
        #expect(names("tial", "tail", "show") == ["tail"])
        #expect(names("hepl", "help", "feed") == ["help"])
        #expect(names("atil", "tail", "stat") == ["tail"])
        #expect(names("ilat", "tail").isEmpty)
    }

    @Test("letter case makes no difference") func caseIsNoDifference() { #expect(names("FEED", "Feed") == ["Feed"]) }

    @Test("the beginning of a name suggests the whole name") func aBeginningIsAsGoodAsASlip() {
        #expect(names("notif", "notifications", "note") == ["notifications"])
        #expect(names("leader", "leaderboard", "log") == ["leaderboard"])
        #expect(names("le", "leaderboard").isEmpty)
    }

    @Test("the suggestion is worded as a question") func theQuestionNamesThem() {
        #expect(NearestNames(to: "newst", among: ["newest", "hot"]).question == " — did you mean newest?")
        #expect(NearestNames(to: "cat", among: ["bat", "hat", "rat"]).question == " — did you mean bat, hat or rat?")
        #expect(NearestNames(to: "zzz", among: ["newest"]).question == "")
    }
}
