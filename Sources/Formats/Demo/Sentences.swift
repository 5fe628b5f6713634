import Events

/// What members say, with `{dish}`, `{ingredient}`, `{other}` (a second ingredient), `{author}`, `{someone}`, `{step}`,
/// `{minutes}` and `{servings}` still to be filled in from the recipe that it is said of.
enum Sentences {
    static func remarks(_ voice: Temperament.Voice) -> [String] {
        switch voice {
        case .warm: warm
        case .brief: brief
        case .critical: critical
        case .curious: curious
        case .precise: precise
        case .matchmaking: matchmaking
        }
    }

    private static let warm = [
        "I had everything in the house but the {ingredient}. Tomorrow, then.",
        "{dish} for the second time this week. Nobody has complained yet.",
        "It serves {servings}, you say. It served two, and we are not sorry.",
        "My kitchen smelled of {ingredient} until the next morning. I opened no window.",
        "Step {step} is the one that I always rushed. Not any more.",
        "Made it for my mother, who asked for the recipe, which has not happened since 1998.",
        "The {ingredient} with the {other}: so simple, and I would never have thought of it.",
        "I doubled the {ingredient}. You were right, it did not need it. It was still lovely.",
        "Thank you, @{author}. This goes into the handwritten book.",
        "Brought {dish} to a party and came home with an empty dish and two new friends.",
        "I read it at eleven at night and was hungry at two minutes past.",
        "The neighbours knocked because of the {ingredient}. They stayed.",
        "Finally a recipe that tells you what to look for, and not only how long.",
        "This is how my aunt made it, only that she never wrote anything down.",
        "We had it cold the next day, out of the pot, standing. Highest praise in this house.",
        "Next time with more {ingredient}, says the youngest, who does not eat {ingredient}.",
    ]

    private static let brief = [
        "Yes.", "Again on Sunday.", "Good with more {ingredient}.", "Made it. Will make it again.", "Quietly perfect.",
        "The {ingredient}!", "Enough said.", "Saved.",
    ]

    private static let critical = [
        "Too much {ingredient}. In the canteen I would have sent it back.",
        "{minutes} minutes, it says. Add ten if you peel things yourself.",
        "Nothing wrong with it. That is not the same as right.",
        "Half of the {ingredient} would do, and twice the salt.",
        "I have seen {dish} made worse. Often. In my own kitchen, by apprentices.",
        "Step {step} could be left out and nobody would notice.",
        "Whoever cuts the {ingredient} first and heats the pan afterwards has learnt it the wrong way round.",
        "It serves {servings} people who have already eaten.",
        "The {ingredient} I understand. The {other} I do not.",
        "A fine recipe for people with a lot of pots and somebody to wash them.",
        "I made it exactly as written. It was exactly as I expected.",
        "Good {ingredient} would make half of this unnecessary. Write that at the top.",
        "You say {minutes} minutes, my watch says otherwise, and my watch is German.",
        "Not bad. I withdraw what I thought after step {step}.",
    ]

    private static let curious = [
        "First time that I bought {ingredient} in my life. Is it supposed to smell like that?",
        "Can I make {dish} with one hob and no oven? Asking for me.",
        "I forgot the {ingredient} and noticed when I was already eating. Still good!",
        "What does it look like when step {step} has gone wrong? Mine looked… creative.",
        "My whole house-share came into the kitchen. I have never been so popular.",
        "Do I need the {ingredient}, or is the {other} enough for now? It is the end of the month.",
        "How long does {dish} keep in the refrigerator? There is a lot of it, I cannot halve things yet.",
        "I made this for a date. There is going to be a second one.",
        "It took me {minutes} minutes times two, but I enjoyed all of them.",
        "Is there a trick for cutting the {ingredient}? I have a plaster on two fingers now.",
        "I called my father to tell him that I made {dish}. He asked who was speaking.",
        "Step {step} made me feel like somebody who can cook.",
    ]

