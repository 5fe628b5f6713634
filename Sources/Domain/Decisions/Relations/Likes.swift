import Events
import Layout

/// Likes of recipes and of comments.
extension Deliberation {
    func decideLike() throws(Refusal) -> Decision {
        let liked = try entityToLike()
        return take(.like, of: liked.position, owner: liked.author)
    }

    func decideUnlike() throws(Refusal) -> Decision {
        let liked = try entityToLike()
        return takeBack(.like, of: liked.position, owner: liked.author)
    }

    private func entityToLike() throws(Refusal) -> Entity {
        switch command.kind {
        case .commentLiked, .commentUnliked:
            try requireMember()
            let comment = try subjectEntity(.comment)
            _ = try state.livingRecipe(of: comment, field: "subject")
            try requireNoBlock(with: comment.author)
            try requireNoPayload()
            return comment
        default:
            return try recipeToRelateTo()
        }
    }
}
