import Events
import Foundation
import Layout

/// Recipes, comments and reposts.
extension Model {
    /// A living recipe, for a new act of a member whom no block separates from the actor.
    func recipe(_ act: Act, isNew: Bool = true) throws -> (id: UInt64, author: UInt64) {
        try requireMember(act)
        let id = try livingWork(act.command.subject, .recipe)
        let author = works[id]?.author ?? 0
        if isNew { try requireNoBlock(act, with: author) }
        return (id, author)
    }

    mutating func post(_ act: Act) throws -> Verdict {
        try requireMember(act)
        guard act.command.subject == nil else { throw No(.invalid) }
        var original: UInt64 = 0
        if let cause = act.command.cause {
            original = try livingWork(cause, .recipe)
            try requireNoBlock(act, with: works[original]?.author ?? 0)
        }
        let content = try Self.content(act.command)
        guard content.note.isEmpty else { throw No(.invalid) }
        let id = append(act, subject: head + 1, owner: act.actor, cause: original)
        works[id] = Work(
            sort: .recipe, author: act.actor, origin: original, content: content,
            externalID: act.command.origin?.externalID, at: act.at, contentEvent: id, lifecycleEvent: id,
            versions: [Version(event: id, at: act.at, content: content)])
        return .done(id)
    }

    mutating func editRecipe(_ act: Act) throws -> Verdict {
        let id = try livingWork(act.command.subject, .recipe)
        guard let old = works[id], old.author == act.actor else { throw No(.forbidden) }
        let said = try Self.content(act.command)
        var content = said
        content.clearNote()
        try checkVersion(act, old)
        if content == old.content { return .unchanged(old.contentEvent) }
        let event = append(act, subject: id, owner: old.author)
        works[id]?.content = content
        works[id]?.versions.append(Version(event: event, at: act.at, content: said))
        edited(id, by: event, act)
        return .done(event)
    }

    /// «version matches if given».
    private func checkVersion(_ act: Act, _ work: Work) throws {
        if let expected = act.command.expectedVersion, expected != work.version { throw No(.conflict) }
    }

    private mutating func edited(_ id: UInt64, by event: UInt64, _ act: Act) {
        works[id]?.version += 1
        works[id]?.editedAt = act.at
        works[id]?.contentEvent = event
    }

