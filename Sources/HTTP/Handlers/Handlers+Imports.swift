import Accounts
import Answers
import CloudEvents
import Events
import Fetching
import HTTPTypes
import LarderAPI
import Recipes

/// Recipes of pages and files, read for a member who posts them later.
extension Handlers {
    static let imports = [
        handle(API.readRecipe) { _, request in
            try .json(try await request.context.readRecipe(try request.importSource))
        }
    ]
}

/// Where a recipe is read.
enum ImportSource: Sendable {
    case page(String)
    /// `name` is without its ending; empty: unknown.
    case file([UInt8], name: String)
}

extension RequestContext {
    /// Reads a recipe, and posts nothing. Refuses by the fields `url` and `body`.
    func readRecipe(_ source: ImportSource) async throws -> ReadRecipeAnswer {
        guard reading.enter() else {
            throw Refusal(.overloaded, "too many pages and files are read: try again shortly")
        }
        defer { reading.leave() }
        switch source {
        case .page(let url):
            let fetcher = PageFetcher(allowsPrivate: settings.external.allowsPrivate)
            let page: FetchedPage
            do throws(FetchFailure) { page = try await fetcher.page(FetchRequest(page: url)) } catch {
                throw Refusal(.invalid, "no page came from this address: \(error.wordedForClients)", field: "url")
            }
            return try await read("url", "page") { WebRecipes.items(of: page, place: $0) }
        case .file(let bytes, let name):
            return try await read("body", "file") { SingleRecipe.items(inFile: bytes, name: name, place: $0) }
        }
    }

    private func read(
        _ field: String, _ place: String, _ items: @escaping @Sendable (String) -> [FoundItem]
    ) async throws -> ReadRecipeAnswer {
        try await apart {
            let recipe: SingleRecipe
            do throws(RefusedItem) { recipe = try SingleRecipe(items(place), place: place) } catch {
                throw Refusal(.invalid, "the \(place) holds no recipe that can be read: \(error.message)", field: field)
            }
            return ReadRecipeAnswer(
                content: try JSON(written: Payload.recipe(recipe.content).json), remarks: recipe.remarks)
        }
    }
}

extension APIRequest {
    /// JSON with an address, or a file: the body itself, or the one file of a form.
    fileprivate var importSource: ImportSource {
        get throws(Refusal) {
            if let boundary = try MultipartForm.boundary(of: headers[.contentType]) {
                let file = try MultipartForm(body, boundary: boundary).onlyFile
                return .file(Array(file.content), name: file.nameWithoutEnding)
            }
            let type = headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? "application/json"
            guard type == "application/json" else {
                guard !body.isEmpty else { throw Refusal(.invalid, "the file is empty", field: "body") }
                return .file(body, name: "")
            }
            var fields = try JSONBody(self)
            guard case .text(let url)? = fields.take("url") else {
                throw Refusal(.invalid, "name the page by its «url», or send a file by its own type", field: "url")
            }
            try fields.finish()
            return .page(url)
        }
    }
}
