import Answers
import CloudEvents
import Decisions
import Events
import Fetching
import Foundation
import HTTPTypes
import LarderAPI
import Markup
import Operations
import Pages

/// Writing recipes: new ones, edits, and versions of others'.
enum Editor {
    /// A picture and the texts around it.
    static let bodyBytesMax = API.uploadImage.traits.bodyBytesMax + (1 << 20)

    static let routes: [PageRoute] = [
        .page("new", "/new") { request, queries in
            _ = try request.requiredPrincipal
            return EditorPage(.new, FormState(), once: request.once("editor", queries)).page
        },
        .form("new", "/new", rate: .posts, bodyBytesMax: bodyBytesMax) { request, form in
            try await write(.new, on: base(of: form), request, form, .posted) { content in
                try await request.perform(API.postRecipe, [:], content, form: form)
            }
        },
        .page("fork", "/{id}/fork") { request, queries in
            _ = try request.requiredPrincipal
            let recipe = try queries.recipe(request.id)
            let base = try queries.ask(API.recipeContent, RecipeContentInput(recipe: request.id))
            let state = FormState(values: EditorValues.of(base.content))
            return EditorPage(
                .fork(id: recipe.id, title: recipe.title), state, once: request.once("editor", queries),
                pictures: queries.pictures(of: state)
            ).page
        },
        .form("fork", "/{id}/fork", rate: .posts, bodyBytesMax: bodyBytesMax) { request, form in
            let id = request.id
            let (recipe, base) = try request.ask { queries in
                (try queries.recipe(id), try queries.ask(API.recipeContent, RecipeContentInput(recipe: id)))
            }
            return try await write(
                .fork(id: id, title: recipe.title), on: base.content, request, form, .forked
            ) { content in
                try await request.perform(API.forkRecipe, ["recipe": id], content, form: form)
            }
        },
    ]

    /// The editor of a recipe, with the content of its newest version, or of the version to go back to.
    static func editPage(_ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        let recipe = try queries.recipe(request.id)
        guard recipe.author.id == queries.reader?.id else {
            throw Refusal(.forbidden, "only its author can edit a recipe: post a version of your own")
        }
        let version = request["version"].flatMap(UInt64.init)
        let base = try queries.ask(API.recipeContent, RecipeContentInput(recipe: recipe.id, version: version))
        var values = EditorValues.of(base.content)
        if let version, version < recipe.version { values["note"] = ["Back to version \(version)"] }
        let state = FormState(values: values)
        return EditorPage(
            .edit(id: recipe.id, version: recipe.version), state, once: request.once("editor", queries),
            pictures: queries.pictures(of: state)
        ).page
    }

    static func edit(_ request: WebRequest, _ form: FormBody) async throws -> Reply {
        let id = request.id
        guard let version = form["version"].flatMap(UInt64.init) else {
            throw Refusal(.invalid, "the form names no version of the recipe", field: "version")
        }
        let base = try request.ask { queries in
            try queries.ask(API.recipeContent, RecipeContentInput(recipe: id, version: version))
        }
        return try await write(.edit(id: id, version: version), on: base.content, request, form, .edited) { content in
            try await request.perform(API.editRecipe, ["recipe": id], content, form: form, basedOn: version)
        }
    }

    /// What the form carries of a recipe that was read elsewhere; empty for all else.
    private static func base(of form: FormBody) throws(Refusal) -> JSON {
        guard let text = form[EditorValues.base] else { return .object([:]) }
        do { return EditorValues.hidden(of: try JSONDecoder().decode(JSON.self, from: Data(text.utf8))) } catch {
            throw Refusal(.invalid, "the form was changed on its way: read the recipe again")
        }
    }

    // MARK: What all three do

    /// Stores the picture, then carries out the button that was pressed: one for rows answers the form again, the last one posts.
    private static func write(
        _ kind: EditorPage.Kind, on base: JSON, _ request: WebRequest, _ form: FormBody, _ said: Said,
        _ post: (JSON) async throws -> Reply
    ) async throws -> Reply {
        _ = try request.requiredPrincipal
        var values = form.values
        if let field = EditorValues.crowded(values) {
            throw Refusal(.tooLarge, "a recipe has at most \(EditorValues.rowsMax) rows of a kind here", field: field)
        }
        do {
            if let image = try await request.storedPicture(form) { EditorValues.add(picture: image, to: &values) }
            let focus = EditorValues.change(&values)
            if focus != nil || form.isOn("check") {
                let state = FormState(values: values.filter { !Self.buttons.contains($0.key) })
                return try request.reply { queries in
                    EditorPage(
                        kind, state, once: request.once("editor", queries), pictures: queries.pictures(of: state),
                        focus: focus
                    ).page
                }
            }
            let (content, unread) = EditorValues.content(values, on: base)
            let numbers = unread.map {
                Refusal(.invalid, "write a whole number, not \($0.text.excerpt())", field: $0.field)
            }
            let mistakes = try numbers + Self.mistakes(in: content)
            guard mistakes.isEmpty else { return try again(kind, request, FormState(values: values), mistakes) }
            let answer = try await post(content).submitted
            if case .edit(let id, _) = kind {
                return .see(.id(id), saying: answer.changed ? said : .unchanged, request)
            }
            return .see(.id(answer.id), saying: said, request)
        } catch let refusal as Refusal where refusal.isShownInForm {
            return try again(kind, request, FormState(values: values), [refusal])
        }
    }

