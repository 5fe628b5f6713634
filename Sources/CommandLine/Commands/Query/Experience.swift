import ArgumentParser
import Views

struct Experience: Verb {
    static let configuration = CommandConfiguration(
        commandName: "xp", abstract: "What a member's points are made of, week by week.")
    static let examples = [Example("xp @bo", "points, level, badges, and the weeks that they come from")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        let reference = try invocation.member(member)
        try invocation.query { queries in
            let answer = try queries.experience(reference)
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
        }
    }
}
