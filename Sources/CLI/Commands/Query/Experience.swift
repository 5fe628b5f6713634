import ArgumentParser
import Events
import LarderAPI
import Views

struct Experience: Question {
    static let configuration = CommandConfiguration(
        commandName: "xp", abstract: "What a member's points are made of, week by week.")
    static let examples = [
        Example("xp @bo", "points, level, badges, and the weeks that they come from"),
        Example("xp @bo --history", "every award with its event: they add up to the points"),
    ]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @Flag(help: "Every award, in the order of the log.") var history = false
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = MemberListInput(member: try invocation.member(member), page: invocation.pageRequest)
        if history { return awards(input, invocation) }
        return Call(API.experience, input) { answer, _ in
            try invocation.answer(answer) {
                var table = TextTable([
                    .whole("week"), .number("points"), .number("active days"), .number("recipes"), .number("likes"),
                    .number("comments"), .number("bookmarks"),
                ])
                for week in answer.weeks {
                    table.add([
                        week.week, "\(week.engagement)", "\(week.activeDays)", "\(week.recipes)",
                        "\(week.likesReceived)", "\(week.comments)", "\(week.bookmarks)",
                    ])
                }
                return table.text(for: invocation.terminal)
            }
            let next = answer.nextLevelAt.map { ", next level at \($0)" } ?? ""
            invocation.note("@\(answer.username): \(answer.xp) points, \(answer.level)\(next)")
            invocation.noteNext(answer.next)
        }
    }

    private func awards(_ input: MemberListInput, _ invocation: Invocation) -> any AnyCall {
        Call(API.awards, input) { answer, backend in
            try invocation.answer(answer) {
                var table = TextTable([
                    .number("event"), .whole("earned"), .whole("week"), .number("points"), .text("what"),
                    .whole("about"),
                    .text("by"),
                ])
                for award in answer.awards {
                    table.add([
                        "\(award.id)", invocation.terminal.time(award.at, now: backend.now), award.week,
                        "\(award.points)", award.kind, award.subject, award.actor.map { "@\($0.username)" } ?? "",
                    ])
                }
                return table.text(for: invocation.terminal)
            }
            invocation.note("@\(answer.username): \(answer.xp) points in all")
            invocation.noteNext(answer.next)
        }
    }
}
