extension Cookbook {
    /// Recipes from Sweden and Britain, in the format of `CookbookReader`.
    static let northern = """
        @ kanelbullar by elin
        = Cardamom and cinnamon buns
        : Swedish, baking, intermediate, serves 12, prep 45, cook 12, wait 105
        # baking, sweet, coffee
        % vegetarian
        > Crush the cardamom yourself. Bought ground, it is only brown dust with a memory.
        - 250 ml whole milk
        - 75 g butter, in cubes
        - 450 g strong white flour
        - 75 g caster sugar
        - 7 g instant yeast
        - 2 tsp cardamom seeds, crushed
        - 5 g salt
        - 100 g soft butter, for the filling
        - 90 g light brown sugar
        - 1 tbsp ground cinnamon
        - 1 egg, beaten
        * Warm the milk with the butter cubes until they just melt, and let it cool to 37 °C.
        * Knead with flour, sugar, yeast, cardamom and salt for 8 minutes until smooth and a little sticky. Cover and
          let it double, about an hour.
        * Roll out to 30 by 45 cm. Spread with soft butter, brown sugar and cinnamon. Fold in thirds, roll out a
          little, cut into 12 strips, twist each and tie it into a knot.
        * Let the buns rise on lined trays for 45 minutes. Heat the oven to 225 °C.
        * Brush with egg and bake for 9 to 12 minutes, until deep golden. Cool under a cloth so that the crust stays
          soft.
        ? Can they rise overnight?
        ! Shape them in the evening, refrigerate, and give them an hour in a warm kitchen before they are baked.
        ~ The crushed cardamom is another spice altogether. I threw the old jar away.
        + Cardamom buns with orange | ground cinnamon => 2 oranges, the zest only

        @ kottbullar by elin
        = Small meatballs with cream sauce
        : Swedish, main, easy, serves 4, prep 25, cook 25
        # dinner, comfort
        % sugar-free
        > Small ones, please. A meatball that needs a knife has misunderstood itself.
        - 50 g dried breadcrumbs
        - 150 ml whole milk
        - 1 small onion, grated
        - 300 g minced beef
        - 200 g minced pork
        - 1 egg
        - ½ tsp ground allspice
        - 40 g butter
        - 1 tbsp plain flour
        - 300 ml beef stock
        - 100 ml double cream
        - 1 tsp soy sauce
        * Soak the breadcrumbs in the milk for 10 minutes. Mix with onion, meat, egg, allspice, 1 tsp of salt and
          pepper until just sticky.
        * With wet hands roll about 40 balls of 2.5 cm.
        * Fry them in two batches in 25 g of the butter over medium heat, shaking the pan, for 8 to 10 minutes until
          browned and cooked through (72 °C). Keep warm.
        * Melt the rest of the butter in the pan, stir in the flour for a minute, add stock and scrape the bottom.
          Simmer for 5 minutes, add cream and soy sauce, and simmer for 3 more.
        * Roll the meatballs in the sauce. Potatoes, lingonberries, done.
        ? All beef?
        ! Then add a spoon more milk: pork brings the juice.
        ~ My son counted thirty-nine. I ate the fortieth in the kitchen and deny everything.

        @ knackebrod by elin
        = Seeded crispbread
        : Swedish, bread, easy, serves 10, prep 15, cook 60
        # baking, healthy, seeds
        % vegetarian, vegan, gluten-free, sugar-free
        > Boiling water on seeds, spread thin, dried slowly. The hardest part is breaking it into decent shapes.
        - 150 g sunflower seeds
        - 100 g pumpkin seeds
        - 80 g linseed
        - 60 g sesame seeds
        - 100 g maize flour
        - 60 ml olive oil
        - 1 tsp salt
        - 250 ml boiling water
        * Heat the oven to 150 °C with the fan. Stir everything dry, add oil and boiling water, and wait for 5 minutes
          until it is a thick porridge.
        * Spread it between two sheets of baking paper over two trays, 3 mm thin. Pull off the upper sheets.
        * Bake for 55 to 60 minutes, changing the trays over halfway, until dry all the way to the middle.
        * Cool on the tray and break it. It stays crisp for two weeks in a tin.
        ? The middle stayed soft.
        ! It was thicker there, it always is. Break off the edge and give the rest ten minutes more.
        ~ Lasted two days, not two weeks. It was not the crispness that ran out.

        @ lemon-drizzle by elin
        = Lemon drizzle loaf
        : British, dessert, easy, serves 10, prep 15, cook 50
        # baking, dessert, sweet, lemon
        % vegetarian
        > The syrup goes on while the cake is hot, and it gets twice as much as seems decent.
        - 200 g soft butter
        - 200 g caster sugar
        - 4 eggs
        - 200 g self-raising flour
        - 3 lemons, zest and juice
        - 1 pinch salt
        - 100 g granulated sugar, for the drizzle
        * Heat the oven to 170 °C and line a 900 g loaf tin. Beat butter and caster sugar for 4 minutes until nearly
          white.
        * Beat in the eggs one by one with a spoon of the flour each. Fold in the rest of the flour, the salt and the
          zest of all lemons.
        * Bake for 45 to 50 minutes, until a skewer comes out clean.
        * Stir the granulated sugar into 80 ml of the juice. Prick the hot cake all over and spoon the drizzle on,
          slowly, all of it.
        * Let it cool in the tin: the sugar becomes a crust.
        ? Why granulated sugar on top?
        ! Its crystals are too big to melt in cold juice. They stay on top and crackle.
        ~ It crackled. The whole table went quiet for the crackle.
        + Grapefruit drizzle loaf | lemons => 1 grapefruit, zest and juice

        @ shepherds-pie by nell
        = Shepherd's pie with a rough top
        : British, main, easy, serves 6, prep 25, cook 70
        # comfort, dinner, winter
        % gluten-free, sugar-free
        > Rake the mash with a fork. Ridges burn a little, and that is the point of them.
        - 2 tbsp sunflower oil
        - 2 onions, diced
        - 2 carrots, diced
        - 750 g minced lamb
        - 2 tbsp tomato purée
        - 400 ml lamb or beef stock
        - 3 sprigs thyme
        - 1 kg floury potatoes, in chunks
        - 60 g butter
        - 80 ml milk
        * Brown the lamb hard in the oil in two batches, 6 minutes each, and lift it out. Soften onions and carrots in
          the fat for 10 minutes.
        * Return the lamb, add tomato purée, stock and thyme, and simmer for 25 minutes until thick.
        * Meanwhile boil the potatoes for 15 to 18 minutes, drain, let them steam dry for 3 minutes, and mash with
          butter and milk.
        * Heat the oven to 200 °C. Spread the mash over the meat, rake it, and bake for 25 to 30 minutes until brown
          ridges appear and the edge bubbles.
        ? Can I use beef?
        ! Of course, and then it is a cottage pie. Nobody has ever sent either of them back.
        ~ Ridges as instructed. There was a small war about the corners.

        @ scones by elin
        = Buttermilk scones
        : British, baking, easy, serves 8, prep 15, cook 14
        # baking, brunch, quick, breakfast
        % vegetarian
        > Cold butter, a light hand, a hot oven. The less you do, the higher they go.
        - 350 g self-raising flour
        - 1 tsp baking powder
        - 85 g cold butter, in cubes
        - 40 g caster sugar
        - 190 ml buttermilk
        - 1 pinch salt
        - 1 egg, beaten
        * Heat the oven to 220 °C with a tray inside. Rub butter into flour, baking powder and salt until it looks
          like crumbs. Stir in the sugar.
        * Pour in the buttermilk and bring it together with a knife in ten strokes. It should look unfinished.
        * Pat the dough 3 cm thick and cut rounds of 6 cm straight down. Twisting the cutter seals the sides.
        * Brush only the tops with egg, and bake on the hot tray for 12 to 14 minutes.
        ? No buttermilk in the house.
        ! 180 ml of milk and a tablespoon of lemon juice, five minutes on the side.
        ~ Straight down, no twisting. They stood up like chimneys.

        @ leek-potato-soup by nell
        = Leek and potato soup
        : British, soup, easy, serves 4, prep 15, cook 30
        # soup, comfort, winter
        % vegetarian, gluten-free, sugar-free
        > A soup for the first cold evening. Sweat the leeks slowly and it needs no cream to taste of cream.
        - 40 g butter
        - 4 leeks, washed and sliced
        - 400 g floury potatoes, in small cubes
        - 1 l vegetable stock
        - 100 ml milk
        - 1 bunch chives
        * Melt the butter, add leeks and a pinch of salt, cover, and sweat over low heat for 12 minutes. No colour.
        * Add potatoes and stock and simmer for 15 minutes until the cubes crush against the side of the pot.
        * Blend with the milk until smooth, thin it with water if it stands up, and finish with chives and white
          pepper.
        ? It turned to glue when I blended it.
        ! Too long at full speed: potato starch does that. Blend in short bursts, or use a food mill.
        ~ First cold evening, first bowl, second bowl.

        @ overnight-oats by robin
        = Overnight oats with pear and walnut
        : British, breakfast, easy, serves 2, prep 10, wait 480
        # breakfast, healthy
        % vegetarian
        > I do not say much. This is my breakfast.
        - 100 g rolled oats
        - 200 ml whole milk
        - 100 g plain yoghurt
        - 1 tbsp honey
        - 1 pear, coarsely grated
        - 40 g walnuts, chopped
        - 1 pinch salt
        * Stir oats, milk, yoghurt, honey and salt together, cover, and refrigerate for 8 hours.
        * In the morning stir in the pear. Thin with a splash of milk.
        * Scatter the walnuts.
        ? Does it keep for a second day?
        ! Yes. Add the pear on the day.
        ~ It is quietly perfect, like its author.
        + Overnight oats with apple and hazelnut | pear => 1 apple, coarsely grated
        """
}
