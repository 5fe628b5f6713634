import ArgumentParser
import Community

struct ShowKey: Verb {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "The key that the log's heads are signed with, for those who check them.")
    static let examples = [Example("audit key > kitchen.key", "name+id+key, as C2SP writes it")]

    @OptionGroup var options: GlobalOptions

    private struct Answer: Encodable {
        var key: String
    }

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let key = try invocation.withCounterpart { try $0.auditKey() }
        try invocation.answer(Answer(key: key)) { key }
    }
}
