import Foundation
import TestSupport
import Testing

/// What the pages name must be there.
@Suite struct DocumentTests {
    private static let folders = ["Sources", "Tests", "Schemas", "tools", "docs"]
    private static let sources = Checkout.paths(under: "Sources", endingIn: [".swift", ".md"])
    private static let floors = Set(sources.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Checkout.root.appending(path: path).path)
    }

    /// A path from the root or from `Sources`, or the bare name of a source file; other words in backticks name no file.
    private static func isMissing(_ name: String) -> Bool {
        guard name.wholeMatch(of: #/[A-Za-z][\w+.-]*(?:\/[\w+.-]+)*\/?/#) != nil else { return false }
        let first = name.prefix { $0 != "/" }
        if name.contains("/"), folders.contains(String(first)) { return !exists(name) }
        if name.contains("/"), floors.contains(String(first)) { return !exists("Sources/\(name)") }
        guard name.hasSuffix(".swift"), name != "Package.swift" else { return false }
        return !sources.contains { $0.hasSuffix("/\(name)") }
    }

    @Test("every path in backticks on a page leads to a file or a folder", arguments: Checkout.pages)
    func paths(page: String) throws {
        for match in try Checkout.text(of: page).matches(of: #/`(?<name>[^`\s]+)`/#) {
            #expect(!Self.isMissing(String(match.name)), "\(page): \(match.name) is not there")
        }
    }

    @Test("every link of a page to another file leads there", arguments: Checkout.pages)
    func links(page: String) throws {
        let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        for match in try Checkout.text(of: page).matches(of: #/\]\((?<target>[^)#:\s]+)(?:#[^)]*)?\)/#) {
            #expect(Self.exists(folder + match.target), "\(page): \(match.target) is not there")
        }
    }

    @Test("a path that leads nowhere is found, and a word that is no path is not")
    func recognition() {
        #expect(Self.isMissing("Sources/Engine/Absent.swift") && Self.isMissing("Engine/LMDB/Absent"))
        #expect(Self.isMissing("Absent.swift") && Self.isMissing("tools/absent"))
        #expect(!Self.isMissing("Engine/LMDB") && !Self.isMissing("Tests/ArchitectureTests/"))
        #expect(!Self.isMissing("log/data.mdb") && !Self.isMissing("main.swift") && !Self.isMissing("mdb_copy"))
    }
}
