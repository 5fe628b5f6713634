import LarderAPI
import Views

/// A command that lists members who stand in some relation to one of them.
protocol MemberList: Question {
    var member: String? { get }
    var list: LarderAPI.Operation<MemberListInput, MemberListAnswer> { get }
}

extension MemberList {
    func call(_ invocation: Invocation) throws -> any AnyCall {
        let input = MemberListInput(member: try invocation.member(member), page: invocation.pageRequest)
        return Call(list, input) { answer, _ in
            try invocation.output.answer(answer) {
                var table = TextTable([.whole("id"), .text("username"), .text("name")])
                for card in answer.members { table.add([card.id, "@\(card.username)", card.name]) }
                return table.text(for: invocation.output.terminal)
            }
            if answer.members.isEmpty { invocation.output.note("Nobody.") }
            invocation.output.noteNext(answer.next)
        }
    }
}
