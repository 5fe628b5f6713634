import ArgumentParser
import Events
import Foundation
import Images

/// The command line from its arguments to its exit code.
package enum Tool {
    package static func main(_ arguments: [String]) -> Never {
        // Where this process is to read a picture, it does nothing else.
        ImageWorker.run(arguments)
        StandardStream.fillGaps()
        Interruption.install()
        exit(run(arguments).rawValue)
    }

    static func run(_ arguments: [String]) -> ExitStatus {
        if ValueCompletion.isRequested(by: arguments) {
            ValueCompletion.answer(arguments)
            return .done
        }
        let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
        do throws(Refusal) {
            try perform(arguments)
            return .done
        } catch {
            RefusalOutput(error).write(asJSON: isJSON)
            return ExitStatus(error.code)
        }
    }

    private static func perform(_ arguments: [String]) throws(Refusal) {
        let width = Terminal.current(noColor: true).width
        guard !arguments.isEmpty else {
            StandardStream.writeError(startPage)
            throw Refusal(.usage, "name a command: larder help lists all commands")
        }
        let path = try CommandPath(arguments)
        if path.wantsHelp {
            do { StandardStream.write(try path.help(width: width) + "\n") } catch { try translate(error, path) }
            return
        }
        do throws(any Error) {
            var command = try Larder.parseAsRoot(path.arguments)
            try command.run()
        } catch {
            try translate(error, path)
        }
    }

    /// Turns what argument-parser throws into a refusal; help and version pages are thrown, too.
    private static func translate(_ error: any Error, _ path: CommandPath) throws(Refusal) {
        if let refusal = error as? Refusal { throw refusal }
        let code = Larder.exitCode(for: error)
        if code == .success {
            StandardStream.write(Larder.fullMessage(for: error) + "\n")
            return
        }
        if code == .validationFailure {
            let sentence = Larder.message(for: error).split(separator: "\n").first.map(String.init) ?? "wrong arguments"
            let name = (["larder"] + path.commands.map(CommandPath.name)).joined(separator: " ")
            let hint = path.commands.isEmpty ? "larder --help" : "\(name) --help"
            let end = sentence.hasSuffix("?") || sentence.hasSuffix(".") ? " " : ": "
            throw Refusal(.usage, "\(sentence)\(end)see \(hint)")
        }
        throw Refusal(.failed, "\(error.localizedDescription)")
    }

    static let startPage = """
        Larder keeps a community's recipes, and what people make of them, on an append-only log.

        \(Example.text(Larder.examples))

        """
}
