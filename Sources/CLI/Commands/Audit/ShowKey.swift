import ArgumentParser
import Community
import LarderAPI

struct ShowKey: Verb {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The key that the log's heads are signed with, for those who check them.")
    static let examples = [Example("audit key > kitchen.key", "name+id+key, as C2SP writes it")]

    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let answer = try invocation.withBackend { try $0.ask(API.auditKey, NoInput()) }
        try invocation.output.answer(answer) { answer.key }
    }
}
