"""Forms from elsewhere, addresses to lead to, hostile texts."""
import html.parser
import pathlib
import re
import urllib.parse

import scene
from kitchen import password
from person import equal, expect

sources = pathlib.Path(__file__).parent.parent.parent / "Sources/HTTP/Web"
form_type = {"Content-Type": "application/x-www-form-urlencoded"}

elsewhere = {
    "no header": {},
    "cross-site": {"Sec-Fetch-Site": "cross-site"},
    "same-site": {"Sec-Fetch-Site": "same-site"},
    "none": {"Sec-Fetch-Site": "none"},
    "a foreign origin": {"Origin": "https://evil.example"},
    "the origin null": {"Origin": "null"},
}

leading_away = [
    "https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)", "/\t/evil.example", "\t//evil.example",
    "http:evil.example", "/%5Cevil.example/..//evil.example", "///evil.example", "/.//evil.example", "/..//evil.example",
]


def form_paths():
    """The paths of all forms, from the sources, with an id of each kind."""
    text = "".join(path.read_text() for path in sorted(sources.glob("*.swift")))
    found = set(re.findall(r'(?:\.form|toggle)\(\s*"\w+",\s*"(/[^"]*)"', text)) | {"/{id}/like", "/{id}/save"}
    return sorted(path.replace("{id}", "r1") for path in found)


def forms(work):
    """Every form refuses what was not sent by a page of this service."""
    member = work.kitchen.member("reader")
    own = {**form_type, "Cookie": f"larder_session={member.token}"}
    paths = form_paths()
    if len(paths) < 35:
        raise AssertionError(f"only {len(paths)} forms were found in Sources/HTTP/Web")
    faults = []
    for path in paths:
        for name, headers in elsewhere.items():
            status = work.kitchen.answer("POST", path, {**own, **headers}, b"on=1")[0]
            if status != 403:
                faults.append(f"{path} with {name}: {status}")
    if faults:
        raise AssertionError("; ".join(faults))
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": work.kitchen.url}):
        equal(work.kitchen.answer("POST", "/list", {**own, **headers}, b"text=salt")[0], 303, f"the status with {headers}")


def is_own(address):
    return address.startswith("/") and not re.match(r"[/\\]{2}", re.sub(r"[\t\r\n]", "", address)) and "evil" not in urllib.parse.urlsplit(address).netloc


def then(work):
    """`then` and `from` lead to own paths only."""
    kitchen = work.kitchen
    member = kitchen.member("returning")
    recipe = kitchen.recipe(kitchen.member("author"))
    headers = {**form_type, "Sec-Fetch-Site": "same-origin"}
    reader = work.person()
    for number, away in enumerate(leading_away):
        own = {**headers, "Cookie": f"larder_session={member.token}"}
        status, found, _ = kitchen.answer("POST", f"/{recipe}/plan", own, urllib.parse.urlencode(
            {"day": "2030-01-01", "meal": "dinner", "from": away}).encode())
        if status != 303 or not is_own(found["Location"]):
            raise AssertionError(f"a form with from={away!r} answers {status} and leads to {found['Location']!r}")
        reader.go("/sign-in?" + urllib.parse.urlencode({"then": away}))
        for link in reader.page.locator("a[href], form[action]").evaluate_all("all => all.map(one => one.href ?? one.action)"):
            if not link.startswith(kitchen.url + "/"):
                raise AssertionError(f"with then={away!r} the page leads to {link!r}")
        # A password is slow to check, on purpose.
        if number % 3 and not work.is_long:
            continue
        body = urllib.parse.urlencode({"username": member.username, "password": password, "then": away}).encode()
        status, found, _ = kitchen.answer("POST", "/sign-in", headers, body)
        if status != 303 or not is_own(found["Location"]):
            raise AssertionError(f"signing in with then={away!r} answers {status} and leads to {found['Location']!r}")
    reader.close()


