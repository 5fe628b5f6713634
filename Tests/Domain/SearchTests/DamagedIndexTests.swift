import Community
import EventLog
import Events
import Foundation
import GRDB
import LarderAPI
import Layout
import Operations
import Projections
import Testing
import Views

@testable import Search

/// The index is disposable: after any damage to its files, a search answers as before, or `views verify` and `doctor`
/// find it.
@Suite struct DamagedIndexTests {
    private let pantry: Pantry
    private let expected: [String]

    init() throws {
        pantry = try Pantry()
        for name in ["ada", "bo"] { try pantry.join(name) }
        for number in 1...200 {
            try pantry.post("Soup \(number)", by: ["ada", "bo"][number % 2]) { content in
                content.description_p = (0..<40).map { "word\(number * 31 % 97 + $0)" }.joined(separator: " ")
            }
        }
        expected = try pantry.titles("soup word2")
        #expect(expected.count > 20)
    }

    private static func index(_ pantry: Pantry) throws -> String {
        let folder = "\(pantry.path)/search"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("index-") }
        #expect(names.count == 1)
        return "\(folder)/\(try #require(names.first))"
    }

    private static func file(_ pantry: Pantry) throws -> URL {
        URL(filePath: try index(pantry)).appending(path: "texts.sqlite")
    }

    struct Harm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (Pantry) throws -> Void

        init(_ description: String, _ apply: @escaping @Sendable (Pantry) throws -> Void) {
            (testDescription, self.apply) = (description, apply)
        }
    }

    static let harms: [Harm] = [
        Harm("all of it is gone") { try FileManager.default.removeItem(atPath: "\($0.path)/search") },
        Harm("the file is gone") { try FileManager.default.removeItem(at: try file($0)) },
        Harm("the file is empty") { try Data().write(to: try file($0)) },
        Harm("the file is no database") { try Data(repeating: 0x5A, count: 9_000).write(to: try file($0)) },
        Harm("the file is cut short") {
            let url = try file($0)
            try Data(contentsOf: url).prefix(8_192 + 77).write(to: url)
        },
        Harm("all pages but the first are zero") {
            let url = try file($0)
            var data = try Data(contentsOf: url)
            data.resetBytes(in: 4_096..<data.count)
            try data.write(to: url)
        },
        Harm("a folder is in its place") {
            let url = try file($0)
            try FileManager.default.removeItem(at: url)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        },
        Harm("it does not say how many had left") {
            try FileManager.default.removeItem(atPath: "\(try index($0))/erasures")
        },
        Harm("its table is gone") { try change($0, "DROP TABLE recipes") },
        Harm("a table of FTS5's is gone") { try change($0, "DROP TABLE recipes_data") },
        Harm("a table of titles is gone") { try change($0, "DROP TABLE titles_data") },
        Harm("it says nothing of how far it is") { try change($0, "DELETE FROM checkpoint") },
        Harm("what it says of how far it is cannot be read") { try change($0, "UPDATE checkpoint SET bytes = x'00'") },
        Harm("it is further than the log") {
            try checkpoint($0) { $0.position = Position(100_000) }
        },
        Harm("it is of another log") { try checkpoint($0) { $0.logID[0] ^= 1 } },
        Harm("it is of another version") { try checkpoint($0) { $0.versions["search"] = 999 } },
        Harm("it was folded without the vault") { try checkpoint($0) { $0.hadVault = false } },
        Harm("another one was left half made") {
            let folder = "\($0.path)/search/new-1"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/texts.sqlite"))
        },
    ]

    private static func queue(_ pantry: Pantry) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { $0.add(tokenizer: StemTokenizer.self) }
        return try DatabaseQueue(path: try file(pantry).path, configuration: configuration)
    }

    private static func change(_ pantry: Pantry, _ sql: String) throws {
        let queue = try queue(pantry)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA writable_schema = ON; \(sql)") }
        try queue.close()
    }

    private static func checkpoint(_ pantry: Pantry, _ change: (inout Checkpoint) -> Void) throws {
        let queue = try queue(pantry)
        try queue.write { database in
            var checkpoint = try #require(try SearchIndex.checkpoint(database))
            change(&checkpoint)
            try SearchIndex.write(checkpoint, database)
        }
        try queue.close()
    }

    @Test("a damaged search index is rebuilt, and searches answer as before", arguments: harms)
    func aSearchAnswersAsBefore(harm: Harm) throws {
        try pantry.reopen { try harm.apply(pantry) }
        #expect(try pantry.titles("soup word2") == expected)
        #expect(try pantry.community.viewsVerify().matches)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(pantry.path)/search").allSatisfy {
                !$0.hasPrefix("new-")
            })
        try pantry.post("Another soup with word2", by: "ada")
        #expect(try pantry.titles("soup word2").first == "Another soup with word2")
    }

    /// While a reader has the index open.
    @Test("an index removed while it is open is rebuilt") func anIndexThatIsRemovedUnderneathIsMadeAnew() throws {
        try FileManager.default.removeItem(atPath: "\(pantry.path)/search")
        #expect(try pantry.titles("soup word2") == expected)
        try pantry.post("Another soup with word2", by: "ada")
        #expect(try pantry.titles("soup word2").count == expected.count + 1)
    }

    /// The examination finds texts that differ from the views, and damaged pages, and the repair replaces them.
    @Test(
        "the doctor reports a damaged index, and the repair replaces it",
        arguments: [nil, "recipes", "titles", "heads", "briefs", "recipe_texts"])
    func whatIsWrongIsToldAndMended(
        inTable table: String?
    ) throws {
        let path = pantry.path
        pantry.community.close()
        if let table {
            try Self.change(pantry, "UPDATE \(table) SET title = '¦english stew' WHERE title = '¦english soup 7'")
        } else {
            let url = try Self.file(pantry)
            var data = try Data(contentsOf: url)
            let page = data.count / 4_096 / 2 * 4_096
            data.replaceSubrange(
                page..<page + 4_096, with: Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
            try data.write(to: url)
        }
        let report = try Community.doctor(at: path)
        let finding = try #require(report.checks.first { $0.name == "search" })
        #expect(finding.status == .failed && finding.repair == .views, "\(finding.message)")
        #expect(report.checks.allSatisfy { $0.status != .failed || $0.name == "search" })
        let repairs = try Community.repair(at: path)
        #expect(repairs.contains { $0.part == .views && $0.done }, "\(repairs)")
        #expect(try Community.doctor(at: path).healthy)
        try pantry.reopen()
        #expect(try pantry.titles("soup word2") == expected)
    }

    @Test("the search index is counted, verified and rebuilt as one of the views")
    func theIndexIsCountedAmongTheViews() throws {
        func view(_ views: [ViewsStatus.View]) -> ViewsStatus.View? { views.first { $0.name == "search" } }
        let status = try #require(view(try pantry.community.viewsStatus().views))
        #expect(status.rows == 202)
        let verified = try pantry.community.viewsVerify()
        let pair = try #require(verified.views.first { $0.name == "search" })
        #expect(verified.matches && pair.live == status.fingerprint && pair.rebuilt == status.fingerprint)
        let rebuilt = try pantry.community.viewsRebuild([])
        #expect(rebuilt.matchesLive && view(rebuilt.views) == status)
        #expect(try pantry.titles("soup word2") == expected)
        try pantry.reopen {
            try Self.change(pantry, "UPDATE recipes SET title = '¦english stew' WHERE title = '¦english soup 7'")
        }
        #expect(try !pantry.community.viewsVerify().matches)
        #expect(try !pantry.community.viewsRebuild([]).matchesLive)
        #expect(try pantry.community.viewsVerify().matches)
        #expect(view(try pantry.community.viewsStatus().views) == status)

        // Without a search there is no index.
        try pantry.reopen { try FileManager.default.removeItem(atPath: "\(pantry.path)/search") }
        #expect(view(try pantry.community.viewsStatus().views) == nil)
        #expect(try pantry.community.viewsVerify().views.allSatisfy { $0.name != "search" })
        #expect(view(try pantry.community.viewsRebuild(["search"]).views) == status)
    }
}
