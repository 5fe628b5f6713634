import CloudEvents
import Community
import Events
import Foundation
import LarderAPI
import Recipes
import TestSupport
import Testing

/// Real pages' recipes in many languages, against what an independent program reads from them.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct WebRecipesTests {
    private static let directory = "recipes-jsonld"

    /// A sample: a page's JSON-LD blocks, and what they say.
    struct Sample: CustomTestStringConvertible, Sendable {
        var name: String
        var isDerivable: Bool
        var testDescription: String { name }
    }

    static let samples: [Sample] = {
        guard SharedData.isPresent else { return [] }
        let index = (try? String(contentsOf: SharedData.url("\(directory)/index.tsv"), encoding: .utf8)) ?? ""
        return index.split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Sample(name: String(columns[0]), isDerivable: columns[3] == "yes")
        }
    }()

    static let pages: [String] = {
        let folder = SharedData.url("\(directory)/html").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".html.gz") }.sorted()
    }()

    @Test("the samples of web recipes are all there") func thereAreSamples() {
        #expect(Self.samples.count == 40 && Self.samples.count(where: \.isDerivable) == 30)
        #expect(Self.pages.count == 6)
    }

    @Test("a page's JSON-LD blocks give the expected recipe", arguments: samples)
    func blocksSayWhatIsExpected(of sample: Sample) throws {
        let document = try SharedData.json("\(Self.directory)/\(sample.name)")
        let blocks = try #require(document["ld_json"] as? [String])
        // As they stand in a page, which is no JSON of its own.
        let html = blocks.map { "<script type=\"application/ld+json\">\($0)</script>" }.joined(separator: "\n")
        let found = try firstRecipe(WebRecipes.page(Array(html.utf8), place: sample.name))
        try compare(found, document, isDerivable: sample.isDerivable)
    }

    @Test("a JSON document of blocks gives the expected recipe", arguments: samples)
    func aDocumentOfBlocksIsReadToo(of sample: Sample) throws {
        let bytes = try Data(contentsOf: SharedData.url("\(Self.directory)/\(sample.name)"))
        let found = try firstRecipe(WebRecipes.document(Array(bytes), place: sample.name))
        try compare(found, try SharedData.json("\(Self.directory)/\(sample.name)"), isDerivable: sample.isDerivable)
    }

    @Test("a whole page gives the expected recipe and its images", arguments: pages)
    func wholePagesSayTheSame(name: String) throws {
        let scratch = TemporaryDirectory()
        let path = try SharedData.unzipped("\(Self.directory)/html/\(name)", in: scratch)
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let found = try firstRecipe(WebRecipes.page(bytes, place: name))
        let sample = try #require(Self.samples.first { $0.name == name.replacing(".html.gz", with: ".json") })
        try compare(found, try SharedData.json("\(Self.directory)/\(sample.name)"), isDerivable: sample.isDerivable)
        #expect(!found.content.images.isEmpty && found.content.images.allSatisfy { $0.hasPrefix("http") })
    }

    @Test("all web recipes are imported once") func allOfThemComeIntoACommunityOnce() throws {
        let scratch = TemporaryDirectory()
        let community = try Community.open(at: scratch.path, mode: .createIfAbsent)
        defer { community.close() }
        var registration = ProtoMemberRegistered()
        (registration.username, registration.name) = ("ada", "Ada")
        _ = try community.submit(Command(.memberRegistered, actor: nil, payload: .registration(registration)))
        func run() throws -> ImportReport {
            var rest = Self.samples[...]
            return try RecipeImport(as: .username("ada")).run(
                {
                    guard let sample = rest.popFirst() else { return nil }
                    let path = SharedData.url("\(Self.directory)/\(sample.name)").path
                    return WebRecipes.document(Array(try Data(contentsOf: URL(filePath: path))), place: sample.name)
                }, begin: community.stream().begin)
        }
        let first = try run()
        #expect(first.refused.isEmpty && first.appended == first.read && first.read > 40)
        let second = try run()
        #expect(second.appended == 0 && second.unchanged == first.read)
    }

    // MARK: Comparing

    private func firstRecipe(_ items: [FoundItem]) throws -> FoundRecipe {
        for item in items { if case .recipe(let found) = item { return found } }
        struct NoRecipe: Error {}
        throw NoRecipe()
    }

    /// Field by field; where the page's HTML says what its blocks do not, one field may differ.
    private func compare(_ found: FoundRecipe, _ document: [String: Any], isDerivable: Bool) throws {
        let expected = try #require(document["expected"] as? [String: Any])
        let content = found.content
        var different: [String] = []
        func check(_ field: String, _ holds: Bool) { if !holds { different.append(field) } }
        check("title", Self.plain(content.title) == Self.plain(expected["title"] as? String ?? ""))
        check(
            "ingredients",
            content.ingredients.map { Self.plain($0.original) }
                == (expected["ingredients"] as? [String] ?? []).map(Self.plain))
        check(
            "instructions",
            content.steps.map { Self.plain($0.text) }
                == (expected["instructions_list"] as? [String] ?? []).map(Self.plain))
        check("minutes", (content.hasTotalMinutes ? Int(content.totalMinutes) : nil) == expected["total_time"] as? Int)
        let yield = (expected["yields"] as? String).flatMap { Int($0.prefix { $0.isNumber }) }
        check("yield", (content.hasServings ? Int(content.servings) : nil) == yield)
        let differences = different.joined(separator: ", ")
        #expect(isDerivable ? different.isEmpty : different.count <= 1, "\(differences)")
    }

    /// As the samples' README says that texts are to be compared.
    private static func plain(_ text: String) -> String {
        var text = text
        for _ in 0..<2 {
            for (entity, character) in [
                ("&nbsp;", " "), ("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"),
            ] {
                text = text.replacing(entity, with: character)
            }
        }
        text = text.replacing(#/<[^>]*>/#, with: "").precomposedStringWithCompatibilityMapping
        text = text.replacing(#/\(\(([^()]*)\)\)/#) { "(\($0.1))" }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
