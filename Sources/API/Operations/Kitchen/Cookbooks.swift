package import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Questions {
    static let cookbooks: [any AnyBinding] = [
        bind(API.cookbooksOf) { input, viewer, queries in
            try queries.cookbooks(
                of: try queries.member(try viewer.reference(input.member), for: viewer.member), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.cookbook) { input, viewer, queries in
            try queries.cookbook(
                try EntityName.reference(input.cookbook, "b", field: "cookbook"), page: input.page.page,
                viewer: viewer.member)
        },
    ]
}

extension Queries {
    /// The member's cookbooks, the oldest first. The member sees all of them; other viewers see the public ones.
    package func cookbooks(of member: MemberID, page: Page, viewer: MemberID?) throws(Refusal) -> CookbooksAnswer {
        let contents = try contents(
            of: page, in: views.kitchen.cookbooks, prefix: Key(member.value), keyBytes: 16
        ) { key, row in
            isSeen(row, of: member, by: viewer)
                ? CookbookCard(
                    id: Self.cookbookName(RecipesView.position(endOf: key)), name: row.name, visibility: row.visibility,
                    recipes: row.recipes.count) : nil
        }
        return CookbooksAnswer(
            position: snapshot.position.value, cookbooks: contents.items, next: contents.next)
    }

    /// A page of a cookbook's recipes in their order. A cookbook that the viewer may not see is refused as not found.
    package func cookbook(
        _ reference: Reference, page: Page, viewer: MemberID?
    ) throws(Refusal) -> CookbookAnswer {
        let id = try position(of: reference, letter: EntityType.cookbook.letter, what: "cookbook")
        guard let owner = snapshot.get(views.kitchen.cookbookOwners, Key(id.value))?.member,
            let row = snapshot.get(views.kitchen.cookbooks, KitchenView.ownKey(owner, id)),
            isSeen(row, of: owner, by: viewer)
        else { throw notFound(reference, "cookbook") }
        let after = try page.key(beginningWith: Key(id.value), byteCount: 16)?.uint64(at: 8)
        var contents = PageContents<CookbookEntry>(page)
        // A cursor names the last recipe of the previous page, which may have moved since.
        let last = after.map { after in row.recipes.firstIndex { $0.recipe.value == after } }
        if case .some(nil) = last {
            throw Refusal(
                .invalid,
                "the last recipe of the previous page is no longer in \(reference): begin again with the first page",
                field: "after")
        }
        let start = (last ?? nil).map { $0 + 1 } ?? 0
        for index in start..<row.recipes.count {
            let recipeID = row.recipes[index].recipe
            let recipe = visibleRecipe(recipeID, viewer: viewer)
            let entry = CookbookEntry(
                place: index + 1, id: recipeID.description, title: recipe?.title, author: recipe?.author,
                recipe: recipe)
            if !contents.add(entry, Key(id.value).appending(recipeID.value)) { break }
        }
        return CookbookAnswer(
            position: snapshot.position.value, id: Self.cookbookName(id), name: row.name,
            visibility: row.visibility, owner: memberCard(owner), recipes: contents.items, next: contents.next)
    }

    private static func cookbookName(_ id: Position) -> String {
        Reference.position(id, letter: EntityType.cookbook.letter).description
    }

    private func isSeen(_ row: CookbookRow, of owner: MemberID, by viewer: MemberID?) -> Bool {
        viewer == owner || row.isPublic && !isBanned(owner) && !isApart(owner, from: viewer)
    }
}

extension CookbookRow {
    fileprivate var visibility: String { isPublic ? "public" : "private" }
}