    /// «runs of white space become one blank, trimmed»; «folded to lower-case, no repeats»; «empty rows are dropped».
    private static func content(_ command: Command) throws -> ProtoRecipeContent {
        guard case .recipe(var content) = command.payload else { throw No(.invalid) }
        content.title = content.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...200).contains(content.title.count) else { throw No(.invalid) }
        content.ingredients = content.ingredients.filter { !$0.original.isEmpty || $0.hasName }
        content.steps = content.steps.map {
            var step = $0
            step.text = step.text.trimmingCharacters(in: .whitespacesAndNewlines)
            return step
        }.filter { !$0.text.isEmpty }
        guard !content.ingredients.isEmpty || !content.steps.isEmpty else { throw No(.invalid) }
        if content.hasServings, !(1...1000).contains(content.servings) { throw No(.invalid) }
        if content.hasTotalMinutes, !(1...43_200).contains(content.totalMinutes) { throw No(.invalid) }
        if content.hasNote { content.note = content.note.trimmingCharacters(in: .whitespacesAndNewlines) }
        var tags: [String] = []
        for tag in content.tags.map({ $0.lowercased() }) where !tag.isEmpty && !tags.contains(tag) { tags.append(tag) }
        content.tags = tags
        return content
    }

    mutating func delete(_ act: Act, _ sort: Sort) throws -> Verdict {
        let id = try work(act.command.subject, sort)
        guard let old = works[id], old.author == act.actor || act.mayModerate else { throw No(.forbidden) }
        guard let event = deleting(id, act) else { return .unchanged(old.lifecycleEvent) }
        note(event, act)
        return .done(event)
    }

    /// Nil: the author has deleted it already, or a moderator has removed it already. A repost, which comes back never, is
    /// gone with the first.
    mutating func deleting(_ id: UInt64, _ act: Act, cause: UInt64? = nil) -> UInt64? {
        guard let old = works[id] else { return nil }
        let isOwn = act.actor == old.author
        if isOwn ? old.isDeleted : old.isRemoved { return nil }
        if old.sort == .repost, old.isHidden { return nil }
        let kind: EventKind
        switch old.sort {
        case .recipe: kind = .recipeDeleted
        case .comment: kind = .commentDeleted
        case .repost: kind = .repostDeleted
        }
        let owner = old.sort == .repost ? works[old.recipe]?.author ?? 0 : old.author
        let event = append(
            act, kind, subject: id, owner: owner, creditedAt: old.at, value: old.isHidden ? 1 : 0, cause: cause ?? id)
        if isOwn { works[id]?.isDeleted = true } else { works[id]?.isRemoved = true }
        works[id]?.lifecycleEvent = event
        return event
    }

    /// «a moderator's deletion only a moderator restores», and the author's only the author. Both come after one another
    /// where both deleted it.
    mutating func restore(_ act: Act, _ sort: Sort) throws -> Verdict {
        let id = try work(act.command.subject, sort)
        guard let old = works[id], old.author == act.actor || act.mayModerate else { throw No(.forbidden) }
        if sort == .comment, old.author == act.actor { try requireNoBlockAround(old, act) }
        if !old.isHidden { return .unchanged(old.lifecycleEvent) }
        let isOwn = old.isDeleted && old.author == act.actor
        guard isOwn || old.isRemoved && act.mayModerate else { throw No(.forbidden) }
        let wasBoth = old.isDeleted && old.isRemoved
        let event = append(
            act, subject: id, owner: old.author, creditedAt: old.at, value: wasBoth ? 1 : 0, cause: id)
        if isOwn { works[id]?.isDeleted = false } else { works[id]?.isRemoved = false }
        works[id]?.lifecycleEvent = event
        note(event, act)
        return .done(event)
    }

    /// Likes, votes and bookmarks. «taking back is never refused».
    mutating func mark(_ act: Act, _ tie: Tie, _ value: Int) throws -> Verdict {
        let recipe = try recipe(act, isNew: value != 0)
        return set(tie, act, on: recipe.id, owner: recipe.author, to: value)
    }

    /// A bookmark may be taken back after its recipe is gone: «`POST /bookmarks/clean` removes these bookmarks».
    mutating func unbookmark(_ act: Act) throws -> Verdict {
        try requireMember(act)
        guard let reference = act.command.subject, let id = position(reference), let work = works[id],
            ties[TieKey(tie: .bookmark, member: act.actor, thing: id)] != nil
        else { return try mark(act, .bookmark, 0) }
        if case .position(_, let letter?) = reference, letter != Self.letter(work.sort) { throw No(.notFound) }
        return set(.bookmark, act, on: id, owner: work.author, to: 0)
    }

    /// «1 to 5 stars»; «a new rating replaces the old».
    mutating func rate(_ act: Act) throws -> Verdict {
        let recipe = try recipe(act)
        let stars = Int(act.command.value)
        guard (1...5).contains(stars) else { throw No(.invalid) }
        return set(.rating, act, on: recipe.id, owner: recipe.author, to: stars, stars: stars)
    }

    /// «one plain repost each; quotes as many as one likes».
    mutating func repost(_ act: Act) throws -> Verdict {
        let recipe = try recipe(act)
        var quote = ""
        if case .quote(let said) = act.command.payload {
            quote = said.quote.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        if quote.count > 2000 { throw No(.invalid) }
        let plain = works.first {
            $1.sort == .repost && $1.author == act.actor && $1.recipe == recipe.id && $1.text.isEmpty && !$1.isHidden
        }
        if quote.isEmpty, let plain { return .unchanged(plain.key) }
        let id = append(act, subject: recipe.id, owner: recipe.author)
        works[id] = Work(
            sort: .repost, author: act.actor, recipe: recipe.id, text: quote, at: act.at, contentEvent: id,
            lifecycleEvent: id)
        return .done(id)
    }

    mutating func cook(_ act: Act) throws -> Verdict {
        let recipe = try recipe(act)
        if case .note(let said) = act.command.payload {
            let image = said.image.trimmingCharacters(in: .whitespaces)
            guard image.isEmpty || image.hasPrefix("https://") else { throw No(.invalid) }
            guard !image.isEmpty || Self.shown(said).isEmpty else { throw No(.invalid) }
        }
        let event = append(act, subject: recipe.id, owner: recipe.author)
        note(event, act)
        return .done(event)
    }

    /// What a picture shows: a line without white space around it, and one blank between its words.
    static func shown(_ said: ProtoNote) -> String {
        said.imageText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// «parent in the same recipe, not deleted».
    mutating func postComment(_ act: Act) throws -> Verdict {
        let recipe = try recipe(act)
        var parent: UInt64 = 0
        if let cause = act.command.cause {
            parent = try livingWork(cause, .comment)
            guard works[parent]?.recipe == recipe.id else { throw No(.invalid) }
            try requireNoBlock(act, with: works[parent]?.author ?? 0)
        }
        let text = try Self.text(act.command)
        let id = append(act, subject: recipe.id, owner: recipe.author, cause: parent)
        works[id] = Work(
            sort: .comment, author: act.actor, recipe: recipe.id, origin: parent, text: text, at: act.at,
            contentEvent: id, lifecycleEvent: id)
        return .done(id)
    }

    private static func text(_ command: Command) throws -> String {
        guard case .text(let said) = command.payload else { throw No(.invalid) }
        let text = said.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...10_000).contains(text.count) else { throw No(.invalid) }
        return text
    }

    mutating func editComment(_ act: Act) throws -> Verdict {
        let id = try livingWork(act.command.subject, .comment)
        guard let old = works[id], old.author == act.actor else { throw No(.forbidden) }
        try requireNoBlockAround(old, act)
        let text = try Self.text(act.command)
        try checkVersion(act, old)
        if text == old.text { return .unchanged(old.contentEvent) }
        let event = append(act, subject: id, owner: old.author)
        works[id]?.text = text
        edited(id, by: event, act)
        return .done(event)
    }

    /// «A block refuses every act of the blocked one on the blocker's content»: here the recipe of a comment, and the
    /// comment it replies to.
    private func requireNoBlockAround(_ comment: Work, _ act: Act) throws {
        for above in [comment.recipe, comment.origin] {
            if let author = works[above]?.author { try requireNoBlock(act, with: author) }
        }
    }

    /// «comment and recipe not deleted».
    mutating func likeComment(_ act: Act, _ value: Int) throws -> Verdict {
        try requireMember(act)
        let id = try livingWork(act.command.subject, .comment)
        guard let comment = works[id], isLiving(comment.recipe) else { throw No(.gone) }
        if value != 0 { try requireNoBlock(act, with: comment.author) }
        return set(.like, act, on: id, owner: comment.author, to: value)
    }
}
