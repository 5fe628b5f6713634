import ArgumentParser
import Events
import LarderAPI
import Views

struct Tags: Question {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "All tags, or all cuisines, with how many recipes there are of each.")
    static let examples = [Example("tags", "the most frequent first"), Example("tags --cuisines", "the cuisines")]

    @Flag(help: "Cuisines instead of tags.") var cuisines = false
    @OptionGroup var options: GlobalOptions

    func call(_ invocation: Invocation) throws -> any AnyCall {
        return Call(cuisines ? API.cuisines : API.tags, ListInput(page: invocation.pageRequest)) { answer, _ in
            let counts = answer.tags ?? answer.cuisines ?? []
            try invocation.output.answer(answer) {
                var table = TextTable([.text(cuisines ? "cuisine" : "tag"), .number("recipes")])
                for count in counts { table.add([count.name, "\(count.recipes)"]) }
                return table.text(for: invocation.output.terminal)
            }
            if counts.isEmpty { invocation.output.note("Nothing there.") }
            invocation.output.noteNext(answer.next)
        }
    }
}
