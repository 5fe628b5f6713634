"""Recipes: write, read, cook, judge, discuss."""
import pathlib

import paint
from kitchen import password
from person import equal, eventually, expect

from stories import story


def write(cook, title):
    cook.fill("Title", title)
    cook.fill("In a few words (optional)", "For a cold evening.")
    rows = cook.page.locator("[data-rows=ingredient] [data-row] input")
    cook.write(rows.nth(0), "300 g potatoes, peeled")
    cook.write(rows.nth(1), "2 cups milk")
    cook.write(rows.nth(2), "salt")
    cook.button("Another ingredient")
    expect(rows).to_have_count(4)
    cook.write(rows.nth(3), "1½ tbsp butter")
    steps = cook.page.locator("[data-rows=step] [data-row] textarea")
    cook.write(steps.nth(0), "Boil the potatoes for 25 minutes.")
    cook.write(steps.nth(1), "Mash them with the milk.")
    cook.fill("Servings", "4")
    cook.fill("In all, minutes", "40")
    cook.choose("Difficulty", "Easy")
    cook.fill("Cuisine", "Irish")
    cook.fill("Tags", "mash, winter")
    cook.choose("Vegan", "No")
    cook.choose("Vegetarian", "Yes")


@story("C27 C28 S6 R4 R7 B3 write a recipe with a photo")
def post(cook, kitchen):
    author = kitchen.join("writer")
    cook.sign_in(author)
    cook.go("/")
    around = cook.page.locator("nav.tabs" if cook.is_phone else "header.rail")
    cook.press(around.get_by_role("link", name="New").first)
    cook.heading("New recipe")
    title = kitchen.fresh_name("Mash")
    write(cook, title)
    # No key opens the system's window for files.
    cook.page.get_by_label("From your device or camera").set_input_files(
        {"name": "mash.png", "mimeType": "image/png", "buffer": paint.plain(64, 48)})
    cook.button("Check how it is read")
    cook.sees("Read as")
    cook.button("Post", cook.main)
    cook.told("Your recipe is posted.")
    cook.heading(title)
    recipe = cook.page.url.rsplit("/", 1)[-1].split("#")[0]
    document = kitchen.document(recipe)
    equal([line["original"] for line in document["ingredients"]],
          ["300 g potatoes, peeled", "2 cups milk", "salt", "1½ tbsp butter"], "ingredients")
    equal([step["text"] for step in document["steps"]], ["Boil the potatoes for 25 minutes.", "Mash them with the milk."], "steps")
    wanted = {"title": title, "servings": 4, "totalMinutes": 40, "difficulty": "easy", "cuisine": "Irish", "tags": ["mash", "winter"]}
    equal({name: document.get(name) for name in wanted}, wanted, "the recipe")
    equal((document["diet"]["vegan"], document["diet"]["vegetarian"]), ("no", "yes"), "diet")
    equal(len(document["images"]), 1, "pictures")
    picture = cook.main.locator(".hero img")
    expect(picture).to_be_visible()
    equal(picture.evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }"), True, "the picture is shown")
    profile = kitchen.profile(author)
    equal((profile["recipes"], profile["xp"] > 0), (1, True), "counter and points")


@story("C28 R24 a recipe without a title is refused, and nothing is lost")
def refuse(cook, kitchen):
    author = kitchen.member("author")
    before = kitchen.profile(author)["recipes"]
    cook.sign_in(author)
    cook.go("/new")
    cook.fill("Title", "   ")
    cook.write(cook.page.locator("[data-rows=ingredient] [data-row] input").nth(0), "1 egg")
    cook.button("Post", cook.main)
    cook.sees("Please check this")
    cook.heading("New recipe")
    expect(cook.page.locator("[data-rows=ingredient] [data-row] input").nth(0)).to_have_value("1 egg")
    equal(kitchen.profile(author)["recipes"], before, "recipes")


@story("C28 a recipe is not lost where the session has ended meanwhile")
def ended(cook, kitchen):
    author = kitchen.join("sleeper")
    cook.sign_in(author)
    cook.go("/new")
    title = kitchen.fresh_name("Mash")
    write(cook, title)
    if cook.scripts:
        eventually(cook.page, lambda: title in cook.page.evaluate("localStorage['larder draft new'] ?? ''"), True, "the draft")
    kitchen.run("sessions", "revoke", f"@{author.username}")
    cook.button("Post", cook.main)
    cook.heading("Sign in")
    kept = cook.page.get_by_label("What you wrote was not sent. Copy it from here.").input_value()
    equal([line in kept for line in (title, "2 cups milk", "Mash them with the milk.")], [True] * 3, "what was written")
    cook.fill("Username or e-mail", author.username)
    cook.fill("Password", password)
    cook.button("Sign in", cook.main)
    cook.heading("New recipe")
    if cook.scripts:
        cook.button("Use it")
        expect(cook.field("Title")).to_have_value(title)
    else:
        write(cook, title)
    cook.button("Post", cook.main)
    cook.told("Your recipe is posted.")
    if cook.scripts:
        equal(cook.page.evaluate("localStorage['larder draft new'] ?? null"), None, "the draft")


