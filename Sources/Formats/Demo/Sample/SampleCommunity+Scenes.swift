import Events

extension SampleCommunity {
    mutating func planScenes() {
        for scene in Scene.allCases {
            agenda.plan(.scene(scene), at: time(day: scene.time.day, hour: scene.time.hour))
        }
    }

    mutating func play(_ scene: Scene) {
        switch scene {
        case .offices: giveOffices()
        case .rules: changeRules()
        case .spam: spam()
        case .spamReports: reportSpam()
        case .spamJudgement: judgeSpam()
        case .quarrel: quarrel()
        case .quarrelJudgement: judgeQuarrel()
        case .pardon: pardon()
        case .grudge: bearGrudge()
        case .grudgeJudgement: judgeGrudge()
        case .farewell: leave()
        case .bitterness: block(member("priya"), member("otto"))
        case .reconciliation: reconcile()
        case .unsafeDish: reportDish()
        case .unsafeDishRemoved: removeDish()
        case .unsafeDishMended: mendDish()
        case .coriander: takeDown()
        case .corianderForgiven: putBack()
        case .secondThoughts: thinkAgain()
        case .slipOfTheHand: slip()
        case .takenBack: takeBack()
        case .newModerator: appointModerator()
        case .newBiography: changeBiography()
        case .fewWords: sayLittle()
        }
    }

    // MARK: Offices

    private mutating func giveOffices() {
        let margot = member("margot")
        act(.memberRoleChanged, by: nil, on: reference(of: margot), value: Role.admin.rawValue)
        act(.memberRoleChanged, by: margot, on: reference(of: member("yara")), value: Role.moderator.rawValue)
    }

    private mutating func appointModerator() {
        act(.memberRoleChanged, by: member("margot"), on: reference(of: member("nell")), value: Role.moderator.rawValue)
    }

    /// Adds a collection for slow cooking. The points stay as they are.
    private mutating func changeRules() {
        var rules = Rules.standard
        rules.collections.append(Rules.Collection("Slow Sundays", tags: ["slow"]))
        act(.rulesChanged, by: member("margot"), payload: .rules(rules.message))
    }

    // MARK: Pans

    private static let advertisement = "recipe/best-pans"

    private mutating func spam() {
        let seller = member("pan_planet")
        var content = ProtoRecipeContent()
        content.title = "BEST PANS 70 % OFF this week only"
        content.ingredients = [ProtoIngredient(line: "1 pan, from us")]
        var step = ProtoStep()
        step.text = "Order now. Cook later."
        content.steps = [step]
        for recipe in recipes.indices.suffix(3) {
            say("Burnt it? Not with our pans! 70 % off, this week only.", by: seller, on: recipe)
        }
        for other in people.indices where people[other].isHere { follow(seller, other) }
        publish(content, by: seller, id: Self.advertisement)
    }

    private mutating func reportSpam() {
        for name in ["elin", "hana", "otto"] {
            report(Self.advertisement, by: name, .spam, note: name == "otto" ? "Seventy per cent of what?" : nil)
        }
        for comment in comments(of: member("pan_planet")) { report(comment, by: "robin", .spam) }
        report("member/pan_planet", by: "nell", .spam, note: "Followed everybody within a minute. That is my job.")
    }

    private mutating func judgeSpam() {
        for name in ["elin", "hana", "otto"] {
            resolve(Self.advertisement, by: name, .removed, note: "An advertisement")
        }
        for comment in comments(of: member("pan_planet")) { resolve(comment, by: "robin", .removed) }
        resolve("member/pan_planet", by: "nell", .banned, note: "Sells pans and cooks nothing")
        let seller = member("pan_planet")
        people[seller].isHere = false
        for index in recipes.indices {
            if recipes[index].id == Self.advertisement { recipes[index].isLiving = false }
            for comment in recipes[index].comments.indices where recipes[index].comments[comment].author == seller {
                recipes[index].comments[comment].isLiving = false
            }
        }
    }

    // MARK: Vince

    private mutating func quarrel() {
        let (vince, sunny) = (member("vince"), member("sunny"))
        follow(vince, sunny)
        follow(sunny, vince)
        guard let recipe = recipes.indices.last(where: { recipes[$0].author == sunny }) else { return }
        say("Where is the meat? This is what food eats.", by: vince, on: recipe)
        say("Nobody over the age of six believes that this fills anybody.", by: vince, on: recipe)
        for comment in comments(of: vince).suffix(1) { report(comment, by: "amara", .offensive) }
        block(sunny, vince)
    }

    private mutating func judgeQuarrel() {
        let vince = member("vince")
        for comment in comments(of: vince).suffix(1) {
            resolve(comment, by: "amara", .removed, note: "About the cook and not about the food")
            markDeleted(comment)
        }
        var ban = ProtoBan()
        ban.reason = "A week to cool down"
        act(.memberBanned, by: member("yara"), on: reference(of: vince), payload: .ban(ban))
        people[vince].isHere = false
    }

    private mutating func pardon() {
        let vince = member("vince")
        act(.memberUnbanned, by: member("margot"), on: reference(of: vince), payload: reason("The week is over"))
        people[vince].isHere = true
    }

    private mutating func bearGrudge() {
        for comment in comments(of: member("otto")).suffix(1) {
            report(comment, by: "vince", .other, note: "If I may not, why may he?")
        }
    }

    private mutating func judgeGrudge() {
        for id in openReports.filter({ $0.hasPrefix("report/vince/") }) {
            resolve(String(id.dropFirst("report/vince/".count)), by: "vince", .dismissed, note: "He speaks of the food")
        }
    }

    private mutating func leave() {
        let vince = member("vince")
        act(.memberDeleted, by: vince, payload: reason("Somebody had to say it"))
        people[vince].isHere = false
    }

