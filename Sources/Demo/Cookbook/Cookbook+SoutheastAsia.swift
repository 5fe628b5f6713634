extension Cookbook {
    /// Recipes from Thailand, Vietnam and Indonesia, in the format of `CookbookReader`.
    static let southeastAsia = """
        @ green-curry by nok
        = Green curry with chicken
        : Thai, main, easy, serves 4, prep 15, cook 25
        # spicy, curry, dinner
        % gluten-free
        > Crack the coconut cream first: fry it until it splits. Everywhere else that is a mistake, here it is the
          beginning.
        - 400 ml coconut milk, not shaken
        - 4 tbsp green curry paste
        - 500 g boneless chicken thighs, sliced
        - 200 ml chicken stock
        - 2 tbsp fish sauce
        - 1 tbsp palm sugar
        - 200 g small aubergines, quartered
        - 4 lime leaves, torn
        - 1 bunch thai basil
        * Simmer the thick cream from the top of the coconut milk for 5 minutes, until oil appears. Fry the paste in
          it for 3 minutes.
        * Add the chicken for 3 minutes, then the rest of the coconut milk, stock, aubergines and lime leaves. Simmer
          for 12 minutes.
        * Fish sauce and palm sugar. Taste: salty first, sweet after, hot for a long time.
        * Basil off the heat.
        ? My coconut milk will not split.
        ! It has stabilisers. Fry the paste in a spoon of oil instead and forgive the tin.
        ~ It split, and I cheered. My flatmate came to see what was wrong.
        + Green curry with tofu | boneless chicken thighs => 400 g firm tofu, in cubes

        @ pad-kra-pao by nok
        = Pad kra pao with a fried egg
        : Thai, main, easy, serves 2, prep 10, cook 8
        # spicy, quick, dinner
        %
        > What Thailand orders when it cannot decide. The egg is not optional, its edges must be lace.
        - 5 cloves garlic
        - 4 bird's eye chillies
        - 4 tbsp sunflower oil
        - 300 g minced pork
        - 1 tbsp oyster sauce
        - 1 tbsp fish sauce
        - 1 tsp dark soy sauce
        - 1 tsp sugar
        - 1 bunch holy basil
        - 2 eggs
        * Pound garlic and chillies coarsely.
        * Fry the eggs in 3 tbsp of very hot oil for a minute, spooning oil over them, and lift them out.
        * In the last oil fry garlic and chillies for 20 seconds, add the pork, and fry over the highest heat for 3
          minutes.
        * Sauces and sugar, a splash of water, a minute more. Basil, off the heat. Rice, egg.
        ? No holy basil in this country. Italian?
        ! Thai basil is nearer. Italian is a kind thought.
        ~ Lace edges! I used more oil than I will admit here.

        @ mango-sticky-rice by nok
        = Mango with sticky rice
        : Thai, dessert, easy, serves 4, prep 15, cook 30, wait 240
        # dessert, sweet, rice
        % vegetarian, vegan, gluten-free
        > Steam the rice, never boil it. Salt the coconut, never be shy. And wait for mangoes that smell through the
          bag.
        - 250 g glutinous rice, soaked for 4 hours
        - 400 ml coconut milk
        - 80 g sugar
        - 1 tsp salt
        - 2 ripe mangoes
        - 1 tbsp toasted sesame seeds
        * Steam the drained rice in a cloth for 25 minutes, turning it once.
        * Warm the coconut milk with sugar and salt, without boiling. Keep a quarter of it for the top.
        * Stir the hot rice into the rest, cover, and leave it for 20 minutes. It drinks it all.
        * Mango beside it, the kept coconut over it, sesame.
        ? Will ordinary rice do?
        ! No. Glutinous rice has almost only one of the two starches, that is why it sticks. There is no replacement.
        ~ Smelled the mangoes through the bag. Missed my stop.

        @ tom-yum by nok
        = Tom yum with prawns
        : Thai, soup, easy, serves 3, prep 15, cook 15
        # soup, spicy, quick, healthy
        % gluten-free, sugar-free
        > Lemongrass, galangal and lime leaves are for the water, not for the teeth. Leave them in the bowl.
        - 400 g prawns, shells kept
        - 1 l water
        - 3 stalks lemongrass, bruised
        - 30 g galangal, sliced
        - 5 lime leaves, torn
        - 200 g oyster mushrooms, torn
        - 4 bird's eye chillies, bruised
        - 3 tbsp fish sauce
        - 4 tbsp lime juice
        - 1 bunch coriander
        * Boil the prawn shells in the water for 8 minutes and strain.
        * Simmer lemongrass, galangal and lime leaves in the stock for 4 minutes. Add the mushrooms for 2 minutes.
        * Add the prawns for 90 seconds, until pink. Take it off the heat.
        * Fish sauce, lime juice and chillies in the bowl and not in the pot: boiled lime is bitter. Coriander on top.
        ? Ginger instead of galangal?
        ! Ginger is warm, galangal is cold. It becomes another soup, a nice one.
        ~ I bit on the lemongrass. You had warned me.

        @ pho-ga by mai
        = Phở gà, chicken noodle soup
        : Vietnamese, soup, intermediate, serves 4, prep 30, cook 120
        # soup, noodles, slow, healthy
        % gluten-free
        > Char the onion until you worry. The clear broth is the whole point, so nothing may boil hard.
        - 1.5 kg whole chicken
        - 2.5 l water
        - 2 onions, halved
        - 60 g ginger, halved
        - 3 star anise
        - 1 cinnamon stick
        - 1 tbsp coriander seeds
        - 3 tbsp fish sauce
        - 1 tbsp rock sugar
        - 400 g flat rice noodles
        - 2 limes, in wedges
        - 1 bunch thai basil
        * Char onions and ginger under the grill for 12 minutes until black at the edges. Toast the spices in a dry
          pan for 2 minutes.
        * Put the chicken into the cold water, bring it to a bare simmer, skim for 10 minutes, add onions, ginger and
          spices. Simmer for 45 minutes.
        * Lift out the chicken, cool it, pull off the meat. Bones back into the pot for 45 minutes more. Strain, add
          fish sauce and sugar.
        * Soak and boil the noodles as the packet says. Noodles, meat, boiling broth, herbs, lime.
        ? Cloudy broth. Why?
        ! It boiled. Only a bubble here and there, as if the pot was thinking.
        ~ The pot thought for two hours. So did I. Clear broth, clear head.

        @ summer-rolls by mai
        = Summer rolls with prawns
        : Vietnamese, starter, easy, serves 4, prep 30
        # healthy, quick, summer
        % gluten-free
        > The paper should still feel like paper when you begin to roll. It softens on the way.
        - 12 sheets rice paper
        - 200 g cooked prawns, halved
        - 100 g rice vermicelli, cooked and cold
        - 1 lettuce
        - 1 cucumber, in sticks
        - 1 bunch mint
        - 1 bunch coriander
        - 3 tbsp fish sauce
        - 2 tbsp sugar
        - 3 tbsp lime juice
        - 1 red chilli, sliced
        * Stir fish sauce, sugar, lime juice and 4 tbsp of water until clear, and add the chilli.
        * Dip a sheet of rice paper into warm water for 2 seconds and lay it down.
        * Lettuce, vermicelli, cucumber and herbs near the lower edge, three prawn halves in a row above them. Fold in
          the sides and roll tightly.
        * Serve within the hour, under a damp cloth until then.
        ? They stick together on the plate.
        ! Lettuce leaves between them, or distance. They are affectionate.
        ~ They are affectionate. Best description of food this year.
        + Summer rolls with tofu | cooked prawns => 200 g smoked tofu, in strips

        @ thit-kho by mai
        = Caramel pork with eggs
        : Vietnamese, main, easy, serves 4, prep 15, cook 105
        # stew, slow, dinner
        % gluten-free
        > New Year's pot at my grandmother's house. The caramel goes darker than you are used to, to the colour of
          strong tea.
        - 60 g sugar
        - 800 g pork belly, in 4 cm cubes
        - 3 shallots, sliced
        - 4 cloves garlic, crushed
        - 4 tbsp fish sauce
        - 700 ml coconut water
        - 6 eggs
        - 1 tsp black pepper
        * Melt the sugar with 1 tbsp of water over medium heat to the colour of strong tea. Add pork, shallots and
          garlic and turn until coated.
        * Add fish sauce, pepper and coconut water. Simmer without a lid for 60 minutes, skimming.
        * Boil the eggs for 8 minutes, peel them, and add them for the last 30 minutes.
        * It is done when the fat trembles. Tomorrow it is better.
        ? Coconut water or coconut milk?
        ! Water. Milk makes it a curry, and my grandmother makes a face.
        ~ The fat trembled. The table as well.

        @ nasi-goreng by mai
        = Nasi goreng from yesterday's rice
        : Indonesian, main, easy, serves 2, prep 10, cook 8
        # rice, spicy, quick, dinner
        %
        > Cold rice, hot wok. With fresh rice you get porridge with opinions.
        - 3 shallots
        - 3 cloves garlic
        - 2 red chillies
        - 1 tsp shrimp paste
        - 3 tbsp sunflower oil
        - 400 g cooked rice, one day old
        - 2 tbsp kecap manis
        - 1 tbsp light soy sauce
        - 2 eggs
        - ½ cucumber, sliced
        * Pound shallots, garlic, chillies and shrimp paste. Fry the paste in 2 tbsp of the oil for 2 minutes.
        * Raise the heat, add the rice, broken up, and fry for 3 minutes without resting.
        * Kecap manis and soy sauce for 1 minute.
        * Fry the eggs in the last oil, crisp. On top, with cucumber.
        ? Can I cool fresh rice quickly?
        ! On a tray, in the refrigerator, an hour, open. It must dry as much as cool.
        ~ Yesterday's rice, today's triumph.

        @ gado-gado by sunny
        = Gado-gado
        : Indonesian, salad, easy, serves 4, prep 25, cook 25
        # healthy, salad, vegetables
        % vegetarian, vegan, gluten-free
        > Every vegetable warm, the sauce warmer, and the tofu because I say so.
        - 300 g small potatoes
        - 200 g green beans
        - 200 g white cabbage, shredded
        - 150 g bean sprouts
        - 300 g firm tofu, in slices
        - 3 tbsp sunflower oil
        - 150 g smooth peanut butter
        - 1 tbsp palm sugar
        - 2 tbsp lime juice
        - 1 red chilli, chopped
        - 150 ml coconut milk
        - 1 tbsp tamarind paste
        * Boil the potatoes for 15 to 18 minutes. Blanch beans for 4 minutes, cabbage for 2, sprouts for 1.
        * Fry the tofu in the oil for 8 minutes until golden.
        * Simmer peanut butter, sugar, chilli, tamarind, coconut milk and 100 ml of water for 4 minutes, stirring.
          Lime juice and salt off the heat.
        * Vegetables and tofu on one big plate, sauce over half of it, for those who want to mix by themselves.
        ? Where are the eggs?
        ! In other people's gado-gado.
        ~ Sauce over half, then over the other half, then from the pan.
        """
}
