extension Cookbook {
    /// Recipes from Germany, Poland, Hungary and Austria, in the format of `CookbookReader`.
    static let central = """
        @ kartoffelsalat by otto
        = Potato salad with broth
        : German, salad, easy, serves 6, prep 20, cook 25, wait 30
        # potatoes, salad, picnic
        % gluten-free, vegetarian, vegan
        > No mayonnaise. Warm potatoes, hot broth, patience of half an hour. Anything else is a northern rumour.
        - 1 kg small waxy potatoes
        - 1 onion, finely diced
        - 200 ml vegetable stock, hot
        - 3 tbsp white wine vinegar
        - 1 tbsp medium mustard
        - 1 tsp sugar
        - 5 tbsp sunflower oil
        - 1 bunch chives, snipped
        * Boil the potatoes in their skins in salted water for 20 to 25 minutes. Drain, peel while still hot, and
          slice 4 mm thick into a wide bowl.
        * Bring stock, onion, vinegar, mustard, sugar and 1 tsp of salt to the boil and pour it over the potatoes.
          Turn them gently and leave for 30 minutes.
        * The stock will be gone. Now turn in the oil, until it looks creamy, and pepper.
        * Chives at the end. Serve lukewarm, never from the refrigerator.
        ? It is swimming. Did I add too much stock?
        ! You added it right and waited wrong. Half an hour. It drinks.
        ~ I admit it: without mayonnaise. I admit everything.

        @ kasespatzle by piotr
        = Cheese spätzle with brown onions
        : German, main, intermediate, serves 4, prep 20, cook 35
        # comfort, cheese, dinner
        % sugar-free
        > Layers of soft noodles and mountain cheese, and enough onions to hide it from the doctor.
        - 400 g plain flour
        - 5 eggs
        - 180 ml water
        - 1 tsp salt
        - 250 g gruyère, grated
        - 3 onions, in thin rings
        - 60 g butter
        * Fry the onions in the butter over medium-low heat for 25 minutes, until evenly brown and crisp at the edges.
          Salt them.
        * Beat flour, eggs, water and salt with a spoon until the dough makes bubbles and tears off slowly. Rest for
          10 minutes.
        * Press it through a spätzle press into boiling salted water. When they float, wait 30 seconds and lift them
          out with a slotted spoon.
        * Layer the wet spätzle with cheese in a warm dish in the oven at 120 °C as you go. Stir once, heap on the
          onions, and serve at once.
        ? I have no press.
        ! A grater with big holes over the pot and a dough card. It looks wild and tastes the same.
        ~ Hid it from the doctor. Met the doctor at the table.

        @ apfelkuchen by otto
        = Sunken apple cake
        : German, dessert, easy, serves 10, prep 25, cook 45
        # baking, dessert, apples, sweet
        % vegetarian
        > My wife's. She would want it said that the apples are scored and not sliced, and that Sunday begins at
          three.
        - 125 g soft butter
        - 125 g caster sugar
        - 3 eggs
        - 200 g plain flour
        - 2 tsp baking powder
        - 1 lemon, zest only
        - 3 tbsp milk
        - 4 tart apples, peeled and quartered
        - 1 tbsp icing sugar
        * Heat the oven to 180 °C and butter a 24 cm springform tin. Score the round backs of the apple quarters
          deeply, like a fan.
        * Beat butter, sugar and zest for 4 minutes. Beat in the eggs one at a time.
        * Fold in flour and baking powder, and the milk until the batter falls heavily from the spoon.
        * Spread the batter, press in the apples, backs up, and bake for 40 to 45 minutes.
        * Dust with icing sugar when it is lukewarm.
        ? Can I slice the apples instead?
        ! She would have looked at you. But yes.
        ~ Served at three o'clock sharp. The apples looked like little fans, thank you.

        @ pierogi by piotr
        = Pierogi with potato and curd cheese
        : Polish, main, intermediate, serves 4, prep 60, cook 30
        # dumplings, comfort, dinner
        % vegetarian, sugar-free
        > Make them with somebody. Alone it is work, with two it is an evening.
        - 400 g plain flour
        - 200 ml hot water
        - 2 tbsp sunflower oil
        - 500 g floury potatoes
        - 200 g dry curd cheese
        - 2 onions, finely diced
        - 60 g butter
        - 100 ml soured cream
        * Stir flour, hot water, oil and ½ tsp of salt, knead for 5 minutes until silky, and rest it under a warm bowl
          for 30 minutes.
        * Boil the potatoes, mash them dry and let them cool. Fry the onions in the butter for 15 minutes until
          golden. Mix half of them with potatoes and curd, and season with salt and a lot of pepper.
        * Roll the dough 2 mm thin, cut rounds of 7 cm, put a heaped teaspoon on each, fold, and pinch the edge twice.
        * Simmer them in salted water in batches. Once they float, give them 2 minutes.
        * Serve with the rest of the onions and soured cream. The next day, fry them.
        ? What if I cannot find dry curd cheese?
        ! Ricotta, hung in a cloth overnight. Feta is too salty, do not let anybody tell you otherwise.
        ~ Made them with my neighbour, whom I had met twice. We are friends now.

        @ bigos by piotr
        = Bigos, three days of it
        : Polish, main, easy, serves 8, prep 30, cook 180
        # stew, slow, winter
        % gluten-free, sugar-free
        > On the first day it is stew, on the second it is bigos, on the third you hide it.
        - 20 g dried porcini
        - 1 kg sauerkraut, rinsed once
        - 500 g white cabbage, shredded
        - 400 g pork shoulder, in 3 cm cubes
        - 250 g smoked bacon, diced
        - 300 g smoked pork sausage, sliced
        - 2 onions, diced
        - 200 ml red wine
        - 12 prunes
        - 4 juniper berries, crushed
        - 2 bay leaves
        * Soak the porcini in 300 ml of hot water for 30 minutes. Chop them and keep the water.
        * Brown bacon, then pork, then sausage in a large pot, and lift each out. Fry the onions in the fat for 8
          minutes.
        * Add sauerkraut, cabbage, meat, porcini with their water, wine, juniper and bay. Cover and cook over the
          lowest heat for 2 hours, stirring now and then.
        * Add the prunes and cook without the lid for 30 to 45 minutes more, until it is dark and nearly dry. Cool,
          and reheat it tomorrow.
        ? Do you rinse the sauerkraut or not?
        ! Once. Twice and it tastes of nothing, never and it tastes of nothing else.
        ~ Third day. I hid it.

        @ goulash by piotr
        = Beef goulash with as many onions as meat
        : Hungarian, main, easy, serves 4, prep 25, cook 150
        # stew, slow, winter, spicy
        % gluten-free, sugar-free
        > The onions melt and become the sauce. There is no flour in it, and none is missing.
        - 3 tbsp lard
        - 800 g onions, finely sliced
        - 800 g beef shin, in 4 cm cubes
        - 4 tbsp sweet paprika
        - 1 tsp hot paprika
        - 1 tsp caraway seeds, crushed
        - 2 cloves garlic, crushed
        - 1 tbsp tomato purée
        - 300 ml water
        * Cook the onions in the lard over medium heat for 20 minutes until golden.
        * Take the pot off the heat. Stir in both paprikas, caraway and garlic: on the heat paprika burns in seconds
          and turns bitter.
        * Add tomato purée, beef, 2 tsp of salt and the water. Cover and cook over the lowest heat for 2 hours,
          stirring now and then.
        * Take off the lid for the last 20 minutes, until the sauce shines and covers the meat.
        ? It is more soup than sauce after two hours.
        ! Lid off, a little higher, and do not thicken it. The onions will.
        ~ Off the heat for the paprika. So that was my mistake for twenty years.

        @ kaiserschmarrn by elin
        = Kaiserschmarrn with plums
        : Austrian, dessert, intermediate, serves 2, prep 15, cook 20
        # brunch, dessert, sweet, breakfast
        % vegetarian
        > A pancake that was torn up by somebody in a hurry, and has been torn up with love ever since.
        - 4 eggs, separated
        - 130 g plain flour
        - 200 ml whole milk
        - 40 g caster sugar
        - 40 g butter
        - 1 pinch salt
        - 300 g plums, stoned and quartered
        - 1 tbsp icing sugar
        * Simmer the plums with 1 tbsp of the caster sugar and a splash of water for 10 minutes.
        * Whisk yolks, flour, milk and salt until smooth. Whisk the whites with the rest of the caster sugar to firm
          peaks and fold them in.
        * Melt half of the butter in a 28 cm pan over medium heat, pour in the batter and cook for 4 minutes. Cover
          and give it 3 more.
        * Quarter and turn it, cook for 3 minutes, tear it into pieces with two forks, add the rest of the butter, and
          let the edges brown.
        * Icing sugar, plums, two spoons.
        ? Can I keep it warm while I make another one?
        ! In the oven at 100 °C, for ten minutes at most. After that the air goes out of it.
        ~ Torn with love. Mostly with hunger.
        """
}
