extension EntityType {
    /// What an event of that kind creates; nil where it creates nothing, or a member.
    package init?(createdBy kind: EventKind) {
        switch kind {
        case .recipePosted: self = .recipe
        case .commentPosted: self = .comment
        case .recipeReposted: self = .repost
        case .reportFiled: self = .report
        case .listItemAdded: self = .item
        case .cookbookCreated: self = .cookbook
        default: return nil
        }
    }

    /// By the letter that its ids begin with.
    package init?(letter: Character) {
        let all: [EntityType] = [.recipe, .comment, .repost, .report, .item, .cookbook]
        guard let type = all.first(where: { $0.letter == letter }) else { return nil }
        self = type
    }
}