    private static let precise = [
        "I weighed it: one of your portions of {ingredient} was a little less than I would take. It worked all the same.",
        "Tried it with and without the {ingredient}. With.",
        "My oven runs eight degrees hot, so I took a little off. Then the timing of step {step} is exact.",
        "For those who double it: double everything but the {ingredient}, that needs only half as much again.",
        "The order of the steps is right. Most versions have the {other} too early.",
        "I noted down the times of three attempts. The one as written was the best of them.",
        "A wider pan than you think. In my small one the {ingredient} steamed.",
        "A pinch of salt at step {step} as well, and the {ingredient} tastes more of itself.",
        "Exactly {minutes} minutes, if the {ingredient} is prepared. I like a recipe that can count.",
        "I would write the weight of the {ingredient} as eaten, too. Otherwise nothing to add.",
    ]

    private static let matchmaking = [
        "@{someone}, come and look at what @{author} does with {ingredient}. You two should cook together.",
        "@{someone}, this is the {dish} that I told you about!",
        "If you like this, go and follow @{author}. And @{someone}, while you are at it.",
        "@{author} and @{someone} at one table, that is all that I want for my birthday.",
        "I sent {dish} to four people. Three of them are here now, hello!",
        "Somebody ask @{someone} about the {ingredient}, I know that there is an opinion.",
        "Passing this on to everyone who has ever been afraid of {ingredient}.",
        "Who else is making {dish} this weekend? We could all do it at the same time and compare.",
        "@{author}, you make it look easy. @{someone} said the same, so it must be true.",
        "This is better than mine, and I am telling you before @{someone} does.",
    ]

    /// By the recipe's author, to a comment on it.
    static let answers = [
        "That makes my day. Thank you, @{someone}.",
        "Tell me how it goes the second time!",
        "Good to know about the {ingredient}. I will try that.",
        "Ha. You are not the first to say so.",
        "It took me years to leave the {ingredient} alone. You are ahead of me.",
        "I think of {dish} as finished only when somebody else has made it. So: now it is.",
        "The {ingredient} is different everywhere. Trust your tongue more than me.",
        "Then you will like it even better tomorrow, it gains by waiting.",
        "Noted, and thank you for writing it down.",
        "Come by, I will make it for you.",
        "My grandmother would have agreed with you, and not with me.",
        "A little less heat at step {step}, perhaps? That was my mistake for years.",
        "It is the only dish that I can make with my eyes shut, so I am glad that it reads well.",
        "Use what you have. I did, the first time, and never went back to the book.",
        "You have read it more carefully than I wrote it, @{someone}.",
        "I cooked it again yesterday because of you.",
        "Please send a plate by post.",
        "That is how my neighbour makes it, and we have not spoken of it since.",
        "Then we are two. Shall we found a club?",
        "The {other} matters more than one thinks. Cheap {other}, sad {dish}.",
        "I had not thought of that. Now I cannot think of anything else.",
        "It is even better when somebody else washes up.",
    ]

    /// By the recipe's author, to a critic.
    static let retorts = [
        "Thank you, @{someone}. I shall frame it.",
        "You may be right about the {ingredient}. Do not tell anybody that I said so.",
        "Make it once more and be late for dinner. It gets better when one is hungry.",
        "I would like to see the canteen that served this on a Tuesday.",
        "Noted. Ignored, but noted.",
        "I halved it and tried it. I am putting it back. But I did try.",
        "I read this aloud at dinner. They took your side. I am eating alone.",
        "Forty years, you said? Then one more evening will not hurt: try it with better {ingredient}.",
        "Fair. Harsh, and fair.",
    ]

    /// By the member who asked, to an answer.
    static let thanks = [
        "That was it. Thank you!", "Tried it tonight: solved.", "I would never have guessed. Thank you, @{author}.",
        "Oh. Now I feel silly, and well fed.", "Written on the inside of the cupboard door.",
        "Worked at the first try. Whom do I send the plate to?", "Good answer. Better dinner.",
        "I owe you a dinner. Not this one, I ate it.",
        "So simple. I had been blaming the pan.",
        "I read it to the whole table. They nodded.",
        "Now it works, and I understand why. I like the second half more.",
        "My third attempt thanks you. The first two are past caring.",
        "Then I did nearly everything wrong, and it was still good. Imagine now.",
        "You have saved a Sunday.",
        "That should be printed on the packet.",
    ]

