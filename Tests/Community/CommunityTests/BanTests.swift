import Community
import EventLog
import Events
import Foundation
import LarderAPI
import Layout
import Operations
import SwiftProtobuf
import Testing
import Views

@Suite struct BanTests {
    /// «A ban's `until` is compared when asked»: its end leaves no event in the log.
    @Test("a ban that expires shows the member again without any event")
    func aBanThatRunsOutShowsTheMemberAgainWithoutAnyEvent() throws {
        let kitchen = try Kitchen()
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

        let until = Timestamp(microseconds: EventLog.systemClock().microseconds + 1_500_000)
        var ban = ProtoBan()
        ban.until.seconds = until.microseconds / 1_000_000
        ban.until.nanos = Int32(until.microseconds % 1_000_000) * 1_000
        try kitchen.submit(Command(.memberBanned, actor: nil, subject: .username("ada"), payload: .ban(ban)))
        let head = try kitchen.head()
        var during = try shown()
        // On a machine that was stopped for that long there is nothing to see.
        if EventLog.systemClock() < until { #expect(during == (0, [], true)) }
        while EventLog.systemClock() < until {
            Thread.sleep(forTimeInterval: 0.05)
            during = try shown()
        }
        #expect(try shown() == (1, ["\(soup)"], false))
        #expect(try kitchen.head() == head)
        #expect(try kitchen.community.viewsVerify().matches)
        // Writers see the same.
        #expect(try kitchen.submit(Commands.post("Stew", by: "ada")).changed)
    }
}
