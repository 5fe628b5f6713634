"""Measures the web app: tools/bench --web. Requests per second beside the JSON of the same answer, memory, bytes, first and largest paint on
a slow phone, and HTTP/2 beside HTTP/1.1. Everything runs on this machine: clients and browsers take cores from the service."""
import argparse
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

import budgets
import paint as drawing
import scene
from kitchen import Kitchen, Member, Service, larder, password
from person import Person

here = pathlib.Path(__file__).parent
# A slow phone: bytes a second both ways, and milliseconds until an answer begins.
SLOW = {"downloadThroughput": 200_000, "uploadThroughput": 90_000, "latency": 150, "offline": False}
SLOWER = 4
pages = {"feed": "/?sort=liked", "recipe": "/{shakshuka}", "board": "/board/2026-W10", "discover": "/discover", "profile": "/@mai"}


def say(text):
    print(f"tools/bench: {text}", file=sys.stderr, flush=True)


class Results:
    def __init__(self):
        self.rows = {}

    def add(self, work, unit, value):
        self.rows.setdefault((work, unit), []).append(value)
        say(f"{work}: {value:,.2f} {unit}")

    def table(self):
        lines = ["| work | median | low to high |", "|---|---|---|"]
        for (work, unit), values in self.rows.items():
            lines.append(f"| {work} | {figure(statistics.median(values))} {unit} | {figure(min(values))} to {figure(max(values))} |")
        return "\n".join(lines)

    def json(self):
        return json.dumps({"results": [{"work": work, "unit": unit, "values": values} for (work, unit), values in self.rows.items()]}, indent=2)


def figure(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"tools/bench: {command[0]}: {done.stderr or done.stdout}")
    return done.stdout


# --- The service alone ---

def wrk(url, seconds, *more):
    text = run("wrk", "-t2", "-c32", f"-d{seconds}", *more, url)
    failed = re.search(r"(Non-2xx.*|Socket errors:.*)", text)
    if failed:
        raise SystemExit(f"tools/bench: {url}: {failed.group(1)}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))


def rates(results, service, member, seconds):
    """A feed page of a guest and of a member beside the same answer as JSON, packed as a browser asks for it."""
    packed = ("-H", "Accept-Encoding: gzip")
    for who, json_path, page_path, headers in [
        ("guest", "/feed?sort=hot", "/", ()),
        ("member", "/feed", "/?mode=everyone", (f"Cookie: larder_session={member.token}", f"Authorization: Bearer {member.token}")),
    ]:
        cookie, bearer = [("-H", header) for header in headers] or [(), ()]
        of_page = wrk(service.url + page_path, seconds, *packed, "-H", "Accept: text/html", *cookie)
        of_json = wrk(service.url + json_path, seconds, *packed, *bearer)
        results.add(f"feed page of a {who}", "requests/s", of_page)
        results.add(f"the same feed as JSON, {who}", "requests/s", of_json)
        results.add(f"feed page of a {who}, beside JSON", "times as many", of_page / of_json)


def memory(process):
    """Megabytes of the service's own, without what the system can read again from files."""
    return int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text()).group(1)) / 1024


def memories(results, seconds):
    """The same questions as JSON to a service without the web app, and then as pages to one with it."""
    found = {}
    for name, options, path in [("without the web app", ["--no-web"], "/feed?sort=hot"), ("with it, after pages", [], "/?sort=hot")]:
        with Service(options) as service:
            wrk(service.url + path, seconds, "-H", "Accept: text/html, application/json")
            found[name] = memory(service.process)
            results.add(f"memory of the service {name}", "MiB", found[name])
    without, with_pages = found.values()
    results.add("memory: the web app's part", "MiB", with_pages - without)


# --- In a browser ---

paints = """
() => new Promise(done => {
    let largest = 0;
    new PerformanceObserver(list => { for (const one of list.getEntries()) largest = one.startTime; })
        .observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => done([performance.getEntriesByName('first-contentful-paint')[0].startTime, largest]), 200);
})
"""


