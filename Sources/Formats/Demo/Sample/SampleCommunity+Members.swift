import Events

extension SampleCommunity {
    mutating func planJoining() {
        for index in people.indices {
            let day = people[index].member.joinDay
            // The founders join one after the other, in the order of `Cast`.
            let time = day == 0 ? time(day: 0, hour: 7, minute: 20 + 9 * index) : time(day: day, hour: 8 + index % 12)
            agenda.plan(.join(member: index), at: time)
        }
    }

    mutating func join(_ index: Int) {
        let member = people[index].member
        var registration = ProtoMemberRegistered()
        registration.username = member.username
        registration.name = member.name
        if !member.bio.isEmpty { registration.bio = member.bio }
        registration.email = "\(member.username)@example.org"
        registration.cuisines = member.cuisines
        registration.diets = member.diets
        act(.memberRegistered, by: nil, id: "member/\(member.username)", payload: .registration(registration))
        people[index].isHere = true
    }

    /// Every member visits as often as their temperament says, from the day on which they joined.
    mutating func planVisits() {
        for index in people.indices {
            let member = people[index].member
            for day in member.joinDay..<(DemoTime.sampleWeeks * 7) {
                var left = member.temperament.visitsPerWeek / 7
                while left > 0 {
                    if random.chance(left) {
                        let hour = day == member.joinDay ? 21 : 7 + random.below(16)
                        agenda.plan(.visit(member: index), at: time(day: day, hour: hour, minute: random.below(60)))
                    }
                    left -= 1
                }
            }
        }
    }

    mutating func follow(_ member: Int, _ other: Int) {
        guard member != other, canMeet(member, other), people[member].following.insert(other).inserted else { return }
        act(.memberFollowed, by: member, on: reference(of: other))
    }

    mutating func unfollow(_ member: Int, _ other: Int) {
        guard canMeet(member, other), people[member].following.remove(other) != nil else { return }
        act(.memberUnfollowed, by: member, on: reference(of: other))
    }
}

extension SampleCommunity {
    /// The age below which a recipe is new.
    private static let newMicroseconds: Int64 = 6 * 86_400_000_000

    /// The member looks at new recipes, and on a later visit at their comments.
    mutating func visit(_ member: Int) {
        guard people[member].isHere else { return }
        for recipe in recipes.indices.reversed() {
            guard now.microseconds - recipes[recipe].postedAt.microseconds < Self.newMicroseconds else { break }
            guard recipes[recipe].author != member, canTouch(member, recipe) else { continue }
            if recipes[recipe].seenBy.insert(member).inserted {
                // No member looks at every recipe.
                if random.chance(0.85) { look(at: recipe, member) }
            } else {
                listen(to: recipe, member)
            }
        }
        if random.chance(0.07) { act(.notificationsRead, by: member) }
        if random.chance(0.05) { act(.feedSeen, by: member) }
        if random.chance(0.06) { regret(member) }
    }

    /// The first sight of a recipe.
    private mutating func look(at recipe: Int, _ member: Int) {
        let temperament = people[member].member.temperament
        let isHome = people[member].member.cuisines.contains(recipes[recipe].content.cuisine)
        let liking = isHome ? 1.4 : 1
        // A member may like a recipe that does not suit their diet.
        guard suits(member, recipe) else {
            if random.chance(temperament.like * 0.3) { like(recipe, member) }
            return
        }
        if random.chance(temperament.like * liking) { like(recipe, member) }
        if random.chance(temperament.upvote * liking) {
            vote(.recipeUpvoted, recipe, member)
        } else if random.chance(temperament.downvote) {
            vote(.recipeDownvoted, recipe, member)
        }
        if random.chance(temperament.bookmark) {
            recipes[recipe].bookmarkedBy.append(member)
            act(.recipeBookmarked, by: member, on: reference(recipes[recipe].id))
        }
        if random.chance(temperament.comment) { remark(recipe, by: member) }
        if random.chance(temperament.cook) {
            agenda.plan(.cook(recipe: recipe, member: member), at: later(hours: 10...120))
        }
        if random.chance(temperament.repost) { repost(recipe, member) }
        if random.chance(temperament.follow) { follow(member, recipes[recipe].author) }
    }

