/// The words by which lines are read, in lower case.
enum KitchenWords {
    static let numbers: [String: Double] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
        "ein": 1, "eine": 1, "einen": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "acht": 8, "zehn": 10,
        "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "huit": 8, "dix": 10,
        "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "ocho": 8, "diez": 10,
        "uno": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "otto": 8, "dieci": 10,
    ]
    static let halves: Set<String> = [
        "half", "halbe", "halber", "halbes", "demi", "demie", "media", "medio", "mezzo", "mezza",
    ]
    static let parts: [String: Double] = [
        "half": 0.5, "halves": 0.5, "quarter": 0.25, "quarters": 0.25, "third": 1.0 / 3, "thirds": 1.0 / 3,
        "halbe": 0.5, "halber": 0.5, "halbes": 0.5, "halben": 0.5, "demi": 0.5, "demie": 0.5,
    ]
    static let dozens: Set<String> = [
        "dozen", "doz", "dutzend", "douzaine", "douzaines", "docena", "docenas", "dozzina",
    ]
    static let allDozens: Set<String> = dozens.union(["dozijn", "dúzia", "dúzias", "dozzine"])
    static let and: Set<String> = ["and", "und", "et", "y", "e"]
    static let rangeSigns: Set<String> = ["to", "or", "bis", "oder", "à", "ou", "a", "o"]

    /// Words that are no number after an article: «a few».
    static let vague: Set<String> = [
        "few", "little", "bit", "couple", "lot", "touch", "some", "number", "paar", "wenig", "bisschen",
        "bißchen", "peu", "poco", "po'", "po", "poquito", "spice", "spices", "cheese", "bean",
    ]

    /// Units that mean one without a number: «pinch salt».
    static let impliedUnits: Set<String> = ["pinch", "dash", "splash", "Prise"]

    static let lengths: Set<String> = ["cm", "mm", "inch", "inches"]

    /// Words after a number that counts something else: such a quantity is not understood.
    static let notCounted: Set<String> = [
        "cm", "mm", "inch", "inches", "in", "\"", "percent", "day", "days", "week", "weeks", "month", "months", "year",
        "years", "hour", "hours", "minute", "minutes", "min", "mins", "degree", "degrees", "spice", "spices", "ply",
        "x", "per", "pouces", "pouce", "and", "or", "to", "of", "plus",
    ]

    /// How full a unit is, before the quantity or between it and its unit.
    static let approximations: Set<String> = [
        "about", "approximately", "approx", "around", "roughly", "circa", "ca", "etwa", "environ", "scant", "generous",
        "heaping", "heaped", "rounded", "level", "gut", "knapp", "unos", "unas", "gestrichener", "gestrichene",
    ]
    static let sizes: Set<String> = [
        "large", "lg", "small", "sm", "medium", "med", "big", "extra-large", "heaping", "heaped", "scant", "level",
        "rounded", "generous", "good", "packed", "full", "fat", "thick", "thin", "whole", "standard", "regular",
        "gestrichener", "gestrichene", "gehäufter", "gehäufte", "große", "großer", "großes", "kleine", "kleiner",
        "kleines", "petite", "petit", "grosse", "gros", "grande", "pequeña", "pequeño", "piccolo", "piccola", "bonne",
    ]

    /// Words between a unit and its name; the last ones end in an apostrophe.
    static let connectives: Set<String> = ["of", "de", "di", "del", "della", "dello", "des", "du", "von", "vom"]
    static let elisions = ["d'", "d’", "dell'", "dell’", "dall'", "l'", "l’"]

    static let plus: Set<String> = ["plus", "and", "und", "et", "y", "e"]

    /// Parts of a fruit: «juice of 1 lemon».
    static let made: Set<String> = [
        "juice", "zest", "rind", "peel", "pulp", "jus", "zeste", "succo", "scorza", "zumo", "jugo", "saft", "schale",
        "ralladura",
    ]
    static let making: Set<String> = [
        "and", "the", "finely", "freshly", "grated", "squeezed", "le", "et", "il", "y", "e", "el", "la", "&",
    ]

    /// Descriptions that continue after a comma: «boneless, skinless chicken breasts».
    static let descriptions: Set<String> = [
        "boneless", "skinless", "bone-in", "skin-on", "fresh", "large", "small", "medium", "ripe", "firm", "thin",
        "thick",
        "lean", "hot", "cold", "dry", "dried", "frozen", "unsalted", "salted", "sweet", "tart", "crisp", "whole",
        "young",
        "plain", "low-fat", "fat-free", "low-sodium", "good-quality", "crusty", "extra-large", "soft", "hard", "long",
        "ripened", "seedless", "peeled", "deveined", "raw", "uncooked", "cooked", "canned", "organic", "pitted",
        "full-fat", "unsweetened", "sweetened", "roasted", "unroasted", "fine", "coarse", "mild", "warm", "cool",
        "light",
        "day-old", "stale", "very", "mature", "smoked", "heavy", "sharp",
    ]

    /// The beginnings of a note after the comma of a line without a quantity.
    static let preparations: Set<String> = [
        "to", "for", "or", "at", "plus", "as", "if", "cut", "cubed", "thinly", "finely", "freshly", "roughly",
        "coarsely", "torn", "split", "ground", "such", "preferably", "optional", "about", "juice", "juiced", "zest",
        "zested", "rind", "lightly", "well", "nach", "zum", "zur", "au", "pour", "al", "para", "per", "q.b", "qb",
        "gehackt",
        "fein", "grob", "frisch", "gewürfelt", "gerieben", "haché", "hachée", "picado", "picada", "tritato", "tritata",
        "use", "in", "with", "without", "broken", "left", "room", "soft", "ralladura", "ganz",
    ]

    /// The beginnings of a note without a comma.
    static let endings: [String] = [
        " to taste", " as needed", " as required", " if needed", " if desired", " if necessary", " plus more",
        " plus extra", " or more", " or to taste", " or as needed", " for garnish", " for garnishing", " for serving",
        " for frying",
        " for deep frying", " for deep-frying", " for dusting", " for greasing", " for drizzling", " for brushing",
        " for sprinkling", " for topping", " for rolling", " for decoration", " for decorating", " for coating",
        " for dredging", " for the pan", " for cooking", " for sauteing", " for sautéing", " for grilling", " to serve",
        " to garnish", " to decorate", " to finish", " to drizzle", " to dust", " to grease", " at room temperature",
        " optional", " nach geschmack", " nach belieben", " nach bedarf", " zum garnieren", " zum bestreuen",
        " zum braten", " zum bestäuben", " zum servieren", " zum frittieren", " zum einfetten", " für die form",
        " au goût", " selon le goût", " selon goût", " à volonté", " pour servir", " pour décorer", " pour la poêle",
        " pour le moule", " al gusto", " para servir", " para decorar", " para freír", " q.b.", " q.b", " qb",
        " quanto basta",
        " per guarnire", " per decorare", " per friggere", " a piacere",
    ]
}
