import ArgumentParser
import Events
import LarderAPI
import Operations
import Views

struct Members: Question {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "Members, in the order in which they joined.")
    static let examples = [
        Example("members --search ada", "by a part of the username, name or e-mail"),
        Example("members --role moderator", "the moderators"), Example("members --banned", "the banned members"),
        Example("members --suggested --as @bo", "whom bo may like to follow"),
    ]

    @Option(help: "A part of the username, the name, or an e-mail that you may see.") var search: String?
    @Option(help: "member, moderator or admin.", completion: .words(MembersInput.Role.self)) var role: String?
    @Flag(inversion: .prefixedNo, help: "Only banned members, or only members who are not banned.") var banned: Bool?
    @Flag(help: "Members to follow: first those whom the members you follow follow most.") var suggested = false
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let role = try role.map { text throws(Refusal) in
            try Word.choose(text, of: MembersInput.Role.self, field: "role")
        }
        let input = MembersInput(
            search: search.map(MemberName.username), role: role, banned: banned, isSuggested: suggested,
            page: invocation.pageRequest)
        return Call(API.members, input) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([
                    .whole("id"), .text("username"), .text("name"), .whole("role"), .whole("joined").extra,
                    .number("recipes"), .number("comments"), .number("followers"), .number("xp"), .text("e-mail").extra,
                ])
                for member in answer.members {
                    table.add([
                        member.id, "@\(member.username)", member.name, member.banned ? "banned" : member.role,
                        invocation.output.terminal.time(member.joinedAt, now: backend.now), "\(member.recipes)",
                        "\(member.comments)", "\(member.followers)", "\(member.xp)", member.email ?? "",
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.members.isEmpty { invocation.output.note("No members.") }
            invocation.output.noteNext(answer.next)
        }
    }
}

/// A command that lists members who stand in some relation to one of them.
protocol MemberList: Question {
    var member: String? { get }
    var list: LarderAPI.Operation<MemberListInput, MemberListAnswer> { get }
}

extension MemberList {
    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = MemberListInput(member: try invocation.member(member), page: invocation.pageRequest)
        return Call(list, input) { answer, _ in try invocation.output.members(answer) }
    }
}

extension CommandOutput {
    /// A page of members.
    fileprivate func members(_ answer: MemberListAnswer) throws {
        try self.answer(answer) {
            var table = TextTable([.whole("id"), .text("username"), .text("name")])
            for card in answer.members { table.add([card.id, "@\(card.username)", card.name]) }
            return table.text(for: terminal)
        }
        if answer.members.isEmpty { note("No members.") }
        noteNext(answer.next)
    }
}

struct Followers: MemberList {
    static let configuration = CommandConfiguration(commandName: "followers", abstract: "A member's followers.")
    static let examples = [Example("followers @ada", "the newest first")]

    @Argument(help: "The member (else the member of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, MemberListAnswer> { API.followers }
}

struct Following: MemberList {
    static let configuration = CommandConfiguration(
        commandName: "following", abstract: "The members whom a member follows.")
    static let examples = [Example("following @ada", "the newest first")]

    @Argument(help: "The member (else the member of --as).", completion: .members) var member: String?
    @OptionGroup var options: GlobalOptions

    var list: LarderAPI.Operation<MemberListInput, MemberListAnswer> { API.following }
}

struct Likers: Question {
    static let configuration = CommandConfiguration(
        commandName: "likers",
        abstract: "The members who like a recipe: for its author all, for others those whom they follow.")
    static let examples = [Example("likers r12 --as @ada", "the latest like first")]

    @Argument(help: "r12, or external:source:id.", completion: .recipes) var id: String
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = RecipeListInput(recipe: "\(try EntityName.reference(id, "r"))", page: invocation.pageRequest)
        return Call(API.likers, input) { answer, _ in try invocation.output.members(answer) }
    }
}

struct CookNotes: Question {
    static let configuration = CommandConfiguration(
        commandName: "cooked", abstract: "The notes of members who cooked a recipe.")
    static let examples = [Example("cooked r12", "the latest first")]

    @Argument(help: "r12, or external:source:id.") var id: String
    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = RecipeListInput(recipe: "\(try EntityName.reference(id, "r"))", page: invocation.pageRequest)
        return Call(API.cookNotes, input) { answer, backend in
            try invocation.output.answer(answer) {
                var table = TextTable([.number("event"), .text("by"), .whole("when"), .wrapped("note")])
                for note in answer.notes {
                    table.add([
                        "\(note.event)", "@\(note.member.username)",
                        invocation.output.terminal.time(note.cookedAt, now: backend.now), note.words,
                    ])
                }
                return table.text(for: invocation.output.terminal)
            }
            if answer.notes.isEmpty { invocation.output.note("No notes yet.") }
            invocation.output.noteNext(answer.next)
        }
    }
}

extension CookNoteDocument {
    /// The words, and that there is a picture, with what it shows.
    var words: String {
        guard image != nil else { return note }
        return [note, imageText.map { "(picture: \($0))" } ?? "(picture)"].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

struct Blocks: Question {
    static let configuration = CommandConfiguration(commandName: "blocks", abstract: "The members whom you blocked.")
    static let examples = [Example("blocks --as @bo", "in the order in which they joined")]

    @OptionGroup var options: GlobalOptions

    var listing: Listing { .pages }

    func call(_ invocation: Invocation) throws -> any AnyCall {
        _ = try invocation.actor(to: "look at their blocks")
        return Call(API.blocks, ListInput(page: invocation.pageRequest)) { answer, _ in
            try invocation.output.members(answer)
        }
    }
}
