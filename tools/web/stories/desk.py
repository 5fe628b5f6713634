"""The moderators' desk."""
from person import equal, expect

from stories import story


@story("C48 C51 figures, and a report that is settled by removing a recipe")
def reports(cook, kitchen):
    if "judge" not in kitchen.members:
        kitchen.appoint(kitchen.member("judge"))
    judge = kitchen.member("judge")
    author, reader = kitchen.member("author"), kitchen.join("reporter")
    recipe = kitchen.recipe(author, kitchen.fresh_name("Raw beans"))
    report = kitchen.post(f"/recipes/{recipe}/report", {"reason": "unsafe", "note": "Raw beans."}, reader)["id"]
    cook.sign_in(judge)
    cook.go("/desk")
    cook.heading("Desk")
    cook.link("Reports", cook.main.get_by_role("navigation", name="Desk"))
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
    cook.link("Log", cook.main.get_by_role("navigation", name="Desk"))
    cook.sees("Beans must boil.")
