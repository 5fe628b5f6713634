import ArgumentParser
import TestSupport
import Testing

@testable import CLI

/// Pages name commands in their sentences, too: `larder feed --sort hot`.
@Suite struct NamedCommandTests {
    /// The words of a named command, without what stands for something else and without what the shell does with its output.
    private static func words(_ text: some StringProtocol) -> [String] {
        text.split(separator: " ").prefix { !["|", ">", "<"].contains($0) }.filter { $0 != "…" }
            // Of alternatives the first.
            .map { String($0.prefix { $0 != "|" }) }
    }

    @Test("every command that a page names is one of the program, with the options that the page names")
    func pages() throws {
        var count = 0
        for page in Checkout.pages {
            for match in try Checkout.text(of: page).matches(of: #/`larder (?<words>[a-z][^`\n]*)`/#) {
                let words = Self.words(match.words)
                var help = try CommandPath(words).command.helpMessage(columns: 1_000)
                // The question that is explained has options of its own.
                if words.first == "why", let explained = try? CommandPath(Array(words.dropFirst())) {
                    help += explained.command.helpMessage(columns: 1_000)
                }
                for option in words where option.hasPrefix("--") {
                    #expect(help.contains(option), "\(page): larder \(match.words)")
                }
                count += 1
            }
        }
        #expect(count > 10)
    }
}