@story("S7 B5 cancel a recipe")
def cancel(cook, kitchen):
    author = kitchen.member("author")
    before = kitchen.profile(author)["recipes"]
    cook.sign_in(author)
    cook.go("/new")
    cook.link("Cancel")
    cook.at("/$")
    equal(kitchen.profile(author)["recipes"], before, "recipes")


@story("C29 S11 R2 R12 R22 R23 B2 everything about a recipe")
def detail(cook, kitchen):
    author = kitchen.member("author")
    recipe = kitchen.recipe(
        author, kitchen.fresh_name("Dal"), description="Better the next day.", servings=2, totalMinutes=45, difficulty="hard",
        cuisine="Indian", tags=["lentils"], diet={"vegan": "yes", "glutenFree": "no"}, nutrition={"calories": 320})
    cook.go(f"/{recipe}")
    for text in ("Better the next day.", "45 min", "hard", "#lentils", "not gluten-free", "Simmer the lentils", "Fry the onion"):
        cook.sees(text, cook.main)
    cook.sees("200 g", cook.main.locator(".needs"))
    cook.link("More servings", cook.main)
    cook.sees("serves 3", cook.main)
    cook.sees("300 g", cook.main.locator(".needs"))
    cook.open("Nutrition")
    cook.sees("320 kcal")
    cook.link(author.name, cook.main, exact=False)
    cook.heading(author.name)


@story("C30 the notes of a long step stand apart from it")
def tips(cook, kitchen):
    step = "Sweat the onions in butter over low heat, without colour, until they are as soft as jam. " * 3
    note = "Tip: a lid keeps them from drying."
    recipe = kitchen.recipe(kitchen.member("author"), steps=[{"text": f"{step}{note}"}])
    cook.go(f"/{recipe}")
    expect(cook.page.get_by_role("note")).to_have_text(note)
    cook.link("Start cooking")
    expect(cook.page.get_by_role("note")).to_have_text(note)
    expect(cook.page.get_by_role("heading", level=1)).not_to_contain_text("Tip")


@story("C31 start cooking, step by step, to the end")
def cooking(cook, kitchen):
    reader = kitchen.member("reader")
    recipe = kitchen.recipe(kitchen.member("author"))
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    cook.link("Start cooking")
    cook.sees("Step 1 of 2")
    cook.sees("red lentils", cook.page.get_by_label("For this step"))
    cook.link("Next step")
    cook.sees("Step 2 of 2")
    cook.link("Back")
    cook.sees("Step 1 of 2")
    cook.link("Next step")
    cook.sees("Step 2 of 2")
    cook.link("Done")
    cook.heading("Enjoy your meal")
    cook.fill("How did it go? (optional)", "It needed more salt.")
    cook.page.get_by_label("Your photo (optional)").set_input_files(
        {"name": "dal.png", "mimeType": "image/png", "buffer": paint.plain(64, 48)})
    cook.fill("What it shows (optional)", "A bowl of dal")
    cook.pick("4 stars")
    cook.button("I cooked it")
    cook.told("Noted: you cooked it.")
    document = kitchen.document(recipe, reader)
    equal((document["cooked"], document["stars"]), (1, 4), "cooked and stars")
    cook.go(f"/{recipe}")
    cook.sees("It needed more salt.")
    picture = cook.main.get_by_role("img", name="A bowl of dal")
    equal(picture.evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }"), True, "the picture is shown")
    cook.link(f"Delete the note of {reader.name}", cook.main)
    cook.button("Delete this note")
    cook.told("The note is deleted.")
    expect(picture).to_have_count(0)
    equal(kitchen.document(recipe)["cooked"], 1, "the cooking still counts")


