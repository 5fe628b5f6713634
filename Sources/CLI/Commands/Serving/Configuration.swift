import ArgumentParser
import Events
import HTTP
import LarderAPI
import Operations

struct Configuration: Verb {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "The settings of larder serve, and where each one comes from.",
        discussion: """
            A setting is a flag of serve; or $LARDER_SERVE_ and its name, in capitals and with underscores, lists with commas \
            between; or a line of the file of settings, which is YAML. The first source that sets it wins. An unknown name \
            or an invalid value is refused from every source.
            """)
    static let examples = [
        Example("config", "with the settings of ./larder-data"),
        Example("config --rate-limit posts=60/60 --json", "as serve would take it with that flag"),
    ]

    @OptionGroup var serve: ServeOptions
    @OptionGroup var options: GlobalOptions

    var columns: [String] { ["setting", "value", "from"] }

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        let answer: ConfigurationAnswer
        if let service = invocation.service {
            guard serve.said.isEmpty, serve.file == nil else {
                throw Refusal(
                    .usage, "a service has its own settings: leave the flags of serve out", field: "server")
            }
            answer = try service.call(API.configuration, NoInput())
        } else {
            answer = ConfigurationAnswer(
                settings: try ServeConfiguration(serve, dataDirectory: invocation.dataDirectory).described)
        }
        try invocation.output.answer(answer) {
            var table = TextTable([.whole("SETTING"), .text("VALUE"), .text("FROM")])
            for setting in answer.settings {
                // A source that sets one limit leaves the others as they are.
                let known = ServeSetting.all.first { $0.name == setting.name }
                let standard = known.map { $0.isList ? $0.show(ServiceSettings()) : [] } ?? []
                for value in setting.values.isEmpty ? ["–"] : setting.values {
                    let isStandard = setting.origin == "standard" || standard.contains(value)
                    table.add([setting.name, value, isStandard ? "standard" : setting.source])
                }
            }
            return table.text(for: invocation.output.terminal)
        }
    }
}

extension ConfigurationAnswer.Setting {
    /// What sets it: a flag, a variable, a file, or the standard.
    fileprivate var source: String { variable.map { "$\($0)" } ?? file ?? origin }
}
