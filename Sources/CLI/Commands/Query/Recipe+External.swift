import EventLog
import Events
import Ingredients
import LarderAPI
import Operations
import Recipes
import Views

extension ShowRecipe {
    /// A recipe of a service, whole. Nothing is posted, and there need be no community.
    func showExternal(_ reference: Reference, _ system: RecipeInput.Units?, _ invocation: Invocation) throws {
        try invocation.checkExternal()
        guard !versions, diff == nil, version == nil else {
            throw Refusal(
                .usage, "what others have has no versions here: leave --versions, --version and --diff out",
                field: "external")
        }
        guard case .external(let source, let written) = reference else {
            throw Refusal(
                .usage, "--external shows what a service has: write external:themealdb:52772", field: "id")
        }
        let kind = try ServiceFlags.service(source)
        guard let id = kind.id(written) else {
            throw Refusal(.usage, "«\(written)» is no id of \(kind.name)", field: "id")
        }
        let client = try service.client(of: kind)
        do {
            let recipe = try NamedRecipe(try client.recipe(id))
            let (documents, position) = try invocation.documents([recipe], .whole)
            for var document in documents {
                document.position = position
                if let servings { document = try document.scaled(toServings: servings) }
                if let system { document = document.converted(to: MeasuringSystem(system)) }
                try invocation.output.answer(document) {
                    RecipeText(terminal: invocation.output.terminal, now: EventLog.systemClock()).page(document)
                }
            }
        } catch let refused as RefusedItem {
            throw refused.refusal
        }
    }
}