def paint(results, browser, kitchen, member, path, name):
    reader = Person(browser, kitchen, scripts=True, width=390, keys=False, member=member)
    wire = reader.context.new_cdp_session(reader.page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    reader.go(path)
    reader.page.wait_for_timeout(500)
    first, largest = reader.page.evaluate(paints)
    reader.close()
    results.add(f"{name}: first paint on a slow phone", "s", first / 1000)
    results.add(f"{name}: largest paint on a slow phone", "s", largest / 1000)


def twenty_pictures(kitchen):
    """A member whose profile shows twenty pictures of 320 pixels."""
    kitchen.post("/accounts", {"password": password, "profile": {"username": "photographer", "name": "Pia"}})
    token = kitchen.post("/log-in", {"username": "photographer", "password": password})["token"]
    pia = Member("photographer", "Pia", "", token)
    for number in range(20):
        picture = drawing.plain(320, 240, f"#{number * 12:02x}6040")
        image = kitchen.call("POST", "/images", picture, pia, {"Content-Type": "image/png"})["id"]
        kitchen.recipe(pia, f"Picture {number}", images=[image])


def with_pictures(results, browser, url, protocol):
    """Seconds until the feed has its twenty pictures, where each answer takes 150 ms."""
    reader = Person(browser, Kitchen(url, None), scripts=False, width=1280, keys=False, ignore_https_errors=True)
    wire = reader.context.new_cdp_session(reader.page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW | {"downloadThroughput": -1, "uploadThroughput": -1})
    # Without scripts a browser loads all pictures of a page at once, also those further down.
    reader.page.goto(url + "/@photographer", wait_until="load")
    milliseconds, pictures, protocols = reader.page.evaluate("""() => [performance.timing.loadEventEnd - performance.timing.navigationStart,
        performance.getEntriesByType('resource').filter(one => one.name.includes('/images/')).length,
        [...new Set(performance.getEntriesByType('resource').map(one => one.nextHopProtocol))].filter(Boolean)]""")
    reader.close()
    if protocols != [protocol] or pictures < 20:
        raise SystemExit(f"tools/bench: the browser got {pictures} pictures over {protocols}, not twenty over {protocol}")
    results.add(f"a page of twenty pictures, 150 ms away, {protocol}", "s", milliseconds / 1000)


def certificate(place):
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", place / "key.pem", "-out", place / "chain.pem")
    return ["--tls-certificate", str(place / "chain.pem"), "--tls-key", str(place / "key.pem")]


def streams(results, url, seconds):
    """Two hundred requests under way: two connections of HTTP/2 with a hundred streams each, and two hundred of HTTP/1.1, all over TLS."""
    for protocol, options in [("h2", ["-c2", "-m100"]), ("http/1.1", ["--h1", "-c200", "-m1"])]:
        text = run("h2load", "-t1", f"-D{seconds}", *options, "-H", "Accept: text/html", url + "/?sort=hot")
        succeeded, failed = re.search(r"(\d+) succeeded, (\d+) failed", text).groups()
        if int(failed) or not int(succeeded):
            raise SystemExit(f"tools/bench: {protocol}: {failed} requests failed")
        results.add(f"two hundred requests at once, {protocol}", "requests/s", float(re.search(r"([\d.]+) req/s", text).group(1)))


def main(arguments, launch):
    options = argparse.ArgumentParser(prog="tools/bench --web", allow_abbrev=False)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=4)
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args(arguments)
    missing = [package for program, package in [("wrk", "wrk"), ("h2load", "nghttp2-client"), ("openssl", "openssl")] if not shutil.which(program)]
    if missing:
        subprocess.run([here.parent / "prepare", *missing], check=True)
    from playwright.sync_api import sync_playwright
    results = Results()
    say("what a page costs after its queries")
    for found in json.loads(run(larder, "bench", "--only", "pages", "--runs", chosen.rounds, "--json", "--quiet"))["figures"]:
        for value in found["runs"]:
            results.add(f"{found['name'].removeprefix('page.')} page made from its answers", "ms", value)
    with sync_playwright() as playwright, Service() as service:
        kitchen = Kitchen(service.url, service.data)
        kitchen.add_pictures()
        work = type("Work", (), {"kitchen": kitchen})()
        member = scene.of(work).member
        for name, size in budgets.measure(work)[0].items():
            results.add(f"{name}, with gzip", "bytes", size)
        for _ in range(chosen.rounds):
            rates(results, service, member, chosen.seconds)
        browser = launch(playwright)
        for _ in range(chosen.rounds):
            for name, template in pages.items():
                paint(results, browser, kitchen, member if name != "board" else None, scene.of(work).path(template), name)
        browser.close()
    for _ in range(chosen.rounds):
        memories(results, chosen.seconds)
    with sync_playwright() as playwright, Service() as plain:
        Kitchen(plain.url, plain.data).add_pictures()
        twenty_pictures(Kitchen(plain.url, plain.data))
        plain.stop()
        plain.start("127.0.0.1:0", *certificate(plain.place))
        for _ in range(chosen.rounds):
            streams(results, plain.url, chosen.seconds)
            for protocol, more in [("h2", []), ("http/1.1", ["--disable-http2"])]:
                browser = launch(playwright, more)
                with_pictures(results, browser, plain.url, protocol)
                browser.close()
    print(results.json() if chosen.json else results.table())
