/// Who lives in the sample community.
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
