"""larder serve under load: against the least that the same HTTP server can do, and PostgreSQL with and without that server before it.
tools/bench --http builds what this runs. Everything runs on this machine: the clients take cores from the server."""
import argparse
import asyncio
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import peers

LARDER, TRIVIAL = os.environ["LARDER_BINARY"], os.environ["TRIVIAL_BINARY"]
POSTGRES_HTTP = os.environ.get("POSTGRES_HTTP_BINARY")
HERE = pathlib.Path(__file__).parent
WRITERS = 64
LISTENERS = 200
PASSWORD = "correct horse"


def say(text):
    print(f"tools/bench: {text}", file=sys.stderr, flush=True)


def arguments():
    parser = argparse.ArgumentParser(prog="tools/bench --http", allow_abbrev=False)
    parser.add_argument("--members", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--in", dest="place", default=None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--peers", action="store_true")
    return parser.parse_args()


@contextlib.contextmanager
def served(*command):
    """A program that listens on the port that its command ends with, or names by {port}."""
    port = peers.free_port()
    process = subprocess.Popen([str(word).replace("{port}", str(port)) for word in command],
                               stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()
                break
            time.sleep(0.05)
        yield process, port
    finally:
        process.terminate()
        process.communicate()


def wrk(port, path, connections, seconds, *more):
    """Requests a second, and the slowest hundredth in milliseconds."""
    return load(port, path, connections, seconds, *more)[:2]


def load(port, path, connections, seconds, *more):
    """As `wrk`, with how many requests were answered. Refuses a run in which anything was not answered with success."""
    text = peers.run("wrk", "-t2", f"-c{connections}", f"-d{seconds}", "--latency", *more, f"http://127.0.0.1:{port}{path}")
    failed = re.search(r"(Non-2xx.*|Socket errors:.*)", text)
    if failed:
        raise SystemExit(f"tools/bench: {path}: {failed.group(1)}")
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    p99 = float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
    answered = int(re.search(r"(\d+) requests in", text).group(1))
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)), p99, answered


class Client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(self, method, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"tools/bench: {path}: {answer.status} {text[:200]}")
        return json.loads(text) if text else {}


def join(client, number):
    name = f"bench{number}"
    client.ask("POST", "/accounts", {"password": PASSWORD, "profile": {"username": name, "name": name}})
    return client.ask("POST", "/log-in", {"username": name, "password": PASSWORD})["token"]


# Each connection's member votes one recipe up and down in turn: every request is decided, appended and synced on its own.
VOTES = """
local tokens = {%s}
local recipes = {%s}
local threads = 0
function setup(thread) thread:set("number", threads); threads = threads + 1 end
function init(args) count = 0 end
function request()
    count = count + 1
    local mine = (count * 2 + number) %% #tokens + 1
    local step = math.floor(count * 2 / #tokens)
    local path = "/recipes/" .. recipes[math.floor(step / 2) %% #recipes + 1] .. (step %% 2 == 0 and "/upvote" or "/downvote")
    return wrk.format("POST", path, {["Authorization"] = "Bearer " .. tokens[mine]})
end
"""


def write_votes(client, tokens, directory):
    recipes = [item["recipe"]["id"] for item in client.ask("GET", "/feed?limit=100")["items"] if "recipe" in item]
    script = directory / "votes.lua"
    script.write_text(VOTES % (",".join(f'"{token}"' for token in tokens), ",".join(f'"{recipe}"' for recipe in recipes)))
    return script


def measure_votes(client, port, script, seconds):
    before = client.ask("GET", "/feed?limit=1")["position"]
    rate, p99 = wrk(port, "/", WRITERS, seconds, "-s", script)
    appended = client.ask("GET", "/feed?limit=1")["position"] - before
    return rate, p99, appended / seconds


def measure_inserts(postgres, script, seconds):
    """The same votes, posted to PostgreSQL behind the same server. Each that was answered must be a row: wrk leaves only what is under
    way when its time is over unanswered, at most one of each connection."""
    def rows():
        return int(postgres.sql("SELECT count(*) FROM messages"))

    before = rows()
    with served(POSTGRES_HTTP, "{port}", WRITERS, postgres.address) as (_, port):
        rate, p99, answered = load(port, "/", WRITERS, seconds, "-s", script)
    inserted = rows() - before
    if not answered <= inserted <= answered + WRITERS:
        raise SystemExit(f"tools/bench: PostgreSQL was answered for {answered:,} times and has {inserted:,} rows more")
    return rate, p99, inserted / seconds


async def listen(port, arrivals, ready):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /stream HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n")
    await writer.drain()
    begun = False
    with contextlib.suppress(asyncio.CancelledError):
        while line := await reader.readline():
            if line.startswith(b"retry:") and not begun:
                begun = True
                ready.release()
            if line.startswith(b"id: "):
                arrivals.setdefault(int(line[4:]), []).append(time.perf_counter())
    writer.close()


