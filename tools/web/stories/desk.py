"""The moderators' desk."""
import re

from person import equal, expect

from stories import story


@story("C48 C51 figures, and a report that is settled by removing a recipe")
def reports(cook, kitchen):
    judge = kitchen.appointed("judge")
    author, reader = kitchen.member("author"), kitchen.join("reporter")
    recipe = kitchen.recipe(author, kitchen.fresh_name("Raw beans"))
    report = kitchen.post(f"/recipes/{recipe}/report", {"reason": "unsafe", "note": "Raw beans."}, reader)["id"]
    cook.sign_in(judge)
    cook.go("/desk")
    cook.heading("Desk")
    cook.link("Pending reports", cook.main)
    cook.heading("Reports")
    cook.press(cook.main.locator(f"a[href='/{report}']"))
    cook.heading(f"Report {report}")
    cook.sees("Raw beans.", cook.main.locator("blockquote"))
    cook.choose("What do you decide?", "Remove it")
    cook.fill("Why? (optional)", "Beans must boil.")
    cook.button("Settle the report", cook.main)
    cook.told("The report is settled.")
    expect(cook.main.locator(f"a[href='/{report}']")).to_have_count(0)
    equal(kitchen.get(f"/reports/{report}", judge)["report"]["outcome"], "removed", "outcome")
    cook.go("/desk/log")
    cook.sees("Beans must boil.")


@story("C49 a member is found, and banned for a while from the dossier")
def banning(cook, kitchen):
    judge, troll = kitchen.appointed("judge"), kitchen.join(kitchen.fresh_name("troll").replace(" ", "_").lower())
    kitchen.post(f"/members/@{troll.username}/report", {"reason": "spam"}, judge)
    cook.sign_in(judge)
    cook.go("/desk/members")
    cook.heading("Members")
    cook.fill("Name or e-mail", troll.username)
    cook.button("Show", cook.main)
    cook.press(cook.main.locator(f"a[href='/desk/members/%40{troll.username}'], a[href='/desk/members/@{troll.username}']").first)
    cook.sees("spam")
    cook.fill("Why?", "Three warnings.")
    cook.button(f"Ban @{troll.username}", cook.main)
    cook.told("Your decision is recorded.")
    equal(kitchen.get(f"/members/@{troll.username}", judge)["banned"], True, "banned")
    cook.sees("Three warnings.")
    cook.button("End the ban", cook.main)
    cook.sees("Last day (optional)")
    equal(kitchen.get(f"/members/@{troll.username}", judge)["banned"], False, "banned")


@story("5.10 an admin makes a link, with which a member chooses a new password")
def forgetting(cook, kitchen):
    admin, forgetful = kitchen.appointed("keeper", "admin"), kitchen.member("forgetful")
    cook.sign_in(admin)
    cook.go(f"/desk/members/@{forgetful.username}")
    cook.button("Make a link")
    cook.heading(f"Link for @{forgetful.username}")
    address = cook.main.locator("code.secret").inner_text()
    equal(address.startswith(f"{kitchen.url}/reset?link="), True, "the link's address")
    cook.press(cook.main.locator("p", has_text="says that you made it").get_by_role("link"))
    cook.sees("member.resetLinkMade")
    cook.context.clear_cookies()
    cook.go(address.removeprefix(kitchen.url))
    cook.fill("New password", "a purple staple")
    cook.button("Save it")
    cook.told("Your password is changed")


@story("5.10 an admin ends the sessions of a stolen phone, and the log says who and why")
def stolen(cook, kitchen):
    admin, victim = kitchen.appointed("keeper", "admin"), kitchen.join("victim")
    cook.sign_in(admin)
    cook.go(f"/desk/members/@{victim.username}")
    cook.sees("Sessions and keys")
    cook.fill("Why? (for the log)", "The phone was stolen.")
    cook.button("End all of them", cook.main)
    cook.told("Ended, and recorded in the log.")
    cook.sees("Signed in nowhere, and no keys.")
    status, _, _ = kitchen.answer("GET", "/members/me", {"Authorization": f"Bearer {victim.token}"})
    equal(status, 401, "the status of the ended session")
    cook.go(f"/console/log?kind=member.accessRevoked&thing=@{victim.username}")
    cook.sees(f"@{victim.username}")


@story("C52 a report shows at the desk while its queue is open", only_scripts=True)
def watching(cook, kitchen):
    recipe = kitchen.recipe(kitchen.member("author"))
    cook.sign_in(kitchen.appointed("judge"))
    with cook.page.expect_request(lambda request: "/stream" in request.url):
        cook.go("/desk/reports")
    kitchen.post(f"/recipes/{recipe}/report", {"reason": "spam"}, kitchen.member("reader"))
    cook.press(cook.main.get_by_role("link", name=re.compile("^[0-9]+ new report")))
    expect(cook.main.locator("[data-new]")).to_be_hidden()


@story("C50 the recipe with most reports is found among all, and deleted")
def browsing(cook, kitchen):
    judge, author = kitchen.appointed("judge"), kitchen.member("author")
    recipe = kitchen.recipe(author)
    title = kitchen.document(recipe)["title"]
    for word in ("reader", "judge"):
        kitchen.post(f"/recipes/{recipe}/report", {"reason": "spam"}, kitchen.member(word))
    cook.sign_in(judge)
    cook.go("/desk/recipes")
    cook.heading("Recipes")
    cook.sees(title)
    cook.press(cook.main.get_by_role("link", name="Most reported"))
    cook.press(cook.main.locator(f"a[href='/{recipe}/delete']"))
    cook.fill("Reason (the author reads it)" if cook.field("Reason (the author reads it)").count() else "Reason", "copied")
    cook.button("Delete this recipe")
    cook.told("The recipe is deleted.")
    cook.go("/desk/recipes?sort=reported")
    cook.heading("Recipes")
    expect(cook.main.locator(f"a[href='/{recipe}']")).to_have_count(0)
