import Events
import Layout
import SwiftProtobuf

// MARK: Rows

/// The recipes of a cookbook in their order.
struct CookbookRecipes: StoredRow, Equatable {
    var placed: [PlacedRecipe]

    init(_ placed: [PlacedRecipe]) { self.placed = placed }

    init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        placed = []
        while !reader.isAtEnd {
            let recipe = RecipeID(try reader.readUInt64())
            placed.append(PlacedRecipe(recipe: recipe, position: Position(try reader.readUInt64())))
        }
    }

    func encode(into writer: inout ByteWriter) {
        for place in placed {
            writer.write(place.recipe.value)
            writer.write(place.position.value)
        }
    }
}

// MARK: Fold

extension WriteModel {
    func foldCookbook(_ header: EventHeader) {
        create(.cookbook, header, parent: .none)
        count(.cookbooks, of: header.actor.position, up: true)
    }

    func foldCookbookDeletion(_ header: EventHeader) {
        foldLifecycle(header)
        count(.cookbooks, of: header.actor.position, up: false)
        setRecipes(ofCookbook: header.subject, [])
    }

    func foldContents(_ header: EventHeader) {
        var placed = recipes(ofCookbook: header.subject)
        let recipe = RecipeID(header.cause)
        switch header.kind {
        case .cookbookRecipeAdded: placed.append(PlacedRecipe(recipe: recipe, position: header.position))
        case .cookbookRecipeRemoved: placed.removeAll { $0.recipe == recipe }
        default: placed.move(recipe, to: Int(header.value), by: header.position)
        }
        setRecipes(ofCookbook: header.subject, placed)
        guard header.kind != .cookbookRecipeMoved else { return }
        relate(
            .contents, header.kind == .cookbookRecipeAdded ? 1 : 0, header, of: MemberID(header.subject),
            object: header.cause)
    }
}

// MARK: Decide

/// Named and ordered collections of recipes, which only their owners change.
extension Deliberation {
    /// The most cookbooks of a member.
    private static var cookbooksMax: UInt64 { 200 }

    func decideCookbook() throws(Refusal) -> Decision {
        try requireMember()
        try requireNoSubject()
        let payload = try cookbookPayload()
        guard state.tally(.cookbooks, of: actor.id.position, 0) < Self.cookbooksMax else {
            throw Refusal(
                .invalid, "there are \(Self.cookbooksMax) cookbooks of \(actor.id) already: delete one of them first")
        }
        return .append([
            Draft(
                .cookbookCreated, actor: actor.id, isOwnSubject: true, owner: actor.id, occurredAt: occurredAt,
                payload: payload)
        ])
    }

    func decideCookbookChange() throws(Refusal) -> Decision {
        let cookbook = try subjectOfOneself(.cookbook)
        try requireExpectedVersion(of: cookbook)
        let payload = try cookbookPayload()
        if state.record(at: cookbook.state.contentPosition)?.payload == payload {
            return .unchanged(cookbook.state.contentPosition)
        }
        return .append([draft(subject: cookbook.position, owner: actor.id, payload: payload)])
    }

    /// A new recipe becomes the last one.
    func decideAddition() throws(Refusal) -> Decision {
        let cookbook = try subjectOfOneself(.cookbook)
        try requireNoPayload()
        let recipe = try recipeToTake(recipeMeant)
        let row = state.relation(MemberID(cookbook.position), .contents, recipe.position)
        if let row, row.holds { return .unchanged(row.position) }
        guard state.recipes(ofCookbook: cookbook.position).count < [PlacedRecipe].cookbookMax else {
            throw Refusal(
                .invalid,
                "\(cookbook.name) has \([PlacedRecipe].cookbookMax) recipes already: remove one of them first",
                field: "subject")
        }
        return .append([draft(subject: cookbook.position, owner: actor.id, cause: recipe.position)])
    }

    /// Allowed even if the recipe is deleted.
    func decideRemoval() throws(Refusal) -> Decision {
        let cookbook = try subjectOfOneself(.cookbook)
        try requireNoPayload()
        let recipe = try state.anyEntity(recipeMeant, .recipe, field: "cause")
        guard let row = state.relation(MemberID(cookbook.position), .contents, recipe.position) else {
            return .unchanged(cookbook.position)
        }
        guard row.holds else { return .unchanged(row.position) }
        return .append([
            draft(
                subject: cookbook.position, owner: actor.id, cause: recipe.position, creditedAt: row.creditedAt)
        ])
    }

    func decideMove() throws(Refusal) -> Decision {
        let cookbook = try subjectOfOneself(.cookbook)
        try requireNoPayload()
        let recipe = try state.anyEntity(recipeMeant, .recipe, field: "cause")
        let placed = state.recipes(ofCookbook: cookbook.position)
        guard let index = placed.firstIndex(where: { $0.recipe.position == recipe.position }) else {
            throw Refusal(.notFound, "\(recipe.name) is not in \(cookbook.name)", field: "cause")
        }
        guard placed.indices.contains(Int(command.value) - 1) else {
            throw Refusal(.invalid, "place must be 1 to \(placed.count)", field: "place")
        }
        if index == Int(command.value) - 1 { return .unchanged(placed[index].position) }
        return .append([
            draft(subject: cookbook.position, owner: actor.id, cause: recipe.position, value: command.value)
        ])
    }

    private var recipeMeant: Reference {
        get throws(Refusal) {
            guard let cause = command.cause else {
                throw Refusal(.invalid, "\(command.kind.name) needs a recipe as its cause", field: "cause")
            }
            return cause
        }
    }

    private func cookbookPayload() throws(Refusal) -> Payload {
        let message = try optional { if case .cookbook(let message) = $0 { message } else { nil } } ?? ProtoCookbook()
        var normal = ProtoCookbook()
        normal.name = try TextRules.line(message.name, field: "name", max: ContentLimits.name)
        guard !normal.name.isEmpty else { throw Refusal(.invalid, "a cookbook needs a name", field: "name") }
        if case .UNRECOGNIZED = message.visibility {
            throw Refusal(.invalid, "visibility must be private or public", field: "visibility")
        }
        normal.visibility = message.visibility
        return .cookbook(normal)
    }
}
