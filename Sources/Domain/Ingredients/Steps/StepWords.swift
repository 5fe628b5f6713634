/// The words by which times are read, in lower case. The languages share one list: a step says its own in one of them.
enum StepWords {
    static let seconds: [String: Int] = {
        var units: [String: Int] = [:]
        for word in [
            "second", "seconds", "sec", "secs", "sekunde", "sekunden", "sek", "seconde", "secondes", "secondo",
            "secondi", "segundo", "segundos", "seg",
        ] { units[word] = 1 }
        for word in ["minute", "minutes", "min", "mins", "minuten", "mn", "minuto", "minuti", "minutos"] {
            units[word] = 60
        }
        for word in [
            "hour", "hours", "hr", "hrs", "stunde", "stunden", "std", "heure", "heures", "ora", "ore", "hora", "horas",
        ] { units[word] = 3_600 }
        for word in [
            "day", "days", "tag", "tage", "tagen", "jour", "jours", "giorno", "giorni", "día", "días", "dia", "dias",
        ] { units[word] = 86_400 }
        return units
    }()
    /// Units that count behind a number only.
    static let shortUnits: [String: Int] = ["s": 1, "h": 3_600]
    /// Units that a full stop may end.
    static let abbreviations: Set<String> = [
        "min", "mins", "sec", "secs", "sek", "std", "hr", "hrs", "mn", "seg", "h",
    ]
    /// One word for a time.
    static let wholes: [String: Int] = [
        "viertelstunde": 900, "dreiviertelstunde": 2_700, "anderthalbstunde": 5_400,
    ]
    static let numbers: [String: Double] = {
        var numbers = KitchenWords.numbers
        let more: [String: Double] = [
            "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "sixty": 60, "ninety": 90,
            "einer": 1, "sieben": 7, "neun": 9, "zwölf": 12, "fünfzehn": 15, "zwanzig": 20, "dreißig": 30,
            "dreissig": 30, "vierzig": 40, "anderthalb": 1.5, "eineinhalb": 1.5, "zweieinhalb": 2.5,
            "sept": 7, "neuf": 9, "douze": 12, "quinze": 15, "vingt": 20, "trente": 30, "quarante": 40,
            "siete": 7, "nueve": 9, "doce": 12, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40,
            "sette": 7, "nove": 9, "dodici": 12, "quindici": 15, "venti": 20, "venticinque": 25, "trenta": 30,
            "quaranta": 40, "un": 1,
            "thirteen": 13, "fourteen": 14, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
            "fifty": 50, "seventy": 70, "eighty": 80,
            "elf": 11, "vierzehn": 14, "achtzehn": 18, "fünfzig": 50, "sechzig": 60, "neunzig": 90,
            "fünfundzwanzig": 25, "fünfunddreißig": 35, "fünfundvierzig": 45, "fünfundsiebzig": 75,
            "onze": 11, "treize": 13, "quatorze": 14, "seize": 16, "cinquante": 50, "soixante": 60,
            "undici": 11, "quattordici": 14, "diciotto": 18, "trentacinque": 35, "quarantacinque": 45,
            "cinquanta": 50, "sessanta": 60, "novanta": 90,
            "once": 11, "catorce": 14, "dieciocho": 18, "veinticinco": 25, "cincuenta": 50, "sesenta": 60,
            "noventa": 90,
        ]
        numbers.merge(more) { _, new in new }
        return numbers
    }()
    /// «half an hour», «media hora», «mezz'ora», «demi-heure».
    static let halves: Set<String> = ["half", "halbe", "halben", "demi", "media", "medio", "mezza", "mezz"]
    /// «and a half», «et demie», «e mezza», «y media».
    static let halvesBehind: Set<String> = ["half", "halb", "demie", "demi", "mezza", "mezzo", "media"]
    static let quarters: Set<String> = [
        "quarter", "quarters", "quart", "quarts", "quarto", "quarti", "cuarto", "cuartos",
    ]
    static let groups: [String: Double] = [
        "couple": 2, "paio": 2, "par": 2, "dizaine": 10, "quinzaine": 15, "vingtaine": 20, "trentaine": 30,
        "decina": 10, "quindicina": 15, "ventina": 20, "trentina": 30, "decena": 10, "veintena": 20,
    ]
    /// Before an hour that says how often.
    static let rates: Set<String> = ["once", "twice", "times", "mal", "fois", "volte", "veces"]
    /// Before a time that says how long something keeps.
    static let within: Set<String> = ["within", "innerhalb", "entro"]
    static let of: Set<String> = ["of", "d", "de", "di", "an", "a", "un", "una", "une"]
    static let and: Set<String> = ["and", "und", "et", "y", "e"]
    static let rangeWords: Set<String> = ["to", "or", "bis", "oder", "à", "ou", "a", "o"]
    /// Before a range whose ends «and» joins.
    static let between: Set<String> = ["between", "zwischen", "entre", "tra", "fra"]
    /// Between a number and its unit.
    static let fillers: Set<String> = [
        "more", "full", "good", "further", "whole", "long", "weitere", "gute", "volle", "ganze", "bonnes", "bonne",
        "petites",
        "autres", "altri", "altre", "buoni", "buone", "otros", "otras", "buenos", "buenas",
    ]
    /// Before a time that says how often.
    static let every: Set<String> = ["every", "alle", "toutes", "tous", "ogni", "cada"]
    /// Behind a time that says how much earlier.
    static let before: Set<String> = [
        "before", "vorher", "vor", "zuvor", "avant", "prima", "antes", "earlier", "ago",
    ]
    /// Behind a time that says how much shorter.
    static let less: Set<String> = ["less", "shorter", "weniger", "kürzer", "moins", "meno", "menos", "early"]
    /// What is done for a time before something else: «let it rest 10 minutes before serving».
    static let waiting: Set<String> = [
        "for", "rest", "stand", "sit", "cool", "chill", "soak", "marinate", "wait", "rise", "ruhen", "ziehen", "stehen",
        "abkühlen",
        "lang", "pendant", "reposer", "refroidir", "attendre", "mariner", "per", "riposare", "raffreddare", "lasciar",
        "lasciare",
        "durante", "reposar", "enfriar", "dejar", "esperar", "laisser", "lassen",
    ]
    /// Of a text about how long something keeps.
    static let keeping: Set<String> = [
        "keep", "keeps", "kept", "stay", "stays", "last", "lasts", "hält", "halten", "haltbar", "conserve",
        "conservent", "garde",
        "gardent", "conserva", "conservano", "conservan", "dura", "durano", "duran", "mantiene", "mantienen",
    ]
}