def hostile(work):
    """Texts that look like markup are shown as text, on every page that shows them."""
    kitchen = work.kitchen
    attacks = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='alert(1)", "</textarea><script>alert(2)</script>",
               "<!--", "javascript:alert(3)", "{{7*7}}", "&lt;b&gt;"]
    text = " ".join(attacks)
    member, fan = kitchen.join("hostile"), kitchen.join("hostile-fan")
    for cook in (member, fan):
        kitchen.post(f"/members/{cook.id}/edit", {"name": text[:90], "bio": text, "cuisines": [attacks[0]], "diets": [attacks[1]]}, cook)
    recipe = kitchen.recipe(
        member, text[:190], description=text, cuisine=attacks[1], course=attacks[0], tags=[attacks[0].lower(), "x\"><b>"], difficulty="easy",
        ingredients=[{"original": text}, {"original": f"200 g {attacks[1]}"}], steps=[{"text": f"{text} for 20 minutes"}, {"text": text}],
        servings=2)
    version = kitchen.get(f"/recipes/{recipe}/content", member)["content"]
    kitchen.post(f"/recipes/{recipe}/edit", {**version, "description": f"{text} more", "note": text}, member)
    comment = kitchen.comment(recipe, text, fan)
    kitchen.post(f"/comments/{comment}/reply", {"text": text}, member)
    kitchen.post(f"/recipes/{recipe}/repost", {"quote": text}, fan)
    kitchen.post(f"/recipes/{recipe}/cook", {"note": text}, fan)
    kitchen.post(f"/members/@{member.username}/follow", None, fan)
    book = kitchen.post("/cookbooks", {"name": text[:90], "visibility": "public"}, member)["id"]
    kitchen.post(f"/cookbooks/{book}/recipes/{recipe}/add", None, member)
    kitchen.post("/shopping/items", {"text": text}, member)
    kitchen.post(f"/recipes/{recipe}/plan", {"day": kitchen.get("/plan", member)["from"], "meal": "dinner"}, member)
    kitchen.post(f"/recipes/{recipe}/bookmark", None, member)
    reader = work.person(member=member)
    pages = ["/?mode=everyone&sort=newest", f"/{recipe}", f"/{recipe}/cook", f"/{recipe}/comments", f"/{comment}", f"/{recipe}/history",
             f"/{recipe}/diff?from=1&to=2", f"/{recipe}/family", f"/{recipe}/edit", f"/{recipe}/fork", f"/{recipe}/repost", f"/{recipe}/book",
             f"/{recipe}/plan", f"/{recipe}/delete", f"/{recipe}/likes", f"/{comment}/reply", member.path, f"{member.path}/followers",
             f"{member.path}/points", f"{member.path}/report", f"{fan.path}?tab=reposts", "/activity", "/saved", "/week", "/list", "/books",
             f"/{book}", "/settings/profile", "/board", "/find?q=" + urllib.parse.quote(text), "/discover", "/sign-up/tastes",
             "/tag/" + urllib.parse.quote(attacks[0].lower(), safe=""), "/cuisine/" + urllib.parse.quote(attacks[1], safe=""),
             "/sign-in?then=" + urllib.parse.quote(f"/{text}"), "/?cuisine=" + urllib.parse.quote(text)]
    faults = []
    for path in pages:
        answer = reader.go(path)
        if answer.status >= 500:
            faults.append(f"{path}: status {answer.status}")
        alien = reader.page.evaluate("""() => {
            const found = [...document.querySelectorAll('script:not([type=module], [type="application/ld+json"]), img[onerror], [onclick], b b')]
            // Linked data is no script: it must be whole JSON, whatever texts it holds.
            for (const data of document.querySelectorAll('script[type="application/ld+json"]')) {
                try { JSON.parse(data.textContent) } catch { found.push(data) }
            }
            return found.map(one => one.outerHTML.slice(0, 80))
        }""")
        faults += [f"{path}: {one}" for one in alien + reader.complaints]
        reader.complaints.clear()
    reader.go(f"/{recipe}")
    expect(reader.page.get_by_role("heading", level=1)).to_contain_text("<script>alert(1)</script>")
    reader.close()
    if faults:
        raise AssertionError("; ".join(faults[:8]))


class Inline(html.parser.HTMLParser):
    """Finds inline styles and scripts, handlers, and what a page loads from other sites."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        self.found += [f"<{tag} {name}>" for name in attributes if name == "style" or name.startswith("on")]
        is_data = attributes.get("type") == "application/ld+json"
        if tag == "style" or tag == "script" and "src" not in attributes and not is_data:
            self.found.append(f"<{tag}>")
        # A browser loads nothing of a link to another form of the page.
        loads = tag == "use" or tag == "link" and attributes.get("rel") not in ("alternate", "canonical")
        address = attributes.get("src") or (attributes.get("href") if loads else None) or ""
        if re.match(r"(https?:)?//", address):
            self.found.append(f"<{tag}> from {address}")


def headers(work):
    """Every page forbids scripts, frames and forms from elsewhere."""
    place = scene.of(work)
    for name, template, who, *_ in scene.routes:
        member = place.who(who)
        session = {"Cookie": f"larder_session={member.token}"} if member else {}
        _, found, body = work.kitchen.answer("GET", place.path(template), {"Accept": "text/html", **session})
        policy = found["Content-Security-Policy"] or ""
        for part in ("default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                     "require-trusted-types-for 'script'"):
            if part not in policy:
                raise AssertionError(f"{name}: the policy lacks «{part}»")
        equal((found["X-Content-Type-Options"], found["Referrer-Policy"]), ("nosniff", "same-origin"), name)
        if member and "private" not in (found["Cache-Control"] or "") and "no-store" not in (found["Cache-Control"] or ""):
            raise AssertionError(f"{name}: Cache-Control {found['Cache-Control']} of a member's page")
        inline = Inline()
        inline.feed(body.decode())
        if inline.found:
            raise AssertionError(f"{name}: {inline.found[:3]}")


def checks(is_long):
    return [("security: forms from elsewhere", forms), ("security: then and from", then), ("security: hostile texts", hostile),
            ("security: headers", headers)]
