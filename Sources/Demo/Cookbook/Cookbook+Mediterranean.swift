extension Cookbook {
    /// Recipes from Greece, Turkey, Spain and Portugal, in the format of `CookbookReader`.
    static let mediterranean = """
        @ avgolemono by eleni
        = Chicken soup with egg and lemon
        : Greek, soup, intermediate, serves 4, prep 15, cook 70
        # soup, lemon, comfort
        % gluten-free, sugar-free
        > What a Greek mother makes when you have a cold, a broken heart, or nothing at all.
        - 1 kg chicken legs
        - 1 onion, halved
        - 1 carrot
        - 2 l water
        - 150 g short-grain rice
        - 3 eggs
        - 2 lemons, juice only
        * Simmer chicken, onion, carrot, 2 tsp of salt and the water gently for 50 minutes, skimming at first. Lift
          out chicken and vegetables, and pull the meat off the bones.
        * Bring the stock back to a simmer and cook the rice in it for 15 minutes. Take the pot off the heat for 5
          minutes.
        * Whisk the eggs for 2 minutes until foamy, then whisk in the lemon juice.
        * Whisk in three ladlefuls of hot stock, in a thin stream. Pour it all back into the pot, stirring. It must
          not boil again, or it will be scrambled eggs.
        * Add the meat and plenty of pepper.
        ? It curdled when I heated it up the next day.
        ! Below 80 °C, stirring. When you see steam it is hot enough, when you see bubbles it is too late.
        ~ I had neither a cold nor a broken heart, and it helped all the same.

        @ spanakopita by eleni
        = Spinach pie with feta
        : Greek, main, intermediate, serves 8, prep 35, cook 45
        # baking, brunch, vegetables
        % vegetarian, sugar-free
        > Squeeze the spinach until your hands complain. Water is the enemy of filo.
        - 1 kg spinach
        - 1 bunch spring onions, sliced
        - 1 bunch dill, chopped
        - 300 g feta, crumbled
        - 3 eggs
        - 120 ml olive oil
        - 10 sheets filo pastry
        - 1 pinch nutmeg
        * Wilt the spinach in a large dry pot for 4 minutes, cool it, and squeeze it dry in a cloth, twice. Chop it.
        * Soften the spring onions in 2 tbsp of the oil for 5 minutes. Mix with spinach, dill, feta, eggs, nutmeg and
          pepper. Salt only after tasting the feta.
        * Heat the oven to 180 °C. Oil a tin of 25 by 35 cm and lay in 5 sheets of filo, each brushed with oil, their
          edges hanging over.
        * Spread the filling, fold the edges in, cover with the other 5 sheets, oiled, and cut through the upper ones
          in squares.
        * Bake for 40 to 45 minutes until golden. Wait for 20 minutes before you cut it to the bottom.
        ? Frozen spinach?
        ! 750 g, thawed overnight in a sieve, and then squeezed all the same.
        ~ My hands complained. The filo did not.

        @ briam by eleni
        = Briam, the tray of vegetables
        : Greek, main, easy, serves 4, prep 25, cook 90
        # vegetables, healthy, slow, summer
        % vegetarian, vegan, gluten-free, sugar-free
        > More oil than you think, more time than you think. It is a tray of vegetables in the same way as the sea is
          some water.
        - 600 g potatoes, sliced 5 mm
        - 3 courgettes, sliced 1 cm
        - 1 aubergine, sliced 1 cm
        - 2 red onions, in rings
        - 600 g tomatoes, coarsely grated
        - 4 cloves garlic, sliced
        - 1 bunch parsley, chopped
        - 120 ml olive oil
        - 1 tsp dried oregano
        * Heat the oven to 200 °C. Turn all vegetables but the tomatoes with oil, garlic, oregano and 2 tsp of salt in
          your widest tray.
        * Pour the tomatoes over, cover with foil, and bake for 45 minutes.
        * Take off the foil, turn everything once, and bake for 45 minutes more, until the potatoes are soft, the
          edges dark and the juice is gone.
        * Parsley. Let it stand for half an hour: it is eaten lukewarm.
        ? 120 ml of oil, is that not a misprint?
        ! It is not. It is the sauce.
        ~ It is the sauce. I mopped the tray with bread.

        @ lentil-soup by ayse
        = Red lentil soup with mint butter
        : Turkish, soup, easy, serves 4, prep 10, cook 25
        # soup, lentils
        % vegetarian, gluten-free, sugar-free
        > The soup of every corner restaurant and every grandmother, each of whom has the only right way.
        - 1 tbsp olive oil
        - 1 onion, diced
        - 1 carrot, grated
        - 1 tbsp tomato purée
        - 250 g red lentils, rinsed
        - 1.3 l vegetable stock
        - 1 tsp ground cumin
        - 50 g butter
        - 2 tsp dried mint
        - 1 tsp chilli flakes
        - 1 lemon, in wedges
        * Soften onion and carrot in the oil for 6 minutes. Stir in tomato purée and cumin for a minute.
        * Add lentils and stock and simmer for 20 minutes, until the lentils have fallen apart. Blend until smooth.
        * Melt the butter until it foams, take it off the heat, add mint and chilli and let it sizzle.
        * Pour the red butter over the bowls in a spiral. Lemon for everyone.
        ? Must I blend it?
        ! My grandmother: yes. His grandmother: no. Choose your grandmother.
        ~ I chose her grandmother. Smooth, red, gone in five minutes.
        + Red lentil soup with sage butter | dried mint => 12 leaves sage

        @ menemen by ayse
        = Menemen, not too dry
        : Turkish, breakfast, easy, serves 2, prep 5, cook 15
        # breakfast, brunch, eggs, quick
        % vegetarian, gluten-free, sugar-free
        > Eggs barely held together by tomatoes. Eaten from the pan, with bread and without plates.
        - 2 tbsp olive oil
        - 2 green peppers, thin-skinned, sliced
        - 4 ripe tomatoes, peeled and chopped
        - 1 tsp chilli flakes
        - 4 eggs
        - 60 g white cheese, crumbled
        * Fry the peppers in the oil over medium heat for 5 minutes.
        * Add tomatoes, chilli and ½ tsp of salt and cook for 7 to 8 minutes, until they are a sauce again and not a
          puddle.
        * Break in the eggs, pierce the yolks, and stir three or four times only. Take it off the heat after 2
          minutes, while it still looks wet.
        * Scatter the cheese and carry the pan to the table.
        ? With onions or without?
        ! Families have split over this. Without.
        ~ Without plates, as ordered. Four people, one pan, no words.

        @ imam-bayildi by ayse
        = Stuffed aubergines in olive oil
        : Turkish, main, intermediate, serves 4, prep 30, cook 75
        # vegetables, healthy, slow
        % vegetarian, vegan, gluten-free
        > The imam fainted, they say, either from delight or when he heard how much oil had gone into it.
        - 4 small aubergines
        - 120 ml olive oil
        - 2 onions, in thin half rings
        - 5 cloves garlic, sliced
        - 4 tomatoes, chopped
        - 1 tsp sugar
        - 1 bunch parsley, chopped
        - 150 ml water
        * Peel the aubergines in stripes, salt them and wait for 20 minutes. Dry them and fry them whole in half of
          the oil for 12 minutes, turning, until soft outside.
        * Soften onions in the rest of the oil for 12 minutes. Add garlic, tomatoes, sugar and 1 tsp of salt, cook for
          8 minutes, and stir in the parsley.
        * Slit each aubergine along its length, open it with a spoon, and fill it generously.
        * Set them into a tight dish, add the water, cover, and bake at 180 °C for 45 minutes. Cool to room
          temperature in the dish.
        ? Can I bake the aubergines instead of frying them?
        ! At 220 °C for 25 minutes, brushed with oil. They are a little less silky and you will sleep better.
        ~ Nobody fainted. One guest did sit down.

        @ tortilla by ines
        = Potato tortilla with onions
        : Spanish, main, intermediate, serves 4, prep 15, cook 40
        # eggs, potatoes, picnic
        % vegetarian, gluten-free, sugar-free
        > The potatoes are poached in oil and not fried, and the middle stays soft. In my family the onions are not up
          for debate.
        - 600 g waxy potatoes, thinly sliced
        - 2 onions, thinly sliced
        - 300 ml olive oil
        - 6 eggs
        - 1 tsp salt
        * Cook potatoes and onions in the oil over medium-low heat for 20 to 25 minutes. They should bubble gently and
          break when you push them.
        * Drain them, and keep the oil for the next tortilla. Beat the eggs with the salt, stir in the hot potatoes
          and leave it for 10 minutes.
        * Heat 1 tbsp of the oil in a 24 cm pan over medium-high heat, pour everything in, and turn down the heat
          after a minute. Cook for 5 minutes.
        * Lay a plate on top, turn it over the sink, and slide the tortilla back for 3 minutes.
        * Rest for 10 minutes.
        ? I am afraid of the turning.
        ! A plate wider than the pan, a wet hand, and no hesitation. It smells fear.
        ~ It did not smell my fear. Or it was merciful.

        @ gazpacho by ines
        = Gazpacho from very ripe tomatoes
        : Spanish, soup, easy, serves 4, prep 15, wait 120
        # soup, summer, healthy
        % vegetarian, vegan, sugar-free
        > A salad that one drinks. With bad tomatoes it is cold ketchup, so wait for August.
        - 1 kg very ripe tomatoes
        - 1 small cucumber, peeled
        - 1 green pepper
        - 1 clove garlic
        - 60 g stale white bread
        - 80 ml olive oil
        - 2 tbsp sherry vinegar
        * Chop everything coarsely, toss with 2 tsp of salt and leave it for 20 minutes.
        * Blend with the vinegar for 3 minutes at full speed, and pour in the oil in a thin stream at the end, until
          it turns orange.
        * Press it through a sieve, and chill for 2 hours. Taste again: cold soup wants more salt.
        ? It stayed red. Yours is orange.
        ! That is the oil. In a thin stream, while the blender runs: it is half a mayonnaise.
        ~ Orange! I held the glass against the light like wine.

        @ caldo-verde by ines
        = Caldo verde
        : Portuguese, soup, easy, serves 4, prep 15, cook 35
        # soup, potatoes, winter
        % gluten-free, sugar-free
        > The kale is cut like tobacco and cooked like an afterthought.
        - 4 tbsp olive oil
        - 1 onion, sliced
        - 2 cloves garlic, sliced
        - 600 g floury potatoes, in chunks
        - 1.3 l water
        - 150 g chorizo, sliced
        - 250 g kale, without stems, cut in hair-thin strips
        * Soften onion and garlic in half of the oil for 8 minutes. Add potatoes, water and 2 tsp of salt, and boil
          for 20 minutes.
        * Fry the chorizo by itself for 4 minutes and keep its red oil.
        * Blend the soup until smooth, bring it back to the boil, and add the kale for 3 to 4 minutes. It must stay
          bright.
        * Chorizo, red oil and the rest of the olive oil on top.
        ? Which potatoes make it smooth without cream?
        ! Floury ones, boiled until they almost surrender.
        ~ Cut the kale like tobacco. My knife skills have an ego now.

        @ bacalhau-a-bras by ines
        = Salt cod with straw potatoes and eggs
        : Portuguese, main, intermediate, serves 4, prep 30, cook 25, wait 1440
        # fish, eggs, dinner
        % gluten-free, sugar-free
        > Soak the cod for a day and change the water whenever you think of it. The eggs must stay creamy, so have
          everybody seated.
        - 500 g salt cod, soaked for 24 hours
        - 600 g potatoes, cut in matchsticks
        - 500 ml sunflower oil, for frying
        - 3 tbsp olive oil
        - 2 onions, thinly sliced
        - 2 cloves garlic, sliced
        - 6 eggs
        - 12 black olives
        - 1 bunch parsley, chopped
        * Simmer the soaked cod for 8 minutes, drain, and flake it without skin and bones.
        * Rinse and dry the potatoes and fry them in the sunflower oil at 180 °C in three batches, 3 to 4 minutes
          each, until pale gold.
        * Soften onions and garlic in the olive oil for 12 minutes. Add the cod for 3 minutes, then the potatoes.
        * Take the pan off the heat, pour in the beaten eggs and stir until they cling and are still wet. Back on the
          heat for seconds if need be.
        * Olives, parsley, at once.
        ? How do I know the cod is ready to cook?
        ! Taste a raw shred from the thick end. It should be as salty as a good soup.
        ~ Everybody seated. The eggs behaved.
        """
}
