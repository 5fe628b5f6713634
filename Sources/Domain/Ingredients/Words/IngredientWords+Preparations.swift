extension IngredientWords {
    /// Words that say what the cook does with a thing, or how it is when it is used.
    static let preparationWords = """
        chopped minced sliced diced cubed grated shredded crushed crumbled melted softened sifted packed toasted peeled \
        pitted stoned seeded deseeded trimmed halved quartered beaten whisked separated juiced zested rinsed drained \
        thawed defrosted cut torn shaved julienned mashed squeezed warmed chilled cooled boiling boiled warm hot cold \
        lukewarm tepid iced ice-cold cool finely roughly coarsely thinly thickly lightly freshly firmly loosely very \
        fresh ripe room-temperature room temperature good-quality quality best good heaping heaped level scant generous \
        boneless skinless bone-in skin-on deveined shelled hulled washed cleaned picked cored scrubbed deboned plump \
        uncooked raw cooled bite-size bite-sized sifted pressed bruised lean optional extra-fresh unpeeled wiped blanched \
        fein gehackt gehackte gehackter gewürfelt gerieben geriebener geriebene frisch frische frischer weiche weich \
        haché hachée hachés émincé émincée râpé râpée fondu frais fraîche picado picada rallado fresco fresca fresche \
        tritato tritata grattugiato grattugiata fuso
        """

    /// Words that tell kinds of one thing apart which a cook takes for each other.
    static let qualityWords = """
        large small medium big extra-large jumbo extra lg sm med baby young unsalted salted sweet-cream extra-virgin \
        virgin organic free-range regular standard granulated mild mature sharp vine low-sodium reduced-sodium \
        low-salt unsweetened full-fat curly flat-leaf medium-sized waxy floury long everyday creamy \
        crunchy
        """

    /// Names in which a word of the other lists belongs to the thing.
    static let wholeNames = """
        cinnamon stick, vanilla pod, cardamom pod, whole clove, short rib, spare rib, pork rib, beef rib, egg roll, \
        spring roll, ice cube, stock cube, bouillon cube, bread stick, crab stick, cocktail stick, lemon slice, \
        bay leaf, curry leaf, lime leaf, kaffir lime leaf, vine leaf, banana leaf, ground beef, minced beef, \
        minced pork, minced lamb, minced turkey, minced chicken, minced meat, hot sauce, hot dog, hot pepper sauce, \
        hot chocolate, hot smoked salmon, cold smoked salmon, cold cuts, iced tea, mashed potatoes, crushed tomatoes, \
        chopped tomatoes, peeled tomatoes, crushed ice, fresh cheese, fresh pasta, fresh yeast, sliced bread, \
        sliced almonds, shredded wheat, shredded coconut, grated coconut, boiled sweets, boiled eggs, boiled ham, \
        baby corn, young coconut, extra dry vermouth, fine salt, vine tomatoes, quality chocolate, \
        unsweetened cocoa powder, mild chili powder, sharp cheese, raw sugar, raw milk
        """
}
