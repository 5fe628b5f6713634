extension Cookbook {
    /// Recipes from Japan, Korea and China, in the format of `CookbookReader`.
    static let eastAsia = """
        @ miso-soup by hana
        = Miso soup from kombu and bonito
        : Japanese, soup, easy, serves 4, prep 5, cook 20
        # soup, breakfast, healthy, quick
        % sugar-free
        > One litre of water, ten grams of kombu, twenty of bonito. Weigh it once and you will not go back to powder.
        - 1 l cold water
        - 10 g kombu
        - 20 g katsuobushi
        - 60 g white miso
        - 200 g silken tofu, in 1.5 cm cubes
        - 3 g dried wakame
        - 2 spring onions, in fine rings
        * Heat the kombu in the cold water over 12 minutes to 65 °C, or until small bubbles sit on it. Take it out: it
          must not boil.
        * Bring the water to the boil, take it off the heat, add the katsuobushi, wait for 2 minutes, and strain
          without pressing.
        * Warm tofu and wakame in the dashi for 2 minutes. Take it off the heat.
        * Stir the miso in through a small sieve, add the spring onions, and never boil it again.
        ? What do I do with the kombu?
        ! Shred it and simmer it with soy sauce and a little sugar. Nothing that weighed ten grams is thrown away.
        ~ I bought a scale for this. It has changed more than the soup.

        @ oyakodon by hana
        = Oyakodon
        : Japanese, main, easy, serves 2, prep 10, cook 10
        # rice, eggs, quick, dinner
        %
        > Chicken and egg on rice. Two additions of egg, forty seconds apart: the first one holds, the second one
          flows.
        - 200 ml dashi
        - 2 tbsp soy sauce
        - 2 tbsp mirin
        - 1 tsp sugar
        - 1 onion, thinly sliced
        - 250 g boneless chicken thighs, in 2 cm pieces
        - 4 eggs, beaten with six strokes
        - 400 g cooked short-grain rice
        * Simmer dashi, soy sauce, mirin, sugar and onion in a small wide pan for 3 minutes.
        * Add the chicken and simmer for 5 minutes, until cooked through.
        * Pour in two thirds of the eggs, cover for 40 seconds. Pour in the rest, cover for 20 seconds, and take it
          off the heat.
        * Slide it onto the rice. It sets on the way.
        ? Why six strokes?
        ! White and yolk should still be two things. With twenty strokes it is an omelette.
        ~ Six strokes. I counted, and I saw the difference.

        @ okonomiyaki by hana
        = Okonomiyaki with cabbage
        : Japanese, main, easy, serves 2, prep 15, cook 20
        # cabbage, dinner, comfort
        %
        > Do not press it down. It is the one rule, and everybody breaks it once.
        - 120 g plain flour
        - 150 ml dashi
        - 2 eggs
        - 300 g white cabbage, finely shredded
        - 3 spring onions, sliced
        - 100 g pork belly, in thin slices
        - 1 tbsp sunflower oil
        - 3 tbsp okonomiyaki sauce
        - 1 tbsp mayonnaise
        - 1 tbsp katsuobushi
        * Whisk flour and dashi and rest for 10 minutes. Stir in cabbage, spring onions and eggs, from below, only
          just.
        * Heat the oil in a 24 cm pan over medium heat. Heap in half of the mixture, 3 cm thick, and lay half of the
          pork on top.
        * Cook for 5 minutes, turn, 5 minutes, turn, 1 minute. Do not press it down. Repeat with the other half.
        * Sauce, mayonnaise, katsuobushi, which waves at you.
        ? I pressed it down. What now?
        ! Eat it, and do not press the second one.
        ~ It waved at me. I waved back, alone in my kitchen.

        @ kimchi-jjigae by jihoon
        = Kimchi stew with pork
        : Korean, main, easy, serves 3, prep 10, cook 30
        # spicy, stew, dinner
        %
        > For kimchi that has gone too sour to eat by itself. It has only been waiting for this.
        - 200 g pork belly, in thick slices
        - 350 g old kimchi, cut, with its juice
        - 1 onion, sliced
        - 1 tbsp gochugaru
        - 1 tbsp gochujang
        - 2 cloves garlic, crushed
        - 700 ml water
        - 250 g firm tofu, in slices
        - 2 spring onions, sliced
        - 1 tsp sugar
        * Fry the pork in its own fat for 5 minutes. Add kimchi and fry for 5 minutes more.
        * Add onion, gochugaru, gochujang, garlic, sugar, kimchi juice and water. Boil for 15 minutes.
        * Lay in the tofu for 5 minutes. Spring onions, and rice beside it.
        ? My kimchi is fresh. Can I?
        ! Add a spoon of rice vinegar, and next time wait three weeks.
        ~ Finally a use for the jar at the back of the refrigerator. It hummed.

        @ bibimbap by jihoon
        = Bibimbap with what there is
        : Korean, main, intermediate, serves 2, prep 30, cook 25
        # rice, vegetables, spicy
        % vegetarian
        > Each vegetable gets one minute of attention. Then everything is mixed, and whoever does not mix it has not
          understood.
        - 400 g cooked short-grain rice
        - 150 g spinach
        - 150 g bean sprouts
        - 1 carrot, in matchsticks
        - 150 g shiitake, sliced
        - 1 courgette, in matchsticks
        - 3 tbsp sesame oil
        - 2 tbsp soy sauce
        - 2 eggs
        - 3 tbsp gochujang
        - 1 tbsp sugar
        - 1 tbsp rice vinegar
        * Blanch spinach for 30 seconds and sprouts for 2 minutes, squeeze, and season each with salt and a little
          sesame oil.
        * Fry carrot, courgette and shiitake one after the other in sesame oil for 2 minutes each. The shiitake get
          the soy sauce.
        * Stir gochujang, sugar, vinegar and 1 tbsp of water.
        * Press the rice into a hot oiled pan for 6 minutes until it crackles. Fry the eggs.
        * Rice, vegetables in wedges, egg, sauce. Mix like you mean it.
        ? Is there a vegan way?
        ! No egg, a slice of fried tofu, and read the label of the gochujang.
        ~ Mixed like I meant it. It no longer looked like your photograph, and tasted twice as good.

        @ pajeon by jihoon
        = Spring onion pancake
        : Korean, snack, easy, serves 2, prep 10, cook 12
        # quick, street food, brunch
        % vegetarian, vegan, sugar-free
        > Rain sounds like this pancake frying, they say at home. So it is for rainy days.
        - 100 g plain flour
        - 30 g potato starch
        - 180 ml ice water
        - 1 bunch spring onions, in long pieces
        - 4 tbsp sunflower oil
        - 2 tbsp soy sauce
        - 1 tbsp rice vinegar
        - 1 tsp gochugaru
        * Stir flour, starch, ½ tsp of salt and ice water with chopsticks, lumps allowed.
        * Heat 3 tbsp of the oil in a 26 cm pan over medium-high heat. Lay in the spring onions side by side and pour
          the batter over.
        * Fry for 5 minutes, until the edge is brown. Turn, add the last oil around the edge, press, and fry for 4
          minutes.
        * Cut it up with scissors. Soy sauce, vinegar and gochugaru for dipping.
        ? Not crisp. Help?
        ! More oil, ice in the water, and courage before you turn it.
        ~ It rained. It fried. I could not tell which was which.

        @ mapo-tofu by lin
        = Mapo tofu
        : Chinese, main, intermediate, serves 3, prep 15, cook 15
        # spicy, tofu, quick, dinner
        % sugar-free
        > Numbing, hot, soft, oily in the right way. Simmer the tofu in salted water first: it seasons and firms it.
        - 500 g soft tofu, in 2 cm cubes
        - 3 tbsp sunflower oil
        - 100 g minced beef
        - 2 tbsp doubanjiang
        - 1 tbsp fermented black beans, rinsed
        - 1 tsp chilli flakes
        - 3 cloves garlic, chopped
        - 10 g ginger, chopped
        - 250 ml chicken stock
        - 1 tbsp light soy sauce
        - 1 tbsp cornflour, in 3 tbsp water
        - 2 tsp sichuan peppercorns, toasted and ground
        * Keep the tofu in barely simmering salted water while you go on.
        * Fry the beef in the oil over high heat for 4 minutes, until dry and crisp. Turn the heat to medium and add
          doubanjiang for 1 minute, until the oil is red.
        * Add black beans, chilli, garlic and ginger for 30 seconds, then stock and soy sauce. Slide in the drained
          tofu and simmer for 4 minutes without stirring: push.
        * Thicken with the cornflour in three goes. Sichuan pepper over everything.
        ? Can I leave out the beef?
        ! Chopped shiitake, fried as hard. Many in Chengdu do.
        ~ My lips hummed until midnight. Is that the plan? I hope that is the plan.
        + Mapo tofu with shiitake | minced beef => 120 g shiitake, chopped

        @ tomato-egg by lin
        = Tomatoes and eggs, every student's first dish
        : Chinese, main, easy, serves 2, prep 5, cook 10
        # eggs, quick, comfort
        % vegetarian, gluten-free
        > Eggs first, tomatoes second, then they meet again. My father's only dish, and he never wrote it down.
        - 4 eggs
        - 4 tbsp sunflower oil
        - 4 ripe tomatoes, in wedges
        - 2 tsp sugar
        - 2 spring onions, sliced
        - 1 clove garlic, chopped
        * Beat the eggs with a good pinch of salt. Scramble them in 3 tbsp of very hot oil for 30 seconds, in big soft
          pieces, and lift them out.
        * Fry garlic and the white of the spring onions in the last oil for 20 seconds. Add the tomatoes, sugar and ½
          tsp of salt, and cook for 4 minutes, until saucy.
        * Turn in the eggs for 30 seconds. Green of the spring onions, rice.
        ? Sugar? With eggs?
        ! Try it without, then with. You will not write me again.
        ~ I am writing again: you were right.

        @ kung-pao by lin
        = Kung pao chicken
        : Chinese, main, intermediate, serves 3, prep 20, cook 8
        # spicy, quick, dinner
        %
        > Everything is cut to the size of a peanut and everything is ready before the wok is hot. Then it is four
          minutes.
        - 400 g chicken breast, in 1.5 cm cubes
        - 1 tbsp light soy sauce
        - 2 tsp cornflour
        - 3 tbsp groundnut oil
        - 10 dried chillies, cut
        - 1 tsp sichuan peppercorns
        - 3 cloves garlic, sliced
        - 10 g ginger, sliced
        - 4 spring onions, in short pieces
        - 1 tbsp black vinegar
        - 1 tbsp sugar
        - 1 tsp dark soy sauce
        - 80 g roasted peanuts
        * Marinate the chicken in light soy sauce and half of the cornflour for 10 minutes. Mix vinegar, sugar, dark
          soy sauce, the rest of the cornflour and 2 tbsp of water.
        * Heat the oil until it just smokes. Chillies and peppercorns for 10 seconds, until dark red and not black.
        * Chicken for 3 minutes. Garlic, ginger and spring onions for 30 seconds.
        * Pour in the sauce, toss for 30 seconds, peanuts, out.
        ? Am I supposed to eat the chillies?
        ! No. They are scenery.
        ~ My brother ate the scenery. He is resting.

        @ smashed-cucumber by lin
        = Smashed cucumber
        : Chinese, salad, easy, serves 4, prep 15
        # salad, quick, healthy, summer
        % vegetarian, vegan
        > Hit the cucumber. Broken edges hold sauce, cut ones let it go.
        - 2 cucumbers
        - 1 tsp salt
        - 3 cloves garlic, chopped
        - 1 tbsp black vinegar
        - 1 tbsp light soy sauce
        - 1 tsp sugar
        - 1 tbsp sesame oil
        - 1 tbsp chilli oil
        * Hit the cucumbers with the flat of a knife until they crack, and tear them into pieces. Salt them, and drain
          after 10 minutes.
        * Stir everything else together.
        * Dress at the last moment.
        ? How hard do I hit?
        ! Like knocking on the door of a friend who sleeps late.
        ~ Knocked. The friend is awake.

        @ congee by lin
        = Rice congee with ginger
        : Chinese, breakfast, easy, serves 4, prep 5, cook 90
        # breakfast, comfort, healthy, slow
        % vegetarian, vegan, gluten-free, sugar-free
        > One cup of rice, ten of water, and a morning without plans.
        - 180 g jasmine rice, rinsed
        - 2 l water
        - 20 g ginger, in matchsticks
        - 1 tsp salt
        - 3 spring onions, sliced
        - 1 tsp white pepper
        * Bring rice and water to the boil, stir the bottom, and simmer with the lid ajar for 75 to 90 minutes. Stir
          more often towards the end.
        * When the grains have opened like flowers, add ginger and salt for 5 minutes.
        * Spring onions and white pepper. Anything else is a topping.
        ? Can it be faster?
        ! Freeze the washed rice overnight. It breaks in half an hour.
        ~ A morning without plans was the hard part. The congee was easy.

        @ dan-dan by lin
        = Dan dan noodles
        : Chinese, main, intermediate, serves 2, prep 15, cook 15
        # spicy, noodles, quick
        %
        > All that is in the bowl before the noodles is called the bottom. Build it well.
        - 200 g fresh wheat noodles
        - 150 g minced pork
        - 2 tbsp sunflower oil
        - 50 g preserved mustard greens, chopped
        - 2 tbsp sesame paste
        - 2 tbsp light soy sauce
        - 1 tbsp black vinegar
        - 2 tbsp chilli oil
        - 1 tsp sugar
        - ½ tsp sichuan peppercorns, ground
        - 2 spring onions, sliced
        * Fry the pork in the oil over high heat for 6 minutes until crisp. Add the greens for 2 minutes.
        * Stir sesame paste, soy sauce, vinegar, chilli oil, sugar and sichuan pepper in two bowls, and loosen it with
          3 tbsp of noodle water each.
        * Boil the noodles for the time on the packet, shake them dry, and lift them into the bowls.
        * Pork, spring onions. Mix at the table, from the bottom.
        ? Tahini for sesame paste?
        ! It is paler, because the seeds are not roasted. A drop of sesame oil helps.
        ~ Built the bottom well. The top was happy.
        """
}
