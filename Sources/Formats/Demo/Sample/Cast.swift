/// A member of the sample community: their profile, and how they behave.
struct SampleMember: Sendable {
    var username: String
    var name: String
    var bio: String
    var cuisines: [String]
    var diets: [String] = []
    /// Days after the community began.
    var joinDay: Int
    var temperament: Temperament
}

/// How often a member visits, and how likely each action is on a recipe that they see.
struct Temperament: Sendable {
    /// The section of `sentences.txt` from which their remarks come.
    enum Voice: String, Sendable {
        case warm, brief, critical, curious, precise, matchmaking
    }

    var voice: Voice
    var visitsPerWeek: Double
    var like: Double
    var upvote: Double
    var downvote = 0.01
    var comment: Double
    var cook: Double
    var bookmark: Double
    var repost: Double
    var follow: Double
    /// The probability of a like for a comment by another member.
    var commentLike: Double
    /// The mean of the stars that they give.
    var stars = 4.4

    static let host = Temperament(
        voice: .warm, visitsPerWeek: 9, like: 0.6, upvote: 0.35, comment: 0.07, cook: 0.08, bookmark: 0.12,
        repost: 0.05, follow: 0.2, commentLike: 0.3)
    static let baker = Temperament(
        voice: .precise, visitsPerWeek: 10, like: 0.65, upvote: 0.4, comment: 0.2, cook: 0.1, bookmark: 0.2,
        repost: 0.03, follow: 0.15, commentLike: 0.25)
    static let cook = Temperament(
        voice: .warm, visitsPerWeek: 6, like: 0.5, upvote: 0.32, comment: 0.06, cook: 0.09, bookmark: 0.1,
        repost: 0.025, follow: 0.12, commentLike: 0.2)
    static let perfectionist = Temperament(
        voice: .precise, visitsPerWeek: 6, like: 0.4, upvote: 0.3, downvote: 0.04, comment: 0.07, cook: 0.1,
        bookmark: 0.14, repost: 0.01, follow: 0.08, commentLike: 0.12, stars: 4.0)
    static let critic = Temperament(
        voice: .critical, visitsPerWeek: 8, like: 0.12, upvote: 0.12, downvote: 0.4, comment: 0.22, cook: 0.05,
        bookmark: 0.02, repost: 0, follow: 0.03, commentLike: 0.03, stars: 2.8)
    static let silent = Temperament(
        voice: .brief, visitsPerWeek: 14, like: 0.92, upvote: 0.1, downvote: 0, comment: 0.01, cook: 0.04,
        bookmark: 0.3, repost: 0, follow: 0.3, commentLike: 0.5)
    static let matchmaker = Temperament(
        voice: .matchmaking, visitsPerWeek: 10, like: 0.6, upvote: 0.3, comment: 0.13, cook: 0.05, bookmark: 0.06,
        repost: 0.14, follow: 1, commentLike: 0.35)
    static let newcomer = Temperament(
        voice: .curious, visitsPerWeek: 9, like: 0.7, upvote: 0.4, comment: 0.22, cook: 0.25, bookmark: 0.3,
        repost: 0.03, follow: 0.35, commentLike: 0.3, stars: 4.6)
    static let quarreller = Temperament(
        voice: .critical, visitsPerWeek: 7, like: 0.1, upvote: 0.08, downvote: 0.45, comment: 0.2, cook: 0.02,
        bookmark: 0.02, repost: 0, follow: 0.05, commentLike: 0, stars: 2.2)
    /// Never visits: `Scene.spam` holds all that this member does.
    static let spammer = Temperament(
        voice: .brief, visitsPerWeek: 0, like: 0, upvote: 0, comment: 0, cook: 0, bookmark: 0, repost: 0, follow: 0,
        commentLike: 0)
}

