extension Cookbook {
    /// Recipes from Nigeria, Ghana, Ethiopia and South Africa, in the format of `CookbookReader`.
    static let africa = """
        @ jollof by amara
        = Jollof rice, a little smoky
        : Nigerian, main, intermediate, serves 6, prep 20, cook 60
        # rice, spicy, party
        % vegetarian, vegan, gluten-free, sugar-free
        > The bottom must catch, just a little. That is not burnt, that is the party.
        - 4 red peppers
        - 4 tomatoes
        - 2 onions, one of them sliced
        - 1 scotch bonnet chilli
        - 100 ml sunflower oil
        - 4 tbsp tomato purée
        - 2 tsp curry powder
        - 1 tsp dried thyme
        - 2 bay leaves
        - 500 g parboiled long-grain rice, rinsed
        - 600 ml vegetable stock
        * Blend peppers, tomatoes, the other onion and the scotch bonnet. Boil the purée down in a wide pan for 15
          minutes until thick.
        * Fry the sliced onion in the oil for 6 minutes. Add tomato purée and fry it for 5 minutes, until it darkens.
          Add the pepper purée, curry, thyme, bay and 2 tsp of salt, and fry for 10 minutes until oil shows at the
          edges.
        * Stir in rice and hot stock. Cover with baking paper and the lid, and cook over the lowest heat for 30
          minutes.
        * Turn it once from below, cover for 5 minutes, then raise the heat for the last 3, until you smell smoke.
        ? Will it be too hot with a whole scotch bonnet?
        ! For you, half. For me, do not ask.
        ~ Smelled the smoke, panicked, held my nerve. The bottom was the best part.
        + Jollof with smoked paprika | curry powder => 2 tsp smoked paprika

        @ groundnut-stew by amara
        = Groundnut stew with chicken
        : Ghanaian, main, easy, serves 4, prep 20, cook 50
        # stew, spicy, dinner
        % gluten-free, sugar-free
        > It is ready when the peanut oil comes up to the top to look at you.
        - 800 g chicken thighs, in pieces
        - 2 tbsp groundnut oil
        - 2 onions, diced
        - 20 g ginger, grated
        - 3 cloves garlic, crushed
        - 1 scotch bonnet chilli, whole
        - 2 tbsp tomato purée
        - 400 g tinned tomatoes, crushed
        - 200 g smooth peanut butter, unsweetened
        - 700 ml chicken stock
        * Season and brown the chicken in the oil for 8 minutes and lift it out. Soften the onions in the pot for 8
          minutes, add ginger, garlic and tomato purée for 2 more.
        * Add tomatoes and simmer for 10 minutes. Whisk the peanut butter with some of the warm stock until smooth,
          and pour it in with the rest.
        * Return the chicken, lay the scotch bonnet on top without breaking it, and simmer gently for 25 to 30
          minutes, stirring the bottom often.
        * When red oil stands on the surface it is done. Take the chilli out before somebody finds it.
        ? Can it be made without chicken?
        ! Sweet potatoes and chickpeas, vegetable stock, the same time. My sister makes no other.
        ~ It came up and looked at me. I looked back.

        @ kelewele by amara
        = Kelewele, spiced fried plantain
        : Ghanaian, snack, easy, serves 4, prep 15, cook 15
        # spicy, quick, street food
        % vegetarian, vegan, gluten-free, sugar-free
        > Buy plantains that look past their best: yellow and black is when they turn to sweets.
        - 3 very ripe plantains, in 2 cm cubes
        - 20 g ginger, grated
        - 1 tsp chilli powder
        - ½ tsp ground cloves
        - ½ tsp salt
        - 500 ml sunflower oil, for frying
        * Turn the plantains with ginger, chilli, cloves and salt, and leave them for 10 minutes.
        * Heat the oil to 180 °C. Fry a third at a time for 4 to 5 minutes, stirring now and then, until dark at the
          edges.
        * Drain, and serve with roasted peanuts.
        ? They went soggy.
        ! Too many at once: the oil cooled down. A third, and let it come back to 180.
        ~ Bought the ugliest plantains in the shop. They gave me a discount and it was perfect.

        @ misir-wot by sunny
        = Misir wot, red lentils with berbere
        : Ethiopian, main, easy, serves 4, prep 15, cook 50
        # lentils, spicy, healthy
        % vegetarian, vegan, gluten-free, sugar-free
        > The onions are cooked dry first, without any oil. It looks like a mistake and is the foundation.
        - 3 onions, very finely chopped
        - 80 ml sunflower oil
        - 4 cloves garlic, crushed
        - 20 g ginger, grated
        - 2 tbsp berbere
        - 2 tbsp tomato purée
        - 300 g red lentils, rinsed
        - 1 l water
        * Cook the onions in a dry heavy pot over medium heat for 12 minutes, stirring, with a spoon of water when
          they stick.
        * Add oil, garlic, ginger and berbere and fry over low heat for 8 minutes. Add tomato purée for 3 minutes.
        * Add lentils, water and 1½ tsp of salt. Simmer for 25 minutes, stirring, until thick and nearly smooth.
        * Rest for 10 minutes. Scoop it up with injera, or rice if you have no injera.
        ? Really no oil at the beginning?
        ! Really. They sweat, then they brown, and they never taste of frying.
        ~ Dry onions. I stood there doubting for twelve minutes and ate for thirty.

        @ bobotie by nell
        = Bobotie from an old Cape cookbook's memory
        : South African, main, easy, serves 6, prep 20, cook 55
        # dinner, comfort, baking
        %
        > Curried mince with apricots under a savoury custard. My aunt in Cape Town dictates it over the telephone,
          differently each time.
        - 2 slices white bread
        - 300 ml milk
        - 2 tbsp sunflower oil
        - 2 onions, diced
        - 2 tbsp mild curry powder
        - 1 tsp ground turmeric
        - 800 g minced beef
        - 80 g dried apricots, chopped
        - 2 tbsp chutney
        - 1 tbsp lemon juice
        - 2 eggs
        - 4 bay leaves
        * Soak the bread in the milk, press it out, and keep the milk. Heat the oven to 180 °C.
        * Soften the onions in the oil for 10 minutes. Add curry powder and turmeric for a minute, then the beef, and
          brown it for 8 minutes.
        * Off the heat stir in bread, apricots, chutney, lemon juice and 1½ tsp of salt. Press it into a 25 cm dish
          and bake for 20 minutes.
        * Beat the eggs with the kept milk and a pinch of salt, pour it over, lay the bay leaves on top, and bake for
          25 minutes, until the custard is set and gold.
        ? Raisins or apricots?
        ! She said raisins in March and apricots in June. I kept June.
        ~ The custard set like a promise.
        """
}
