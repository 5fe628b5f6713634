extension Cookbook {
    /// Recipes from France, in the format of `CookbookReader`.
    static let french = """
        @ omelette by margot
        = Rolled omelette with chives
        : French, breakfast, intermediate, serves 1, prep 3, cook 2
        # breakfast, eggs, quick
        % vegetarian, gluten-free, sugar-free
        > Three eggs, ninety seconds, no colour at all. Cheap enough to practise every morning.
        - 3 eggs
        - 15 g butter
        - 1 tbsp chives, snipped
        - 1 pinch salt
        - 1 pinch white pepper
        * Beat eggs, salt, pepper and chives with a fork, just until no white threads are left.
        * Melt the butter in a 20 cm pan over medium-high heat until the foam begins to settle.
        * Pour in the eggs. Stir fast with the fork flat while shaking the pan, for about 30 seconds, until they look
          like wet scrambled eggs.
        * Stop stirring, let the base set for 10 seconds, tilt the pan and roll the omelette away from you. Turn it
          out seam down.
        ? Mine browns before it sets.
        ! Too slow, not too hot. Keep stirring until it is almost done and count to ten only then.
        ~ Fourteenth try: no colour. I took a photograph and then I cried a little.

        @ ratatouille by margot
        = Ratatouille cooked apart, married late
        : French, main, easy, serves 6, prep 30, cook 75
        # vegetables, healthy, slow, summer
        % vegetarian, vegan, gluten-free, sugar-free
        > Each vegetable is fried by itself, so that each tastes of itself. Then they get half an hour together and a
          night to make friends.
        - 120 ml olive oil
        - 2 aubergines, in 2 cm cubes
        - 3 courgettes, in thick half moons
        - 2 red peppers, in strips
        - 2 onions, sliced
        - 4 cloves garlic, sliced
        - 800 g ripe tomatoes, peeled and chopped
        - 4 sprigs thyme
        - 1 bay leaf
        * Salt the aubergines, leave them in a sieve for 20 minutes and dry them well.
        * Fry aubergines, courgettes and peppers one after the other in 2 tbsp of oil each over high heat, about 8
          minutes each, until browned. Set aside.
        * Soften the onions in the rest of the oil for 10 minutes, add the garlic for 1 minute, then tomatoes, thyme
          and bay. Simmer for 15 minutes until thick.
        * Put everything together, cover, and cook very gently for 25 minutes. Salt at the end.
        * Serve lukewarm, or better tomorrow.
        ? Must I really fry them apart?
        ! You must not. But then call it vegetable stew, which is also good.
        ~ It was better the next day, exactly as promised, on toast with an egg.

        @ coq-au-vin by margot
        = Coq au vin from chicken thighs
        : French, main, intermediate, serves 4, prep 30, cook 90
        # stew, slow, dinner
        % sugar-free
        > The cock is gone, the thighs remain, and they like an hour of gentle heat as well as he did.
        - 8 chicken thighs, bone in
        - 150 g smoked bacon, in batons
        - 250 g small mushrooms
        - 16 small shallots, peeled
        - 2 tbsp plain flour
        - 1 tbsp tomato purée
        - 750 ml red wine
        - 250 ml chicken stock
        - 3 sprigs thyme
        - 1 bay leaf
        - 20 g butter
        * Salt the chicken. Render the bacon in a wide casserole over medium heat for 8 minutes and lift it out. Brown
          the chicken in the fat, skin first, 12 minutes in all, and lift it out.
        * Fry shallots and mushrooms in the same pot for 8 minutes until golden, and lift them out.
        * Stir flour and tomato purée into the fat for 2 minutes. Add the wine, bring it to the boil and let it bubble
          for 10 minutes.
        * Return chicken and bacon, add stock, thyme and bay, and simmer with the lid ajar for 40 minutes. Add
          shallots and mushrooms and cook for 15 minutes more.
        * If the sauce is thin, boil it down by itself. Stir in the butter off the heat.
        ? Which wine, and does it matter?
        ! A light one without much oak, a Beaujolais or a simple Pinot. It matters less than browning the skin
          properly.
        ~ Browned the skin properly this time. It mattered more than the wine, annoyingly.

        @ tarte-tatin by elin
        = Tarte Tatin
        : French, dessert, hard, serves 8, prep 30, cook 60
        # dessert, baking, apples, sweet
        % vegetarian
        > An accident that became a method: apples cooked in caramel under their pastry, turned over while everybody
          holds their breath.
        - 1.5 kg firm apples, peeled, quartered and cored
        - 180 g caster sugar
        - 80 g butter
        - 230 g all-butter puff pastry
        - 1 pinch salt
        * Melt the sugar in a 24 cm ovenproof pan over medium heat without stirring, only swirling, until it is the
          colour of a copper coin. Take it off the heat and stir in butter and salt.
        * Stand the apples in the caramel on their sides, as tight as they go. Cook over medium heat for 15 minutes,
          until the caramel bubbles up between them. Push in the last quarters as they shrink.
        * Heat the oven to 190 °C. Roll the pastry to 26 cm, prick it, lay it over the apples and tuck the edge down
          inside the pan.
        * Bake for 35 to 40 minutes, until the pastry is dark gold.
        * Rest for 10 minutes. Put a plate on top, hold pan and plate with two cloths, breathe out, and turn.
        ? Half of my apples stayed in the pan.
        ! You waited too long, and the caramel set. Put the pan back on the hob for a minute, then turn. Nobody need
          know.
        ~ I breathed out. I turned. Nothing fell. I am telling everybody.

        @ crepes by elin
        = Thin crêpes, one for the pan
        : French, dessert, easy, serves 4, prep 10, cook 25, wait 30
        # brunch, dessert, sweet, breakfast
        % vegetarian
        > The first one is always for the pan. From the second on they should be thin enough to read a love letter
          through.
        - 250 g plain flour
        - 4 eggs
        - 500 ml whole milk
        - 50 g butter, melted
        - 1 tbsp caster sugar
        - 1 pinch salt
        * Whisk flour, sugar, salt and eggs with a third of the milk to a smooth paste, then whisk in the rest of the
          milk and the butter.
        * Rest the batter for 30 minutes at room temperature, so that the flour swells.
        * Wipe a 24 cm pan with butter over medium-high heat. Pour in half a ladle, tilting the pan at once.
        * Turn after about a minute, when the edge is lace and comes loose by itself. Give the other side 30 seconds.
        * Stack them under a cloth: steam keeps them soft.
        ? Does the rest make a difference, honestly?
        ! Try one from the fresh batter and one after half an hour. The second one does not tear.
        ~ Fed five children and nobody spoke for eleven minutes.

        @ onion-soup by margot
        = Onion soup that takes its time
        : French, soup, intermediate, serves 4, prep 20, cook 100
        # soup, slow, winter
        % sugar-free
        > An hour of stirring onions is not work, it is a podcast. They must go the whole way to mahogany.
        - 1.2 kg onions, thinly sliced
        - 60 g butter
        - 1 tbsp plain flour
        - 200 ml dry white wine
        - 1.2 l beef stock
        - 2 sprigs thyme
        - 8 slices stale baguette
        - 180 g gruyère, grated
        * Cook the onions in the butter with a good pinch of salt, covered, over medium-low heat for 20 minutes.
        * Take off the lid and go on for 45 to 50 minutes, stirring more often towards the end, until they are a deep
          brown. Loosen what sticks with a spoon of water.
        * Stir in the flour for a minute, add the wine and boil it nearly away. Add stock and thyme and simmer for 20
          minutes.
        * Fill ovenproof bowls, lay two slices of bread on each, heap on the gruyère, and grill for 4 minutes until it
          blisters.
        ? Can I speed up the onions with sugar?
        ! You can make them brown faster. You cannot make them sweet faster.
        ~ Two podcasts long. Worth both of them.

        @ lentil-salad by otto
        = Warm lentil salad with mustard
        : French, salad, easy, serves 4, prep 10, cook 25
        # salad, healthy, lentils
        % vegetarian, vegan, gluten-free, sugar-free
        > In the canteen we made forty litres of it. The secret is to dress the lentils while they still steam.
        - 300 g small green lentils
        - 1 bay leaf
        - 1 carrot, halved
        - 2 shallots, finely diced
        - 2 tbsp red wine vinegar
        - 1 tbsp dijon mustard
        - 5 tbsp olive oil
        - 1 bunch parsley, chopped
        * Put lentils, bay and carrot into cold water, three fingers above the lentils. Simmer for 20 to 25 minutes
          without salt until tender but whole.
        * Meanwhile leave the shallots in the vinegar with ½ tsp of salt. Stir in mustard, then the oil.
        * Drain the lentils, throw away bay leaf, dice the carrot, and dress everything at once while it is hot.
        * Let it come to room temperature, add the parsley, and taste for salt again. It will want more.
        ? Brown lentils instead of the small green ones?
        ! They fall apart. Then it is soup. Soup is also honest.
        ~ He is right, it did want more salt. Twice.
        """
}
