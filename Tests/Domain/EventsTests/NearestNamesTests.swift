import Events
import Testing

/// «A name that no table defines answers with the nearest ones.»
@Suite struct NearestNamesTests {
    private func names(_ wanted: String, _ candidates: String...) -> [String] {
        NearestNames(to: wanted, among: candidates).names
    }

    @Test func theNearestComeFirstAndAtMostThree() {
        #expect(names("newst", "hot", "newest", "nest") == ["nest", "newest"])
        #expect(names("abcdef", "abcdeh", "abcxyf", "abcdef", "abcdeg") == ["abcdef", "abcdeg", "abcdeh"])
    }

    @Test func whatIsFarOffIsNotMeant() {
        #expect(names("zzzzzz", "newest", "hot").isEmpty)
        #expect(names("ab", "xy").isEmpty)
    }

    @Test func neighboursThatChangedPlacesAreOneSlip() {
        #expect(names("tial", "tail", "show") == ["tail"])
        #expect(names("hepl", "help", "feed") == ["help"])
        #expect(names("atil", "tail", "stat") == ["tail"])
        #expect(names("ilat", "tail").isEmpty)
    }

    @Test func caseIsNoDifference() { #expect(names("FEED", "Feed") == ["Feed"]) }

    @Test func aBeginningIsAsGoodAsASlip() {
        #expect(names("notif", "notifications", "note") == ["notifications"])
        #expect(names("leader", "leaderboard", "log") == ["leaderboard"])
        #expect(names("le", "leaderboard").isEmpty)
    }

    @Test func theQuestionNamesThem() {
        #expect(NearestNames(to: "newst", among: ["newest", "hot"]).question == " — did you mean newest?")
        #expect(NearestNames(to: "cat", among: ["bat", "hat", "rat"]).question == " — did you mean bat, hat or rat?")
        #expect(NearestNames(to: "zzz", among: ["newest"]).question == "")
    }
}
