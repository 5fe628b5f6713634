/// The words by which uses of lines are read, in lower case and without accents.
enum UseWords {
    static let german: Set<String> = [
        "und", "mit", "der", "das", "dem", "den", "bei", "bis", "ein", "eine", "einer", "vom", "zum", "im", "auf",
        "minuten", "stunde",
        "stunden", "letzten", "reichlich", "pro", "etwas",
    ]
    static let romance: Set<String> = [
        "le", "la", "les", "il", "lo", "gli", "el", "los", "las", "de", "di", "et", "y", "con", "avec", "dans", "nel",
        "nella", "en", "un", "una", "une", "du", "des", "al",
    ]
    static let without: Set<String> = [
        "no", "without", "but", "except", "ohne", "kein", "keine", "sans", "senza", "sin",
    ]
    /// What stands behind them is what the cook waits for.
    static let until: Set<String> = ["until", "till", "finche", "hasta"]
    static let beforeWater: Set<String> = [
        "the", "and", "of", "with", "much", "ml", "l", "g", "litre", "litres", "add", "in", "all",
    ]
    /// A thing that a step makes, or a word for many things: alone they tell no line.
    static let made: Set<String> = [
        "sauce", "powder", "juice", "zest", "half", "halves", "piece", "pieces", "rest", "side", "mix", "baking",
        "cooking", "spring", "sea",
    ]
    /// The endings of German products, whose beginnings do not tell them.
    static let productEndings = [
        "bruhe", "essig", "ol", "mehl", "sosse", "butter", "milch", "wein", "schmalz", "wasser", "zucker", "reis",
        "fond",
    ]
    /// Between the words of a name.
    static let linking: Set<String> = [
        "of", "the", "de", "d", "di", "del", "della", "dei", "des", "du", "la", "le", "en", "in", "a", "al", "l", "or",
        "and", "with",
    ]
    /// Words that tell no line by themselves: how a thing is, or a part of which many things are made.
    static let supporting: Set<String> = {
        var words = Set(
            KitchenWords.descriptions.union(KitchenWords.sizes).flatMap { $0.split(separator: "-").map(String.init) })
        words.formUnion([
            "black", "white", "red", "green", "yellow", "brown", "blue", "golden", "dark", "ground", "minced",
            "chopped", "sliced", "grated", "crushed", "tinned", "split", "waxy", "floury", "free", "range", "extra",
            "virgin", "self", "raising", "strong", "double", "single", "soured", "clear", "virgin", "kosher", "flaky",
            "powder", "seed", "seeds", "leaf", "leaves", "pod", "pods", "stick", "sticks", "flakes", "clove", "cloves",
            "paste", "puree", "juice", "zest", "thigh", "thighs", "breast", "breasts", "fillet", "fillets", "bunch",
            "sprig", "sprigs", "piece", "pieces", "rest", "side", "half", "spring", "sea", "mix", "baking", "cooking",
            "weiss", "weisser", "rot", "roter", "rote", "grun", "gruner", "kalt", "kalte", "warm", "frisch", "frische",
            "frischer", "gemahlen", "gemahlene", "gemahlener", "braun", "braune", "festkochende", "mehligkochende",
            "bio", "blatt", "blatter", "zehe", "zehen", "wiener", "getrocknet", "getrocknete",
            "frais", "fraiche", "froid", "fondu", "entier", "blanc", "blanche", "rouge", "vert", "verte", "jaune",
            "rape", "sec", "seche", "feuille", "feuilles", "gousse", "gousses", "jus", "fermier", "epaisse",
            "fresco", "fresca", "freddo", "tiepida", "intero", "rosso", "bianco", "nero", "verde", "succo", "costa",
            "grattugiato", "macinata", "pelati", "fogli", "spicchio", "spicchi", "foglie", "grosso", "secco", "corta",
            "entera", "redondo", "molida", "molido", "rojo", "roja", "blanco", "blanca", "negro", "negra", "dulce",
            "hoja", "hojas", "diente", "dientes", "zumo", "maduros", "duros", "rama", "piel", "seco", "seca",
        ])
        return words
    }()
    /// What is made of the thing that the words before it name, which then does not tell it: «chicken stock».
    static let products: Set<String> = [
        "stock", "broth", "sauce", "vinegar", "oil", "milk", "butter", "cream", "cheese", "noodle", "syrup", "jam",
        "water", "bread", "wine", "flour", "salt", "sugar", "bouillon", "huile", "vinaigre", "lait", "farine", "vin",
        "brodo", "olio", "aceto", "latte", "farina", "vino", "caldo", "aceite", "vinagre", "leche", "harina", "pan",
        "sucre", "azucar", "zucchero", "sal", "sale", "sel", "eau", "acqua", "agua",
    ]
    /// A part of a thing, or its other word.
    static let same: [String: String] = [
        "peppercorns": "pepper", "peppercorn": "pepper", "yolk": "egg", "yolks": "egg", "whites": "egg",
        "eigelb": "ei", "eiweiss": "ei", "tuorli": "uova", "tuorlo": "uova", "albumi": "uova", "uovo": "uova",
        "yemas": "huevo", "yema": "huevo", "claras": "huevo", "oeuf": "oeuf", "oeufs": "oeuf", "eier": "ei",
        "jaunes": "oeuf", "blancs": "oeuf",
    ]
    /// The kinds of a thing.
    static let kinds: [String: [String]] = {
        var kinds: [String: [String]] = [:]
        func add(_ kindsOf: [String], _ things: [String]) {
            for thing in things { kinds[thing, default: []] += kindsOf }
        }
        add(
            ["pasta"],
            [
                "spaghetti", "linguine", "penne", "rigatoni", "tagliatelle", "macaroni", "fusilli", "fettuccine",
                "orecchiette", "bucatini", "lasagne", "pappardelle",
            ])
        add(
            ["fish", "fisch", "poisson", "pesce", "pescado"],
            [
                "bass", "cod", "salmon", "haddock", "hake", "trout", "mackerel", "tuna", "halibut", "monkfish",
                "snapper", "bream", "lachs", "kabeljau", "saumon", "cabillaud", "salmone", "merluzzo", "salmon",
                "bacalao", "merluza",
            ])
        add(
            ["meat", "fleisch", "viande", "carne"],
            [
                "beef", "pork", "lamb", "veal", "mutton", "rindfleisch", "schweinefleisch", "boeuf", "veau", "agneau",
                "porc", "manzo", "maiale", "vitello", "agnello", "ternera", "cerdo", "cordero",
            ])
        add(
            ["cheese", "kase", "fromage", "formaggio", "queso"],
            [
                "cheddar", "gruyere", "parmesan", "pecorino", "feta", "mozzarella", "emmental", "emmentaler", "comte",
                "parmigiano", "manchego", "halloumi", "paneer",
            ])
        add(["volaille", "poultry", "geflugel"], ["poulet", "chicken", "hahnchen", "duck", "canard"])
        add(["zest", "rind"], ["lemon", "lemons", "lime", "limes", "orange", "oranges"])
        add(["zeste"], ["citron", "orange"])
        add(["scorza"], ["limone", "arancia"])
        add(["ralladura"], ["limon", "naranja"])
        return kinds
    }()
    static let plain: [Character: String] = [
        "à": "a", "â": "a", "ä": "a", "á": "a", "ã": "a", "å": "a", "ç": "c", "è": "e", "é": "e", "ê": "e", "ë": "e",
        "ì": "i", "í": "i", "î": "i", "ï": "i", "ñ": "n", "ò": "o", "ó": "o", "ô": "o", "ö": "o", "õ": "o", "ù": "u",
        "ú": "u", "û": "u", "ü": "u", "ß": "ss", "œ": "oe", "æ": "ae",
    ]
}
