import Events
import Layout
import Views

/// A command that lists members who stand in some relation to one of them.
protocol MemberList: Question {
    var member: String? { get }
    func list(_ queries: Queries, of member: Reference, viewer: MemberID?, page: Page) throws -> MemberListAnswer
}

extension MemberList {
    func execute(_ invocation: Invocation) throws {
        let member = try invocation.member(member)
        try invocation.query { queries in
            let answer = try list(
                queries, of: member, viewer: try invocation.viewer(queries), page: invocation.page)
            try invocation.answer(answer) {
                var table = TextTable([.whole("id"), .text("username"), .text("name")])
                for card in answer.members { table.add([card.id, "@\(card.username)", card.name]) }
                return table.text(for: invocation.terminal)
            }
            if answer.members.isEmpty { invocation.note("Nobody.") }
            invocation.noteNext(answer.next)
        }
    }
}
