/// The units of languages other than English.
extension UnitTable {
    static let foreignContainers: [Entry] = [
        "brique|briques", "barquette|barquettes", "bouteille|bouteilles", "bocal|bocaux", "frasco|frascos",
        "tarro|tarros", "botella|botellas", "bolsa|bolsas", "brik|briks", "barattolo|barattoli",
        "confezione|confezioni", "bottiglia|bottiglie", "blik|blikken|blikje|blikjes", "pak|pakken|pakje|pakjes",
        "zakje|zakjes|zak|zakken", "potje|potjes|potten", "fles|flessen|flesje|flesjes",
        "bakje|bakjes|bak|bakken|bekertje|bekertjes", "caixa|caixas|caixinha|caixinhas|cx", "pacote|pacotes|pct|pcts",
        "sachê|sachês|sache|saches|saqueta|saquetas", "garrafa|garrafas", "pote|potes", "embalagem|embalagens",
        "tablette|tablettes", "tableta|tabletas", "tablete|tabletes", "Tafel|Tafeln", "Tüte|Tüten",
        "Schälchen", "plaquette|plaquettes",
    ].map { entry($0) }

    static let german: [Entry] =
        [
            entry("EL|EL|esslöffel|eßlöffel|essl", spoon), entry("TL|TL|teelöffel|teel", smallSpoon),
        ]
        + [
            "Tasse|Tassen", "Prise|Prisen|pr", "Msp.|Msp.|msp|messerspitze|messerspitzen", "Bund|Bund|bd|bünde",
            "Zehe|Zehen", "Stück|Stück|stk|stck|stücke", "Scheibe|Scheiben|scheibchen",
            "Zweig|Zweige|zweiglein|zweigchen", "Stange|Stangen", "Blatt|Blätter|blättchen",
            "Kugel|Kugeln", "Würfel", "Tropfen", "Schuss", "Spritzer", "Handvoll", "Knolle|Knollen", "Kopf|Köpfe",
            "Rolle|Rollen", "Stiel|Stiele", "Stängel", "Flöckchen|Flöckchen|flocke|flocken",
        ].map { entry($0) }

    static let french: [Entry] =
        [
            entry(
                """
                c. à soupe|c. à soupe|c à soupe|c à s|c. à s|c.à.s|c.à s|c.a.s|c.à soupe|c.à.soupe|càs|cas|cs|c.s|c. s|\
                cuillère à soupe|cuillères à soupe|cuillere à soupe|cuilleres à soupe|cuillere a soupe|cuillère à s|\
                cuilleres a soupe|cuillerée à soupe|cuillerées à soupe|cuil à soupe|cuil. à soupe|cuill. à soupe|\
                cuillères à s|cuil. à s|c. a soupe|c a soupe
                """, spoon),
            entry(
                """
                c. à café|c. à café|c à café|c à c|c. à c|c.à.c|c.à c|c.a.c|c.à café|c.à.café|càc|cac|c.c|c. c|cc|\
                c. à thé|c à thé|\
                cuillère à café|cuillères à café|cuillere à café|cuilleres à café|cuillere a cafe|cuilleres a cafe|\
                cuillerée à café|cuillerées à café|cuil à café|cuil. à café|cuill. à café|cuillère à thé|\
                cuillères à thé|cuillère à c|cuillères à c|cuil. à c|c. a cafe|c. a café|c a café
                """, smallSpoon),
            entry(
                "cuillère à dessert|cuillères à dessert|c. à dessert|c à dessert|cuil. à dessert", .volume(10)),
        ]
        + [
            "pincée|pincées|pincee|pincees", "gousse|gousses", "tranche|tranches", "botte|bottes", "brin|brins",
            "feuille|feuilles", "verre|verres", "tasse|tasses", "poignée|poignées|poignee|poignees",
            "branche|branches", "paquet|paquets", "goutte|gouttes", "morceau|morceaux", "pot|pots",
            "unité|unités", "pièce|pièces", "noix", "bouquet|bouquets", "bol|bols", "tige|tiges",
            "rouleau|rouleaux", "rondelle|rondelles", "trait|traits", "bâton|bâtons", "carré|carrés",
            "tête|têtes", "cuillère|cuillères", "louche|louches", "dosette|dosettes",
        ].map { entry($0) }

