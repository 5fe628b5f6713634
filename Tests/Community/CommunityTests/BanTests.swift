import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import TestSupport
import Testing
import Views

@Suite struct BanTests {
    /// «A ban's `until` is compared when asked»: its end leaves no event in the log.
    @Test("a ban that expires shows the member again without any event")
    func aBanThatRunsOutShowsTheMemberAgainWithoutAnyEvent() throws {
        let clock = TestClock()
        let kitchen = try Kitchen(clock: clock)
        try kitchen.join("ada")
        let soup = try kitchen.post("Soup", by: "ada")
        func shown() throws -> (participants: Int, feed: [String], banned: Bool) {
            try kitchen.community.query { queries in
                (
                    try queries.leaderboard(week: nil, page: Page()).participants,
                    try queries.feed(FeedRequest(), page: Page(), viewer: nil).items.map(\.recipe.id),
                    try queries.profile(.username("ada"), viewer: nil).banned
                )
            }
        }
        #expect(try shown() == (1, ["\(soup)"], false))

        var ban = ProtoBan()
        ban.until.seconds = clock.now().microseconds / 1_000_000 + 90
        ban.until.nanos = 500_000_000
        try kitchen.submit(Command(.memberBanned, actor: nil, subject: .username("ada"), payload: .ban(ban)))
        let head = try kitchen.head()
        #expect(try shown() == (0, [], true))
        clock.advance(seconds: 90)
        #expect(try shown() == (0, [], true))
        clock.advance(seconds: 1)
        #expect(try shown() == (1, ["\(soup)"], false))
        #expect(try kitchen.head() == head)
        #expect(try kitchen.community.viewsVerify().matches)
        // Writers see the same.
        #expect(try kitchen.submit(Commands.post("Stew", by: "ada")).changed)
    }
}
