/// The words that only lines need, in lower case. The words that steps read as well are in `KitchenWords.swift`.
extension KitchenWords {
    /// The words for numbers in all languages of lines.
    static let lineNumbers: [String: Double] = {
        var all = numbers
        let more: [String: Double] = [
            "einer": 1, "eines": 1, "sieben": 7, "neun": 9, "elf": 11, "zwölf": 12, "anderthalb": 1.5,
            "eineinhalb": 1.5, "zweieinhalb": 2.5,
            "sept": 7, "neuf": 9, "douze": 12, "siete": 7, "nueve": 9, "doce": 12, "sette": 7, "nove": 9,
            "dodici": 12,
            "een": 1, "één": 1, "twee": 2, "drie": 3, "vier": 4, "vijf": 5, "zes": 6, "zeven": 7, "negen": 9,
            "tien": 10, "twaalf": 12, "anderhalf": 1.5, "anderhalve": 1.5,
            "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "quatro": 4, "oito": 8, "dez": 10, "doze": 12,
        ]
        all.merge(more) { _, new in new }
        return all
    }()

    static let allHalves: Set<String> = halves.union([
        "halben", "halve", "halven", "meia", "meio",
    ])
    static let allParts: [String: Double] = {
        var all = parts
        for half in allHalves { all[half] = 0.5 }
        return all
    }()
    /// A half that is joined to its thing: «demi-citron».
    static let joinedHalf: [Unicode.Scalar] = Array("demi-".unicodeScalars)

    static let allAnd: Set<String> = and.union(["en"])
    static let allRangeSigns: Set<String> = rangeSigns.union(["of", "tot", "u", "até"])

    /// Words that are no number after an article: «een paar», «um pouco».
    static let allVague: Set<String> = vague.union(["beetje", "paar", "pouco", "pochino", "pochi", "handfuls"])

    /// Units that mean one without a number and without «of»: «handful parsley».
    static let allImpliedUnits: Set<String> = impliedUnits.union([
        "handful", "bunch", "sprig", "drizzle", "dollop", "squeeze", "knob", "glug", "smidgen", "pat", "package", "tub",
        "tin", "sachet", "Handvoll",
        "Schuss", "Spritzer", "Msp.", "snufje", "scheut", "handvol", "mespunt", "klontje", "bosje",
    ])
    static let allLengths: Set<String> = lengths.union(["in"])
    /// After the abbreviation `c.`, which then is a spoon of some size.
    static let spoonConnectives: Set<String> = ["de", "di", "da", "à", "a", "d'", "d’"]

    // MARK: About the amount

    /// How exact an amount is, before the number.
    static let allApproximations: Set<String> = approximations.union([
        "ungefähr", "mindestens", "höchstens", "je", "jeweils", "knappe", "reichlich", "almost", "nearly", "minstens",
        "ongeveer", "plm", "aproximadamente", "almeno", "approssimativamente", "cerca",
    ])
    /// Approximations of several words, by their first word.
    static let approximationPhrases: [String: [String]] = Dictionary(
        grouping: [
            "up to", "at least", "no more than", "not more than", "at most", "just under", "just over", "bis zu",
            "au moins", "à peu près", "al menos", "por lo menos", "más o menos", "pelo menos", "cerca de",
            "mais ou menos",
            "niet meer dan", "ten minste", "more or less", "a scant", "a generous",
        ]
    ) { phrase in String(phrase.prefix { $0 != " " }) }

    /// How large or how full a unit is: before it, as in `sizes`.
    static let allSizes: Set<String> = sizes.union([
        "biggish", "smallish", "double", "decent", "tiny", "short", "long", "largish", "huge", "modest", "nice",
        "scanty",
        "kl", "gr", "gestr", "geh", "ruime", "ruim", "gehäuft", "gestrichen", "gehäufter", "dicke", "dünne", "kleinen",
        "großen",
        "guter", "gute", "kräftige", "kräftiger", "belle", "belles", "beau", "bonnes", "bon", "petites", "petits",
        "grosses",
        "grande", "grandes", "grands", "pequeñas", "pequeños", "buena", "buen", "generosa", "generoso", "abbondante",
        "grosso", "grossa", "piccole", "piccoli", "grote", "groot", "klein", "volle", "flinke", "afgestreken", "royale",
        "dunne", "dikke", "goede", "pequena", "pequeno", "pequenas", "boa", "bom", "cheia", "bem", "very", "liquid",
        "thumb-sized", "thumb-size", "walnut-sized", "bite-size", "bite-sized",
        "miniature", "mini",
    ])
    /// How full a unit is, behind it: «cucchiai colmi», «EL, gestr.».
    static let fullness: Set<String> = [
        "gestr", "gestrichen", "geh", "gehäuft", "heaped", "heaping", "level", "rounded", "colmi", "colmo", "rasi",
        "raso", "abbondanti", "abbondante", "scarsi", "scarso", "colmada", "colmadas", "rasa", "rasas", "cheia",
        "cheias", "bombée", "bombées", "rase", "rases", "bem",
    ]
    /// The sizes of garlic cloves and celery sticks, which go to the note as they do in «2 large cloves garlic».
    static let sizesBeforeUnits: Set<String> = [
        "large", "lg", "small", "sm", "medium", "med", "big", "fat", "thick", "thin", "plump", "good", "tiny", "long",
        "short",
        "extra-large", "medium-size", "medium-sized",
    ]
    /// How something was prepared, before the participle: «finely chopped, fresh ginger».
    static let manners: Set<String> = [
        "finely", "roughly", "thinly", "coarsely", "freshly", "lightly", "well", "thickly", "firmly", "loosely",
        "tightly",
        "grob", "fein", "frisch", "rustic", "ripest", "medium-size", "medium-sized", "gehackte", "gehackter",
        "geröstete", "gemahlene", "geriebene",
    ]
    static let very: Set<String> = ["bem", "bien", "ben"]
    static let articles: Set<String> = ["la", "le", "les", "los", "las"]
    /// «1 rib eye» and «2 strip steaks» are no ribs and strips.
    static let steaks: Set<String> = ["eye", "steak"]
    static let colours: Set<String> = [
        "red", "green", "yellow", "white", "black", "brown", "purple", "pink", "light", "dark", "golden",
        "rote", "grüne", "gelbe", "weiße", "schwarze", "rouge", "vert", "verte", "jaune", "blanc", "blanche",
        "rojo", "rojos", "verde", "verdes", "amarillo", "blanco", "rosso", "rossi", "giallo", "gialli", "verdi",
        "bianco",
        "rode", "groene", "gele", "witte", "vermelho", "amarelo", "branco",
    ]

