extension Cookbook {
    /// Recipes from India, in the format of `CookbookReader`.
    static let southAsia = """
        @ chana-masala by priya
        = Chana masala
        : Indian, main, easy, serves 4, prep 15, cook 40
        # spicy, chickpeas, healthy
        % vegetarian, vegan, gluten-free, sugar-free
        > Fry the tomatoes until they give their oil back. Everything before that is only hot tomatoes.
        - 3 tbsp sunflower oil
        - 2 tsp cumin seeds
        - 2 onions, finely diced
        - 20 g ginger, grated
        - 4 cloves garlic, crushed
        - 2 green chillies, slit
        - 2 tsp ground coriander
        - 1 tsp ground turmeric
        - 400 g tinned tomatoes, crushed
        - 480 g tinned chickpeas, drained
        - 1 tsp garam masala
        - 1 tsp amchoor
        * Let the cumin crackle in the hot oil for 20 seconds. Add the onions and brown them over medium heat for 12
          to 15 minutes.
        * Add ginger, garlic and chillies for 2 minutes, then coriander and turmeric for 30 seconds.
        * Add tomatoes and 1 tsp of salt and cook for 10 minutes, until oil shows at the edges.
        * Add chickpeas and 250 ml of water, crush a few against the side, and simmer for 12 minutes. Garam masala and
          amchoor at the end.
        ? No amchoor here. What then?
        ! Lemon juice, a tablespoon, off the heat. It is the sourness that you want.
        ~ Waited for the oil to come back. It does come back!

        @ dal-tadka by priya
        = Yellow dal with a sizzling tadka
        : Indian, main, easy, serves 4, prep 10, cook 40
        # lentils, healthy, comfort
        % vegetarian, sugar-free
        > The dal is calm, the tadka is loud. Call everybody to the table before you pour, because they should hear
          it.
        - 250 g split yellow pigeon peas, rinsed
        - 1 tsp ground turmeric
        - 1 tomato, chopped
        - 3 tbsp ghee
        - 1 tsp cumin seeds
        - 1 tsp black mustard seeds
        - 3 cloves garlic, sliced
        - 2 dried chillies
        - 1 pinch asafoetida
        - 1 bunch coriander, chopped
        * Boil the peas with turmeric, tomato and 1.2 litres of water for 35 minutes, skimming, until they fall apart.
          Salt, and beat with a whisk.
        * Heat the ghee until it shimmers. Mustard seeds first: when they pop, cumin, chillies and garlic, until the
          garlic is pale gold. Asafoetida last.
        * Pour it over the dal at once, lid on for a minute, and coriander on top.
        ? My tadka tastes bitter.
        ! The garlic went brown. Pale gold, then pour: it goes on cooking on the way.
        ~ They heard it. My father came out of his study.

        @ butter-chicken by priya
        = Butter chicken
        : Indian, main, intermediate, serves 4, prep 25, cook 45, wait 240
        # spicy, dinner, comfort
        % gluten-free
        > Charred chicken in a sauce that was clever enough to put tomatoes and butter together.
        - 700 g boneless chicken thighs, in large pieces
        - 150 g plain yoghurt
        - 1 tbsp lemon juice
        - 2 tsp kashmiri chilli powder
        - 2 tsp garam masala
        - 20 g ginger, grated
        - 4 cloves garlic, crushed
        - 70 g butter
        - 1 onion, diced
        - 500 g passata
        - 100 ml double cream
        - 1 tsp dried fenugreek leaves, crushed
        - 1 tsp sugar
        * Marinate the chicken with yoghurt, lemon, half of chilli, garam masala, ginger and garlic, and 1 tsp of salt
          for 4 hours.
        * Grill it on a rack as hot as the oven goes for 12 to 14 minutes, until charred at the edges.
        * Soften the onion in 40 g of the butter for 8 minutes. Add the rest of ginger, garlic and spices for 2
          minutes, then the passata, and simmer for 15 minutes. Blend.
        * Add cream, fenugreek, sugar and the chicken with its juices. Simmer for 8 minutes (the chicken should reach
          74 °C), and finish with the rest of the butter.
        ? Is the fenugreek necessary?
        ! It is what you smell when you walk past the restaurant. Yes.
        ~ I smelled the restaurant in my own kitchen and nearly asked for the bill.

        @ palak-paneer by priya
        = Palak paneer
        : Indian, main, easy, serves 4, prep 15, cook 25
        # spinach, dinner
        % vegetarian, gluten-free, sugar-free
        > Two minutes for the spinach, then cold water. Green is a matter of seconds.
        - 600 g spinach
        - 2 tbsp ghee
        - 1 tsp cumin seeds
        - 1 onion, finely diced
        - 3 cloves garlic, crushed
        - 15 g ginger, grated
        - 1 green chilli, chopped
        - 250 g paneer, in cubes
        - ½ tsp garam masala
        - 2 tbsp double cream
        * Blanch the spinach in boiling water for 2 minutes, put it into cold water, squeeze it, and blend with the
          chilli.
        * Let the cumin crackle in the ghee, brown the onion for 8 minutes, add garlic and ginger for 2.
        * Add the spinach, 100 ml of water and 1 tsp of salt, and simmer for 5 minutes without a lid.
        * Stir in paneer, garam masala and cream, and warm for 3 minutes.
        ? Fry the paneer first or not?
        ! If you like a crust. Then soak it in hot salted water for ten minutes, so that it is soft again.
        ~ So green that my daughter asked whether it was paint, and then asked for more.
        + Palak tofu | paneer => 250 g firm tofu, in cubes

        @ aloo-gobi by priya
        = Aloo gobi, dry and golden
        : Indian, main, easy, serves 4, prep 15, cook 30
        # vegetables, healthy, spicy
        % vegetarian, vegan, gluten-free, sugar-free
        > No water. Steam from the cauliflower does the cooking, and the turmeric does the rest.
        - 4 tbsp sunflower oil
        - 1 tsp cumin seeds
        - 400 g waxy potatoes, in 2 cm cubes
        - 1 cauliflower, in florets
        - 15 g ginger, in matchsticks
        - 1 tsp ground turmeric
        - 2 tsp ground coriander
        - 1 tsp chilli powder
        - 1 tsp garam masala
        - 1 bunch coriander, chopped
        * Fry the potatoes in the oil over medium heat for 8 minutes until golden. Push them aside and let the cumin
          crackle.
        * Add cauliflower, ginger, turmeric, ground coriander, chilli and 1 tsp of salt, and turn everything until it
          is yellow.
        * Cover and cook over low heat for 15 minutes, shaking the pan every now and then. No stirring, no water.
        * Lid off, higher heat, 4 minutes, until the edges brown. Garam masala and coriander.
        ? It catches on the bottom.
        ! Lower. And lift the lid quickly, so that the drops fall back into the pan.
        ~ No water. I hid the jug from myself.

        @ masala-chai by priya
        = Masala chai for two
        : Indian, drink, easy, serves 2, prep 3, cook 10
        # breakfast, quick, sweet
        % vegetarian, gluten-free
        > Boil it as if you meant it. Tea bags in hot milk are a different sorrow.
        - 300 ml water
        - 4 pods cardamom, crushed
        - 10 g ginger, crushed
        - 1 small cinnamon stick
        - 3 tsp strong black tea leaves
        - 250 ml whole milk
        - 2 tsp sugar
        * Boil water, cardamom, ginger and cinnamon for 4 minutes.
        * Add the tea for 2 minutes, then milk and sugar.
        * Let it rise to the rim three times, taking it off each time, and strain.
        ? Which tea?
        ! The small broken kind, Assam. Leaves with a biography are wasted here.
        ~ Three rises. I now own a smaller pot for the drama.

        @ kheer by priya
        = Rice pudding with cardamom
        : Indian, dessert, easy, serves 4, prep 5, cook 60
        # dessert, sweet, rice
        % vegetarian, gluten-free
        > Half the milk must leave. Nobody has ever found a shorter way that tasted as long.
        - 1.2 l whole milk
        - 70 g basmati rice, rinsed and soaked
        - 5 pods cardamom, seeds crushed
        - 90 g sugar
        - 30 g pistachios, slivered
        - 1 pinch saffron
        * Bring the milk to the boil in a wide heavy pot. Add rice and cardamom.
        * Simmer over low heat for 45 to 50 minutes, stirring the skin back in and scraping the bottom, until thick
          and pale gold.
        * Add sugar and saffron and cook for 8 minutes. It thickens as it cools.
        * Pistachios. Warm in winter, cold in summer.
        ? Mine set like concrete in the refrigerator.
        ! Splash of cold milk, stir, forgive. It always does that.
        ~ Stirred for fifty minutes and thought about my life. Conclusion: more kheer.
        """
}
