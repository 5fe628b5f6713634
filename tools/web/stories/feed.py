"""The feed, search and discovery."""
from kitchen import password
from person import equal, eventually, expect

from stories import story


@story("C12 C33 B5 B10 S29 all main pages are one press away")
def navigation(cook, kitchen):
    member = kitchen.member("reader")
    cook.sign_in(member)
    cook.go("/")
    around = cook.page.locator("nav.tabs" if cook.is_phone else "header.rail")
    for name, heading in [("Discover", "Discover"), ("Activity", "Activity"), ("Me", member.name), ("New", "New recipe")]:
        link = around.get_by_role("link", name=name, exact=name != "New" and name != "Activity").first
        cook.press(link)
        cook.heading(heading)
        cook.go("/") if name == "New" else cook.press(around.get_by_role("link", name="Feed", exact=True))
        cook.at("/$")


@story("C13 S15 R3 search recipes and people without signing in")
def search(cook, kitchen):
    cook.go("/sign-in")
    cook.press(cook.page.locator("header.bar, header.rail").locator("visible=true").get_by_role("link", name="Search", exact=True).first)
    cook.fill("Search recipes and people", "lentil")
    cook.button("Search", cook.main)
    cook.at("/find\\?q=lentil")
    found = [recipe["id"] for recipe in kitchen.get("/search?q=lentil")["recipes"]]
    shown = cook.main.locator("article").evaluate_all("all => all.map(one => one.id)")
    equal(shown, found[:len(shown)] or ["nothing"], "what is found")
    cook.fill("Search recipes and people", "Mai Tran")
    cook.button("Search", cook.main)
    cook.link("Mai Tran", cook.main.locator(".people"))
    cook.heading("Mai Tran")


@story("C14 S8 S11 a card leads to the recipe and to its author, and back to the same place")
def card(cook, kitchen):
    cook.go("/?sort=liked")
    article = cook.page.locator("article").nth(6)
    recipe = article.get_attribute("id")
    title = article.get_by_role("heading").inner_text()
    author = article.locator(".by a").first.inner_text()
    article.scroll_into_view_if_needed()
    cook.press(article.get_by_role("heading").get_by_role("link"))
    cook.heading(title)
    cook.at(f"/{recipe}\\?from=")
    cook.link("Back", cook.main)
    cook.at("/\\?sort=liked")
    expect(cook.page.locator(f"#{recipe}")).to_be_in_viewport()
    # The browser's own way back is the same.
    cook.press(cook.page.locator(f"#{recipe}").get_by_role("heading").get_by_role("link"))
    cook.heading(title)
    cook.page.go_back()
    cook.at("/")
    expect(cook.page.locator(f"#{recipe}")).to_be_in_viewport()
    cook.press(cook.page.locator(f"#{recipe} .by a").first)
    cook.heading(author)


@story("C15 For you, Everyone and Following")
def modes(cook, kitchen):
    author, stranger = kitchen.member("author"), kitchen.member("stranger")
    reader = kitchen.join("follower")
    kitchen.post(f"/members/@{author.username}/follow", None, reader)
    followed, other = kitchen.recipe(author), kitchen.recipe(stranger)
    cook.sign_in(reader)
    cook.go("/")
    modes = cook.page.get_by_role("navigation", name="Which feed")
    cook.link("Everyone", modes)
    expect(cook.card(followed)).to_be_visible()
    expect(cook.card(other)).to_be_visible()
    cook.link("Following", modes)
    expect(cook.card(followed)).to_be_visible()
    expect(cook.card(other)).to_have_count(0)
    cook.link("For you", modes)
    expect(modes.get_by_role("link", name="For you")).to_have_attribute("aria-current", "true")
    wanted = [item["recipe"]["id"] for item in kitchen.get("/feed?mode=for-you", reader)["items"]]
    shown = cook.page.locator("[role=feed] > article").evaluate_all(
        "all => all.map(one => one.querySelector('h2 a').pathname.slice(1))")
    # Other stories post at the same time.
    equal([one for one in shown if one in wanted], [one for one in wanted if one in shown], "the feed For you")
    if len(set(shown) & set(wanted)) < 12:
        raise AssertionError(f"the feed For you has {shown}, not {wanted}")


