import LarderAPI
import Pages
import Testing

@testable import CLI

/// The commands that the pages about the API show.
@Suite struct DocsCommandTests {
    @Test("each command beside an operation is an example of the help") func examples() {
        let lines = Set(
            CommandTree.all.compactMap { $0.command as? any Exemplified.Type }.flatMap { $0.examples.map(\.line) })
        for (operation, line) in CommandExamples.byOperation {
            #expect(lines.contains(line), "\(operation): \(line)")
            #expect(API.all.contains { $0.name == operation }, "\(operation)")
        }
    }
}
