"""Larder, raw LMDB and, with --peers, others on the same work, in turns. tools/bench builds what this runs."""
import argparse
import collections
import datetime
import json
import os
import pathlib
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import peers

LARDER, RAW = os.environ["LARDER_BINARY"], os.environ["RAW_LMDB_BINARY"]
HERE = pathlib.Path(__file__).parent
CLIENTS = (1, 64, 1024)


def say(text):
    print(f"tools/bench: {text}", file=sys.stderr, flush=True)


def larder(*words):
    return json.loads(peers.run(LARDER, *words, "--json", "--quiet"))


def raw(*words):
    return json.loads(peers.run(RAW, *words))


class Results:
    """Values by work and by whom, one for each round."""

    def __init__(self):
        self.values = collections.defaultdict(list)
        self.units = {}
        self.details = {}

    def add(self, work, who, unit, value, **details):
        self.values[work, who].append(value)
        self.units[work] = unit
        if details:
            self.details[work, who] = details

    def rows(self):
        for (work, who), values in self.values.items():
            row = {"work": work, "who": who, "unit": self.units[work], "median": statistics.median(values),
                   "low": min(values), "high": max(values), "values": values}
            own = self.values.get((work, "Larder"))
            if who != "Larder" and own and len(own) == len(values):
                # Larder's advantage, round by round: what else the machine did struck both.
                pairs = zip(own, values)
                ratios = [a / b if "/s" in row["unit"] else b / a for a, b in pairs]
                row["ratio"] = statistics.median(ratios)
                row["ratioLow"], row["ratioHigh"] = min(ratios), max(ratios)
            yield row | self.details.get((work, who), {})


def arguments():
    parser = argparse.ArgumentParser(prog="tools/bench")
    parser.add_argument("--members", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--in", dest="place", default=None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--boards", action="store_true")
    parser.add_argument("--community", type=pathlib.Path, default=None)
    options = parser.parse_args()
    if options.community and not options.boards:
        parser.error("--community goes with --boards: the other figures are measured while a community is generated")
    if options.community and not (options.community / "log").is_dir():
        parser.error(f"--community: there is no community in {options.community}")
    return options


def measure_appends(directory, results, options, rivals):
    for clients in CLIENTS:
        work = "append by 1 client" if clients == 1 else f"append by {clients:,} clients"
        figure = larder("bench", "--only", f"append-{clients}", "--members", 1000, "--events", 20000, "--runs", 1,
                        "--in", directory)["figures"][0]
        results.add(work, "Larder", "events/s", figure["value"], p50=figure["p50"], p99=figure["p99"])
        count = 4000 if clients == 1 else 500 * clients
        results.add(work, f"raw LMDB, {clients:,} to a commit", "events/s", raw_appends(directory, count, clients))
        if not rivals:
            continue
        postgres, redis, sqlite = rivals
        fewer = f", {postgres.CLIENTS_MAX} clients" if clients > postgres.CLIENTS_MAX else ""
        results.add(work, postgres.name + fewer, "events/s", postgres.appends(clients, 4000 if clients == 1 else 20000))
        results.add(work, redis.name, "events/s", redis.appends(clients, 10000 if clients == 1 else 100000))
        if clients == 1:
            results.add(work, sqlite.name, "events/s", sqlite.appends(10000, 1))
    bulk = larder("bench", "--only", "bulk", "--members", 1000, "--events", 20000, "--runs", 3, "--in", directory)
    results.add("append, 10,000 to a commit", "Larder", "events/s", bulk["figures"][0]["value"])
    results.add("append, 10,000 to a commit", "raw LMDB", "events/s", raw_appends(directory, 500000, 10000))
    if rivals:
        results.add("append, 10,000 to a commit", rivals[2].name, "events/s", rivals[2].appends(100000, 10000))


def raw_appends(directory, count, batch):
    target = pathlib.Path(tempfile.mkdtemp(dir=directory))
    report = raw("append", target, count, batch)
    shutil.rmtree(target)
    return report["events"] / report["seconds"]


def measure_boards(community, results, events, boards):
    report = larder("leaderboard", "rebuild", "--dry-run", "--data", community)
    results.add("all weekly boards", "Larder", "events/s", events / report["seconds"])
    report = raw("scan", community / "log")
    results.add("all weekly boards", "raw LMDB, headers summed only", "events/s", report["events"] / report["seconds"])
    for who, seconds in boards():
        results.add("all weekly boards", who, "events/s", events / seconds)


def measure_views(directory, community, results, events):
    shutil.rmtree(community / "views")
    start = time.perf_counter()
    larder("views", "status", "--data", community)
    results.add("all views from nothing", "Larder", "events/s", events / (time.perf_counter() - start))
    target = directory / "rows"
    target.mkdir()
    report = raw("load", next((community / "views").glob("gen-*")), target)
    shutil.rmtree(target)
    results.add("all views from nothing", "raw LMDB, the same rows in order", "events/s", events / report["seconds"])


def measure_processes(community, results):
    for work, words in (("larder help", ("help",)), ("larder log show 1", ("log", "show", "1")),
                        ("larder profile", ("profile", "m2"))):
        seconds = []
        for _ in range(11):
            start = time.perf_counter()
            peers.run(LARDER, *words, "--data", community)
            seconds.append(time.perf_counter() - start)
        results.add(f"{work}, whole process", "Larder", "ms", statistics.median(seconds) * 1000)