    /// What no recipe may say, once for each field: what is refused is put aside, and the rest is read again.
    private static func mistakes(in content: JSON) throws -> [Refusal] {
        guard case .object(var fields) = content else { return [] }
        var found: [Refusal] = []
        while true {
            let document = try JSONDocument.bytes(JSON.object(fields))
            do throws(Refusal) {
                let read = try CloudEventReader.data(.recipeEdited, json: document)
                guard case .recipe(let content) = read.payload else { return found }
                _ = try content.asStored()
                return found
            } catch {
                // What is refused once more is not mended by leaving the field out.
                guard !found.contains(where: { $0.field == error.field }) else { return found }
                found.append(error)
                guard let field = error.field else { return found }
                fields[field] = replacement(of: field)
            }
        }
    }

    /// What stands in the place of a refused field while the others are read; `nil`: nothing.
    private static func replacement(of field: String) -> JSON? {
        switch field {
        case "title": .text("title")
        case "ingredients": .list([.object(["original": .text("ingredient")])])
        default: nil
        }
    }

    private static let buttons: Set<String> = ["add", "remove", "move", "check"]

    /// The form with what was filled in and what was refused. An edit of a version that is no longer the newest shows both.
    private static func again(
        _ kind: EditorPage.Kind, _ request: WebRequest, _ filled: FormState, _ refusals: [Refusal]
    ) throws -> Reply {
        var state = filled
        state.errors = refusals.map { (names[$0.field ?? ""] ?? $0.field ?? "", $0.sentenceForCooks) }
        let isStale = refusals.contains { $0.code == .stale || ($0.code == .conflict && $0.field == "version") }
        guard isStale, case .edit(let id, let version) = kind else {
            return try request.reply { [state] queries in
                EditorPage(
                    kind, state, once: request.once("editor", queries), pictures: queries.pictures(of: state)
                ).page
            }
        }
        state.errors = [("", "The recipe was changed while you edited it.")]
        return try request.reply { [state] queries in
            let now = try queries.recipe(id)
            let changes = try queries.ask(
                API.recipeDifference, RecipeDifferenceInput(recipe: id, from: version, to: now.version))
            return EditorPage(
                .edit(id: id, version: now.version), state, once: request.once("editor", queries),
                pictures: queries.pictures(of: state), conflict: .init(now: now, changes: changes)
            ).page
        }
    }

    /// The form's names of the operation's fields.
    private static let names = ["images": "picture", "imageTexts": "pictureText"]
}

extension PageQueries {
    /// The stored pictures that a filled-in form names.
    fileprivate func pictures(of state: FormState) -> [PictureDocument] {
        queries.pictures(named: (state.values["images"] ?? []) + (state.values["stepImage"] ?? []))
    }
}

extension WebRequest {
    /// Stores the picture of a form, from its file or its address, and returns its id; `nil`: there is none.
    func storedPicture(_ form: FormBody) async throws -> String? {
        if let file = form.files["picture"] {
            return try await stored(file, field: "picture")
        }
        guard let address = form["pictureURL"] else { return nil }
        // Another server is asked for the member, which has a limit of its own.
        if let payer { try context.charge(payer, .fetches, record) }
        let fetcher = PageFetcher(allowsPrivate: context.settings.external.allowsPrivate)
        let bytes: [UInt8]
        do throws(FetchFailure) { bytes = try await fetcher.page(FetchRequest(picture: address)).bytes } catch {
            throw Refusal(.invalid, "no picture came from this address: \(error.wordedForClients)", field: "pictureURL")
        }
        return try await stored(bytes, field: "pictureURL")
    }

    /// Stores a picture as an upload to the API does.
    private func stored(_ bytes: [UInt8], field: String) async throws -> String {
        guard let route = Route.of(API.uploadImage) else { preconditionFailure("pictures have no route") }
        if let payer { try context.charge(payer, .uploads, record) }
        var headers = HTTPFields()
        headers[.contentType] = "application/octet-stream"
        let request = APIRequest(
            context, route, target: API.uploadImage.path.text, path: [:], query: try QueryParameters(nil, allowed: []),
            headers: headers, body: bytes, channel: channel, record: record, principal: principal, payer: payer)
        do {
            return try await route.perform(request).decoded(ImageAnswer.self).id
        } catch let refusal as Refusal where refusal.isShownInForm || refusal.code == .unsupported {
            throw Refusal(.invalid, refusal.message, field: field)
        }
    }
}