    static let spanish: [Entry] =
        [
            entry(
                "cucharada|cucharadas|cda|cdas|cucharada sopera|cucharadas soperas|cuchara sopera|cucharas soperas",
                spoon),
            entry(
                "cucharadita|cucharaditas|cdta|cdtas|cdita|cditas|cucharilla|cucharillas|cucharita|cucharitas",
                smallSpoon),
            entry("cucharada de postre|cucharadas de postre|cuchara de postre", .volume(10)),
        ]
        + [
            "taza|tazas", "pizca|pizcas", "diente|dientes", "rebanada|rebanadas", "rodaja|rodajas", "loncha|lonchas",
            "ramita|ramitas", "rama|ramas", "manojo|manojos", "puñado|puñados|puñadito|puñaditos", "vaso|vasos",
            "hoja|hojas|hojitas", "sobre|sobres", "chorrito|chorritos", "chorro|chorros", "trozo|trozos",
            "paquete|paquetes", "pastilla|pastillas", "barra|barras", "copa|copas", "cubito|cubitos",
            "lámina|láminas", "filete|filetes", "cabeza|cabezas", "tallo|tallos", "gajo|gajos",
            "unidad|unidades|unidade|unid|unids|ud|uds", "pieza|piezas", "nuez", "gota|gotas", "bola|bolas",
            "tajada|tajadas",
            "atado|atados", "ramillete|ramilletes", "vasito|vasitos", "cazo|cazos", "tira|tiras",
        ].map { entry($0) }

    static let italian: [Entry] =
        [
            entry("cucchiaio|cucchiai|cucchiaiata|cucchiaiate", spoon),
            entry("cucchiaino|cucchiaini", smallSpoon),
        ]
        + [
            "tazza|tazze", "pizzico|pizzichi", "spicchio|spicchi", "fetta|fette|fettina|fettine",
            "bicchiere|bicchieri", "mazzetto|mazzetti|mazzo|mazzi", "rametto|rametti",
            "foglia|foglie|fogliolina|foglioline", "bustina|bustine|busta|buste", "ciuffo|ciuffi|ciuffetto|ciuffetti",
            "costa|coste", "manciata|manciate", "gambo|gambi", "filo|fili", "noce|noci", "foglio|fogli",
            "grappolo|grappoli", "rotolo|rotoli", "panetto|panetti", "cespo|cespi", "testa|teste",
            "tazzina|tazzine", "goccio|gocci", "goccia|gocce", "mestolo|mestoli", "bicchierino|bicchierini",
            "trancio|tranci", "pezzo|pezzi|pezzetto|pezzetti", "stecca|stecche", "cubetto|cubetti",
            "tavoletta|tavolette", "pugno|pugni", "presa|prese", "spruzzata|spruzzate", "lattina|lattine",
        ].map { entry($0) }

    static let dutch: [Entry] =
        [
            entry("eetlepel|eetlepels|el|eetl", spoon), entry("theelepel|theelepels|tl|theel", smallSpoon),
            entry("dessertlepel|dessertlepels", .volume(10)),
        ]
        + [
            "koffielepel|koffielepels", "teen|tenen|teentje|teentjes", "takje|takjes|tak|takken",
            "plak|plakken|plakje|plakjes", "sneetje|sneetjes|snee|sneeën|sneden", "mok|mokken",
            "snufje|snufjes|snuf|snuifje|snuifjes", "mespunt|mespunten|mespuntje|mespuntjes",
            "bosje|bosjes|bos|bossen", "kop|koppen|kopje|kopjes", "glas|glazen|glaasje|glaasjes",
            "stuk|stuks|stukken|stukje|stukjes", "handvol|handvol|handje|handjes|handenvol|handjevol",
            "scheut|scheuten|scheutje|scheutjes", "klontje|klontjes|klont|klonten", "druppel|druppels|druppeltjes",
            "stengel|stengels|stengeltje|stengeltjes", "stronk|stronken|stronkje|stronkjes", "krop|kroppen|kropje",
            "bolletje|bolletjes|bollen", "blaadje|blaadjes|blad|bladeren|bladen", "beker|bekers",
            "schijf|schijven|schijfje|schijfjes", "vel|vellen|velletje|velletjes", "reep|repen|reepje|reepjes",
            "blokje|blokjes", "struik|struiken", "tros|trossen|trosje|trosjes",
        ].map { entry($0) }

    static let portuguese: [Entry] =
        [
            entry(
                """
                colher de sopa|colheres de sopa|c. de sopa|c de sopa|c. sopa|col. de sopa|col. sopa
                """, spoon),
            entry(
                """
                colher de chá|colheres de chá|c. de chá|c de chá|c. chá|col. de chá|col. chá|colher de cha|\
                colheres de cha|c. de cha
                """, smallSpoon),
            entry(
                "colher de sobremesa|colheres de sobremesa|c. de sobremesa|c. sobremesa|col. de sobremesa", .volume(10)),
        ]
        + [
            "colher de café|colheres de café", "colher|colheres", "xícara|xícaras|xicara|xicaras|xíc|xic",
            "xícara de café|xícaras de café", "chávena|chávenas", "copo|copos", "dente|dentes|dentinhos",
            "pitada|pitadas", "folha|folhas|folhinhas", "ramo|ramos|raminho|raminhos|galho|galhos|rami", "maço|maços",
            "fatia|fatias", "punhado|punhados", "fio|fios", "talo|talos", "cubo|cubos",
            "pedaço|pedaços", "cabeça|cabeças", "rodela|rodelas", "concha|conchas", "lasca|lascas",
            "noz", "cálice|cálices", "posta|postas", "vagem|vagens",
        ].map { entry($0) }