async def deliver(port, tokens, recipe, count):
    """Milliseconds from the answer's request to each listener's line, for so many comments at ten a second."""
    arrivals, ready = {}, asyncio.Semaphore(0)
    tasks = [asyncio.create_task(listen(port, arrivals, ready)) for _ in range(LISTENERS)]
    for _ in tasks:
        await ready.acquire()
    sent = {}
    loop = asyncio.get_running_loop()
    client = Client(port)
    for number in range(count):
        begun = time.perf_counter()
        answer = await loop.run_in_executor(
            None, client.ask, "POST", f"/recipes/{recipe}/comments", {"text": f"number {number}"}, tokens[number % len(tokens)])
        sent[answer["position"]] = begun
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    delays = [(at - begun) * 1000 for position, begun in sent.items() for at in arrivals.get(position, [])]
    if len(delays) != count * LISTENERS:
        raise SystemExit(f"tools/bench: {count * LISTENERS} deliveries were due, {len(delays)} came")
    return statistics.median(delays), statistics.quantiles(delays, n=100)[98]


def main():
    options = arguments()
    if shutil.which("wrk") is None:
        subprocess.run([HERE.parent / "prepare", "wrk"], check=True)
    if options.peers:
        peers.install()
    results = []

    def add(work, who, unit, value, **more):
        results.append({"work": work, "who": who, "unit": unit, "value": value} | more)
        say(f"{work}: {who}: {value:,.1f} {unit}" + "".join(f", {key} {figure:,.2f}" for key, figure in more.items()))

    with tempfile.TemporaryDirectory(dir=options.place) as place:
        directory = pathlib.Path(place)
        # PostgreSQL runs as a user of its own.
        directory.chmod(0o755)
        data = directory / "data"
        say(f"making a community of {options.members:,}")
        peers.run(LARDER, "demo", "--members", options.members, "--weeks", 10, "--data", data, "--quiet")
        postgres = None
        with contextlib.ExitStack() as stack:
            if options.peers:
                postgres = peers.Postgres(directory)
                stack.callback(postgres.stop)
            serving = (LARDER, "serve", "--data", data, "--address", "127.0.0.1:{port}", "--rate-limit", "none",
                       "--log-level", "error")
            with served(*serving) as (_, port):
                client = Client(port)
                say(f"{WRITERS} members join")
                tokens = [join(client, number) for number in range(WRITERS)]
                busy = client.ask("GET", "/leaderboard?limit=1&week=" + client.ask("GET", "/leaderboard/weeks")["weeks"][0]["week"])
                member = busy["entries"][0]["username"]
                pages = {"profile": f"/members/@{member}", "feed page of 20": "/feed"}
                sizes = {name: len(json.dumps(client.ask("GET", path), separators=(",", ":"))) for name, path in pages.items()}
                recipe = client.ask("GET", "/feed?limit=1")["items"][0]["recipe"]["id"]
                votes = write_votes(client, tokens, directory)
                for _ in range(options.rounds):
                    for name, path in pages.items():
                        with served(TRIVIAL, "{port}", sizes[name]) as (_, other):
                            rate, p99 = wrk(other, "/", 32, options.seconds)
                        add(f"GET {name}", "as many bytes by Hummingbird alone", "requests/s", rate, p99=p99)
                        rate, p99 = wrk(port, path, 32, options.seconds)
                        add(f"GET {name}", "Larder, to guests", "requests/s", rate, p99=p99)
                        # An answer to a member is made for each request.
                        rate, p99 = wrk(port, path, 32, options.seconds, "-H", f"Authorization: Bearer {tokens[0]}")
                        add(f"GET {name}", "Larder, to a member", "requests/s", rate, p99=p99)
                    rate, p99, appended = measure_votes(client, port, votes, options.seconds)
                    add(f"POST a vote, {WRITERS} clients", "Larder", "requests/s", rate, p99=p99, appended=appended)
                    if postgres:
                        behind, p99, appended = measure_inserts(postgres, votes, options.seconds)
                        add(f"POST a vote, {WRITERS} clients", f"{postgres.name}, an insert behind the same server", "requests/s",
                            behind, p99=p99, appended=appended)
                        add(f"POST a vote, {WRITERS} clients", f"Larder beside {postgres.name} behind the same server", "times as many",
                            rate / behind)
                        add(f"POST a vote, {WRITERS} clients", f"{postgres.name}, an insert without HTTP", "requests/s",
                            postgres.appends(WRITERS, 20000))
                    p50, p99 = asyncio.run(deliver(port, tokens, recipe, 50))
                    add(f"from POST to {LISTENERS} listeners", "Larder", "ms", p50, p99=p99)
    if options.json:
        print(json.dumps({"results": results}, indent=2))
        return
    table = {}
    for row in results:
        table.setdefault((row["work"], row["who"], row["unit"]), []).append(row)
    print("| work | by | median | slowest hundredth, ms | low to high |\n|---|---|---|---|---|")
    for (work, who, unit), rows in table.items():
        values = [row["value"] for row in rows]
        slow = [row["p99"] for row in rows if "p99" in row]
        print(f"| {work} | {who} | {statistics.median(values):,.1f} {unit} | "
              f"{f'{statistics.median(slow):,.1f}' if slow else '–'} | {min(values):,.1f} to {max(values):,.1f} |")


if __name__ == "__main__":
    main()
