extension IngredientWords {
    /// The aisles in the order of a usual shop. `frozen -` stands for all names that begin with the word.
    static let standardAisles = """
        Vegetables and fruit: apple, apricot, artichoke, asparagus, aubergine, avocado, banana, basil, bean sprout, \
        beansprout, beetroot, bell pepper, berry, blackberry, blueberry, broad bean, broccoli, broccolini, \
        brussels sprout, butternut squash, cabbage, carrot, cassava, cauliflower, celeriac, celery, chard, cherry, \
        cherry tomato, chestnut mushroom, chicory, chilli, chinese cabbage, chive, clementine, coconut, collard green, \
        coriander, corn on the cob, cos lettuce, courgette, cranberry, cress, cucumber, curry leaf, date, dill, endive, \
        fennel, fig, french bean, garlic, ginger, grape, grapefruit, green bean, green pepper, green chilli, herb, \
        horseradish, iceberg lettuce, jalapeño, jalapeno, jerusalem artichoke, kale, kiwi, kohlrabi, kumquat, \
        lacinato kale, lamb's lettuce, leek, lemon, lemon juice, lemon zest, lemongrass, lettuce, lime, lime juice, \
        lime zest, lime leaf, lychee, mandarin, mangetout, mango, marrow, melon, mint, mushroom, nectarine, okra, onion, \
        orange, orange zest, oyster mushroom, pak choi, papaya, parsley, parsnip, passion fruit, pea shoot, peach, pear, \
        persimmon, pineapple, plantain, plum, pomegranate, portobello mushroom, potato, pumpkin, quince, radicchio, \
        radish, raspberry, red cabbage, red onion, red pepper, red chilli, rhubarb, rocket, rosemary, runner bean, \
        sage, salad, salad leaf, samphire, savoy cabbage, shallot, shiitake mushroom, spinach, spring green, \
        spring onion, squash, strawberry, sugar snap pea, swede, sweet potato, tarragon, thai basil, thyme, tomatillo, \
        tomato, turnip, watercress, watermelon, yellow pepper, yam, fruit, vegetable, zwiebel, kartoffel, möhre, \
        karotte, zitrone, knoblauch, petersilie, oignon, carotte, citron, ail, persil, cebolla, ajo, limón, tomate, \
        cipolla, aglio, pomodoro, limone, prezzemolo
        Meat and fish: anchovy fillet, bacon, beef, bison, black pudding, boiled ham, bone marrow, bratwurst, brisket, \
        chicken, chicken breast, chicken leg, chicken thigh, chicken wing, chop, chorizo, chuck steak, clam, cod, \
        cold cuts, crab, crayfish, cutlet, duck, eel, fish, fish fillet, flank steak, gammon, goose, ground beef, \
        ground chicken, ground lamb, ground pork, ground turkey, guanciale, haddock, hake, halibut, ham, herring, \
        hot dog, kidney, kipper, lamb, liver, lobster, mackerel, meat, meatball, monkfish, mussel, mutton, octopus, \
        oxtail, oyster, pancetta, pastrami, pepperoni, pheasant, plaice, pork, pork belly, pork shoulder, prawn, \
        prosciutto, quail, rabbit, ribeye, roast beef, salami, salmon, sausage, scallop, sea bass, sea bream, \
        serrano ham, shank, short rib, sirloin, smoked salmon, smoked haddock, snapper, sole, spare rib, squid, steak, \
        tilapia, trout, tuna steak, turkey, turkey breast, veal, venison, fleisch, poulet, pollo, hackfleisch, \
        merluza, saumon, lachs
        Dairy and eggs: blue cheese, brie, burrata, butter, buttermilk, camembert, cheddar, cheese, clotted cream, \
        comté, cottage cheese, cream, cream cheese, crème fraîche, custard, double cream, duck egg, edam, egg, \
        egg white, egg yolk, emmental, feta, fontina, fromage frais, ghee, goat's cheese, gorgonzola, gouda, \
        greek yogurt, gruyère, halloumi, heavy cream, kefir, labneh, lard, manchego, margarine, mascarpone, milk, \
        monterey jack, mozzarella, oat milk, almond milk, soy milk, paneer, parmesan, pecorino, provolone, quark, \
        quail egg, queso fresco, ricotta, roquefort, semi-skimmed milk, single cream, skimmed milk, skyr, sour cream, \
        stilton, suet, tofu, tempeh, whipped cream, yogurt, milch, lait, leche, latte, butter, beurre, mantequilla, \
        burro, ei, oeuf, huevo, uovo, sahne, käse
        Bakery: bagel, baguette, bread, bread roll, brioche, bun, burger bun, ciabatta, corn tortilla, croissant, \
        crumpet, english muffin, flatbread, focaccia, hot dog bun, muffin, naan, panettone, pitta bread, pizza base, \
        rye bread, sliced bread, sourdough, sourdough bread, sponge finger, ladyfinger, tortilla, white bread, wrap, \
        brot, pain, pan
        Grains and pasta: barley, basmati rice, brown rice, buckwheat, bulgur, bulgur wheat, cannelloni, cornmeal, \
        couscous, egg noodle, farfalle, farro, fettuccine, freekeh, fusilli, glass noodle, gnocchi, granola, jasmine rice, \
        lasagne, lasagna sheet, lasagne sheet, lentil, linguine, macaroni, millet, muesli, noodle, noodles, orecchiette, \
        orzo, pappardelle, pasta, pearl barley, penne, polenta, quinoa, ramen noodle, ravioli, rice, rice noodles, \
        rice paper, rigatoni, risotto rice, arborio rice, rolled oats, soba noodle, spaghetti, split pea, sushi rice, \
        tagliatelle, tortellini, udon noodle, vermicelli, wild rice, puy lentil, red lentil, green lentil, cereal, \
        cornflake, reis, riz, arroz, riso, nudel, pâtes
        Tins and jars: anchovy, artichoke heart, baked bean, black bean, borlotti bean, butter bean, can -, \
        cannellini bean, canned -, caper, chickpea, chipotle in adobo, chopped tomatoes, coconut cream, coconut milk, \
        cornichon, crushed tomatoes, gherkin, haricot bean, jam, jar -, marmalade, olive, passata, peanut butter, \
        peeled tomatoes, pickle, red kidney bean, kidney bean, refried bean, roasted red pepper, sardine, sauerkraut, \
        sun-dried tomato, sweetcorn, tahini, tin -, tinned -, tomato paste, tomato sauce, tuna, water chestnut, \
        bamboo shoot, bean, hummus, kimchi, stock, chicken stock, beef stock, vegetable stock, fish stock, stock cube, \
        bouillon, pesto, soup
        Spices: allspice, anise, aniseed, bay leaf, black pepper, caraway seed, cardamom, cardamom pod, \
        cayenne pepper, celery seed, chilli flakes, chilli powder, chinese five spice, five spice, cinnamon, cinnamon stick, \
        clove, cloves, coriander seed, cumin, cumin seed, curry powder, dried -, fennel seed, fenugreek, garam masala, \
        garlic powder, ground -, herbes de provence, italian seasoning, juniper berry, mace, marjoram, mixed herbs, \
        mixed spice, mustard powder, mustard seed, nigella seed, nutmeg, onion powder, oregano, paprika, pepper, \
        peppercorn, pink peppercorn, poppy seed, pumpkin pie spice, ras el hanout, saffron, salt, seasoning, \
        sichuan pepper, smoked paprika, spice, star anise, sumac, turmeric, vanilla bean, vanilla pod, white pepper, \
        za'atar, zaatar, salz, pfeffer, sel, poivre, sal, pimienta, sale, pepe, zimt
        Oils, vinegars and sauces: balsamic vinegar, barbecue sauce, chili sauce, cider vinegar, coconut oil, \
        cooking spray, curry paste, dijon mustard, dressing, fish sauce, gochujang, harissa, hoisin sauce, hot sauce, \
        ketchup, maple syrup, honey, mayonnaise, mirin, miso, miso paste, mustard, oil, olive oil, oyster sauce, \
        peanut oil, pomegranate molasses, rice vinegar, salsa, sambal oelek, sauce, sesame oil, sherry vinegar, \
        soy sauce, sriracha, sweet chili sauce, tamari, tamarind, teriyaki sauce, truffle oil, vegetable oil, vinegar, \
        white vinegar, white wine vinegar, red wine vinegar, wholegrain mustard, worcestershire sauce, öl, olivenöl, rapsöl, \
        sonnenblumenöl, huile, \
        aceite, olio, essig, vinaigre
        Baking: agar, agave syrup, almond, almond extract, baking powder, baking soda, bread flour, breadcrumbs, \
        brown sugar, buckwheat flour, cake flour, caster sugar, cashew, chia seed, chickpea flour, chocolate, \
        chocolate chips, cocoa powder, condensed milk, corn syrup, cornflour, cream of tartar, currant, \
        dark brown sugar, dark chocolate, demerara sugar, desiccated coconut, dried apricot, dried cranberry, \
        dried fig, dried fruit, prune, evaporated milk, flaked almonds, flaxseed, flour, food colouring, food coloring, \
        gelatine, golden syrup, ground almonds, hazelnut, icing sugar, linseed, marshmallow, marzipan, milk chocolate, \
        milk powder, molasses, nut, panko, peanut, pecan, pecans, pine nuts, pistachio, plain flour, macadamia nut, \
        pumpkin seed, raisin, raisins, rice flour, rye flour, self-raising flour, semolina, sesame seed, spelt flour, \
        sprinkle, sugar, sultana, sultanas, sunflower seed, treacle, vanilla extract, vanilla sugar, walnut, walnuts, \
        white chocolate, wholemeal flour, yeast, mehl, zucker, farine, sucre, harina, azúcar, farina, zucchero, hefe
        Frozen: filo pastry, frozen -, ice cream, ice cube, ice, pastry, phyllo dough, puff pastry, pea, shortcrust pastry, \
        sorbet, edamame, pie crust, pizza dough
        Drinks: ale, apple juice, beer, bourbon, brandy, champagne, cider, coffee, cognac, cola, cranberry juice, \
        espresso, gin, ginger ale, ginger beer, juice, kirsch, lemonade, madeira, marsala, orange juice, pineapple juice, \
        port, prosecco, red wine, rum, sake, shaoxing wine, sherry, soda, sparkling water, tea, tequila, tomato juice, \
        tonic water, vermouth, vodka, water, whisky, white wine, wine, wasser, eau, agua, acqua
        Other: aluminium foil, baking paper, cling film, cocktail stick, foil, kitchen paper, paper case, \
        parchment paper, skewer, toothpick
        """
}