    static let others: [Entry] = [
        entry("msk|msk|spsk", spoon), entry("tsk", smallSpoon), entry("krm", .volume(1)),
        entry("dkg|dkg|dag", .mass(10), .metric), entry("skiva|skivor"), entry("nypa|nypor"),
    ]
}

extension UnitTable {
    private static func named(_ name: String) -> MeasuringUnit {
        guard let entry = entries.first(where: { $0.unit.name == name }) else {
            preconditionFailure("the table of units lacks \(name)")
        }
        return entry.unit
    }

    /// What the word behind a unit, perhaps in parentheses, makes of it: «colher (sopa)» is a «colher de sopa».
    static let kinds: [String: [String: MeasuringUnit]] = {
        let spoons: [String: MeasuringUnit] = [
            "sopa": named("colher de sopa"), "chá": named("colher de chá"), "cha": named("colher de chá"),
            "sobremesa": named("colher de sobremesa"), "café": named("colher de café"),
        ]
        let cup = named("xícara")
        return [
            "colher": spoons, "cup": spoons, "chávena": ["chá": named("chávena")],
            "xícara": ["chá": cup, "cha": cup, "café": named("xícara de café")],
        ]
    }()

    /// A thread of something that is poured: `filet` is also the French for a fillet.
    static let filet = MeasuringUnit("filet", plural: "filets", .pieces, .every)
    static let poured: Set<String> = [
        "huile", "vinaigre", "citron", "jus", "lait", "crème", "miel", "sirop", "vin", "rhum", "eau",
    ]

    /// Units whose word names something else, too: a nut of butter, but a nutmeg is no nut.
    static let onlyBefore: [String: Set<String>] = [
        "noix": ["beurre", "margarine"], "noce": ["burro"], "nuez": ["mantequilla"], "noz": ["manteiga"],
    ]

    /// Names that begin with the word of a unit.
    static let neverBefore: [String: Set<String>] = [
        "pak": ["choi", "choy", "soi", "soy"], "bouquet": ["garni", "garnis"], "pot": ["roast", "barley"],
        "ramo": ["compuesto"], "head": ["cheese"], "cube": ["steak", "steaks"], "side": ["dish", "dishes", "salad"],
        "filo": ["pastry", "dough", "sheet", "sheets", "leaves"], "fillet": ["mignon", "mignons"],
    ]

    /// Units that may stand behind their name, by singular and plural: «garlic cloves». `things`: only behind these.
    static let behind: [String: (unit: MeasuringUnit, things: Set<String>?)] = {
        let all: [(name: String, things: Set<String>?)] = [
            ("clove", ["garlic"]), ("stick", ["celery", "cinnamon", "butter", "lemongrass", "rhubarb"]),
            ("stalk", nil), ("stem", nil), ("sprig", nil), ("spear", nil), ("rib", ["celery"]),
            ("bulb", ["garlic", "fennel"]),
            ("head", ["garlic", "lettuce", "cauliflower", "broccoli", "cabbage"]), ("bunch", nil), ("rasher", nil),
            ("slice", nil),
        ]
        var units: [String: (unit: MeasuringUnit, things: Set<String>?)] = [:]
        for (name, things) in all {
            let unit = named(name)
            units[unit.name] = (unit, things)
            units[unit.plural] = (unit, things)
        }
        return units
    }()

    /// Whether a spelling, in lower case, means one of the unit.
    static func isSingular(_ spelling: String, _ unit: MeasuringUnit) -> Bool {
        let word = spelling.hasSuffix(".") ? String(spelling.dropLast()) : spelling
        let name = unit.name.lowercased()
        return word == name || spelling == name || !plurals.contains(word)
    }

    /// The plurals that are not the singular, too, and other spellings that end as plurals do.
    private static let plurals: Set<String> = Set(
        entries.flatMap { entry in
            entry.spellings.dropFirst().filter { spelling in
                spelling != entry.spellings[0]
                    && (spelling == entry.spellings[1] || spelling.hasSuffix("s") || spelling.hasSuffix("en")
                        || spelling.hasSuffix("i") || spelling.hasSuffix("ine"))
            }
        })
}