    // MARK: Priya and Otto

    private mutating func reconcile() {
        let (priya, otto) = (member("priya"), member("otto"))
        act(.memberUnblocked, by: priya, on: reference(of: otto))
        people[priya].blocked.remove(otto)
        people[otto].blocked.remove(priya)
        follow(priya, otto)
        follow(otto, priya)
        guard let recipe = recipes.indices.last(where: { recipes[$0].author == priya }) else { return }
        let peace = say(
            "I cooked it three times before I wrote this. It is good. I have nothing to add.", by: otto, on: recipe)
        guard let peace else { return }
        say("Then I have nothing to add either. Welcome back to my kitchen.", by: priya, on: recipe, to: peace)
    }

    /// A block ends following both ways.
    private mutating func block(_ member: Int, _ other: Int) {
        act(.memberBlocked, by: member, on: reference(of: other))
        people[member].blocked.insert(other)
        people[other].blocked.insert(member)
        people[member].following.remove(other)
        people[other].following.remove(member)
    }

    // MARK: Tomás

    static let fish = "recipe/ceviche"
    private static let steak = "recipe/chimichurri-steak"

    private mutating func reportDish() {
        report(Self.fish, by: "hana", .unsafe, note: "It does not say what kind of fish may be eaten raw.")
    }

    private mutating func removeDish() {
        resolve(Self.fish, by: "hana", .removed, note: "Until it says which fish is safe")
        setLiving(Self.fish, false)
    }

    private mutating func mendDish() {
        act(
            .recipeRestored, by: member("yara"), on: reference(Self.fish),
            payload: reason("Tomás puts the fish into the text"))
        setLiving(Self.fish, true)
        guard let recipe = recipes.firstIndex(where: { $0.id == Self.fish }) else { return }
        recipes[recipe].content.description_p +=
            " Buy fish that is sold to be eaten raw, or that was frozen at −20 °C for at least a day."
        var content = recipes[recipe].content
        content.note = "Which fish, in plain words"
        act(.recipeEdited, by: member("tomas"), on: reference(Self.fish), payload: .recipe(content))
    }

    private mutating func takeDown() {
        act(
            .recipeDeleted, by: member("tomas"), on: reference(Self.steak),
            payload: reason("Nobody asks me about coriander again"))
        setLiving(Self.steak, false)
    }

    private mutating func putBack() {
        act(.recipeRestored, by: member("tomas"), on: reference(Self.steak), payload: reason("I have slept on it"))
        setLiving(Self.steak, true)
    }

    // MARK: Small changes of mind

    /// A comment is edited; another is deleted and restored.
    private mutating func thinkAgain() {
        let mine = comments(of: member("otto"))
        guard mine.count > 1 else { return }
        var text = ProtoText()
        text.text = "Too much salt, I wrote. I had salted it twice. The recipe is right."
        act(.commentEdited, by: member("otto"), on: reference(mine[mine.count - 1]), payload: .text(text))
        act(.commentDeleted, by: member("otto"), on: reference(mine[mine.count - 2]), payload: reason("Too harsh"))
        act(.commentRestored, by: member("otto"), on: reference(mine[mine.count - 2]), payload: reason("But true"))
    }

    /// A repost of the wrong recipe and a follow of the wrong member, each undone at once.
    private mutating func slip() {
        let nell = member("nell")
        guard let recipe = newest(for: nell, where: { !$0.repostedBy.contains(nell) }) else { return }
        let repost = act(.recipeReposted, by: nell, on: reference(recipes[recipe].id))
        act(.repostDeleted, by: nell, on: reference(repost), payload: reason("The wrong button"))
        if let other = people[nell].following.filter({ canMeet(nell, $0) }).min() { unfollow(nell, other) }
    }

    /// One event of every kind that takes something back.
    private mutating func takeBack() {
        let rae = member("rae")
        if let recipe = newest(
            for: rae, where: { !($0.likedBy + $0.votedBy + $0.bookmarkedBy).contains(rae) && $0.stars[rae] == nil })
        {
            let subject = reference(recipes[recipe].id)
            for kind in [EventKind.recipeLiked, .recipeUnliked, .recipeBookmarked, .recipeUnbookmarked] {
                act(kind, by: rae, on: subject)
            }
            for kind in [EventKind.recipeDownvoted, .recipeUpvoted, .recipeVoteRetracted] {
                act(kind, by: rae, on: subject)
            }
            act(.recipeRated, by: rae, on: subject, value: 2)
            act(.recipeRatingRetracted, by: rae, on: subject)
            recipes[recipe].seenBy.insert(rae)
        }
        let robin = member("robin")
        for recipe in recipes.indices.reversed() where canTouch(robin, recipe) {
            guard
                let comment = recipes[recipe].comments.firstIndex(where: { $0.isLiving && $0.likedBy.contains(robin) })
            else { continue }
            guard canMeet(robin, recipes[recipe].comments[comment].author) else { continue }
            recipes[recipe].comments[comment].likedBy.remove(robin)
            act(.commentUnliked, by: robin, on: reference(recipes[recipe].comments[comment].id))
            return
        }
    }

    private mutating func changeBiography() {
        var change = ProtoMemberProfileChanged()
        change.bio = "One hob, no oven, eleven dishes that I can make without looking."
        act(.memberProfileChanged, by: member("theo"), payload: .profileChange(change))
    }

    private mutating func sayLittle() {
        let robin = member("robin")
        guard let recipe = newest(for: robin, where: { _ in true }) else { return }
        let words = say("Ten weeks. I have cooked from most of you. Thank you.", by: robin, on: recipe)
        guard let words else { return }
        for friend in people.indices where people[friend].isHere { like(comment: words, on: recipe, by: friend) }
    }
}
