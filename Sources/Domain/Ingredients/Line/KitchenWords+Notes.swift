/// How notes begin, in lower case.
extension KitchenWords {
    /// The beginnings of a note after the comma of a line without a quantity.
    static let allPreparations: Set<String> = preparations.union([
        "om", "voor", "naar", "fijn", "gehakt", "gesneden", "a", "picados", "picadas", "ralado", "ralada", "cortado",
        "cortada", "cortados", "rallado", "rallada", "troceado", "pelado", "pelada", "tritati", "tritate",
        "affettato", "affettata", "grattugiato", "grattugiata", "tagliato", "tagliata", "für", "je", "hachés", "selon",
        "evtl", "facultatif", "opcional", "facoltativo", "optioneel", "op", "à", "leaves", "seeds", "skin", "crusts",
        "extra", "very", "not", "any", "from", "made", "melted", "warm", "warmed", "drained", "leaf", "small", "diced",
        "minced", "hot", "room-temperature", "both", "each", "more", "depending",
    ])

    /// The beginnings of a note without a comma.
    static let allEndings: [String] =
        endings + [
            " to glaze", " to season", " to dress", " to sprinkle", " to fry", " for basting", " for shallow frying",
            " for shallow-frying", " for the tin", " for the dish", " for the grill", " for sprinkling",
            " for rolling out",
            " for glazing", " for pan", " for kneading", " for the top", " for finishing", " according to taste",
            " for stuffing", " for seasoning", " for brushing", " for decoration", " for poaching", " for boiling",
            " for roasting", " for oiling", " for lining", " for whipping", " for rubbing",
            " as necessary", " as desired", " as an accompaniment", " such as", " if you like", " if using",
            " plus a little",
            " zum", " für den", " für das", " nach wunsch", " nach bedarf",
            " selon votre goût", " selon les goûts", " pour la", " pour le", " pour les", " pour saupoudrer",
            " pour dorer",
            " pour fariner", " pour beurrer", " pour accompagner", " pour garnir", " pour frire", " à discrétion",
            " a gusto", " para el", " para la", " para engrasar", " para espolvorear", " para acompañar", " para untar",
            " para rebozar", " c/n",
            " per la", " per il", " per lo", " per le", " per spolverizzare", " per servire", " per ungere",
            " per infarinare", " per spolverare", " per la teglia",
            " naar smaak", " naar wens", " om in te", " om te", " voor de", " voor het", " voor in", " voor erbij",
            " ter garnering", " voor garnering", " als garnering",
            " a gosto", " para o", " para a", " para fritar", " para polvilhar", " para acompanhar", " para servir",
            " q. b.",
        ]
}