@story("C16 B9 filter by difficulty, time and what is saved")
def filters(cook, kitchen):
    reader, author = kitchen.join("picky"), kitchen.member("author")
    quick = kitchen.recipe(author, difficulty="easy", totalMinutes=15)
    slow = kitchen.recipe(author, difficulty="hard", totalMinutes=300)
    kitchen.post(f"/recipes/{slow}/bookmark", None, reader)
    cook.sign_in(reader)
    cook.go("/?mode=everyone&sort=newest")
    chips = cook.page.get_by_role("navigation", name="Filters")
    for name in ("Easy", "Up to 30 min"):
        cook.link(name, chips)
        expect(chips.get_by_role("link", name=name)).to_have_attribute("aria-current", "true")
        expect(cook.card(quick)).to_be_visible()
        expect(cook.card(slow)).to_have_count(0)
        cook.link(name, chips)
        expect(cook.card(slow)).to_be_visible()
    cook.link("Saved", chips)
    expect(cook.card(slow)).to_be_visible()
    expect(cook.card(quick)).to_have_count(0)


@story("C17 sort by newest, oldest and most liked")
def sorts(cook, kitchen):
    cook.go("/")
    for name, sort in [("Oldest", "oldest"), ("Most liked", "liked"), ("Newest", "newest")]:
        cook.press(cook.page.locator(".menu summary"))
        cook.link(name, cook.page.locator(".menu"))
        cook.at(rf"/(\?.*sort={sort})?$") if sort == "newest" else cook.at(rf"/\?.*sort={sort}")
        expect(cook.page.locator(".menu summary")).to_contain_text(name)
        wanted = [item.get("repost", item["recipe"])["id"] for item in kitchen.get(f"/feed?sort={sort}")["items"]]
        shown = cook.page.locator("[role=feed] > article").evaluate_all("all => all.map(one => one.id)")
        if sort != "newest":
            equal(shown[:len(wanted)], wanted, name)


@story("C18 a new recipe is announced while the feed is open", only_scripts=True)
def live(cook, kitchen):
    reader, author = kitchen.member("reader"), kitchen.member("author")
    cook.sign_in(reader)
    with cook.page.expect_request(lambda request: "/stream" in request.url):
        cook.go("/?mode=everyone&sort=newest")
    recipe = kitchen.recipe(author)
    link = cook.page.locator("[data-new] a")
    expect(link).to_contain_text("new recipe")
    cook.press(link)
    expect(cook.card(recipe)).to_be_visible()


@story("C19 C36 like on a card, and take it back")
def like(cook, kitchen):
    reader, author = kitchen.member("reader"), kitchen.member("author")
    recipe = kitchen.recipe(author)
    before = kitchen.profile(author)["xp"]
    cook.sign_in(reader)
    cook.go("/?mode=everyone&sort=newest")
    button = cook.card(recipe).get_by_role("button", name=": like ", exact=False)
    for said, pressed, likes in [("You like this.", "true", 1), ("You no longer like this.", "false", 0)]:
        cook.press(button)
        expect(button).to_have_attribute("aria-pressed", pressed)
        expect(button.locator(".num")).to_have_text(str(likes))
        eventually(cook.page, lambda: kitchen.document(recipe)["likes"], likes, "likes")
        eventually(cook.page, lambda: kitchen.profile(author)["xp"] > before, likes == 1, "points for a like")
        cook.page.wait_for_load_state()


@story("C3 C36 a guest who likes a recipe signs in first, and is back at it")
def guest_likes(cook, kitchen):
    reader, recipe = kitchen.member("reader"), kitchen.recipe(kitchen.member("author"))
    cook.go(f"/{recipe}")
    cook.button(": like ", cook.main, exact=False)
    cook.heading("Sign in")
    cook.fill("Username or e-mail", reader.username)
    cook.fill("Password", password)
    cook.button("Sign in", cook.main)
    cook.at(f"/{recipe}")
    cook.button(": like ", cook.main, exact=False)
    eventually(cook.page, lambda: kitchen.document(recipe)["likes"], 1, "likes")


