import ArgumentParser
import EventLog
import Events
import Foundation
import Images
import LarderAPI

/// The command line from its arguments to its exit code.
package enum Tool {
    /// `commit`: the commit that the program was built from; empty: unknown.
    package static func main(_ arguments: [String], commit: String) -> Never {
        // Where this process is to read a picture, it does nothing else.
        ImageWorker.run(arguments)
        StandardStream.fillGaps()
        Interruption.install()
        exit(run(arguments, commit: commit).rawValue)
    }

    static func run(_ arguments: [String], commit: String = "") -> ExitStatus {
        if ValueCompletion.isRequested(by: arguments) {
            ValueCompletion.answer(arguments)
            return .done
        }
        let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
        do throws(Refusal) {
            try perform(arguments, commit)
            return .done
        } catch {
            RefusalOutput(error).write(asJSON: isJSON)
            return ExitStatus(error.code)
        }
    }

    private static func perform(_ arguments: [String], _ commit: String) throws(Refusal) {
        let path = try CommandPath(arguments)
        guard !path.isBare else { return try greet(path) }
        if path.wantsVersion {
            StandardStream.write("larder \(API.version)\(commit.isEmpty ? "" : " (\(commit))")\n")
            return
        }
        let width = Terminal.current(noColor: true).width
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

    /// Without a command there is nothing to do. A person at a terminal reads what can be done here. A script, whose command is missing
    /// by mistake, is refused.
    private static func greet(_ path: CommandPath) throws(Refusal) {
        let options: GlobalOptions
        do { options = try GlobalOptions.parse(path.arguments) } catch { return try translate(error, path) }
        let terminal = Terminal.current(noColor: options.noColor)
        guard terminal.isOutputTerminal, !options.json else {
            if path.arguments.isEmpty { StandardStream.writeError("\(Example.text(Larder.examples))\n") }
            throw Refusal(.usage, "name a command: larder help lists all commands")
        }
        // The engine finds the key in the environment. No other thread runs yet.
        if let file = options.masterKeyFile { unsafe _ = setenv(MasterKey.fileVariable, file, 1) }
        StandardStream.write(Greeting(options).text(on: terminal))
    }
}
