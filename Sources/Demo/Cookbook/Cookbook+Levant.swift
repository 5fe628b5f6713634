extension Cookbook {
    /// Recipes from Lebanon, Morocco and Tunisia, in the format of `CookbookReader`.
    static let levant = """
        @ hummus by yara
        = Hummus, smooth and still warm
        : Lebanese, starter, easy, serves 6, prep 15, cook 75, wait 720
        # healthy, chickpeas, dip
        % vegetarian, vegan, gluten-free, sugar-free
        > Overcook the chickpeas without shame, and let the tahini be the better half.
        - 250 g dried chickpeas
        - 1 tsp bicarbonate of soda
        - 200 g tahini
        - 3 tbsp lemon juice
        - 1 clove garlic, crushed
        - 100 ml ice water
        - 2 tbsp olive oil
        * Soak the chickpeas in plenty of water with half of the soda for 12 hours. Drain.
        * Boil them in fresh water with the rest of the soda for 50 to 75 minutes, skimming the skins, until they
          crush between two fingers without any effort.
        * Leave garlic, lemon juice and 1½ tsp of salt for 10 minutes. Blend the drained chickpeas while hot for 2
          minutes, add that and the tahini, and blend on.
        * Pour in the ice water slowly and blend for 4 minutes, until it is lighter than you thought possible. Olive
          oil in the hollow.
        ? Can I use tinned chickpeas?
        ! Boil them for 20 minutes with half a teaspoon of soda first. They are never cooked enough for this.
        ~ Four minutes in the blender felt rude. It was right.

        @ tabbouleh by yara
        = Tabbouleh, mostly parsley
        : Lebanese, salad, easy, serves 4, prep 30
        # salad, healthy, quick, summer
        % vegetarian, vegan, sugar-free
        > It is a parsley salad with a little bulgur in it. If yours is beige, it is something else, and we can still
          be friends.
        - 40 g fine bulgur
        - 4 tomatoes, finely diced
        - 300 g parsley, leaves and thin stems
        - 1 bunch mint
        - 4 spring onions, finely sliced
        - 4 tbsp lemon juice
        - 5 tbsp olive oil
        * Rinse the bulgur and let it soak in the tomatoes with their juice and 1 tsp of salt for 20 minutes. No
          water.
        * Wash and dry the herbs completely. Slice them with a sharp knife, once through: chopping bruises them.
        * Toss everything with lemon and oil, taste, and serve within the hour.
        ? Is a food processor all right for the parsley?
        ! It makes a fine green paint. A knife, please.
        ~ Green at last. We can still be friends.

        @ mujaddara by yara
        = Mujaddara, lentils and rice under onions
        : Lebanese, main, easy, serves 4, prep 10, cook 50
        # lentils, rice, healthy
        % vegetarian, vegan, gluten-free, sugar-free
        > Poor people's food that rich people ask for. The onions must be darker than you dare.
        - 250 g brown lentils
        - 200 g basmati rice, rinsed
        - 4 onions, in thin half rings
        - 120 ml olive oil
        - 1½ tsp ground cumin
        - ½ tsp ground allspice
        - 700 ml water
        * Boil the lentils in plenty of water for 12 minutes and drain.
        * Meanwhile fry the onions in the oil over medium heat for 30 minutes, stirring, until dark brown. Lift out
          half of them onto paper, where they crisp.
        * Stir spices, lentils and rice into the pot with the other half. Add the water and 1½ tsp of salt, cover, and
          cook over low heat for 18 minutes.
        * Off the heat for 10 minutes with a cloth under the lid. Fork through, and crisp onions on top.
        ? When are the onions dark enough?
        ! One minute before you are sure that they are burnt.
        ~ Dared. They were not burnt.

        @ falafel by yara
        = Falafel from soaked chickpeas
        : Lebanese, main, intermediate, serves 4, prep 30, cook 20, wait 780
        # chickpeas, street food
        % vegetarian, vegan, gluten-free, sugar-free
        > Soaked and never boiled: that is why they hold together, and why they are green and crumbling inside.
        - 300 g dried chickpeas, soaked for 12 hours
        - 1 onion
        - 4 cloves garlic
        - 1 bunch parsley
        - 1 bunch coriander
        - 2 tsp ground cumin
        - 2 tsp ground coriander
        - 1 tsp baking powder
        - 1 l sunflower oil, for frying
        * Drain the chickpeas and dry them in a cloth. Mince them with onion, garlic, herbs, spices and 2 tsp of salt
          to the size of couscous grains: a pinch should hold when you press it.
        * Chill for 1 hour. Stir in the baking powder.
        * Press into balls of 3 cm. Heat the oil to 175 °C.
        * Fry eight at a time for 4 minutes, turning, until as brown as hazelnut shells. Drain on a rack.
        ? Mine fell apart in the oil.
        ! Were the chickpeas wet, or tinned? Dry them, never tinned. And 175 °C: colder oil creeps in and breaks them.
        ~ Hazelnut shells! A good colour to aim for.
        + Falafel with broad beans | dried chickpeas => 300 g dried split broad beans, soaked for 12 hours

        @ harira by karim
        = Harira
        : Moroccan, soup, easy, serves 6, prep 25, cook 75
        # soup, lentils, slow
        % sugar-free
        > The soup that ends a day of fasting, thick enough to be forgiven for it.
        - 2 tbsp olive oil
        - 300 g lamb shoulder, in small cubes
        - 1 onion, diced
        - 2 sticks celery, diced
        - 1 tsp ground ginger
        - 1 tsp ground turmeric
        - ½ tsp ground cinnamon
        - 700 g tomatoes, grated
        - 150 g brown lentils
        - 240 g tinned chickpeas, drained
        - 2 tbsp plain flour
        - 1 bunch coriander, chopped
        - 1 lemon, in wedges
        * Brown the lamb in the oil for 8 minutes. Add onion, celery and spices and cook for 8 minutes.
        * Add tomatoes and 1.8 litres of water and simmer for 30 minutes. Add the lentils for 20 minutes.
        * Add the chickpeas. Whisk the flour with 150 ml of cold water and pour it in, stirring, in a thin stream.
          Simmer for 10 minutes.
        * Coriander, salt, and lemon at the table. Dates beside it.
        ? Without meat?
        ! Many evenings. A spoon of butter in its place, and an extra stick of celery.
        ~ With dates beside it. I did not believe in the dates. I was wrong.

        @ chicken-tagine by karim
        = Chicken with preserved lemon and olives
        : Moroccan, main, easy, serves 4, prep 20, cook 60
        # stew, dinner, lemon
        % gluten-free, sugar-free
        > A heavy pot with a lid is a tagine if you leave it in peace.
        - 8 chicken thighs, bone in
        - 3 tbsp olive oil
        - 2 onions, grated
        - 3 cloves garlic, crushed
        - 1 tsp ground ginger
        - 1 tsp ground turmeric
        - 1 pinch saffron
        - 1 bunch coriander, tied
        - 200 ml water
        - 1 preserved lemon, the peel in strips
        - 100 g green olives
        * Rub the chicken with garlic, ginger, turmeric, saffron, 1 tsp of salt and the oil. An hour is good, a night
          is better, none will do.
        * Lay it into a heavy pot with the onions, the coriander and the water. Cover and simmer gently for 45
          minutes, turning it once.
        * Lift out the chicken and boil down the sauce for 8 minutes until thick. Take out the coriander.
        * Return the chicken with lemon peel and olives for 5 minutes.
        ? Do I use the flesh of the preserved lemon, too?
        ! Rinse it, chop a little, and taste. It is mostly salt by now. The peel is the thing.
        ~ Left it in peace. Even took the children out so that it had peace.

        @ shakshuka by karim
        = Shakshuka with harissa
        : Tunisian, main, easy, serves 3, prep 10, cook 30
        # brunch, breakfast, eggs, spicy
        % vegetarian, gluten-free, sugar-free
        > The sauce wants time, the eggs want none. Bring the pan to the table while the whites still tremble.
        - 3 tbsp olive oil
        - 1 onion, diced
        - 2 red peppers, in strips
        - 4 cloves garlic, sliced
        - 1 tbsp harissa
        - 1 tsp ground cumin
        - 800 g tinned tomatoes, crushed
        - 6 eggs
        - 1 bunch coriander, chopped
        * Cook onion and peppers in the oil over medium heat for 12 minutes, until soft and sweet.
        * Add garlic, harissa and cumin for a minute, then tomatoes and 1 tsp of salt. Simmer for 12 minutes, until a
          spoon leaves a trail.
        * Make six hollows, break an egg into each, cover, and cook over low heat for 5 to 6 minutes, until the whites
          are just set.
        * Coriander, bread, quickly.
        ? My yolks went hard while I looked for plates.
        ! Plates first, then eggs. And take the lid off when the whites still look wet.
        ~ Plates first. Wisdom fits into two words.
        + Green shakshuka | tinned tomatoes => 500 g spinach, wilted and chopped
        """
}
