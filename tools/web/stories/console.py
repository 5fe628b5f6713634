"""The operators' console."""
import random

from person import equal, expect

from stories import story


def operator(kitchen):
    return kitchen.appointed("operator", "admin")


@story("5.6 views are compared with the log as a job, and its page shows the result")
def comparing(cook, kitchen):
    cook.sign_in(operator(kitchen))
    cook.go("/console")
    cook.heading("Health")
    cook.go("/console/more")
    cook.press(cook.main.locator("a[href='/console/views']"))
    cook.heading("Views")
    cook.button("Compare with the log", cook.main)
    cook.heading("larder views verify")
    expect(cook.main.get_by_text("same", exact=True).first).to_be_visible(timeout=60_000)


@story("5.2 5.3 the log is filtered, and an event says which rows it changed")
def finding(cook, kitchen):
    author = kitchen.member("author")
    recipe = kitchen.recipe(author, kitchen.fresh_name("Barley soup"))
    like = kitchen.post(f"/recipes/{recipe}/like", None, kitchen.member("reader"))
    cook.sign_in(operator(kitchen))
    cook.go("/console/log")
    cook.heading("Log")
    cook.press(cook.main.locator("summary", has_text="Filter"))
    cook.fill("About", recipe)
    cook.button("Show", cook.main)
    cook.press(cook.main.get_by_role("link", name=str(like["position"]), exact=True))
    cook.heading(f"Event {like['position']}")
    cook.sees("recipe.liked")
    cook.sees("Rows changed")


@story("5.8 a member has the browser check that an event is in the log")
def checking(cook, kitchen):
    author = kitchen.member("author")
    recipe = kitchen.recipe(author)
    cook.sign_in(author)
    cook.go("/audit/check")
    cook.heading("Check the log")
    cook.fill("Event", recipe)
    cook.button("Prove it", cook.main.locator("form", has_text="Its number"))
    verdict = cook.main.locator("[data-verdict]")
    if cook.scripts:
        expect(verdict).to_contain_text(f"Event {int(recipe[1:]):,} is among the first")
        expect(cook.main.locator("table.path tbody tr").first).to_be_attached()
    else:
        expect(verdict).to_contain_text(f"Event {int(recipe[1:]):,} in the log of")
        cook.sees(f"larder audit prove {recipe} > proof")


@story("5.4 why a recipe has its likes")
def asking(cook, kitchen):
    author = kitchen.member("author")
    recipe = kitchen.recipe(author, kitchen.fresh_name("Rye soup"))
    kitchen.post(f"/recipes/{recipe}/like", None, kitchen.member("reader"))
    cook.sign_in(operator(kitchen))
    cook.go("/console/why")
    cook.fill("Question", f"/recipes/{recipe}")
    cook.fill("Part of the answer", "likes")
    cook.button("Explain", cook.main)
    equal(cook.main.locator(".figure").inner_text(), "1", "the figure")
    cook.sees("recipe.liked")


@story("5.5 a recipe is seen as it was before its edit, and beside itself as it is now")
def looking_back(cook, kitchen):
    author = kitchen.member("author")
    old = kitchen.fresh_name("Leek soup")
    recipe = kitchen.recipe(author, old)
    posted = int(recipe[1:])
    new = kitchen.fresh_name("Onion soup")
    kitchen.post(f"/recipes/{recipe}/edit", {"title": new, "ingredients": [{"original": "2 onions"}], "steps": [{"text": "Boil."}]}, author)
    cook.sign_in(operator(kitchen))
    cook.go(f"/{recipe}")
    cook.heading(new)
    cook.press(cook.main.locator("details.through summary"))
    cook.fill("As of", str(posted))
    cook.button("Show", cook.main)
    cook.heading(old)
    cook.sees("read only")
    expect(cook.main.locator("#moment button:enabled")).to_have_count(0)
    if cook.scripts:
        slider = cook.main.get_by_role("slider", name="Position of the log")
        slider.focus()
        slider.press("ArrowLeft")
        cook.heading("This page does not exist")
        slider.press("ArrowRight")
        cook.heading(old)
        cook.button("Compare with now", cook.main)
        cook.main.get_by_text("differ from now").wait_for()
        expect(cook.main.locator(".now .changed", has_text=new).first).to_be_visible()
        expect(cook.main.locator(".then .changed", has_text=old).first).to_be_visible()
        cook.button("Compare with now", cook.main)
    cook.press(cook.main.get_by_role("link", name="Show it now"))
    cook.heading(new)


@story("5.7 rules are changed in a form, tried on the past, set with a reason, and the history says what changed")
def ruling(cook, kitchen):
    # A limit on what brings no points: other stories count points.
    reason = kitchen.fresh_name("Soups are enough")
    cook.sign_in(operator(kitchen))
    cook.go("/console/rules")
    cook.heading("Rules")
    cook.main.get_by_label("Cooks a recipe: points").fill("0")
    cook.main.get_by_label("Cooks a recipe: at most so often a day").fill(str(random.randint(1, 1000)))
    cook.button("Count again", cook.main)
    cook.heading("larder whatif")
    cook.main.get_by_role("button", name="Set these rules").wait_for(timeout=60_000)
    cook.fill("Why?", reason)
    cook.button("Set these rules", cook.main)
    cook.sees(f"«{reason}»")
    expect(cook.main.locator("li", has_text=reason).get_by_text("awards › recipe.cooked › dailyCap")).to_be_visible()
