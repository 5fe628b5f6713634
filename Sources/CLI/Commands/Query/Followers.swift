import ArgumentParser
import LarderAPI
import Views

struct Followers: MemberList {
    static let configuration = CommandConfiguration(commandName: "followers", abstract: "Who follows a member.")
    static let examples = [Example("followers @ada", "the newest first")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, MemberListAnswer> { API.followers }
}

struct Following: MemberList {
    static let configuration = CommandConfiguration(commandName: "following", abstract: "Whom a member follows.")
    static let examples = [Example("following @ada", "the newest first")]

    @Argument(help: "The member (else whoever --as names).") var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, MemberListAnswer> { API.following }
}
