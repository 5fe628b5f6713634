"""What arrives while a page is open, and what works without a connection."""
import json
import pathlib
import time
import urllib.parse

from kitchen import Kitchen, Service
from person import Person, equal, eventually, expect


def like(work):
    """A like in one browser counts in the author's other browser."""
    kitchen = work.kitchen
    author, fan = kitchen.join("live"), kitchen.member("reader")
    recipe = kitchen.recipe(author)
    at_home, away = work.person(member=author), work.person(member=fan, width=390)
    with at_home.page.expect_request(lambda request: "/stream" in request.url):
        at_home.go("/")
    away.go(f"/{recipe}")
    away.press(away.main.get_by_role("button", name=": like ", exact=False).first)
    count = at_home.page.locator("header.rail [data-unread]")
    expect(count).to_be_visible()
    expect(count).to_contain_text("1")
    at_home.close()
    away.close()


def streams(work):
    """Ten tabs of a member hold one stream, and another tab takes over when the tab that holds it is closed."""
    member = work.kitchen.member("reader")
    reader = work.person(member=member)
    held = {}

    def watch(page):
        page.on("request", lambda request: "/stream?" in request.url and held.__setitem__(request, page))
        for event in ("requestfinished", "requestfailed"):
            page.on(event, lambda request: held.pop(request, None))
        page.on("close", lambda page: [held.pop(request) for request, where in list(held.items()) if where == page])
    watch(reader.page)
    reader.go("/")
    tabs = [reader.page]
    for _ in range(9):
        tabs.append(reader.new_page())
        watch(tabs[-1])
        tabs[-1].goto("/")
    eventually(tabs[-1], lambda: len(held), 1, "streams of ten tabs")
    holder = next(iter(held.values()))
    left = [tab for tab in tabs if tab != holder]
    holder.close()
    eventually(left[0], lambda: len(held), 1, "streams after the tab that held it was closed")
    work.kitchen.post(f"/members/@{member.username}/follow", None, work.kitchen.join("follower"))
    for tab in left:
        expect(tab.locator("header.rail [data-unread]")).to_be_visible()
    reader.close()


def ban(work):
    """A ban ends the stream of the banned member's browser."""
    member = work.kitchen.join("banned")
    reader = work.person(member=member)
    with reader.page.expect_request(lambda request: "/stream?" in request.url) as held:
        reader.go("/")
    ended = []
    for event in ("requestfinished", "requestfailed"):
        reader.page.on(event, lambda request: request == held.value and ended.append(request))
    work.kitchen.ban(member, "spam")
    eventually(reader.page, lambda: len(ended) > 0, True, "the stream has ended")
    reader.close()