@story("C19 C37 S19 B8 save on a card; the saved list survives a deleted recipe")
def save(cook, kitchen):
    reader, author = kitchen.join("saver"), kitchen.member("author")
    kept, deleted = kitchen.recipe(author), kitchen.recipe(author)
    cook.sign_in(reader)
    for recipe in (deleted, kept):
        cook.go("/?mode=everyone&sort=newest")
        cook.button("Save", cook.card(recipe), exact=False)
        cook.told("The recipe is saved.")
        eventually(cook.page, lambda: kitchen.document(recipe, reader)["bookmarked"], True, "saved")
    kitchen.post(f"/recipes/{deleted}/delete", None, author)
    equal(cook.go("/saved").status, 200, "the page's status")
    expect(cook.card(kept)).to_be_visible()
    cook.go(f"/{kept}")
    cook.button("Saved", exact=False)
    cook.told("The recipe is no longer saved.")
    eventually(cook.page, lambda: kitchen.document(kept, reader)["bookmarked"], False, "saved")


@story("C19 C39 C21 quote repost")
def quote(cook, kitchen):
    reader, author = kitchen.join("quoter"), kitchen.member("author")
    recipe = kitchen.recipe(author)
    cook.sign_in(reader)
    cook.go("/?mode=everyone&sort=newest")
    cook.link(": repost ", cook.card(recipe), exact=False)
    cook.heading("Repost this recipe")
    cook.fill("Your words about it (optional)", "Make this tonight & <b>again</b>.")
    cook.button("Repost")
    cook.told("You reposted the recipe.")
    eventually(cook.page, lambda: kitchen.document(recipe)["reposts"], 1, "reposts")
    cook.go("/?mode=everyone&sort=newest")
    article = cook.page.locator("article", has_text="Make this tonight & <b>again</b>.")
    cook.sees(f"{reader.name} reposted this", article)
    kinds = [card["kind"] for card in kitchen.get("/notifications", author)["notifications"] if card.get("recipe") == recipe]
    equal(kinds, ["repost"], "what the author is told")


@story("C20 a card says that the recipe is new")
def unread(cook, kitchen):
    reader, author = kitchen.join("watcher"), kitchen.member("author")
    kitchen.post("/feed/seen", None, reader)
    recipe = kitchen.recipe(author)
    kitchen.comment(kitchen.recipe(reader), "mine", reader)
    cook.sign_in(reader)
    cook.go("/?mode=everyone&sort=newest")
    cook.sees("New", cook.card(recipe))
    kitchen.post("/feed/seen", None, reader)
    kitchen.comment(recipe, "A first comment.", author)
    cook.go("/?mode=everyone&sort=newest")
    cook.sees("New comments", cook.card(recipe))


@story("C22 B1 B4 S22 the feed continues, page by page")
def pages(cook, kitchen):
    cook.go("/?sort=oldest")
    articles = cook.page.locator("[role=feed] > article")
    first = articles.evaluate_all("all => all.map(one => one.id)")
    equal(len(first), 20, "recipes on a page")
    answer = kitchen.get("/feed?sort=oldest")
    wanted = [item.get("repost", item["recipe"])["id"] for item in kitchen.get(f"/feed?sort=oldest&after={answer['next']}")["items"]]
    if cook.scripts:
        articles.last.scroll_into_view_if_needed()
        eventually(cook.page, lambda: articles.count() >= 40, True, "more than one page")
        shown = articles.evaluate_all("all => all.map(one => one.id)")[20:40]
    else:
        cook.press(cook.main.locator("a[rel=next]"))
        cook.page.wait_for_url("**after=**")
        shown = articles.evaluate_all("all => all.map(one => one.id)")
    equal(shown, wanted, "the second page")


@story("C23 C24 R1 B1 S27 collections, tags and cuisines")
def discover(cook, kitchen):
    cook.go("/discover")
    for collection in kitchen.get("/collections")["collections"]:
        expect(cook.main.get_by_role("link", name=collection["name"], exact=True)).to_be_visible()
    cook.link("Cozy Breakfasts", cook.main)
    cook.heading("Cozy Breakfasts")
    wanted = [recipe["id"] for recipe in kitchen.get("/collections/Cozy%20Breakfasts")["recipes"]]
    equal(cook.main.locator("article").evaluate_all("all => all.map(one => one.id)"), wanted[:20], "the collection")
    cook.press(cook.main.locator("article h2 a").first)
    cook.press(cook.main.locator("a[href^='/tag/']").first)
    cook.heading("#")
    expect(cook.main.locator("article").first).to_be_visible()
