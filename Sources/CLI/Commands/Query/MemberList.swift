import LarderAPI
import Views

/// A command that lists members who stand in some relation to one of them.
protocol MemberList: Question {
    var member: String? { get }
    func list(of member: MeantMember, page: Page) -> Inquiry<MemberListAnswer>
}

extension MemberList {
    func execute(_ invocation: Invocation) throws {
        let member = try invocation.member(member)
        try invocation.ask(list(of: member, page: invocation.page)) { answer, _ in
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
