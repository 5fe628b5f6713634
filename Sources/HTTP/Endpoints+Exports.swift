import Accounts
import Answers
import CloudEvents
import Community
import Events
import HTTPTypes
import Layout
import Recipes
import Views

/// What is taken elsewhere.
extension Endpoint {
    static let exports: [Endpoint] = [
        question("/rules", "rules") { _, queries in
            RulesAnswer(
                position: queries.logPosition.value,
                rules: try WrittenJSON(Payload.rules(queries.rules.message).json))
        },
        Endpoint(
            method: .get, path: "/recipes/{recipe}/export", operation: "exportRecipe",
            parameters: ["format", "atLeast"]
        ) { exchange in
            let format = try exchange.query.choice("format", ExportFormat.self) ?? .jsonld
            let reference = try exchange.entity("recipe", "r")
            let desk = exchange.desk
            return try await desk.ask(exchange, heavy: false) { queries in
                // Who may not see it is told so.
                _ = try queries.recipe(reference, viewer: exchange.viewer)
                guard
                    let recipe = try RecipeSource(community: desk.community, queries: queries)
                        .recipe(try queries.recipeID(reference))
                else { throw Refusal(.gone, "\(reference) was deleted", field: "recipe") }
                return .text(format.text(recipe), type: format.contentType)
            }
        },
        // A key of an app is for what an app does; all that is known of somebody is for the person alone.
        Endpoint(
            method: .get, path: "/members/{member}/export", operation: "exportPerson", access: .member,
            scope: .account, rate: .uploads
        ) { exchange in
            let (desk, reference, viewer) = (exchange.desk, try exchange.member(), try exchange.requiredViewer)
            return try await desk.apart {
                try desk.community.requireLiving(reference)
                return try desk.community.query { queries in
                    let member = try queries.member(reference)
                    guard member == viewer || queries.role(viewer) == .admin else {
                        throw Refusal(
                            .forbidden, "what is held about \(reference) is for them and for admins alone",
                            field: "member")
                    }
                    var document: [UInt8] = []
                    try PersonExport(member: member, log: desk.community.log, queries: queries).write { document += $0 }
                    return .json(document)
                }
            }
        },
    ]
}

private struct RulesAnswer: Encodable {
    var position: UInt64
    var rules: WrittenJSON
}

extension ExportFormat {
    /// What a browser is told of it.
    fileprivate var contentType: String { self == .jsonld ? mediaType : "\(mediaType); charset=utf-8" }
}
