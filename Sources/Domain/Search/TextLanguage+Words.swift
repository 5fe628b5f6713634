/// The words by which a language is told, and those that a search leaves out; folded.
extension TextLanguage {
    /// Words that most texts of the language have, and that say nothing about a dish.
    private static let function: [TextLanguage: String] = [
        .english: """
        a an and the of with in for to on from by or at as is it its into until then over if are this that be your you my not but so
        """,
        .french: """
        le la les un une des du de d l et a au aux en dans sur avec pour par ou puis jusqu ce cette est sont votre mon ma il que qui
        """,
        .german: """
        der die das den dem des ein eine einen einem einer und oder mit in im auf aus fur von vom zu zum zur bei nach bis dann ist sind wie am
        """,
        .spanish: """
        el la los las un una unos unas y o de del con en por para a al hasta que se su es son lo mas sin como
        """,
        .italian: """
        il lo la i gli le un uno una e o di del della dello dei degli delle con in nel nella per da dal su a al alla fino che si piu senza
        """,
        .dutch: """
        de het een en of met in op voor van uit te tot dan is zijn naar bij door aan als om er niet je
        """,
        .portuguese: """
        o a os as um uma uns umas e ou de do da dos das com em no na nos nas por para ate que se ao mais sem como
        """,
    ]

    /// Words of questions, such as «how do I make pancakes».
    private static let asking = """
        how what which do does can i me some make making made cook cooking recipe recipes dish prepare easy way best comment faire
        recette recettes cuisiner wie macht man mache ich rezept rezepte kochen zubereiten como hacer receta recetas cocinar come
        fare si fa ricetta ricette hoe maak ik recept recepten fazer receita receitas
        """

    /// How many words of a text are counted: more say the same.
    private static let countMax = 400

    private static let languages: [String: [TextLanguage]] = {
        var languages: [String: [TextLanguage]] = [:]
        for (language, words) in function {
            for word in words.split(whereSeparator: \.isWhitespace) {
                languages[String(word), default: []].append(language)
            }
        }
        return languages
    }()

    /// Words that a search need not find.
    static let unsought: Set<String> = Set(languages.keys)
        .union(asking.split(whereSeparator: \.isWhitespace).map { String($0) })

    /// The language of folded texts, by the most function words; English where there are none. O(words, up to a bound).
    init(of texts: [String]) {
        var counts: [TextLanguage: Int] = [:]
        var count = 0
        for text in texts {
            for word in text.split(separator: " ") {
                count += 1
                guard count <= Self.countMax else { break }
                for language in Self.languages[String(word)] ?? [] { counts[language, default: 0] += 1 }
            }
        }
        // Of equal counts the first case's.
        self = Self.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .english
    }
}