@story("C31 C38 S9 C41 comment, reply, edit and delete")
def comments(cook, kitchen):
    reader, author = kitchen.join("talker"), kitchen.member("author")
    recipe = kitchen.recipe(author)
    first = kitchen.comment(recipe, "Ask me anything.", author)
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    cook.fill("Say something about it", "How long does it keep?")
    cook.button("Comment", cook.main)
    cook.told("Your comment is posted.")
    cook.sees("How long does it keep?")
    own = next(one for one in kitchen.get(f"/recipes/{recipe}/comments")["comments"] if one["id"] != first)
    cook.link("Reply", cook.page.locator(f"#{first} > .acts"))
    cook.fill("Your reply", "Can it be frozen?")
    cook.button("Reply")
    eventually(cook.page, lambda: kitchen.document(recipe)["comments"], 3, "comments")
    cook.go(f"/{recipe}")
    cook.sees("Can it be frozen?", cook.page.locator(f"#{first}"))
    cook.link("Edit", cook.page.locator(f"#{own['id']} > .acts"))
    cook.fill("Your comment", "How many days does it keep?")
    cook.button("Save")
    eventually(cook.page, lambda: kitchen.get(f"/comments/{own['id']}")["comment"]["text"], "How many days does it keep?", "the text")
    cook.go(f"/{recipe}")
    cook.sees("How many days does it keep?")
    cook.link("Delete", cook.page.locator(f"#{own['id']} > .acts"))
    cook.button("Delete this comment")
    cook.told("The comment is deleted.")
    cook.go(f"/{recipe}")
    cook.sees_not("How many days does it keep?")
    kinds = sorted(card["kind"] for card in kitchen.get("/notifications", author)["notifications"]
                   if card.get("recipe") == recipe and card["actor"]["id"] == reader.id)
    equal(kinds, ["reply"], "what the author is told")
    equal([card for card in kitchen.get("/notifications", reader)["notifications"] if card["kind"] in ("comment", "reply")], [],
          "what the reader is told of own comments")


@story("C32 S20 edit and delete an own recipe")
def edit(cook, kitchen):
    author = kitchen.member("author")
    recipe = kitchen.recipe(author)
    cook.sign_in(author)
    cook.go(author.path)
    cook.press(cook.page.locator(f"article#{recipe} h2 a"))
    cook.link("Edit", cook.main)
    title = kitchen.fresh_name("Better soup")
    cook.fill("Title", title)
    cook.fill("What did you change? (optional)", "More honest.")
    cook.button("Save", cook.main)
    cook.told("Your changes are saved.")
    cook.heading(title)
    document = kitchen.document(recipe)
    equal((document["title"], document["version"]), (title, 2), "title and version")
    cook.link("Delete", cook.main)
    cook.heading("Delete this recipe?")
    cook.button("Delete this recipe")
    cook.told("The recipe is deleted.")
    equal(kitchen.answer("GET", f"/recipes/{recipe}")[0], 410, "the recipe's status")


@story("C32 a moderator deletes a recipe and says why")
def moderate(cook, kitchen):
    judge = kitchen.appointed("judge")
    author = kitchen.member("author")
    recipe = kitchen.recipe(author)
    cook.sign_in(judge)
    cook.go(f"/{recipe}")
    cook.link("Delete", cook.main)
    cook.fill("Reason (the author reads it)" if cook.field("Reason (the author reads it)").count() else "Reason", "copied")
    cook.button("Delete this recipe")
    cook.told("The recipe is deleted.")
    equal(kitchen.answer("GET", f"/recipes/{recipe}")[0], 410, "the recipe's status")


@story("S10 vote up and down, and take it back")
def votes(cook, kitchen):
    reader = kitchen.member("reader")
    recipe = kitchen.recipe(kitchen.member("author"))
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    for name, wanted in [("Vote up", (1, 0)), ("Vote down", (0, 1)), ("Vote down", (0, 0))]:
        cook.button(name)
        eventually(cook.page, lambda: (lambda one: (one["upvotes"], one["downvotes"]))(kitchen.document(recipe)), wanted, name)
        expect(cook.page.locator(".votes .num")).to_contain_text(str(wanted[0] - wanted[1]))
        cook.page.wait_for_load_state()
        expect(cook.find("button", name)).to_have_attribute("aria-pressed", "true" if any(wanted) else "false")


@story("R8 stars and their message")
def stars(cook, kitchen):
    reader = kitchen.member("reader")
    recipe = kitchen.recipe(kitchen.member("author"))
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    cook.button("4 stars")
    cook.told("Your stars are saved.")
    eventually(cook.page, lambda: kitchen.document(recipe, reader)["stars"], 4, "stars")
    cook.button("Take back your 4 stars")
    cook.told("You took back your stars.")
    eventually(cook.page, lambda: kitchen.document(recipe, reader).get("stars"), None, "stars")


@story("R8 C41 a report reaches the moderators once, with a thank-you")
def report(cook, kitchen):
    kitchen.appointed("judge")
    reader = kitchen.join("reporter")
    recipe = kitchen.recipe(kitchen.member("author"))
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    cook.link("Report", cook.main)
    cook.choose("What is wrong with it?", "Unsafe to cook or eat")
    cook.fill("What should the moderators know? (optional)", "Raw beans.")
    cook.button("Report")
    cook.told("Thank you.")
    reports = [one for one in kitchen.get("/reports", kitchen.member("judge"))["reports"] if recipe in str(one)]
    equal([(one["reason"], one["note"]) for one in reports], [("unsafe", "Raw beans.")], "the report")
