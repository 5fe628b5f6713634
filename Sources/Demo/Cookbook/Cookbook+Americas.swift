extension Cookbook {
    /// Recipes from the Americas, in the format of `CookbookReader`.
    static let americas = """
        @ tinga by dolores
        = Chicken tinga tacos
        : Mexican, main, easy, serves 4, prep 20, cook 40
        # spicy, tacos, dinner
        % gluten-free
        > Two chipotles are friendly, four are honest. Heat the tortillas on the open flame, one by one, like a person
          with time.
        - 700 g chicken breast
        - 2 tbsp sunflower oil
        - 2 onions, sliced
        - 2 cloves garlic, chopped
        - 400 g tinned tomatoes
        - 3 chipotles in adobo
        - 1 tsp dried oregano
        - 12 corn tortillas
        - 1 avocado, sliced
        - 2 limes, in wedges
        * Simmer the chicken in salted water for 18 minutes, to 74 °C. Cool it in the water and pull it apart. Keep
          150 ml of the water.
        * Blend tomatoes, chipotles and oregano with the kept water.
        * Fry the onions in the oil for 10 minutes, add garlic for 1, then the sauce, and simmer for 10 minutes. Stir
          in the chicken for 5.
        * Warm tortillas, tinga, avocado, lime.
        ? Wheat tortillas?
        ! In the north they do. In my kitchen they do not.
        ~ Three chipotles: between friendly and honest. Diplomatic.
        + Mushroom tinga tacos | chicken breast => 600 g oyster mushrooms, torn

        @ black-bean-soup by dolores
        = Black bean soup with lime
        : Mexican, soup, easy, serves 6, prep 15, cook 110
        # soup, beans, healthy, slow
        % vegetarian, vegan, gluten-free
        > Do not soak black beans. They lose their colour, and then they lose heart.
        - 500 g dried black beans, rinsed
        - 2.5 l water
        - 2 onions, one of them diced
        - 4 cloves garlic
        - 1 bay leaf
        - 3 tbsp sunflower oil
        - 2 tsp ground cumin
        - 1 chipotle in adobo, chopped
        - 2 limes, juice only
        - 1 bunch coriander
        * Simmer beans, water, the other onion, halved, 2 cloves of garlic and bay for 75 to 90 minutes. Salt when
          they are nearly tender.
        * Fry the diced onion in the oil for 8 minutes with the rest of the garlic, cumin and chipotle.
        * Stir it into the beans, blend a third, simmer for 10 minutes.
        * Lime juice off the heat, coriander on top.
        ? No soaking? They are as hard as gravel!
        ! They get 90 minutes instead of 60. Old beans get more. The colour stays.
        ~ Black as a good coffee. Heart kept.

        @ guacamole by dolores
        = Guacamole from a mortar
        : Mexican, starter, easy, serves 4, prep 10
        # quick, healthy, dip
        % vegetarian, vegan, gluten-free, sugar-free
        > Crush the chilli with the salt first. Then it is in every bite and nobody can find it.
        - 1 green chilli, chopped
        - ½ onion, finely chopped
        - 1 tsp salt
        - 1 bunch coriander, chopped
        - 3 ripe avocados
        - 1 tomato, without seeds, diced
        - 1 lime, juice only
        * Pound chilli, half of the onion, salt and half of the coriander to a paste.
        * Crush in the avocados, coarsely.
        * Fold in the rest and the lime juice. Taste with a chip, because the chip is salty.
        ? How do I keep it green?
        ! You eat it.
        ~ We ate it. It stayed green all its life.

        @ enchiladas-verdes by dolores
        = Green enchiladas
        : Mexican, main, intermediate, serves 4, prep 25, cook 40
        # spicy, dinner, brunch
        % gluten-free, sugar-free
        > Tortillas that went through hot oil for three seconds do not fall apart in the sauce. Three seconds.
        - 700 g tomatillos
        - 3 green chillies
        - 1 onion, quartered
        - 2 cloves garlic
        - 1 bunch coriander
        - 120 ml sunflower oil
        - 12 corn tortillas
        - 500 g cooked chicken, shredded
        - 150 ml soured cream
        - 100 g white cheese, crumbled
        * Boil tomatillos and chillies for 8 minutes until olive-green. Blend with onion, garlic, coriander and 1 tsp
          of salt, and fry the sauce in 1 tbsp of the oil for 8 minutes.
        * Heat the rest of the oil and pass each tortilla through it for 3 seconds.
        * Dip the tortillas into the sauce, fill with chicken, roll, and lay them side by side.
        * The rest of the sauce over them, 180 °C for 12 minutes, then cream and cheese.
        ? Tinned tomatillos?
        ! Yes: drain them and skip the boiling.
        ~ Three seconds each, twelve tortillas, thirty-six seconds that made all the difference.

        @ ceviche by tomas
        = Ceviche in eight minutes
        : Peruvian, starter, easy, serves 4, prep 20
        # fish, quick, healthy, summer
        % gluten-free, sugar-free
        > Fish of this morning, limes of this minute. In Lima nobody orders it after three.
        - 600 g very fresh sea bass, without skin
        - 1 red onion, in hair-thin slices
        - 150 ml lime juice
        - 1 red chilli, finely chopped
        - 1 clove garlic
        - 1 bunch coriander, chopped
        - 1 sweet potato, boiled and sliced
        * Rinse the onion in ice water and drain. Cut the fish into 2 cm cubes, salt it with 1½ tsp of salt and leave
          it for 2 minutes.
        * Crush the garlic once and swirl it in the lime juice, then take it out. Add chilli and coriander.
        * Pour it over the fish with three ice cubes. Wait for 8 minutes, and take out the ice.
        * Onion on top, sweet potato beside it. Drink the juice.
        ? Is the fish safe like that?
        ! Acid does not kill everything. Ask for fish that was frozen at −20 °C for at least a day, or that is sold to
          be eaten raw.
        ~ Drank the juice. Understood Lima.

        @ lomo-saltado by tomas
        = Lomo saltado
        : Peruvian, main, intermediate, serves 3, prep 20, cook 30
        # dinner, comfort
        % sugar-free
        > Peru and China met in a wok, and somebody brought chips.
        - 500 g potatoes, cut as chips
        - 500 g rump steak, in strips
        - 3 tbsp sunflower oil
        - 1 red onion, in wedges
        - 2 tomatoes, in wedges
        - 1 yellow chilli, in strips
        - 3 tbsp soy sauce
        - 2 tbsp red wine vinegar
        - 2 cloves garlic, chopped
        - 1 bunch coriander
        * Turn the chips with 1 tbsp of the oil and bake at 220 °C for 28 minutes, turning them once.
        * Salt the beef. Sear it in two batches in a smoking wok with the rest of the oil, 90 seconds each, and take
          it out.
        * Onion and chilli for 1 minute, garlic and tomatoes for 1 minute. Vinegar and soy sauce along the rim, so
          that they hiss.
        * Beef and chips back for 20 seconds. Coriander, rice.
        ? Chips and rice?
        ! Yes.
        ~ I asked no questions about chips and rice, and was rewarded.

        @ chimichurri-steak by tomas
        = Flank steak with chimichurri
        : Argentine, main, easy, serves 4, prep 20, cook 12
        # grill, dinner, summer
        % gluten-free, sugar-free
        > Salt an hour before, fire until you cannot hold your hand there for three seconds, and then rest it longer
          than your guests like.
        - 900 g flank steak
        - 1 bunch parsley, finely chopped
        - 3 cloves garlic, finely chopped
        - 1 tbsp dried oregano
        - 1 tsp chilli flakes
        - 3 tbsp red wine vinegar
        - 100 ml olive oil
        * Salt the steak with 2 tsp of salt an hour before, uncovered.
        * Stir parsley, garlic, oregano, chilli, vinegar, 3 tbsp of warm water and 1 tsp of salt. After 10 minutes add
          the oil.
        * Grill over very hot coals for 4 to 5 minutes on each side, to 54 °C inside.
        * Rest for 8 minutes. Slice thinly across the grain. Chimichurri beside it, not on it.
        ? Coriander in the chimichurri?
        ! I did not read this.
        ~ Rested it for eight minutes while eight people looked at me. Worth it.

        @ pao-de-queijo by tomas
        = Brazilian cheese puffs
        : Brazilian, snack, easy, serves 6, prep 20, cook 25
        # baking, cheese, breakfast
        % gluten-free, sugar-free
        > Boiling milk on tapioca flour looks like a catastrophe in a bowl. Keep going.
        - 250 ml whole milk
        - 80 ml sunflower oil
        - 1 tsp salt
        - 300 g tapioca flour
        - 2 eggs
        - 150 g parmesan, finely grated
        * Bring milk, oil and salt to the boil and pour it over the tapioca flour. Stir until it is a stretchy mess,
          and let it cool for 10 minutes.
        * Beat in the eggs one by one, then the cheese. It should be sticky.
        * With oiled hands roll balls of 3 cm. Heat the oven to 200 °C.
        * Bake for 20 to 25 minutes until puffed and freckled. They wait for nobody.
        ? Can they be frozen?
        ! Raw, on a tray, then in a bag. From the freezer into the oven, 5 minutes longer.
        ~ Catastrophe in a bowl, triumph on a tray.

        @ pancakes by elin
        = Buttermilk pancakes
        : American, breakfast, easy, serves 4, prep 10, cook 20
        # breakfast, brunch, sweet, quick
        % vegetarian
        > Lumps are fine. Lumps are the point. Put down the whisk.
        - 250 g plain flour
        - 2 tsp baking powder
        - 1 tsp bicarbonate of soda
        - 2 tbsp sugar
        - 450 ml buttermilk
        - 2 eggs
        - 60 g butter, melted
        - 1 pinch salt
        * Stir the dry things in one bowl and the wet ones in another.
        * Pour wet into dry and fold ten times. Leave it for 5 minutes.
        * Cook ladlefuls on a lightly buttered pan over medium heat for 2 to 3 minutes, until bubbles open and stay
          open. Turn once: 90 seconds.
        * Keep them in the oven at 90 °C until there are enough. There are never enough.
        ? Milk instead of buttermilk?
        ! Then leave out the bicarbonate and use 3 tsp of baking powder. They will be polite.
        ~ Put down the whisk. Lumps. Clouds. Thank you.
        + Kefir pancakes | buttermilk => 450 ml kefir

        @ cornbread by elin
        = Skillet cornbread without sugar
        : American, bread, easy, serves 8, prep 10, cook 25
        # baking, comfort
        % vegetarian, gluten-free, sugar-free
        > Hot iron, hot fat, cold batter: it should scream when it goes in.
        - 300 g fine cornmeal
        - 2 tsp baking powder
        - ½ tsp bicarbonate of soda
        - 1 tsp salt
        - 400 ml buttermilk
        - 2 eggs
        - 60 g butter
        * Heat the oven to 220 °C with a 25 cm iron skillet inside.
        * Stir cornmeal, baking powder, bicarbonate and salt. Beat in buttermilk and eggs.
        * Melt the butter in the hot skillet, pour most of it into the batter, stir, and pour the batter into the
          skillet. Listen.
        * Bake for 20 to 22 minutes, until the edge is brown and pulls away.
        ? No sugar at all?
        ! Cake has sugar.
        ~ It screamed. The dog left the room. Perfect crust.

        @ chili by rae
        = Chili con carne, the Sunday pot
        : American, main, easy, serves 6, prep 20, cook 150
        # spicy, stew, slow, dinner
        % gluten-free, sugar-free
        > Cubes instead of mince, dried chillies instead of powder, Sunday instead of Tuesday.
        - 5 dried ancho chillies, without seeds
        - 2 tbsp sunflower oil
        - 1 kg beef chuck, in 2 cm cubes
        - 2 onions, diced
        - 5 cloves garlic, chopped
        - 1 tbsp ground cumin
        - 2 tsp dried oregano
        - 400 g tinned tomatoes
        - 500 ml beef stock
        - 480 g tinned kidney beans, drained
        * Toast the anchos in a dry pan for a minute, soak them in hot water for 20 minutes, and blend with 200 ml of
          the water.
        * Brown the beef in the oil in three batches, 5 minutes each. Soften onions in the same pot for 8 minutes, add
          garlic, cumin and oregano for 1.
        * Beef, ancho, tomatoes and stock: simmer with the lid ajar for 90 minutes.
        * Add the beans and simmer for 20 minutes, until thick.
        ? Beans in chili? I was told that is illegal.
        ! In Texas. I live elsewhere for a reason.
        ~ Sunday instead of Tuesday. On Tuesday I ate the rest, and it was Sunday again.

        @ chocolate-chip-cookies by elin
        = Brown butter chocolate chip cookies
        : American, dessert, easy, serves 20, prep 25, cook 12, wait 720
        # baking, dessert, sweet
        % vegetarian
        > Brown the butter, wait a night, bake them underdone. The three rules; I broke each of them once so that you
          need not.
        - 170 g butter
        - 150 g dark brown sugar
        - 100 g caster sugar
        - 1 egg
        - 1 egg yolk
        - 2 tsp vanilla extract
        - 220 g plain flour
        - ½ tsp bicarbonate of soda
        - 1 tsp salt
        - 200 g dark chocolate, chopped
        * Cook the butter over medium heat for 6 minutes, until it smells of nuts and the specks are brown. Cool for
          15 minutes.
        * Beat in both sugars, then egg, yolk and vanilla for 2 minutes.
        * Fold in flour, bicarbonate and salt, then the chocolate. Refrigerate for 12 hours.
        * Bake balls of 45 g at 180 °C for 10 to 12 minutes: brown edges, soft middle. Cool on the tray.
        ? Do I really have to wait for a night?
        ! Bake two tonight and the rest tomorrow. Then you will know.
        ~ Baked two tonight. Baked the rest tomorrow. Now I know.

        @ jerk-chicken by tomas
        = Jerk chicken in the oven
        : Jamaican, main, easy, serves 4, prep 20, cook 45, wait 720
        # spicy, grill, dinner
        %
        > Allspice, thyme, scotch bonnet. The night in the refrigerator is the recipe, the rest is heat.
        - 8 chicken legs
        - 4 spring onions
        - 3 scotch bonnet chillies
        - 4 cloves garlic
        - 20 g ginger
        - 1 tbsp ground allspice
        - 1 tbsp thyme leaves
        - 2 tbsp soy sauce
        - 2 tbsp brown sugar
        - 3 tbsp lime juice
        - 2 tbsp sunflower oil
        * Blend everything but the chicken with 2 tsp of salt.
        * Slash the legs to the bone, rub the paste in with gloves on, and refrigerate for 12 hours.
        * Heat the oven to 200 °C. Roast on a rack for 40 to 45 minutes, to 80 °C at the bone.
        * Grill for the last 3 minutes until it is black in places. Black in places is right.
        ? Gloves, really?
        ! Rub your eye once and you will buy a box of them.
        ~ I did not wear gloves. I have bought a box.

        @ quinoa-bowl by sunny
        = Warm quinoa bowl with roast carrots
        : American, main, easy, serves 2, prep 15, cook 30
        # healthy, vegetables, dinner
        % vegetarian, vegan, gluten-free, sugar-free
        > A bowl that keeps you until dinner. The dressing is the part that people ask for.
        - 500 g carrots, halved lengthwise
        - 240 g tinned chickpeas, drained and dried
        - 3 tbsp olive oil
        - 1 tsp ground cumin
        - 150 g quinoa, rinsed
        - 300 ml water
        - 80 g tahini
        - 3 tbsp lemon juice
        - 1 bunch parsley, chopped
        - 30 g pumpkin seeds
        * Roast carrots and chickpeas with 2 tbsp of the oil, cumin and salt at 220 °C for 25 to 30 minutes, until
          dark at the edges.
        * Simmer the quinoa in the water for 12 minutes, covered. Off the heat for 8 minutes, then fork it through.
        * Stir tahini, lemon, the last oil, a pinch of salt and 4 tbsp of water until it runs.
        * Quinoa, carrots, chickpeas, parsley, seeds, and more dressing than looks right.
        ? Why rinse the quinoa?
        ! Its skin tastes of soap. One minute under the tap.
        ~ People asked for the dressing. I said it was mine. Sorry.

        @ granola by sunny
        = Granola in clusters
        : American, breakfast, easy, serves 12, prep 10, cook 40
        # breakfast, healthy, baking
        % vegetarian, vegan
        > Press it flat, do not stir, let it cool completely. That is how clusters are made; the rest is breakfast
          politics.
        - 300 g rolled oats
        - 100 g almonds, chopped
        - 60 g pumpkin seeds
        - 1 tsp ground cinnamon
        - ½ tsp salt
        - 100 ml maple syrup
        - 80 ml coconut oil, melted
        - 100 g dried cherries
        * Heat the oven to 150 °C. Stir oats, almonds, seeds, cinnamon and salt, then syrup and oil.
        * Press it flat on a lined tray. Bake for 35 to 40 minutes, turning the tray once, without stirring.
        * Cool completely on the tray, then break it. Cherries last.
        ? Honey instead of maple syrup?
        ! It works, and then it is not vegan any more. The bees send their regards.
        ~ Pressed, did not stir, waited. Clusters like gravel, the good kind.
        """
}
