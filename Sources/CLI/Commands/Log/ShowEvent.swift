import ArgumentParser
import Events
import Foundation

struct ShowEvent: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "One event.")
    static let examples = [Example("log show 1024", "how r1024 came to be"), Example("log show r1024", "the same")]

    @Argument(help: "A position, or the id of what it created.") var position: String
    @OptionGroup var options: GlobalOptions

    var reach: Reach { .anywhere }

    func execute(_ invocation: Invocation) throws {
        guard case .position(let position, _)? = Reference(position) else {
            throw Refusal(.usage, "«\(self.position)» is no position: write 1024 or r1024", field: "position")
        }
        let line = try invocation.withBackend { try $0.event(at: position).json() }
        StandardStream.write(
            bytes: options.json || !invocation.output.terminal.isOutputTerminal ? line + [0x0A] : pretty(line))
    }

    private func pretty(_ line: [UInt8]) -> [UInt8] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return line + [0x0A] }
        return [UInt8](data) + [0x0A]
    }
}
