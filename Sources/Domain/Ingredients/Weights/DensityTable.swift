/// How many grams a cup of an ingredient weighs.
///
/// The figures are rounded facts as public tables agree on them, mainly USDA FoodData Central (portions in cups) and the
/// ingredient weight charts of flour mills. A cup is the one of the United States. An ingredient varies by a tenth with
/// its kind and with how it is filled in, so a weight from this table is always shown as «about».
enum DensityTable {
    /// Grams per cup, then the ingredients in the singular, with bars between them.
    static let text = """
        120 flour|plain flour|all-purpose flour|all purpose flour|bread flour|strong flour|strong white flour|00 flour
        113 self-raising flour|self-rising flour|white whole wheat flour|whole wheat flour|wholemeal flour
        114 cake flour|pastry flour|cassava flour|potato flour
        102 rye flour|dark rye flour
        96 almond flour|ground almond|almond meal|ground almonds|hazelnut flour
        128 coconut flour
        142 rice flour|white rice flour|brown rice flour|glutinous rice flour
        99 spelt flour
        120 buckwheat flour|oat flour|chickpea flour|gram flour|millet flour|teff flour|amaranth flour
        163 semolina|semolina flour|durum flour
        138 cornmeal|polenta|yellow cornmeal
        116 masa harina
        112 cornstarch|cornflour|tapioca starch|tapioca flour|arrowroot|potato starch|custard powder
        90 rolled oat|oat|porridge oat|oatmeal|quick oat|old-fashioned oat|muesli
        140 steel-cut oat
        60 wheat bran|oat bran|bran flake
        112 wheat germ
        113 granola
        28 puffed rice|cornflake|corn flake|crisped rice
        200 sugar|granulated sugar|white sugar|caster sugar|superfine sugar|cane sugar|golden caster sugar|raw sugar
        213 brown sugar|light brown sugar|dark brown sugar|muscovado sugar|dark muscovado sugar|packed brown sugar
        113 icing sugar|powdered sugar|confectioners' sugar|confectioner's sugar|confectioners sugar
        180 demerara sugar|turbinado sugar
        155 coconut sugar|palm sugar|jaggery
        156 maple sugar
        336 honey|agave|agave syrup|agave nectar|corn syrup|light corn syrup|golden syrup|rice syrup|glucose syrup
        340 molasses|treacle|black treacle
        312 maple syrup|date syrup|pancake syrup
        312 condensed milk|sweetened condensed milk
        252 evaporated milk
        340 jam|marmalade|jelly|preserve|fruit preserve|apricot jam|strawberry jam|raspberry jam
        300 dulce de leche|caramel sauce|chocolate sauce|lemon curd
        227 butter|unsalted butter|salted butter|margarine|ghee|melted butter
        205 lard|duck fat|goose fat|beef dripping|bacon fat
        191 shortening|vegetable shortening
        216 oil|olive oil|vegetable oil|sunflower oil|rapeseed oil|canola oil|peanut oil|sesame oil|coconut oil
        244 milk|whole milk|skim milk|semi-skimmed milk|oat milk|soy milk|almond milk|rice milk|buttermilk
        240 coconut milk|coconut cream|plant milk
        238 cream|heavy cream|double cream|whipping cream|single cream|light cream|half-and-half|crème fraîche
        230 sour cream|soured cream|creme fraiche
        245 yogurt|plain yogurt|yoghurt|greek yogurt|natural yogurt|kefir|skyr
        120 whipped cream
        237 water|stock|chicken stock|vegetable stock|beef stock|fish stock|broth|chicken broth|vegetable broth|beef broth
        240 wine|white wine|red wine|beer|coffee|espresso|tea|cider|sherry|port|vermouth|sake
        235 rum|brandy|vodka|whisky|whiskey|bourbon|gin|cognac
        248 orange juice|apple juice|lemon juice|lime juice|pineapple juice|grapefruit juice|cranberry juice|tomato juice
        239 vinegar|white vinegar|cider vinegar|apple cider vinegar|wine vinegar|red wine vinegar|rice vinegar
        255 balsamic vinegar|soy sauce|tamari|worcestershire sauce
        288 fish sauce|oyster sauce|hoisin sauce|teriyaki sauce
        220 mayonnaise
        250 mustard|dijon mustard|wholegrain mustard
        272 ketchup|barbecue sauce|chili sauce|sriracha
        262 tomato paste|tomato purée|tomato puree|harissa
        245 tomato sauce|passata|marinara sauce|crushed tomato|chopped tomato|salsa|canned tomato
        245 pumpkin purée|pumpkin puree|apple sauce|applesauce|mashed banana|pumpkin
        258 peanut butter|almond butter|cashew butter|nut butter
        240 tahini|sesame paste
        275 miso|miso paste|white miso|red miso
        245 hummus|pesto
        227 cream cheese|mascarpone|soft cheese
        246 ricotta
        225 cottage cheese
        100 parmesan|parmesan cheese|pecorino|grana padano
        113 cheddar|cheddar cheese|mozzarella|gruyère|gruyere|monterey jack|emmental|cheese|gouda
        150 feta|feta cheese|halloumi
        135 blue cheese|goat cheese|goat's cheese
        85 cocoa|cocoa powder|unsweetened cocoa powder
        170 chocolate chip|chocolate|dark chocolate|milk chocolate|white chocolate|semisweet chocolate|cacao nib
        112 milk powder|powdered milk|dry milk
        192 baking powder
        220 baking soda|bicarbonate of soda
        150 yeast|dry yeast|active dry yeast|instant yeast
        288 salt|table salt|fine salt|sea salt
        135 kosher salt|flaky salt
        150 gelatin|gelatine
        208 vanilla extract|vanilla|almond extract
        113 walnut|pecan|hazelnut|walnut half|pecan half|macadamia nut
        142 almond|peanut|whole almond|mixed nut|nut
        96 flaked almond|sliced almond|slivered almond
        137 cashew|cashew nut|brazil nut
        123 pistachio|pistachio nut
        135 pine nut
        140 sunflower seed|sesame seed|pumpkin seed|pepita|poppy seed
        165 chia seed|flaxseed|linseed|flax seed|hemp seed
        84 desiccated coconut|shredded coconut|coconut|flaked coconut|coconut flake
        150 raisin|sultana|currant|dried fruit|mixed dried fruit
        120 dried cranberry|dried cherry|goji berry
        130 dried apricot|dried fig
        149 date|medjool date|prune
        185 rice|white rice|long-grain rice|basmati rice|jasmine rice|brown rice|wild rice
        200 arborio rice|risotto rice|sushi rice|short-grain rice
        158 cooked rice
        170 quinoa|bulgur|bulgur wheat|couscous|pearl couscous|freekeh
        180 pearl barley|barley|farro|millet|buckwheat
        192 lentil|red lentil|green lentil|brown lentil|puy lentil|split pea|dried bean|dried chickpea|black bean
        164 chickpea|cooked chickpea|canned chickpea
        175 kidney bean|cannellini bean|white bean|butter bean|pinto bean
        105 macaroni|penne|fusilli|pasta|orecchiette
        170 orzo
        108 breadcrumb|dried breadcrumb|dry breadcrumb
        50 panko|panko breadcrumb|fresh breadcrumb|marshmallow|mini marshmallow
        100 graham cracker crumb|digestive crumb|cookie crumb|biscuit crumb
        148 blueberry|raspberry|blackberry|mixed berry|cherry|cranberry
        150 strawberry|grape|pineapple|mango|peach|melon
        125 apple|rhubarb|pear
        150 banana|plum|apricot|orange
        145 pea|frozen pea|sweetcorn|corn|corn kernel|edamame
        160 onion|red onion|white onion|shallot|diced onion|leek
        60 spring onion|scallion|green onion
        128 carrot|parsnip|beetroot|turnip
        101 celery
        149 bell pepper|red pepper|green pepper|pepper|capsicum
        180 tomato|cherry tomato
        70 mushroom|button mushroom
        91 broccoli|cauliflower
        124 courgette|zucchini|squash|butternut squash|cucumber
        82 aubergine|eggplant
        70 cabbage|red cabbage
        67 kale|lettuce
        30 spinach|baby spinach|arugula|rocket
        60 parsley|mint|dill|coriander|cilantro
        24 basil
        40 thyme|rosemary|sage|tarragon
        150 potato|sweet potato
        136 garlic
        96 ginger
        100 green bean
        140 cooked chicken|chicken
        135 olive|black olive|green olive|caper
        110 sun-dried tomato
        225 minced beef|ground beef|minced pork|ground pork|sausage meat
        """

