import Foundation
import LarderAPI
import Pages
import TestSupport
import Testing

@testable import HTTP

/// The pages about the API.
@Suite(.serialized) struct DocsTests {
    @Test("each operation has a page with an example, and the index links to each") func pages() async throws {
        try await withCounter { counter in
            let index = try await counter.ask("GET", "/docs")
            #expect(index.status == 200 && index.text.contains("href=\"/openapi.yaml\""))
            #expect(!index.text.contains("<h2>More"))
            for operation in API.all {
                #expect(index.text.contains("href=\"/docs/\(operation.name)\""), "\(operation.name)")
                let page = try await counter.ask("GET", "/docs/\(operation.name)")
                #expect(page.status == 200, "\(operation.name)")
                for title in ["Request", "Answer", "With curl", "With the Swift client"] {
                    #expect(page.text.contains("<h3>\(title)</h3>"), "\(operation.name): \(title)")
                }
                #expect(
                    page.text.contains("id=\"who\"") && page.text.contains("API.\(operation.name)")
                        || [
                            API.stream.name, API.uploadImage.name,
                        ].contains(operation.name), "\(operation.name)")
                #expect(page.text.contains("curl ") && page.text.contains(counter.url), "\(operation.name)")
                #expect(page.text.components(separatedBy: "<h1").count == 2, "\(operation.name)")
            }
            #expect(try await counter.ask("GET", "/docs/nothing").status == 404)
            for path in ["/", "/about"] {
                let page = try await counter.ask("GET", path, headers: ["Accept": "text/html"])
                #expect(page.text.contains("href=\"/docs\""), "\(path)")
            }
        }
    }

    @Test("each example leads to its operation, which takes it, and has every field that it requires")
    func examples() throws {
        let guides = try ContractReader(try Checkout.text(of: "Schemas/openapi.yaml")).guides
        #expect(guides.map(\.operation.name) == API.all.map(\.name))
        for guide in guides {
            let operation = guide.operation
            let path = String(guide.target.prefix { $0 != "?" })
            #expect(operation.path.values(in: path) != nil, "\(operation.name): \(path)")
            #expect(guide.exampleInput != nil, "\(operation.name)")
            #expect(
                !guide.about.isEmpty && (operation.name == API.health.name || !guide.refusals.isEmpty),
                "\(operation.name)")
            if operation.ownParameters.contains(where: { $0.place == .body }), let line = guide.request?.line {
                let body = try JSONSerialization.jsonObject(with: Data(line.utf8))
                #expect(body is [String: Any], "\(operation.name)")
            }
        }
    }

    @Test("an example of curl quotes its body, and one of Swift sets what the operation reads") func calls() throws {
        let guides = try ContractReader(try Checkout.text(of: "Schemas/openapi.yaml")).guides
        func guide(_ operation: any AnyOperation) throws -> OperationGuide {
            try #require(guides.first { $0.operation.name == operation.name })
        }
        #expect(
            try guide(API.likeRecipe).curl(at: "https://kitchen.example")
                == "curl -X POST -H \"Authorization: Bearer $TOKEN\" 'https://kitchen.example/recipes/r12/like'")
        #expect(
            try guide(API.search).swift
                == "var input = SearchInput()\ninput.text = \"leek soup\"\nlet answer = try await client.call(API.search, input)"
        )
        #expect(try guide(API.postRecipe).curl(at: "").contains("-d '{\"title\": \"Leek soup\", \"ingredients\""))
        #expect(try guide(API.rules).swift == "let answer = try await client.call(API.rules)")
    }

    @Test("without the web app there are no pages about the API") func apiAlone() async throws {
        try await withCounter {
            $0.hasWeb = false
        } _: { counter in
            for path in ["/docs", "/docs/feed"] {
                let answer = try await counter.ask("GET", path)
                #expect(answer.status == 404 && answer.code == "not-found", "\(path)")
            }
        }
    }
}
