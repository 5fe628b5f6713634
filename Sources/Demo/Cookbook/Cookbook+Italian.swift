extension Cookbook {
    /// Recipes from Italy, in the format of `CookbookReader`.
    static let italian = """
        @ cacio-e-pepe by beppe
        = Cacio e pepe
        : Italian, main, intermediate, serves 2, prep 10, cook 15
        # pasta, quick, cheese
        % sugar-free
        > Pasta, pecorino, pepper and the water the pasta was cooked in. The whole art is temperature: pecorino melts
          at what the hand calls hot, and turns to string at what the hob calls hot.
        - 200 g spaghetti or tonnarelli
        - 120 g pecorino romano, grated to a powder
        - 2 tsp black peppercorns
        - 1.5 l water
        - 8 g salt, for the water
        * Toast the peppercorns in a dry wide pan over medium heat for 2 minutes, until you smell them, and crush them
          coarsely in a mortar. Put them back into the pan.
        * Boil the pasta in only this much water, with the salt, so that it becomes starchy. After 5 minutes move two
          ladlefuls of water to the pepper and let it simmer.
        * Stir the pecorino with 4 to 5 tbsp of pasta water that has cooled for two minutes in a cup, until you have a
          smooth, thick cream.
        * Lift the pasta out 2 minutes before the time on the packet and finish it in the pepper water, stirring all
          the time, until nearly dry.
        * Take the pan off the heat, count to thirty, add the cream and toss hard. Loosen it with a spoon of warm
          water and eat at once.
        ? Mine went to lumps in a sea of water. What did I do?
        ! The pan was still too hot. Off the heat, count to thirty, then the cheese. And grate it as fine as snow.
        ~ Counted to thirty like a child playing hide and seek. No lumps. I believe you now.
        + Cacio e pepe with long pepper | black peppercorns => 2 tsp long pepper

        @ pasta-e-fagioli by beppe
        = Pasta e fagioli for a rainy evening
        : Italian, main, easy, serves 4, prep 15, cook 45
        # soup, beans, pasta, slow
        % vegetarian, vegan, sugar-free
        > Half of the beans go through the mill, and that is all the cream it needs. It should be thick enough that a
          spoon hesitates before it falls over.
        - 4 tbsp olive oil
        - 1 onion, finely diced
        - 1 carrot, finely diced
        - 1 stick celery, finely diced
        - 2 cloves garlic, crushed
        - 1 sprig rosemary
        - 2 tbsp tomato purée
        - 480 g tinned borlotti beans, drained
        - 1.2 l vegetable stock
        - 150 g ditalini
        * Soften onion, carrot and celery in 3 tbsp of the oil with a pinch of salt over low heat for 12 to 15
          minutes. They should be sweet and not brown.
        * Add garlic, rosemary and tomato purée and fry for 2 minutes.
        * Add beans and stock and simmer for 20 minutes. Take out the rosemary, blend half of the soup and pour it
          back.
        * Boil the pasta in the soup, stirring often because it sticks, for the time on the packet.
        * Let it stand for 5 minutes off the heat. Serve with the last spoon of oil and plenty of pepper.
        ? Can I cook the pasta in advance?
        ! The soup, yes. The pasta, never: it drinks the pot dry overnight. Boil it in the reheated soup.
        ~ Made a double batch without the pasta and froze half. Best decision of the week.
        + Pasta e fagioli with chickpeas | tinned borlotti beans => 480 g tinned chickpeas, drained

        @ risotto-milanese by beppe
        = Saffron risotto as in Milan
        : Italian, main, intermediate, serves 4, prep 10, cook 30
        # rice, saffron, dinner
        % gluten-free, sugar-free
        > Yellow, loose, and never waiting: people wait for the risotto. It should spread by itself when you tap the
          plate.
        - 1.2 l chicken stock
        - 0.25 g saffron threads
        - 60 g butter, cold, in cubes
        - 1 small onion, very finely diced
        - 320 g carnaroli rice
        - 120 ml dry white wine
        - 60 g parmesan, finely grated
        * Bring the stock to a bare simmer. Soak the saffron in a small cup of it.
        * Sweat the onion in 20 g of the butter over low heat for 8 minutes without any colour.
        * Raise the heat, add the rice and stir for 2 minutes until the grains are hot to the touch. Add the wine and
          let it vanish.
        * Add the stock one ladle at a time, stirring now and then, for 16 to 18 minutes. Put in the saffron with its
          cup of stock after 12 minutes.
        * When the grain is tender with a firm heart, take the pan off the heat. Beat in the rest of the butter and
          the parmesan, cover for 2 minutes, and serve on warm plates.
        ? Is arborio good enough?
        ! It works, but it forgives less. Begin to taste at 14 minutes.
        ~ Tapped the plate. It spread. My husband applauded, which he never does.

        @ focaccia by elin
        = Overnight focaccia with rosemary
        : Italian, bread, easy, serves 8, prep 20, cook 25, wait 840
        # bread, baking, slow
        % vegetarian, vegan, sugar-free
        > No kneading, only folding and a night in the refrigerator. The dimples are for the oil, and the oil is for
          you.
        - 500 g strong white flour
        - 400 ml lukewarm water
        - 10 g salt
        - 4 g instant yeast
        - 70 ml olive oil
        - 2 sprigs rosemary
        - 1 tsp flaky salt
        * Stir flour, water, salt and yeast with a spoon until no dry flour is left. Rest for 20 minutes, then fold
          the dough over itself in the bowl from four sides. Rest and fold once more.
        * Pour a spoon of oil over it, cover, and leave it in the refrigerator for 12 hours.
        * Oil a tin of 23 by 33 cm with 3 tbsp of the oil. Tip in the dough, turn it once and let it rise at room
          temperature for 2 hours, until it wobbles.
        * Heat the oven to 230 °C. Pour the rest of the oil over the dough, press your fingers down to the tin all
          over, and scatter rosemary and flaky salt.
        * Bake for 22 to 25 minutes until deep golden. Out of the tin at once, so that the bottom stays crisp.
        ? My tin is smaller, 20 by 30. Does that matter?
        ! Only a little: it gets thicker. Give it 3 to 4 minutes more and look at the bottom.
        ~ The bottom fried itself in the oil. I ate a corner standing up, then the other corners.
        + Focaccia with olives | rosemary => 100 g black olives, pitted

        @ tiramisu by beppe
        = Tiramisù without cream
        : Italian, dessert, intermediate, serves 8, prep 30, wait 360
        # dessert, coffee, sweet
        % vegetarian
        > Eggs, mascarpone, coffee. Whoever adds whipped cream does not trust their eggs.
        - 4 very fresh eggs, separated
        - 100 g caster sugar
        - 500 g mascarpone
        - 300 ml strong espresso, cold
        - 2 tbsp marsala
        - 250 g savoiardi biscuits
        - 2 tbsp unsweetened cocoa powder
        * Whisk the yolks with 80 g of the sugar for 5 minutes until pale and thick. Beat in the mascarpone just until
          smooth.
        * Whisk the whites with the rest of the sugar to soft peaks and fold them into the cream in three goes.
        * Mix espresso and marsala in a deep plate. Dip each biscuit for one second on each side: one second, not two.
        * Line a dish of 20 by 30 cm with half of the biscuits, cover with half of the cream, and repeat.
        * Chill for at least 6 hours. Dust with cocoa only when you serve, or it turns to mud.
        ? The eggs are raw. May my pregnant sister eat it?
        ! Not this one. Use pasteurised eggs, or whisk the yolks with the sugar over simmering water to 70 °C and
          leave out the whites.
        ~ One second each side. I counted aloud and the children counted with me.

        @ minestrone by sunny
        = Green minestrone with beans and basil
        : Italian, soup, easy, serves 4, prep 20, cook 35
        # soup, healthy, vegetables
        % vegetarian, vegan, gluten-free, sugar-free
        > Everything green that the market has, added in the order in which it wants to be cooked.
        - 3 tbsp olive oil
        - 2 leeks, sliced
        - 2 sticks celery, sliced
        - 1 fennel bulb, diced
        - 300 g potatoes, in 1 cm cubes
        - 1.3 l vegetable stock
        - 240 g tinned cannellini beans, drained
        - 200 g green beans, in short pieces
        - 150 g peas
        - 1 bunch basil
        - 1 clove garlic
        * Sweat leeks, celery and fennel in 2 tbsp of the oil with a pinch of salt for 10 minutes, lid on.
        * Add potatoes and stock and simmer for 12 minutes.
        * Add cannellini and green beans for 6 minutes, and the peas for the last 3.
        * Pound basil and garlic with the last spoon of oil and a pinch of salt, and stir it in off the heat. It would
          lose its colour on the hob.
        ? Frozen peas, or fresh ones?
        ! Frozen, from the middle of the freezer straight into the pot. Fresh ones only if you know the day they were
          picked.
        ~ The basil at the end makes it. Do not skip the mortar.
        """
}