def offline(work):
    """A recipe and the list are read, and lines ticked, while the service is away; the ticks are sent once, in order."""
    with Service() as service:
        kitchen = Kitchen(service.url, service.data, "offline")
        member = kitchen.join("traveller")
        recipe = kitchen.recipe(member, "Soup for the train")
        items = [kitchen.post("/shopping/items", {"text": text}, member)["id"] for text in ("lentils", "onions", "stock")]
        reader = Person(work.browser, kitchen, scripts=True, width=390, keys=False, member=member, style=None)
        reader.go("/")
        reader.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        eventually(reader.page, lambda: reader.page.evaluate("() => !!navigator.serviceWorker.controller"), True, "the service worker controls the page")
        reader.go("/?mode=everyone&sort=newest")
        for path in ("/week", f"/{recipe}", f"/{recipe}/cook", "/list"):
            reader.go(path)
            eventually(reader.page, lambda: reader.page.evaluate(
                "async () => !!(await (await caches.open('larder pages')).match(location.href))"), True, f"a copy of {path}")
        eventually(reader.page, lambda: reader.page.evaluate(
            "async path => !!(await (await caches.open('larder pages')).match(path))", f"/{recipe}/cook?step=2"), True,
            "a copy of the next step")
        service.stop()
        reader.context.set_offline(True)
        # A week that was not read is not another one.
        reader.go("/week?from=2031-01-06")
        reader.sees("You are offline")
        reader.go("/settings")
        reader.sees("You are offline")
        reader.go(f"/{recipe}/cook")
        reader.page.get_by_role("link", name="Next step").click()
        reader.sees("Fry the onion, and serve.")
        reader.go(f"/{recipe}")
        # What cannot wait stays in its form.
        reader.fill("Say something about it", "As good as at home")
        reader.button("Comment", reader.main)
        reader.sees("You are offline. Nothing was sent.")
        expect(reader.page.get_by_label("Say something about it")).to_have_value("As good as at home")
        reader.heading("Soup for the train")
        reader.sees("Offline, as of")
        saving = reader.main.get_by_role("button", name="Save", exact=False).first
        saving.click()
        reader.sees("Waiting for a connection: saving Soup for the train.")
        expect(saving).to_have_attribute("aria-pressed", "true")
        reader.go("/list")
        order = [items[2], items[0], items[1]]
        for item in order:
            button = reader.page.locator(f"#{item} button[aria-pressed]")
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
        reader.fill("Add a line", "lemons")
        reader.button("Add", reader.main.locator(".compose"))
        reader.sees("Waiting for a connection: saving Soup for the train, stock, lentils, onions, lemons.")
        service.start(urllib.parse.urlsplit(service.url).netloc)
        reader.context.set_offline(False)
        eventually(reader.page, lambda: [one["checked"] for one in kitchen.get("/shopping", member)["items"]], [True] * 3 + [False], "the ticks have arrived")
        equal(kitchen.document(recipe, member)["bookmarked"], True, "saved")
        events = [line for item in order for line in kitchen.run("log", "history", item).splitlines() if "itemChecked" in line]
        positions = [int(line.split()[0]) for line in events]
        equal((len(positions), positions), (3, sorted(positions)), "sent once, in order")
        expect(reader.page.locator("form.wait")).to_have_count(0)
        reader.close()


def burst(seconds):
    """Two thousand events a second while the log is live: the browser has each of them, and never stands still for long."""
    def run(work):
        with Service() as service:
            kitchen = Kitchen(service.url, service.data, "burst")
            operator = kitchen.join("watcher")
            kitchen.appoint(operator, "admin")
            recipe = kitchen.demo_recipe("nasi-goreng")
            member = kitchen.join("clapper")
            reader = Person(work.browser, kitchen, scripts=True, width=1280, keys=False, member=operator, style=None)
            reader.go("/console/log")
            reader.page.evaluate(
                "() => { window.longest = 0; new PerformanceObserver(list => { for (const task of list.getEntries())"
                " longest = Math.max(longest, task.duration); }).observe({ type: 'longtask' }); }")
            first = kitchen.get("/leaderboard/weeks", operator)["position"]
            reader.page.get_by_role("link", name="Live").click()
            reader.sees("Live: 0 events since you listen.")
            path = pathlib.Path(service.data).parent / "burst.ndjson"
            for second in range(seconds):
                began = time.monotonic()
                lines = [json.dumps({
                    "specversion": "1.0", "type": f"larder.recipe.{'liked' if number % 2 == 0 else 'unliked'}", "source": "burst",
                    "id": f"{second}-{number}", "actor": f"@{member.username}", "subject": recipe}) for number in range(2000)]
                path.write_text("\n".join(lines) + "\n")
                kitchen.run("submit", str(path))
                time.sleep(max(0, 1 - (time.monotonic() - began)))
            last = kitchen.get("/leaderboard/weeks", operator)["position"]
            reader.sees(f"Live: {last - first:,} events since you listen.")
            with reader.page.expect_download() as saved:
                reader.page.get_by_role("button", name="Download").click()
            positions = [int(json.loads(line)["sequence"]) for line in pathlib.Path(saved.value.path()).read_text().splitlines()]
            equal(positions, list(range(first + 1, last + 1)), "every event, once and in order")
            longest = reader.page.evaluate("() => window.longest")
            # A time is no verdict on a machine that runs other tests; a second is a page that stands still.
            if longest > 1000:
                raise AssertionError(f"the page stood still for {longest:.0f} ms")
            reader.close()
    return run


def checks(is_long):
    return [("live: a like in another browser", like), ("live: ten tabs, one stream", streams), ("live: a ban ends the stream", ban),
            ("live: a burst of events in the log", burst(60 if is_long else 5)),
            ("offline: read and tick, then send once", offline)]