    /// By anybody, to anybody.
    static let asides = [
        "The same here!", "I second this.", "Now I want it, too, and it is half past ten.",
        "You always find the good ones.", "We should compare notes on the {ingredient}.",
        "I laughed out loud on the tram.", "That is what I thought, but you said it better.",
        "Wait until you try it with more {ingredient}.",
        "I thought that I was the only one.",
        "My mother would like a word with you both.",
        "Can somebody bring me a plate? I am in the same city, I think.",
        "I am following this conversation more closely than the news.",
        "Reading this with a spoon in my hand.",
        "There are two kinds of people, and both of them are in this thread.",
        "I tried it your way. I am moving in.",
        "Off to the shop. If it is closed, it is your fault.",
    ]

    /// With a repost.
    static let quotes = [
        "If you cook one thing this week, let it be this.",
        "For everybody who thinks that they cannot cook {ingredient}.",
        "@{author} has done it again.", "I come back to this one.", "Bookmark it now, thank me on Sunday.",
        "The best use of {ingredient} that I know.", "Look at step {step}. That is the whole secret.",
        "Made it, ate it, would be buried with it.",
        "Do not read this when you are hungry.",
        "Everything that I know about {ingredient}, in a few lines.",
    ]

    /// On having cooked it.
    static let cookedNotes = [
        "Halved it for two.", "With a little less {ingredient}, because that was all I had.", "For the neighbours.",
        "Doubled. Nothing left.", "Took a quarter of an hour longer, my fault.", "Exactly as written, for once.",
        "On a Tuesday, of all days.", "With the children. Flour on the ceiling.",
        "For my birthday. I asked for it myself.",
        "In a borrowed kitchen, with a blunt knife. Still good.",
        "Third time. Stopped measuring.",
        "While the rain went sideways.",
        "For somebody who says that they are never hungry. They were.",
    ]
}

extension Sentences {
    /// Fills in what a sentence leaves open, from the recipe that it is about.
    static func filled(
        _ sentence: String, about recipe: TalkOfRecipe, by author: String, someone: String,
        _ random: inout SplitMix64
    ) -> String {
        let names = recipe.ingredients
        let first = random.below(names.count)
        let step = 1 + random.below(recipe.stepCount)
        var text = ""
        for (index, part) in sentence.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let close = part.firstIndex(of: "}") else {
                text += part
                continue
            }
            let filling =
                switch part[..<close] {
                case "dish": recipe.dish
                case "ingredient": names[first]
                case "other": names.count > 1 ? names[(first + 1) % names.count] : "salt"
                case "author": author
                case "someone": someone
                case "step": String(step)
                case "minutes": String(recipe.minutes)
                case "servings": String(recipe.servings)
                default: preconditionFailure("nothing to fill in: \(sentence)")
                }
            text += filling + part[part.index(after: close)...]
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// What there is to say about a recipe.
struct TalkOfRecipe {
    var dish: String
    /// Not what is in every dish, and only what has a short name.
    var ingredients: [String]
    var stepCount: Int
    var minutes: UInt32
    var servings: UInt32

    private static let plain = [
        "salt", "water", "sugar", "pepper", "flour", "oil", "egg", "yolk", "juice", "stock", "mayonnaise",
    ]

    init(_ content: ProtoRecipeContent) {
        dish = content.dish
        stepCount = content.steps.count
        minutes = content.totalMinutes
        servings = content.servings
        let names = content.ingredients.map(\.name)
        let special = names.filter { name in
            !Self.plain.contains { name.contains($0) } && name.split(separator: " ").count < 3
        }
        ingredients = special.isEmpty ? names : special
    }
}

extension ProtoRecipeContent {
    /// The title up to its first comma, as one would say it in a sentence.
    var dish: String { title.split(separator: ",").first.map(String.init) ?? title }
}
