import Foundation
import TestSupport
import Testing

/// The guides show code that compiles: each line of it stands in the example's sources.
@Suite struct GuideTests {
    private static let sources: String = {
        let folder = Checkout.root.appending(path: "docs/examples/cook")
        let texts = ["main.swift", "Snippets.swift"].map {
            (try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)) ?? ""
        }
        return plain(texts.joined(separator: "\n"))
    }()

    /// Without indentation and line breaks.
    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }

    private func guide(_ name: String) throws -> String {
        try String(contentsOf: Checkout.root.appending(path: "docs/\(name)"), encoding: .utf8)
    }

    @Test("the code of the guide to the client compiles") func blocks() throws {
        let blocks = try guide("swift-client.md").matches(of: #/```swift\n(?<code>[^`]*)```/#).map { String($0.code) }
        #expect(blocks.count >= 9)
        for block in blocks { #expect(Self.sources.contains(Self.plain(block)), "\(block)") }
    }

    @Test("the calls of the guide for moving an app compile") func calls() throws {
        let calls = try guide("move-an-app.md").matches(of: #/`(?<code>client\.[^`]*)`/#).map { String($0.code) }
        #expect(calls.count >= 60)
        for call in calls { #expect(Self.sources.contains(call), "\(call)") }
    }

    @Test("a guide has at most 300 lines", arguments: ["swift-client.md", "move-an-app.md"]) func length(name: String)
        throws
    {
        #expect(try guide(name).split(separator: "\n", omittingEmptySubsequences: false).count <= 300)
    }
}