def check_boards(community, path, who):
    """Ends with an error where a peer's boards are not Larder's."""
    theirs = collections.defaultdict(list)
    for line in path.read_text().splitlines():
        week, rank, member, engagement, days = map(int, line.split(","))
        theirs[week].append((rank, f"m{member}", engagement, days))
    weeks = larder("leaderboard", "weeks", "--data", community)["weeks"]
    if len(weeks) != len(theirs):
        sys.exit(f"tools/bench: {who} has boards of {len(theirs)} weeks, Larder of {len(weeks)}")
    for number, board in theirs.items():
        year, week, _ = (datetime.date(1970, 1, 1) + datetime.timedelta(days=7 * number - 3)).isocalendar()
        name = f"{year}-W{week:02}"
        entries = larder("leaderboard", "--week", name, "--limit", 0, "--data", community)["entries"]
        ours = [(entry["rank"], entry["member"], entry["engagement"], entry["activeDays"]) for entry in entries]
        if sorted(board) != sorted(ours):
            sys.exit(f"tools/bench: the board of {name} is another one in {who}")
    say(f"{who}: the boards of all {len(theirs)} weeks are Larder's")


def boards_of(rivals, directory, community):
    """What lets the rivals make all boards once, and yields who took how many seconds."""
    if not rivals:
        return lambda: []
    postgres = rivals[0]
    csv, boards_csv = directory / "events.csv", directory / "boards.csv"
    with open(csv, "w") as lines:
        subprocess.run([RAW, "headers", community / "log"], check=True, stdout=lines)
    postgres.take(csv)
    python = peers.duckdb_python(directory)

    def boards():
        # As Larder here: a process of its own, which has folded nothing before.
        words = [python, HERE / "duckdb_boards.py", csv, directory / "events.parquet", boards_csv, 1]
        yield "DuckDB, Parquet", json.loads(peers.run(*words))[0]
        check_boards(community, boards_csv, "DuckDB")
        yield postgres.name, postgres.boards(boards_csv)
        check_boards(community, boards_csv, postgres.name)

    return boards


def populate(options, directory, results):
    """Generates a synthetic community, and measures what is measured meanwhile. Returns its directory."""
    community = directory / "community"
    say(f"a synthetic community of {options.members:,} members")
    measures = () if options.boards else ("live", "lag", "import", "submit", "open", "queries", "space")
    report = larder("bench", "--only", "populate", *measures, "--members", options.members, "--runs", options.rounds,
                    "--in", directory, "--keep", community)
    for figure in report["figures"]:
        for value in figure["runs"]:
            results.add(figure["name"], "Larder", figure["unit"], value,
                        **{key: figure[key] for key in ("p50", "p99") if key in figure})
    return community


def rounds(options, directory, results, rivals):
    community = options.community or populate(options, directory, results)
    events = larder("log", "stat", "--data", community)["events"]
    # Boards are compared with those of the views, which are there.
    larder("views", "status", "--data", community)
    boards = boards_of(rivals, directory, community)
    for number in range(options.rounds):
        say(f"round {number + 1} of {options.rounds}")
        measure_boards(community, results, events, boards)
        if options.boards:
            continue
        measure_appends(directory, results, options, rivals)
        measure_views(directory, community, results, events)
        measure_processes(community, results)
    return events


def table(document):
    def number(value):
        return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.3f}"

    cells = [("work", "who", "median", "unit", "lowest", "highest", "p99 ms", "Larder is")]
    for row in document["rows"]:
        ratio = f"{row['ratio']:.2f} × ({row['ratioLow']:.2f} to {row['ratioHigh']:.2f})" if "ratio" in row else ""
        cells.append((row["work"], row["who"], number(row["median"]), row["unit"], number(row["low"]),
                      number(row["high"]), number(row["p99"]) if "p99" in row else "", ratio))
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    for row in cells:
        print("  ".join(cell.rjust(width) if column in (2, 4, 5, 6) else cell.ljust(width)
                        for column, (cell, width) in enumerate(zip(row, widths))).rstrip())


def main():
    options = arguments()
    # A thousand clients are a thousand sockets.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    results, rivals = Results(), []
    directory = pathlib.Path(tempfile.mkdtemp(prefix="larder-bench-", dir=options.place))
    directory.chmod(0o755)
    try:
        if options.peers:
            peers.install()
            for peer in (peers.Postgres,) if options.boards else (peers.Postgres, peers.Redis, peers.SQLite):
                rivals.append(peer(directory))
        events = rounds(options, directory, results, rivals)
    finally:
        for rival in rivals:
            rival.stop()
        shutil.rmtree(directory, ignore_errors=True)
    members = None if options.community else options.members
    document = {"machine": {"cores": os.cpu_count(), "system": platform.platform()}, "members": members,
                "events": events, "rounds": options.rounds, "rows": list(results.rows())}
    if options.json:
        print(json.dumps(document, indent=1, ensure_ascii=False))
    else:
        table(document)


if __name__ == "__main__":
    main()