    /// Whether the recipe suits the member's diet.
    func suits(_ member: Int, _ recipe: Int) -> Bool {
        let diet = recipes[recipe].content.diet
        return people[member].member.diets.allSatisfy { name in
            name == "vegan" ? diet.vegan == .yes : diet.vegetarian == .yes
        }
    }

    /// A later visit: the member reads the comments.
    private mutating func listen(to recipe: Int, _ member: Int) {
        let temperament = people[member].member.temperament
        for comment in recipes[recipe].comments.indices.suffix(3) where random.chance(temperament.commentLike * 0.05) {
            like(comment: comment, on: recipe, by: member)
        }
        if let last = recipes[recipe].comments.indices.last, recipes[recipe].comments[last].author != member,
            random.chance(temperament.comment * 0.05)
        {
            let text = filled(deal("asides", Sentences.asides), about: recipe)
            say(text, by: member, on: recipe, to: last)
        }
    }

    private mutating func like(_ recipe: Int, _ member: Int) {
        recipes[recipe].likedBy.append(member)
        act(.recipeLiked, by: member, on: reference(recipes[recipe].id))
    }

    private mutating func vote(_ kind: EventKind, _ recipe: Int, _ member: Int) {
        recipes[recipe].votedBy.append(member)
        act(kind, by: member, on: reference(recipes[recipe].id))
    }

    private mutating func repost(_ recipe: Int, _ member: Int) {
        guard !recipes[recipe].repostedBy.contains(member) else { return }
        recipes[recipe].repostedBy.append(member)
        var payload = Payload.none
        if random.chance(0.6) {
            var quote = ProtoQuote()
            quote.quote = filled(deal("quotes", Sentences.quotes), about: recipe)
            payload = .quote(quote)
        }
        act(.recipeReposted, by: member, on: reference(recipes[recipe].id), payload: payload)
    }

    /// The member cooks the recipe, rates it, and makes one of the recipe's own remarks.
    mutating func cook(_ recipe: Int, _ member: Int) {
        guard canTouch(member, recipe) else { return }
        let subject = reference(recipes[recipe].id)
        var payload = Payload.none
        if random.chance(0.5) {
            var note = ProtoNote()
            note.note = filled(deal("cooked", Sentences.cookedNotes), about: recipe)
            payload = .note(note)
        }
        act(.recipeCooked, by: member, on: subject, payload: payload)
        let stars = people[member].member.temperament.stars + (random.unit() + random.unit() - 1) * 1.6
        rate(recipe, member, UInt8(min(5, max(1, stars.rounded()))))
        let voice = people[member].member.temperament.voice
        if voice != .critical, voice != .brief, let remark = recipes[recipe].remarks.popLast(),
            let said = say(remark, by: member, on: recipe), random.chance(0.4)
        {
            agenda.plan(.respond(recipe: recipe, remark: said), at: later(hours: 1...20))
        }
    }

    mutating func rate(_ recipe: Int, _ member: Int, _ stars: UInt8) {
        guard recipes[recipe].stars[member] != stars else { return }
        recipes[recipe].stars[member] = stars
        act(.recipeRated, by: member, on: reference(recipes[recipe].id), value: stars)
    }

    /// The member takes a mark back, or gives another star.
    private mutating func regret(_ member: Int) {
        let recent = recipes.indices.suffix(14).filter { canTouch(member, $0) }
        guard !recent.isEmpty else { return }
        let recipe = random.pick(recent)
        let subject = reference(recipes[recipe].id)
        if let place = recipes[recipe].bookmarkedBy.firstIndex(of: member) {
            recipes[recipe].bookmarkedBy.remove(at: place)
            act(.recipeUnbookmarked, by: member, on: subject)
        } else if let place = recipes[recipe].votedBy.firstIndex(of: member) {
            recipes[recipe].votedBy.remove(at: place)
            act(.recipeVoteRetracted, by: member, on: subject)
        } else if let stars = recipes[recipe].stars[member], stars < 5 {
            rate(recipe, member, stars + 1)
        } else if let place = recipes[recipe].likedBy.firstIndex(of: member), random.chance(0.5) {
            recipes[recipe].likedBy.remove(at: place)
            act(.recipeUnliked, by: member, on: subject)
        }
    }
}
