/// The singular and the plural of things that are counted, where the form is certain.
enum CountNouns {
    /// The name for that number of things; the name itself if its other form is not known.
    static func name(_ name: String, isMany: Bool) -> String {
        // The plural of two alternatives is not certain.
        guard !alternatives.contains(where: { name.contains($0) }) else { return name }
        let end = phrases.compactMap { name.firstRange(of: $0)?.lowerBound }.min() ?? name.endIndex
        let head = name[..<end]
        let start = head.lastIndex { $0 == " " || $0 == "-" }.map { head.index(after: $0) } ?? head.startIndex
        let word = String(head[start...])
        guard let form = (isMany ? plurals : singulars)[word.lowercased()] else { return name }
        let isCapital = word.first?.isUppercase == true
        return head[..<start] + (isCapital ? form.prefix(1).uppercased() + form.dropFirst() : form) + name[end...]
    }

    /// The singular of a plural in lower case; `nil` if the word is no known plural.
    static func singular(of plural: String) -> String? { singulars[plural] }

    private static let alternatives = [" or ", " and ", "/", " oder ", " und ", " ou ", " et ", " o ", " y ", " e "]
    /// Words after the counted thing.
    private static let phrases = [" of ", " with ", " in ", " from ", " on the ", " for ", " (", ", "]

    private static let plurals = Dictionary(
        forms.map { ($0.singular, $0.plural) }, uniquingKeysWith: { first, _ in first })
    private static let singulars = Dictionary(
        forms.map { ($0.plural, $0.singular) }, uniquingKeysWith: { first, _ in first })

    static let forms: [(singular: String, plural: String)] =
        english.split(whereSeparator: \.isWhitespace).map { ($0.description, plural(of: $0.description)) }
        + irregular.split(whereSeparator: \.isWhitespace).compactMap { pair in
            let forms = pair.split(separator: "|")
            return forms.count == 2 ? (String(forms[0]), String(forms[1])) : nil
        }

    private static func plural(of word: String) -> String {
        if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
            return word.dropLast() + "ies"
        }
        return word + (["s", "x", "z", "ch", "sh"].contains { word.hasSuffix($0) } ? "es" : "s")
    }

    private static let english = """
        almond anchovy apple apricot artichoke aubergine avocado bagel banana basket bean beet beetroot berry biscuit \
        blackberry blueberry bone breast brownie bulb bun bunch burger cabbage can caper capsicum cardoon carrot \
        cauliflower celeriac cherry chestnut chicken chickpea chive chop ciabatta clam clementine clove cob coconut \
        cookie cornichon courgette crab cracker cranberry croissant crouton crumpet crust cube cucumber cupcake currant \
        cutlet date doughnut drumstick duck ear egg eggplant fennel-bulb fig fillet flatbread floret frankfurter \
        gherkin gooseberry grape grapefruit habanero hazelnut head jalapeño jar kidney kiwi kumquat ladyfinger leek \
        lemon lentil lettuce lime lobster lychee mandarin marrow marshmallow meatball melon muffin mushroom mussel \
        nectarine noodle nut olive onion orange oyster packet pancake parsnip patty peach peanut pear pea pecan \
        pepper peppercorn persimmon pickle pie piece pineapple pistachio pitta plantain plum pod pomegranate prawn \
        pretzel prune pumpkin quail quince rabbit radish raisin rasher raspberry rib roll sardine sausage scallion \
        scallop scone serrano shallot shank sheet slice sprig sprout stalk steak stem stick strawberry strip swede \
        tangerine tart tenderloin thigh tin tomatillo tortilla truffle turnip waffle walnut wedge wing wonton \
        wrapper yam yolk
        """

    private static let irregular = """
        tomato|tomatoes potato|potatoes mango|mangoes leaf|leaves loaf|loaves half|halves \
        chilli|chillies chili|chilies chile|chiles \
        zwiebel|zwiebeln ei|eier kartoffel|kartoffeln möhre|möhren karotte|karotten zitrone|zitronen \
        apfel|äpfel birne|birnen limette|limetten gurke|gurken knoblauchzehe|knoblauchzehen schalotte|schalotten \
        paprikaschote|paprikaschoten eigelb|eigelbe banane|bananen frühlingszwiebel|frühlingszwiebeln \
        lorbeerblatt|lorbeerblätter \
        oeuf|oeufs œuf|œufs oignon|oignons carotte|carottes échalote|échalotes citron|citrons pomme|pommes \
        poire|poires poireau|poireaux poivron|poivrons champignon|champignons \
        huevo|huevos cebolla|cebollas zanahoria|zanahorias limón|limones manzana|manzanas pimiento|pimientos \
        calabacín|calabacines berenjena|berenjenas \
        uovo|uova cipolla|cipolle pomodoro|pomodori carota|carote limone|limoni mela|mele peperone|peperoni \
        zucchina|zucchine melanzana|melanzane
        """
}
