"""Accounts: join, sign in and out, settings, leave."""
from kitchen import Refused, password
from person import equal, expect

from stories import story


def is_refused(kitchen, *arguments):
    try:
        kitchen.post(*arguments)
    except Refused as refusal:
        return refusal.status
    return None


def sign_in(cook, username, secret):
    cook.fill("Username or e-mail", username)
    cook.fill("Password", secret)
    cook.button("Sign in")


@story("C1 C2 S2 S26 B7 join, and be signed in")
def join(cook, kitchen):
    username = kitchen.fresh_name("newcomer")
    cook.go("/sign-in")
    cook.link("Join", cook.main)
    cook.fill("Your name", "Nora Newcomer")
    cook.fill("Username", username)
    cook.fill("Password", "short")
    cook.button("Join", cook.main)
    cook.heading("Join")
    cook.sees("Please check this")
    expect(cook.field("Your name")).to_have_value("Nora Newcomer")
    cook.fill("Password", password)
    cook.fill("E-mail (optional)", f"{username}@example.org")
    cook.fill("Phone (optional)", "+351 21 000 0000")
    cook.button("Join", cook.main)
    cook.heading("What do you like?")
    cuisine = cook.main.locator("input[name=cuisines]").first.get_attribute("value")
    cook.tick(cook.main.locator("label", has=cook.page.locator(f"input[value='{cuisine}']")).inner_text().strip())
    cook.tick("Vegetarian")
    cook.button("Save")
    cook.at("/$")
    token = next(cookie["value"] for cookie in cook.context.cookies() if cookie["name"] == "larder_session")
    profile = kitchen.call("GET", "/members/me", headers={"Authorization": f"Bearer {token}"})
    equal(profile["username"], username, "username")
    wanted = {"xp": 0, "level": "Beginner Cook", "badges": [], "recipes": 0, "likesReceived": 0, "comments": 0, "bookmarks": 0}
    equal({name: profile[name] for name in wanted}, wanted, "a new member's figures")
    equal((profile["cuisines"], profile["diets"]), ([cuisine], ["vegetarian"]), "tastes")
    equal((profile["email"], profile["phone"]), (f"{username}@example.org", "+351 21 000 0000"), "e-mail and phone")


@story("C3 S3 sign in, with a wrong password first")
def signing_in(cook, kitchen):
    member = kitchen.member("returning")
    cook.go("/settings/profile")
    cook.heading("Sign in")
    sign_in(cook, member.username, "not my password")
    cook.sees("Please check this")
    expect(cook.field("Username or e-mail")).to_have_value(member.username)
    expect(cook.field("Password")).to_have_value("")
    sign_in(cook, member.username, password)
    cook.at("/settings/profile")
    cook.told("You are signed in.")
    expect(cook.field("Username")).to_have_value(member.username)


@story("C4 a ban ends the session and says why")
def ban(cook, kitchen):
    member = kitchen.join("mallory")
    cook.sign_in(member)
    cook.go("/settings/profile")
    cook.heading("Your profile")
    kitchen.ban(member, "advertising knives")
    cook.go("/settings/profile")
    cook.sees_not("Your profile")
    cook.sees("advertising knives")
    cook.button("Sign out")
    cook.told("You are signed out.")
    cook.go("/sign-in")
    sign_in(cook, member.username, password)
    cook.sees("advertising knives")
    equal(kitchen.get(f"/members/@{member.username}")["banned"], True, "banned")


@story("C6 S4 sign out")
def sign_out(cook, kitchen):
    member = kitchen.join("leaver")
    cook.sign_in(member)
    cook.go("/settings")
    cook.button("Sign out")
    cook.told("You are signed out.")
    cook.go("/settings")
    cook.heading("Sign in")
    equal(is_refused(kitchen, "/notifications/read", None, member), 401, "the session's status")


