import ArgumentParser
import HTTP
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

    private struct Answer: Encodable {
        struct Setting: Encodable {
            var name: String
            var values: [String]
            /// `flag`, `environment`, `file` or `standard`.
            var origin: String
            var variable: String?
            var file: String?
        }
        var settings: [Setting]
    }

    func execute(_ invocation: Invocation) throws {
        let found = try ServeConfiguration(serve, dataDirectory: invocation.dataDirectory)
        let answer = Answer(
            settings: ServeSetting.all.map { setting in
                var answer = Answer.Setting(
                    name: setting.name, values: setting.show(found.settings), origin: "standard")
                switch found.origin(of: setting) {
                case .flag: answer.origin = "flag"
                case .environment(let variable): (answer.origin, answer.variable) = ("environment", variable)
                case .file(let path): (answer.origin, answer.file) = ("file", path)
                case .standard: break
                }
                return answer
            })
        try invocation.output.answer(answer) {
            var table = TextTable([.whole("SETTING"), .text("VALUE"), .text("FROM")])
            for setting in ServeSetting.all {
                let values = setting.show(found.settings)
                // A source that sets one limit leaves the others as they are.
                let standard = setting.isList ? setting.show(ServiceSettings()) : []
                for value in values.isEmpty ? ["–"] : values {
                    let origin = standard.contains(value) ? .standard : found.origin(of: setting)
                    table.add([setting.name, value, origin.text])
                }
            }
            return table.text(for: invocation.output.terminal)
        }
    }
}