/// The members of the sample community.
enum Cast {
    static let members: [SampleMember] = [
        SampleMember(
            username: "margot", name: "Margot Lefèvre",
            bio: "Keeps this place tidy. Believes that soup is a form of government.", cuisines: ["French"], joinDay: 0,
            temperament: .host),
        SampleMember(
            username: "yara", name: "Yara Haddad", bio: "Moderator. Reads everything, forgives most of it.",
            cuisines: ["Lebanese", "Turkish"], diets: ["vegetarian"], joinDay: 0, temperament: .host),
        SampleMember(
            username: "elin", name: "Elin Sandberg", bio: "Bakes at five in the morning. Says little before nine.",
            cuisines: ["Swedish", "French", "British"], joinDay: 0, temperament: .baker),
        SampleMember(
            username: "priya", name: "Priya Raman", bio: "My spice box is older than my marriage, and both are fine.",
            cuisines: ["Indian"], joinDay: 0, temperament: .host),
        SampleMember(
            username: "beppe", name: "Giuseppe Marchetti", bio: "Four ingredients are enough. Five is a discussion.",
            cuisines: ["Italian"], joinDay: 1, temperament: .perfectionist),
        SampleMember(
            username: "hana", name: "Hana Mori",
            bio: "Weighs everything. The scale is never wrong, the spoon often is.",
            cuisines: ["Japanese"], joinDay: 1, temperament: .perfectionist),
        SampleMember(
            username: "otto", name: "Otto Brandt", bio: "Forty years of canteen kitchens. I say what I think.",
            cuisines: ["German"], joinDay: 1, temperament: .critic),
        SampleMember(
            username: "nell", name: "Nell Ashworth", bio: "You two should meet. Yes, you, and the one over there.",
            cuisines: ["British", "South African"], joinDay: 2, temperament: .matchmaker),
        SampleMember(
            username: "robin", name: "Robin Hale", bio: "", cuisines: ["British"], joinDay: 2, temperament: .silent),
        SampleMember(
            username: "amara", name: "Amara Nwosu", bio: "Cooks for twelve by habit and lives with two.",
            cuisines: ["Nigerian", "Ghanaian"], joinDay: 3, temperament: .cook),
        SampleMember(
            username: "lin", name: "Lin Yue", bio: "From Chengdu. My idea of mild is a matter of record.",
            cuisines: ["Chinese"], joinDay: 3, temperament: .cook),
        SampleMember(
            username: "dolores", name: "Dolores Vega", bio: "I sell tortillas on Saturdays and opinions all week.",
            cuisines: ["Mexican"], joinDay: 4, temperament: .cook),
        SampleMember(
            username: "karim", name: "Karim Benali", bio: "A heavy pot, a low flame, nobody in a hurry.",
            cuisines: ["Moroccan", "Tunisian"], joinDay: 5, temperament: .cook),
        SampleMember(
            username: "eleni", name: "Eleni Papadaki", bio: "More oil. No, more.", cuisines: ["Greek"], joinDay: 6,
            temperament: .cook),
        SampleMember(
            username: "piotr", name: "Piotr Zieliński", bio: "Dumplings are a team sport.",
            cuisines: ["Polish", "Hungarian"], joinDay: 7, temperament: .cook),
        SampleMember(
            username: "sunny", name: "Sunniva Berg", bio: "Vegan for eleven years and cheerful about it.",
            cuisines: ["Ethiopian", "Indonesian"], diets: ["vegan"], joinDay: 8, temperament: .host),
        SampleMember(
            username: "vince", name: "Vincent Crane", bio: "Somebody has to say it.", cuisines: ["American"],
            joinDay: 8, temperament: .quarreller),
        SampleMember(
            username: "tomas", name: "Tomás Ibarra", bio: "Owns one pan and three grills.",
            cuisines: ["Peruvian", "Argentine"], joinDay: 9, temperament: .cook),
        SampleMember(
            username: "ines", name: "Inês Duarte", bio: "Salt cod in the sink, football on the radio.",
            cuisines: ["Portuguese", "Spanish"], joinDay: 11, temperament: .cook),
        SampleMember(
            username: "mai", name: "Mai Tran", bio: "My grandmother's pots, my own handwriting.",
            cuisines: ["Vietnamese"], joinDay: 12, temperament: .cook),
        SampleMember(
            username: "jihoon", name: "Park Ji-hoon", bio: "Two refrigerators. One is for kimchi.",
            cuisines: ["Korean"], joinDay: 14, temperament: .cook),
        SampleMember(
            username: "ayse", name: "Ayşe Demir", bio: "Breakfast is the main meal. The others follow from it.",
            cuisines: ["Turkish"], joinDay: 15, temperament: .cook),
        SampleMember(
            username: "nok", name: "Nok Srisai", bio: "Sour, salty, sweet, hot. In an order that I decide on the day.",
            cuisines: ["Thai"], joinDay: 17, temperament: .cook),
        SampleMember(
            username: "rae", name: "Rae Collins", bio: "I never cook anything as written. It is not personal.",
            cuisines: ["American", "Mexican"], joinDay: 18, temperament: .matchmaker),
        SampleMember(
            username: "pan_planet", name: "Pan Planet Outlet", bio: "Best pans! Best prices!", cuisines: [],
            joinDay: 24, temperament: .spammer),
        SampleMember(
            username: "theo", name: "Theo Lang", bio: "One hob, no oven, first flat of my own.", cuisines: ["Chinese"],
            joinDay: 49, temperament: .newcomer),
    ]
}
