import ArgumentParser
import Events
import Layout
import Views

struct Followers: MemberList {
    static let configuration = CommandConfiguration(commandName: "followers", abstract: "Who follows a member.")
    static let examples = [Example("followers @ada", "the newest first")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    func list(_ queries: Queries, of member: Reference, viewer: MemberID?, page: Page) throws -> MemberListAnswer {
        try queries.followers(of: member, viewer: viewer, page: page)
    }
}

struct Following: MemberList {
    static let configuration = CommandConfiguration(commandName: "following", abstract: "Whom a member follows.")
    static let examples = [Example("following @ada", "the newest first")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    func list(_ queries: Queries, of member: Reference, viewer: MemberID?, page: Page) throws -> MemberListAnswer {
        try queries.following(of: member, viewer: viewer, page: page)
    }
}
