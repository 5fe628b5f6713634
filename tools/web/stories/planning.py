"""The kitchen: plan, shopping list, cookbooks."""
from person import equal, eventually, expect

from stories import story


@story("R27 plan a recipe, and take it off the plan")
def plan(cook, kitchen):
    reader = kitchen.join("planner")
    recipe = kitchen.recipe(kitchen.member("author"), servings=2)
    title = kitchen.document(recipe)["title"]
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    cook.link("Plan", cook.main)
    cook.choose("Meal", "Lunch")
    cook.button("Put it on my plan")
    cook.told("The recipe is in your plan.")
    entries = kitchen.get("/plan", reader)["entries"]
    equal([(one["recipe"], one["meal"]) for one in entries], [(recipe, "lunch")], "the plan")
    cook.go("/week")
    cook.sees(title)
    cook.button(f"Remove {title} from the plan")
    cook.told("The recipe is no longer in your plan.")
    equal(kitchen.get("/plan", reader)["entries"], [], "the plan")


@story("R27 a shopping list: add, tick, untick, remove")
def shopping(cook, kitchen):
    reader = kitchen.join("shopper")
    recipe = kitchen.recipe(kitchen.member("author"), servings=2)
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    cook.link("Add to shopping", cook.main)
    cook.button("Add")
    cook.told("Added to your shopping list.")
    cook.go("/list")
    cook.fill("Add a line", "2 lemons")
    cook.button("Add", cook.main.locator(".compose"))
    cook.told("Added to your shopping list.")
    items = lambda: {one.get("text"): one["checked"] for one in kitchen.get("/shopping", reader)["items"]}
    for wanted in (True, False):
        button = cook.find("button", "2 lemons")
        cook.press(button)
        expect(button).to_have_attribute("aria-pressed", "true" if wanted else "false")
        eventually(cook.page, lambda: items()["2 lemons"], wanted, "ticked")
        cook.go("/list")
    cook.button("Remove 2 lemons")
    cook.told("Removed from your shopping list.")
    equal("2 lemons" in items(), False, "the line is on the list")


@story("R27 a cookbook: make, fill, order, publish")
def books(cook, kitchen):
    reader = kitchen.join("librarian")
    author = kitchen.member("author")
    first, second = kitchen.recipe(author), kitchen.recipe(author)
    cook.sign_in(reader)
    cook.go("/books")
    cook.fill("Name", "Winter")
    cook.button("Make it")
    cook.told("Your cookbook is ready.")
    book = kitchen.get("/members/me/cookbooks", reader)["cookbooks"][0]["id"]
    for recipe in (first, second):
        cook.go(f"/{recipe}/book")
        cook.button("Put it there")
        cook.told("The recipe is in your cookbook.")
    cook.go(f"/{book}")
    title = kitchen.document(second)["title"]
    cook.button(f"Move {title} up")
    eventually(cook.page, lambda: [one["id"] for one in kitchen.get(f"/cookbooks/{book}", reader)["recipes"]], [second, first], "order")
    cook.go(f"/{book}")
    if cook.scripts:
        # By drag, back to the first order.
        lines = cook.page.locator("#shelf > li")
        lines.nth(1).drag_to(lines.nth(0), target_position={"x": 20, "y": 2})
    else:
        cook.button(f"Move {kitchen.document(first)['title']} up")
    eventually(cook.page, lambda: [one["id"] for one in kitchen.get(f"/cookbooks/{book}", reader)["recipes"]], [first, second], "the first order again")
    cook.link("Print all recipes", cook.main)
    for recipe in (first, second):
        expect(cook.main.get_by_role("heading", name=kitchen.document(recipe)["title"])).to_be_visible()
    cook.link("With pictures", cook.main)
    expect(cook.page.locator("html")).to_have_attribute("data-print", "picture")
    cook.go(f"/{book}")
    cook.open("Change this cookbook")
    cook.tick("Everyone can see it")
    cook.button("Save", cook.main)
    cook.told("The cookbook is changed.")
    equal(kitchen.get(f"/cookbooks/{book}")["visibility"], "public", "visibility")


@story("R27 move a planned recipe to another meal")
def move(cook, kitchen):
    reader = kitchen.join("mover")
    recipe = kitchen.recipe(kitchen.member("author"), servings=2)
    title = kitchen.document(recipe)["title"]
    today = kitchen.get("/plan", reader)["from"]
    kitchen.post(f"/recipes/{recipe}/plan", {"day": today, "meal": "dinner"}, reader)
    cook.sign_in(reader)
    cook.go("/week")
    cook.link(f"Move {title} to another day", cook.main)
    cook.choose("Meal", "Breakfast")
    cook.button("Move it")
    cook.told("The recipe is in your plan.")
    cook.at("/week")
    entries = kitchen.get("/plan", reader)["entries"]
    equal([(one["recipe"], one["meal"]) for one in entries], [(recipe, "breakfast")], "the plan")


@story("R27 tick what a recipe needs, and clear the ticked lines")
def needs(cook, kitchen):
    reader = kitchen.join("buyer")
    recipe = kitchen.recipe(kitchen.member("author"), servings=2)
    kitchen.post(f"/recipes/{recipe}/shop", None, reader)
    needed = [one["text"] for one in kitchen.get("/shopping", reader)["needs"]]
    cook.sign_in(reader)
    cook.go("/list")
    cook.button(needed[0], cook.main, exact=False)
    lists = lambda: kitchen.get("/shopping", reader)
    eventually(cook.page, lambda: [one["text"] for one in lists()["needs"]], needed[1:], "what is still needed")
    cook.link("For the shop", cook.main)
    cook.at("/list\\?large=1")
    # What was bought for a recipe is no line of the cook's own: it stays, and is not needed again.
    own = kitchen.post("/shopping/items", {"text": "2 lemons"}, reader)["id"]
    kitchen.post(f"/shopping/items/{own}/check", None, reader)
    cook.page.reload()
    cook.button("Remove 1 ticked line", cook.main)
    cook.told("The ticked lines are removed.")
    eventually(cook.page, lambda: [one["text"] for one in lists()["items"] if "text" in one], needed[:1], "what is left")
    equal([one["text"] for one in lists()["needs"]], needed[1:], "what is still needed")