@story("C7 S5 the session survives a restart of the browser")
def restart(cook, kitchen):
    member = kitchen.member("returning")
    cook.go("/sign-in")
    sign_in(cook, member.username, password)
    cook.told("You are signed in.")
    kept = [cookie for cookie in cook.context.cookies() if cookie["expires"] > 0]
    cook.context.clear_cookies()
    cook.context.add_cookies(kept)
    cook.go("/settings/profile")
    expect(cook.field("Username")).to_have_value(member.username)


@story("C9 C32 the service decides who may delete, not the page")
def roles(cook, kitchen):
    author, reader = kitchen.member("author"), kitchen.member("reader")
    recipe = kitchen.recipe(author)
    cook.sign_in(reader)
    cook.go(f"/{recipe}")
    expect(cook.main.get_by_role("link", name="Delete", exact=True)).to_have_count(0)
    status, _, _ = kitchen.answer("POST", f"/{recipe}/delete", body=b"", headers={
        "Cookie": f"larder_session={reader.token}", "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/x-www-form-urlencoded"})
    if status < 400:
        raise AssertionError(f"a form that deletes another member's recipe answers {status}")
    equal(kitchen.document(recipe)["id"], recipe, "the recipe")


@story("C10 S16 change the password and the username")
def change_password(cook, kitchen):
    member = kitchen.join("changer")
    cook.sign_in(member)
    cook.go("/settings")
    cook.link("Password", cook.main, exact=False)
    cook.heading("Change your password")
    cook.fill("Your present password", "a wrong password")
    cook.fill("New password", "another long sentence")
    cook.button("Change it")
    cook.sees("Please check this")
    cook.fill("Your present password", password)
    cook.fill("New password", "another long sentence")
    cook.button("Change it")
    cook.told("Your password is changed.")
    body = {"username": member.username, "password": password}
    equal(is_refused(kitchen, "/log-in", body), 401, "the old password's status")
    kitchen.post("/log-in", {**body, "password": "another long sentence"})
    cook.go("/settings/profile")
    cook.fill("Username", f"{member.username}x")
    cook.button("Save")
    cook.told("Your profile is saved.")
    equal(kitchen.get(f"/members/{member.id}")["username"], f"{member.username}x", "username")


@story("C11 edit name and bio")
def edit_profile(cook, kitchen):
    member = kitchen.join("editor")
    cook.sign_in(member)
    cook.go(member.path)
    cook.link("Edit", cook.main)
    cook.fill("Name", "Edith of the oven")
    cook.fill("About you", "I bake.\nOften.")
    cook.button("Save")
    cook.told("Your profile is saved.")
    cook.go(member.path)
    cook.heading("Edith of the oven")
    cook.sees("I bake.")
    profile = kitchen.profile(member)
    equal((profile["name"], profile["bio"]), ("Edith of the oven", "I bake.\nOften."), "name and bio")


@story("S17 delete the account")
def leave(cook, kitchen):
    member = kitchen.join("goner")
    recipe = kitchen.recipe(member)
    cook.sign_in(member)
    cook.go("/settings")
    cook.link("Leave", cook.main, exact=False)
    cook.heading("Delete your account")
    cook.fill(f"To be sure, type your username: {member.username}", member.username)
    cook.fill("Password", password)
    cook.button("Delete my account")
    cook.heading("Your account is deleted")
    equal(is_refused(kitchen, "/log-in", {"username": member.username, "password": password}), 401, "the account's status")
    equal(kitchen.answer("GET", f"/recipes/{recipe}")[0], 410, "the recipe's status")
    equal(cook.go(f"/{recipe}").status, 410, "the page's status")


@story("C60 choose a theme, and keep it")
def theme(cook, kitchen):
    cook.go("/")
    cook.link("Look", cook.page.locator("footer"))
    cook.choose("Theme", "Mint Garden")
    cook.choose("Light or dark", "Dark")
    cook.button("Save")
    cook.told("Saved.")
    for path in ("/", "/discover", "/settings/look"):
        cook.go(path)
        root = cook.page.locator("html")
        expect(root).to_have_attribute("data-theme", "mint")
        expect(root).to_have_attribute("data-mode", "dark")
    equal(cook.page.evaluate("getComputedStyle(document.documentElement).colorScheme"), "dark", "the colour scheme")
