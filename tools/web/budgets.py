"""The budgets that need no clock: bytes, requests before the first paint, layout shift."""
import functools
import gzip
import re

import scene

# Bytes as they are sent, with gzip.
limits = {"feed": 12_000, "recipe": 10_000, "board": 8_000, "look.css": 12_000, "feed, style and icons": 30_000, "app.js": 5_000,
          "scripts of a page": 20_000}
shift_limit = 0.02


def sent(kitchen, path, member=None):
    """What a browser gets: bytes on the wire and the text."""
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip"}
    if member:
        headers["Cookie"] = f"larder_session={member.token}"
    status, found, body = kitchen.answer("GET", path, headers)
    if status == 303:
        return sent(kitchen, found["Location"], member)
    if status != 200:
        raise AssertionError(f"{path}: status {status}")
    packed = found["Content-Encoding"] == "gzip"
    return len(body), (gzip.decompress(body) if packed else body).decode(errors="replace")


def measure(work):
    """Name and bytes of everything that has a budget."""
    kitchen, place = work.kitchen, scene.of(work)
    talk = kitchen.recipe(place.member, servings=2)
    for number in range(20):
        kitchen.comment(talk, f"Comment {number}: what did you serve it with, and did it keep until the day after?", place.member)
    feed, text = sent(kitchen, "/?mode=everyone&sort=liked", place.member)
    folder = re.search(r"/static/[0-9a-f]+/", text).group()
    asset = functools.cache(lambda name: sent(kitchen, folder + name)[0])
    scripts = {}
    for name, template, who, *status in scene.routes:
        if status:
            continue
        _, page = sent(kitchen, place.path(template), place.who(who))
        modules = re.search(r'data-modules="([^"]*)"', page)
        names = ["app", *(modules.group(1).split() if modules else [])]
        scripts[name] = sum(asset(f"{module}.js") for module in names)
    most = max(scripts, key=scripts.get)
    return {"feed": feed, "recipe": sent(kitchen, f"/{talk}", place.member)[0], "board": sent(kitchen, "/board/2026-W10", place.member)[0],
            "look.css": asset("look.css"), "feed, style and icons": feed + sum(map(asset, ("look.css", "icons.svg", "icon.svg"))),
            "app.js": asset("app.js"), "scripts of a page": scripts[most]}, most


def sizes(work):
    found, most = measure(work)
    print("bytes with gzip: " + ", ".join(f"{name} {size:,}" for name, size in found.items()) + f" (most scripts: {most})", flush=True)
    faults = [f"{name}: {size:,} bytes, at most {limits[name]:,}" for name, size in found.items() if size > limits[name]]
    if faults:
        raise AssertionError("; ".join(faults))


def requests(work):
    """The first paint waits for the page, the style sheet, and at most one request more."""
    for path in ("/", scene.of(work).path("/{shakshuka}"), "/board/2026-W10"):
        reader = work.person(width=390)
        reader.go(path)
        blocking = reader.page.evaluate(
            "() => performance.getEntriesByType('resource').filter(one => one.renderBlockingStatus === 'blocking').map(one => one.name)")
        reader.close()
        if len(blocking) + 1 > 3:
            raise AssertionError(f"{path}: the first paint waits for {blocking}")


def shift(work):
    """Nothing moves after it was painted."""
    place = scene.of(work)
    for width in (390, 1280):
        for path in ("/?sort=liked", place.path("/{shakshuka}"), place.path("/{nasi}"), "/board/2026-W10", "/discover"):
            reader = work.person(width=width)
            reader.page.add_init_script("""
                globalThis.moved = [];
                new PerformanceObserver(list => moved.push(...list.getEntries().filter(one => !one.hadRecentInput).map(one => [one.value,
                    one.sources.map(source => source.node?.outerHTML?.slice(0, 60))]))).observe({ type: 'layout-shift', buffered: true });""")
            reader.go(path)
            reader.page.wait_for_timeout(400)
            for _ in range(4):
                reader.page.mouse.wheel(0, 500)
                reader.page.wait_for_timeout(120)
            moved = reader.page.evaluate("moved")
            reader.close()
            total = sum(value for value, _ in moved)
            if total > shift_limit:
                raise AssertionError(f"{path} at {width} px moves by {total:.3f}: {moved[:2]}")


def checks(is_long):
    return [("budgets: bytes", sizes), ("budgets: requests before the first paint", requests), ("budgets: layout shift", shift)]
