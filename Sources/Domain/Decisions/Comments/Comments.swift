import Events
import Layout

/// Comments on recipes, replies among them.
extension Deliberation {
    func decideComment() throws(Refusal) -> Decision {
        let recipe = try recipeToActOn()
        var parent = Position.none
        if let reference = command.cause {
            let comment = try state.livingEntity(reference, .comment, field: "cause")
            guard comment.state.parent == recipe.position else {
                throw Refusal(.invalid, "\(comment.name) is a comment on another recipe", field: "cause")
            }
            try requireNoBlock(with: comment.author)
            parent = comment.position
        }
        return .append([
            draft(subject: recipe.position, owner: recipe.author, cause: parent, payload: try textPayload())
        ])
    }

    func decideCommentEdit() throws(Refusal) -> Decision {
        let comment = try subjectEntity(.comment)
        try requireAuthor(of: comment)
        let text = try textPayload()
        try requireExpectedVersion(of: comment)
        if state.record(at: comment.state.contentPosition)?.payload == text {
            return .unchanged(comment.state.contentPosition)
        }
        return .append([draft(subject: comment.position, owner: comment.author, payload: text)])
    }
}
