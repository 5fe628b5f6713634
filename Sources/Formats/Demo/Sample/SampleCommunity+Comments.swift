import Events

extension SampleCommunity {
    /// Fills in a sentence about a recipe.
    mutating func filled(_ sentence: String, about recipe: Int, someone: Int? = nil) -> String {
        let author = people[recipes[recipe].author].member.username
        return Sentences.filled(
            sentence, about: RecipeFacts(recipes[recipe].content), by: author,
            someone: someone.map { people[$0].member.username } ?? author, &random)
    }

    /// Comments on a recipe, and returns the comment's index. `nil` if the member may not comment.
    @discardableResult
    mutating func say(_ text: String, by member: Int, on recipe: Int, to parent: Int? = nil) -> Int? {
        guard canTouch(member, recipe) else { return nil }
        var cause: Reference?
        if let parent {
            let comment = recipes[recipe].comments[parent]
            guard comment.isLiving, canMeet(member, comment.author) else { return nil }
            cause = reference(comment.id)
        }
        var message = ProtoText()
        message.text = text
        let id = "comment/\(recipes[recipe].id.dropFirst("recipe/".count))/\(recipes[recipe].comments.count + 1)"
        act(
            .commentPosted, by: member, on: reference(recipes[recipe].id), cause: cause, id: id,
            payload: .text(message))
        recipes[recipe].comments.append(Comment(id: id, author: member))
        return recipes[recipe].comments.count - 1
    }

    // MARK: Questions

    /// A member asks, in at least four of ten cases a curious one, if there is one.
    mutating func ask(_ recipe: Int, _ exchange: CookbookRecipe.Exchange) {
        let askers = people.indices.filter { index in
            let voice = people[index].member.temperament.voice
            return index != recipes[recipe].author && voice != .critical && voice != .brief
                && canTouch(index, recipe) && suits(index, recipe)
        }
        let curious = askers.filter { people[$0].member.temperament.voice == .curious }
        guard !askers.isEmpty else { return }
        let asker = random.pick(curious.isEmpty || random.chance(0.6) ? askers : curious)
        guard let question = say(exchange.question, by: asker, on: recipe) else { return }
        agenda.plan(.answer(recipe: recipe, exchange: exchange, question: question), at: later(hours: 1...20))
    }

    mutating func answer(_ recipe: Int, _ exchange: CookbookRecipe.Exchange, _ question: Int) {
        guard let answer = say(exchange.answer, by: recipes[recipe].author, on: recipe, to: question) else { return }
        let asker = recipes[recipe].comments[question].author
        if random.chance(0.6) {
            agenda.plan(.thank(recipe: recipe, answer: answer, member: asker), at: later(hours: 1...40))
        }
        if random.chance(0.25) { agenda.plan(.edit(recipe: recipe, exchange: exchange), at: later(hours: 2...50)) }
    }

    mutating func thank(_ recipe: Int, _ answer: Int, _ member: Int) {
        let sentence = deal("thanks", Sentences.thanks)
        say(filled(sentence, about: recipe), by: member, on: recipe, to: answer)
        like(comment: answer, on: recipe, by: member)
    }

    // MARK: Remarks

    /// The member comments on the recipe, and its author may answer.
    mutating func remark(_ recipe: Int, by member: Int) {
        let voice = people[member].member.temperament.voice
        let friends = people.indices.filter { index in
            index != member && index != recipes[recipe].author && people[index].isHere && canMeet(member, index)
        }
        guard !friends.isEmpty else { return }
        let sentence = deal("\(voice)", Sentences.remarks(voice))
        let text = filled(sentence, about: recipe, someone: random.pick(friends))
        guard let remark = say(text, by: member, on: recipe) else { return }
        if random.chance(0.45) { agenda.plan(.respond(recipe: recipe, remark: remark), at: later(hours: 1...30)) }
    }

    mutating func respond(_ recipe: Int, _ remark: Int) {
        let asker = recipes[recipe].comments[remark].author
        let isCritical = people[asker].member.temperament.voice == .critical
        let sentence = isCritical ? deal("retorts", Sentences.retorts) : deal("answers", Sentences.answers)
        let text = filled(sentence, about: recipe, someone: asker)
        say(text, by: recipes[recipe].author, on: recipe, to: remark)
    }

    mutating func like(comment: Int, on recipe: Int, by member: Int) {
        let target = recipes[recipe].comments[comment]
        guard target.author != member, target.isLiving, canTouch(member, recipe), canMeet(member, target.author),
            recipes[recipe].comments[comment].likedBy.insert(member).inserted
        else { return }
        act(.commentLiked, by: member, on: reference(target.id))
    }
}