    /// Words before a name that say how little there is; the number is unknown.
    static let vaguePhrases: [String: [String]] = Dictionary(
        grouping: [
            "some", "a little", "a little bit of", "a bit of", "a touch of", "etwas", "ein wenig", "ein bisschen",
            "wenig",
            "un peu de", "un peu d'", "un peu d’", "un po' di", "un po’ di", "un po' d'", "un po’ d’", "un poco de",
            "un poco di", "poco", "um pouco de", "een beetje", "beetje", "wat",
            "n. b.", "nach belieben", "nach geschmack", "selon le goût", "selon goût", "naar smaak",
        ].sorted { $0.count > $1.count }
    ) { phrase in String(phrase.prefix { $0 != " " && $0 != "." }) }
    /// «q.b. pepe»
    static let enough: Set<String> = ["q.b", "qb"]
    /// What is no amount behind a number: «1 q.b. sal», «1 peu de sel».
    static let vagueAmounts: Set<String> = ["q.b", "qb", "peu", "poco", "pouco", "beetje", "bisschen"]

    // MARK: Between a unit and its name

    static let allConnectives: Set<String> = connectives.union([
        "dei", "degli", "delle", "da", "do", "dos", "das", "van",
    ])
    /// Before the size of a container: «2 latas de 400 g».
    static let sizeConnectives: Set<String> = allConnectives.union(["à", "á", "zu", "a", "each", "circa", "je"])

    // MARK: Of what it is made

    static let allMade: Set<String> = made.union([
        "yolks", "yolk", "whites", "seeds", "leaves", "zests", "zestes", "buccia", "buccio", "piel", "cáscara",
        "abrieb",
        "zesten", "rasp", "sap", "schil", "suco", "sumo", "raspas", "raspa", "casca",
    ])
    static let allMaking: Set<String> = making.union([
        "grattugiata", "grattugiato", "râpé", "rallada", "abgeriebene", "geriebene", "die", "der", "und", "en", "het",
        "geraspte", "la", "o", "a", "pared", "thinly",
    ])
    static let madeConnectives: Set<String> = allConnectives.union(["from", "aus"])
    static let genitives: Set<String> = ["einer", "eines"]

    // MARK: Lists

    static let or: Set<String> = ["or", "oder", "ou", "o", "u", "of"]
    /// Words that describe a preparation or a part, and so are no item of a list of ingredients.
    static let notListed: Set<String> = descriptions.union(preparations).union(colours).union(made).union([
        "washed", "skin", "bone", "tops", "stalks", "leaves", "parts", "part", "seeds", "your", "any", "other", "more",
        "less",
        "whatever", "homemade", "bought", "store-bought", "similar", "favorite", "favourite", "preferred", "whole",
        "bone-in", "skin-on", "free-range", "wild", "farmed", "half", "halves", "quarters", "strips", "slices",
        "pieces",
        "chunks", "drained", "whichever", "until", "not", "both", "be", "make",
    ])

    /// Words of `notListed` that may end the last item.
    static let lastListed: Set<String> = descriptions.union([
        "leaves", "seeds", "skin", "pieces", "juice", "zest", "peel", "half", "halves", "strips", "chunks",
    ])
    /// Before another amount of another thing, which goes to the note: «butter or 2 tbsp oil».
    static let beforeOtherAmounts: Set<String> = or.union(["plus"])

    // MARK: At the end

    /// Words of `beforeOtherNumbers` that may end a name if a unit follows the number: «Farina 300 g».
    static let beforeNumbersWithUnits: Set<String> = [
        "farina", "flour", "mehl", "weizenmehl", "dinkelmehl", "roggenmehl", "farine", "harina", "farinha", "bloem",
        "meel",
        "semola", "ca", "ca.", "circa", "approx", "approx.",
    ]

    /// Words before a number that count no ingredient: «Mehl Type 405», «cut in 2 pieces».
    static let beforeOtherNumbers: Set<String> = [
        "servings", "serving", "yield", "portions", "portionen", "personnes", "porciones", "porzioni", "porties",
        "type", "typ", "tipo", "no", "nr", "n°", "nº", "n", "size", "farina", "flour", "mehl", "weizenmehl",
        "dinkelmehl",
        "roggenmehl", "farine", "harina", "farinha", "bloem", "meel", "semola", "in", "into", "of", "cut", "to", "en",
        "per", "with", "for", "about", "x", "von", "van", "de", "di", "da", "à", "a", "für", "pour", "para",
        "voor",
        "and", "und", "et", "y", "e", "or", "the", "plus", "make", "makes", "serves", "page", "recipe", "step", "part",
        "ca", "ca.", "circa", "etwa", "approx", "approx.", "each", "only", "from", "grade", "number", "layer", "day",
    ]
}