    static let gramsPerCup: [String: Double] = {
        var grams: [String: Double] = [:]
        for row in text.split(separator: "\n") {
            guard let blank = row.firstIndex(of: " "), let weight = Double(row[..<blank]) else { continue }
            for name in row[row.index(after: blank)...].split(separator: "|") {
                grams[IngredientWords.folded(String(name))] = weight
            }
        }
        return grams
    }()

    /// Grams of one piece: a medium one where pieces are counted. The unit `-` means that the thing is counted.
    static let pieceText = """
        113.4 stick butter
        5 clove garlic
        50 head garlic
        50 bulb garlic
        40 stalk celery
        40 stick celery
        40 rib celery
        150 - onion
        150 - red onion
        30 - shallot
        15 - spring onion
        100 bunch spring onion
        200 bunch spinach
        150 bunch kale
        90 - leek
        60 - carrot
        150 - potato
        130 - sweet potato
        120 - tomato
        150 - red pepper
        150 - green pepper
        150 - bell pepper
        200 - courgette
        300 - aubergine
        300 - cucumber
        100 - parsnip
        100 - turnip
        120 - beetroot
        180 - apple
        170 - pear
        118 - banana
        150 - peach
        18 - mushroom
        """

    /// By the unit and the name, with a blank between them.
    static let gramsPerPiece: [String: Double] = {
        var grams: [String: Double] = [:]
        for row in pieceText.split(separator: "\n") {
            guard let blank = row.firstIndex(of: " "), let weight = Double(row[..<blank]) else { continue }
            grams[String(row[row.index(after: blank)...])] = weight
        }
        for herb in ["parsley", "coriander", "basil", "mint", "dill", "thyme", "rosemary", "sage", "tarragon"] {
            for (unit, weight) in [("bunch", 30.0), ("handful", 10), ("sprig", 1), ("leaf", 0.5)] {
                grams["\(unit) \(herb)"] = weight
            }
        }
        return grams
    }()
}
