"""Members: profiles, following, activity, points, the board."""
import paint
from person import equal, eventually, expect

from stories import story


@story("C33 S12 the own profile")
def own_profile(cook, kitchen):
    author = kitchen.member("author")
    recipe = kitchen.recipe(author)
    cook.sign_in(author)
    cook.go("/")
    around = cook.page.locator("nav.tabs" if cook.is_phone else "header.rail")
    cook.link("Me", around)
    cook.heading(author.name)
    profile = kitchen.profile(author)
    for text in (f"@{author.username}", profile["level"], f"{profile['recipes']} recipe"):
        cook.sees(text, cook.main)
    for badge in profile["badges"]:
        cook.sees(badge, cook.main)
    expect(cook.page.locator(f"article#{recipe}")).to_be_visible()
    # The bar of a phone has no room for these.
    around = cook.main if cook.is_phone else around
    for name, path in [("Plan", "/week"), ("Shopping", "/list"), ("Board", "/board"), ("Saved", "/saved")]:
        cook.link(name, around)
        cook.at(path)
        cook.page.go_back()
    cook.link("Settings", cook.main)
    cook.heading("Settings")
    expect(cook.find("link", "Look", cook.main, exact=False)).to_be_visible()
    expect(cook.find("button", "Sign out")).to_be_visible()


@story("S14 a picture of oneself, and without it again")
def own_picture(cook, kitchen):
    reader = kitchen.join("portrait")
    cook.sign_in(reader)
    cook.go("/settings/profile")
    # No key opens the system's window for files.
    cook.page.get_by_label("From your device or camera").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": paint.plain(64, 48)})
    cook.button("Save", cook.main)
    cook.heading(reader.name)
    face = cook.main.locator("img.face.l")
    expect(face).to_be_visible()
    equal(face.evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }"), True, "the picture is shown")
    cook.go("/settings/profile")
    cook.tick("Remove this picture")
    cook.button("Save", cook.main)
    cook.heading(reader.name)
    equal(kitchen.profile(reader).get("avatar"), None, "picture")


@story("C34 C35 S13 follow a cook, and unfollow")
def follow(cook, kitchen):
    reader, author = kitchen.join("fan"), kitchen.join("star")
    recipe = kitchen.recipe(author)
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    cook.link(author.name, cook.main, exact=False)
    cook.heading(author.name)
    expect(cook.page.locator(f"article#{recipe}")).to_be_visible()
    for name, said, count in [("Follow", "You follow this cook.", 1), ("Following", "You no longer follow this cook.", 0)]:
        cook.button(name)
        cook.told(said)
        eventually(cook.page, lambda: kitchen.profile(author)["followers"], count, "followers")
        equal(kitchen.profile(reader)["following"], count, "following")
        kinds = [card["kind"] for card in kitchen.get("/notifications", author)["notifications"]]
        equal(kinds, ["follow"] * count, "what the cook is told")
        cook.go(author.path)
        cook.press(cook.main.locator("a[href$='/followers']"))
        expect(cook.main.get_by_role("link", name=reader.name)).to_have_count(count)
        cook.go(author.path)


@story("C40 C41 activity lists what others did, and marks it read")
def activity(cook, kitchen):
    author, fan = kitchen.join("busy"), kitchen.member("reader")
    recipe = kitchen.recipe(author)
    kitchen.post(f"/recipes/{recipe}/like", None, fan)
    kitchen.comment(recipe, "Lovely with lemon.", fan)
    kitchen.post(f"/members/@{author.username}/follow", None, fan)
    kitchen.post(f"/recipes/{recipe}/repost", {"quote": "Look at this."}, fan)
    kitchen.post(f"/recipes/{recipe}/like", None, author)
    cook.sign_in(author)
    cook.go("/")
    around = cook.page.locator("nav.tabs" if cook.is_phone else "header.rail")
    cook.sees("4", around)
    cook.press(around.get_by_role("link", name="Activity").first)
    cook.heading("Activity")
    entries = cook.main.locator(".notes > li")
    expect(entries).to_have_count(4)
    for text in ("reposted your recipe", "follows you", "Lovely with lemon.", "likes your recipe"):
        cook.sees(text, cook.main)
    expect(entries.locator("svg")).to_have_count(4)
    cook.button("Mark all read")
    cook.told("All notifications are read.")
    equal(kitchen.get("/notifications", author)["unread"], 0, "unread")
    cook.link("commented on your recipe", cook.main)
    cook.sees("Lovely with lemon.")


@story("C42 C43 C44 C45 points, level and badges, each with what they are made of")
def points(cook, kitchen):
    cook.go("/@mai")
    profile = kitchen.get("/members/@mai")
    cook.sees(profile["level"], cook.main)
    for badge in profile["badges"]:
        cook.sees(badge, cook.main)
    cook.press(cook.main.locator("a[href$='/points']"))
    cook.heading("Points of @mai")
    weeks = kitchen.get("/members/@mai/xp?limit=20")["weeks"]
    rows = cook.main.locator("tbody tr")
    expect(rows).to_have_count(len(weeks))
    for index in (0, len(weeks) - 1):
        expect(rows.nth(index).locator("td").nth(0)).to_have_text(str(weeks[index]["engagement"]))
        expect(rows.nth(index).locator("td").nth(1)).to_have_text(str(weeks[index]["activeDays"]))
    cook.press(rows.nth(0).get_by_role("link"))
    cook.at(f".*week={weeks[0]['week']}")
    awards = kitchen.get(f"/members/@mai/awards?week={weeks[0]['week']}&limit=20")["awards"]
    expect(cook.main.locator("ul.rows > li")).to_have_count(len(awards))


@story("C46 the board of a week, with the own rank")
def board(cook, kitchen):
    member = kitchen.member("author")
    kitchen.recipe(member)
    cook.sign_in(member)
    cook.go("/board")
    answer = kitchen.get("/leaderboard", member)
    shown = cook.main.locator("a[href^='/@']").evaluate_all("all => all.map(one => one.getAttribute('href').split(/[/?]/)[1])")
    for entry in answer["entries"][:3]:
        if f"@{entry['username']}" not in shown:
            raise AssertionError(f"@{entry['username']} is not on the board")
    own = answer["viewer"]
    expect(cook.page.get_by_label("Where you stand")).to_contain_text(f"{own['engagement']} points")
    expect(cook.page.get_by_label("Where you stand")).to_contain_text(f"{own['rank']}")
    cook.go("/board/2026-W10")
    week = kitchen.get("/leaderboard?week=2026-W10")
    cook.sees(week["entries"][0].get("name", week["entries"][0]["username"]), cook.main)
    cook.press(cook.main.locator("a[href*='/points']").first)
    cook.heading("Points of")


@story("C33 C60 R17 S1 the app can be installed, and its icons exist")
def manifest(cook, kitchen):
    cook.go("/")
    path = cook.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = kitchen.get(path)
    equal(manifest["display"], "standalone", "display")
    for icon in manifest["icons"]:
        equal(kitchen.answer("GET", icon["src"])[0], 200, icon["src"])


@story("C34 block a cook, and unblock")
def block(cook, kitchen):
    reader, author = kitchen.join("wary"), kitchen.member("author")
    cook.sign_in(reader)
    cook.go(author.path)
    for name, said, count in [("Block", "This cook is blocked.", 1), ("Unblock", "This cook is no longer blocked.", 0)]:
        cook.button(name)
        cook.told(said)
        eventually(cook.page, lambda: len(kitchen.get("/blocks", reader)["members"]), count, "blocked members")
