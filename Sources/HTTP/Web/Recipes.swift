import Accounts
import Answers
import Crypto
import Events
import Foundation
import LarderAPI
import Layout
import Markup
import Operations
import Pages
import Views

/// A recipe's page, and its buttons.
enum Recipes {
    static let routes: [PageRoute] = [
        toggle("like", API.likeRecipe, API.unlikeRecipe, .liked, .unliked),
        toggle("save", API.bookmarkRecipe, API.unbookmarkRecipe, .saved, .unsaved),
        .form("vote", "/{id}/vote") { request, form in
            let operation: any AnyOperation =
                switch form["vote"] {
                case "up": API.upvoteRecipe
                case "down": API.downvoteRecipe
                case "none": API.unvoteRecipe
                default: throw Refusal(.invalid, "a vote must be up, down or none", field: "vote")
                }
            return try await request.act(operation, form, form["vote"] == "none" ? .unvoted : .voted)
        },
        .form("rate", "/{id}/rate") { request, form in
            guard form["stars"] != "none" else { return try await request.act(API.unrateRecipe, form, .unrated) }
            guard let stars = try form.number("stars") else {
                throw Refusal(.invalid, "stars must be 1 to 5, or none", field: "stars")
            }
            return try await request.act(API.rateRecipe, form, .rated, .object(["stars": stars]))
        },
        .form("comment", "/{id}/comments", rate: .posts) { request, form in
            let id = request.path["id"] ?? ""
            do {
                let answer = try await request.perform(
                    API.postComment, ["recipe": id], .object(["text": .text(form["text"] ?? "")]), form: form)
                let comment = try answer.submitted.id
                return .see(Link.id(id).fragment(comment), saying: .commented, request)
            } catch let refusal as Refusal where refusal.field == "text" {
                return try request.reply { queries in
                    try CommentFormPage(
                        queries.ask(API.recipe, RecipeInput(recipe: id)).recipe, once: request.once("comment", queries),
                        form.state(refusal), for: queries.reader
                    ).page
                }
            }
        },
    ]

    /// A button that is on or off.
    private static func toggle(
        _ name: String, _ on: any AnyOperation, _ off: any AnyOperation, _ saidOn: Said, _ saidOff: Said
    ) -> PageRoute {
        let path: PathTemplate = name == "like" ? "/{id}/like" : "/{id}/save"
        return .form(name, path) { request, form in
            let isOn = form.isOn("on")
            // A comment is liked at the same path: an id says what it is of.
            if request.path["id"]?.first == "c" {
                let operation: any AnyOperation = isOn ? API.likeComment : API.unlikeComment
                return try await request.act(onComment: operation, form, isOn ? .liked : .unliked)
            }
            return try await request.act(isOn ? on : off, form, isOn ? saidOn : saidOff)
        }
    }

    static func page(_ id: String, _ request: WebRequest, _ queries: PageQueries) throws -> Pages.Page {
        var input = RecipeInput(recipe: id)
        input.servings = request["servings"].flatMap(UInt64.init)
        input.units =
            request["units"].flatMap(RecipeInput.Units.init)
            ?? request.look.units.flatMap { .init(rawValue: $0.rawValue) }
        input.version = request["version"].flatMap(UInt64.init)
        let recipe = try queries.ask(API.recipe, input).recipe
        let comments = try queries.ask(API.comments, RecipeListInput(recipe: id, page: PageRequest(limit: 20)))
        return RecipePage(
            recipe, comments, input, once: request.once("comment", queries), isHidden: queries.isHidden(recipe.author),
            from: request["from"].flatMap(Link.init(own:)), printsPictures: request["print"] == "picture",
            for: queries.reader
        ).page
    }
}

extension PageQueries {
    /// Whether lists leave out what a member made: the member is banned or deleted.
    func isHidden(_ author: MemberCard) -> Bool {
        UInt64(author.id.dropFirst()).map { queries.isHidden(MemberID($0)) } ?? true
    }
}

extension Reply {
    /// What became of an action.
    var submitted: SubmitAnswer {
        get throws { try decoded(SubmitAnswer.self) }
    }

    func decoded<Answer: Decodable>(_ type: Answer.Type) throws -> Answer {
        try JSONDecoder().decode(type, from: Data(body))
    }
}

extension WebRequest {
    /// Carries out an action on the recipe of the path. Then the part of the page that a module wants, or the page that the form was on.
    func act(
        _ operation: any AnyOperation, _ form: FormBody, _ said: Said, _ body: JSON? = nil
    ) async throws -> Reply {
        let id = path["id"] ?? ""
        _ = try await perform(operation, ["recipe": id], body, form: form)
        guard let part = form.part else { return back(to: id, said) }
        return try self.part { queries in
            let recipe = try queries.ask(API.recipe, RecipeInput(recipe: id)).recipe
            return part == RecipeActions.id(of: id)
                ? "\(RecipeActions(recipe, for: queries.reader).html(saying: said))\(RatingFact(recipe).html)"
                : CardActions(
                    recipe, at: CardActions.card(ofPart: part).flatMap { Ids.hasShape($0) ? $0 : nil } ?? id,
                    for: queries.reader
                ).html(saying: said)
        }
    }

    fileprivate func act(onComment operation: any AnyOperation, _ form: FormBody, _ said: Said) async throws -> Reply {
        let id = path["id"] ?? ""
        _ = try await perform(operation, ["comment": id], nil, form: form)
        guard form.part != nil else { return back(to: id, said) }
        return try part { queries in
            let comment = try queries.ask(API.comment, CommentInput(comment: id)).comment
            return CommentActions(comment, for: queries.reader).html(saying: said)
        }
    }

    /// Leads back to the page that the form was on, at the entry of `id`; to the page of `id` if the browser does not tell.
    func back(to id: String, _ said: Said) -> Reply {
        .see(origin?.fragment(id) ?? Link.id(id), saying: said, self)
    }

    /// Makes a form that is sent twice one command.
    func once(_ form: String, _ queries: PageQueries) -> Once {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(form) \(viewer.map { "\($0)" } ?? "") \(target) \(queries.queries.logPosition)".utf8),
            using: context.formKey)
        return Once(Data(code.prefix(16)).base64URL)
    }
}
