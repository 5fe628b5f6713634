import Events
package import LarderAPI
package import Layout
import Projections
package import Views

extension Queries {
    /// A member's reposts and quotes, the newest first. None of them for a viewer whom a block separates from the member.
    package func reposts(of member: MemberID, page: Page, viewer: MemberID?) throws(Refusal) -> RepostsAnswer {
        let contents = try contents(
            of: page, in: views.recipes.feedsOfMembers, prefix: Key(member.value), keyBytes: 24
        ) { key, entry -> FeedItem? in
            let id = FeedSort.id(endOf: key)
            guard entry == .repost, let row = snapshot.get(views.recipes.reposts, Key(id.value)), row.isShown,
                !isApart(row.member, from: viewer), let by = memberCard(row.member),
                let recipe = visibleRecipe(row.recipe, viewer: viewer)
            else { return nil }
            return FeedItem(kind: "repost", recipe: recipe, repost: RepostDocument(id, row, by: by))
        }
        return RepostsAnswer(position: snapshot.position.value, items: contents.items, next: contents.next)
    }
}
