"""Recipes of other services and pages."""
from person import equal, expect

from stories import story


@story("C25 S18 recipes of TheMealDB, and the search here where it does not answer")
def classics(cook, kitchen):
    cook.go("/find?q=xyzzy")
    cook.link("Search TheMealDB")
    cook.heading("Classics")
    cook.sees("TheMealDB has nothing for «xyzzy».")
    cook.go("/discover")
    cook.link("Classics", cook.main)
    cook.heading("Classics")
    cook.fill("Search TheMealDB", "soup")
    cook.button("Search", cook.main)
    cards = cook.main.locator("article")
    expect(cards).to_have_count(2)
    for text in ("Pea soup of the North", "Starter", "Dutch"):
        cook.sees(text, cards.first)
    expect(cook.main.get_by_role("link", name="Recipes from TheMealDB")).to_have_attribute("href", "https://www.themealdb.com")
    title = kitchen.fresh_name("Silence stew")
    recipe = kitchen.recipe(kitchen.member("author"), title)
    cook.fill("Search TheMealDB", title)
    cook.button("Search", cook.main)
    cook.sees("TheMealDB does not answer", cook.main)
    cook.press(cook.main.get_by_role("link", name=title))
    cook.at(f"/{recipe}(\\?from=.*)?$")


@story("C26 S18 read a recipe of TheMealDB, and post it here once")
def classic(cook, kitchen):
    reader = kitchen.join("reader")
    number = reader.id[1:]
    title, page = f"Apple pie {number}", f"/discover/classics/themealdb/{number}"
    cook.go(f"/discover/classics?q=apple+pie+{number}")
    cook.link(title, cook.main)
    cook.heading(title)
    for text in ("Dessert", "British", "Bake the pie.", "Apples", "Recipes from TheMealDB"):
        cook.sees(text, cook.main)
    equal(cook.main.locator("textarea, input[type=text]").count(), 0, "fields to write in")
    expect(cook.main.get_by_role("link", name="Sign in to post this here")).to_have_attribute(
        "href", f"/sign-in?then={page.replace('/', '%2F')}")
    cook.sign_in(reader)
    cook.go(page)
    cook.button("Post this here")
    cook.told("Your recipe is posted.")
    cook.heading(title)
    recipe = cook.page.url.rsplit("/", 1)[-1]
    equal(kitchen.document(recipe)["externalID"], f"themealdb:{number}", "where it comes from")
    cook.go(page)
    cook.link("Posted here", cook.main, exact=False)
    cook.at(f"/{recipe}(\\?from=.*)?$")


@story("S18 R5 R6 read a recipe of another page into the editor, and hear what was dropped")
def reading(cook, kitchen):
    cook.sign_in(kitchen.join("collector"))
    cook.go("/new")
    cook.link("From another page")
    cook.heading("From another page")
    cook.fill("Address of the page", f"{kitchen.elsewhere}/untitled")
    cook.button("Read the recipe")
    cook.sees("Please check this")
    cook.sees("it has no title")
    cook.fill("Address of the page", f"{kitchen.elsewhere}/recipe")
    cook.button("Read the recipe")
    cook.heading("New recipe")
    cook.sees("totalTime: «soon» dropped")
    expect(cook.field("Title")).to_have_value("Barley broth")
    expect(cook.page.locator("#f-ingredient-0")).to_have_value("200 g barley")
    title = kitchen.fresh_name("Broth")
    cook.fill("Title", title)
    cook.button("Post", cook.main)
    cook.told("Your recipe is posted.")
    cook.heading(title)
    document = kitchen.document(cook.page.url.rsplit("/", 1)[-1])
    equal(document["sourceURL"], f"{kitchen.elsewhere}/recipe", "where it comes from")
    equal([step["text"] for step in document["steps"]], ["Simmer the barley.", "Add the carrot."], "steps")
    equal(len(document["images"][0]), 64, "the picture is stored here")
